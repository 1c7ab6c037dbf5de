import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ClaimedDelivery, claimDue } from '../../../src/features/delivery/claim.ts'
import { deliver } from '../../../src/features/delivery/deliver.ts'
import type { CheckResult } from '../../../src/platforms/platform.ts'
import { PlatformError } from '../../../src/platforms/platform-error.ts'
import { type ScriptedConnector, scriptConnector } from '../../helpers/scripted-connector.ts'
import { type Client, startService, type TestService } from '../../helpers/service.ts'
import { type AnyPost, attemptsOf, create, errorLog, movableClock } from './follow.ts'

const { clock, advance } = movableClock()
const { log, errors } = errorLog()
const hour = 3600_000
let service: TestService
let client: Client
let platform: ScriptedConnector
let projectId: string
let account: string
let post: AnyPost

beforeAll(async () => {
  service = await startService({ config: { role: 'api' }, clock, log })
  client = await service.client()
  projectId = await client.project()
})
afterAll(() => service.stop())
beforeEach(async () => {
  ;[account = ''] = await client.connect(projectId)
  platform = scriptConnector(service)
  post = await create(client, [account])
  errors.length = 0
})
afterEach(async () => {
  platform.restore()
  await client.call('DELETE', `/social-account-posts/${childId()}`)
})

const childId = (): string => post.socialAccountPosts[0].socialAccountPostId

const claim = () => claimDue(service.app.services.db.pool, [{ socialAccountId: account, limit: 1 }], clock.now())

/** One try by a worker; false when nothing is due. */
async function tryOnce(): Promise<boolean> {
  const [claimed] = await claim()
  if (claimed) await deliver(service.app.services, claimed)
  return claimed !== undefined
}

/** Tries until it is over, each time when it is due. */
async function tryOn(): Promise<AnyPost> {
  for (let tries = 0; tries < 20; tries += 1) {
    const [row] = await rows()
    if (!row.due_at) return read()
    advance(Math.max(0, row.due_at.getTime() - clock.now()))
    await tryOnce()
  }
  throw new Error('It never ends.')
}

async function rows() {
  const found = await service.app.services.db.pool.query('SELECT * FROM social_account_posts WHERE id = $1', [
    childId(),
  ])
  return found.rows
}

const update = (set: string) =>
  service.app.services.db.pool.query(`UPDATE social_account_posts SET ${set} WHERE id = $1`, [childId()])

async function read(): Promise<AnyPost> {
  const { body } = await client.call('GET', `/posts/${post.id}`)
  return body.socialAccountPosts[0]
}

async function accountStatus(): Promise<string | undefined> {
  const found = await service.app.services.db.prisma.socialAccount.findUnique({ where: { id: account } })
  return found?.status
}

const story = async () => (await attemptsOf(service, childId())).map(({ step, outcome }) => `${step}: ${outcome}`)

const times = (name: string) => platform.calls.filter((call) => call === name).length

describe('an answer that lets it be tried again', () => {
  test('is tried six times over about an hour, then FAILED with the last reason', async () => {
    let failures = 0
    platform.script.prepare = async () => {
      failures += 1
      throw PlatformError.retry(`Busy for the ${failures}th time.`)
    }
    expect(await tryOn()).toMatchObject({
      deliveryStatus: 'FAILED',
      errorMessage: 'Given up after 6 tries: Busy for the 6th time.',
    })
    expect(failures).toBe(6)
    const attempts = await attemptsOf(service, childId())
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
    const waits = attempts
      .slice(0, -1)
      .map(({ finishedAt, nextTryAt }) => ((nextTryAt as Date).getTime() - finishedAt.getTime()) / 1000)
    for (const [index, mean] of [15, 60, 240, 720, 2400].entries()) {
      expect(waits[index]).toBeGreaterThan(mean * 0.79)
      expect(waits[index]).toBeLessThan(mean * 1.21)
    }
    expect(attempts[5]).toMatchObject({ nextTryAt: null, outcome: 'retry', message: 'Busy for the 6th time.' })
  })

  test('is not tried before Retry-After is over, and published then', async () => {
    platform.script.commit = async () => {
      delete platform.script.commit
      throw PlatformError.retry('Slow down.', 1000)
    }
    await tryOnce()
    expect(await read()).toMatchObject({ deliveryStatus: 'SENDING' })
    advance(990_000)
    expect(await tryOnce()).toBe(false)
    advance(11_000)
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'external-1' })
    expect(await story()).toEqual(['commit: retry', 'confirm: published'])
    expect(times('check')).toBe(0)
  })

  test('rings an alarm at the time of the next try', async () => {
    platform.script.prepare = () => Promise.reject(PlatformError.retry('Busy.'))
    await tryOnce()
    const [row] = await rows()
    const jobs = await service.app.services.db.pool.query('SELECT start_after FROM pgboss.job WHERE id = $1', [
      row.job_id,
    ])
    expect(jobs.rows).toEqual([{ start_after: row.due_at }])
  })
})

describe('an answer that ends it', () => {
  test.each([
    ['rejected', () => PlatformError.rejected('The text is too rude.'), 'The text is too rude.'],
    ['operator', () => PlatformError.operator('The app is suspended.'), 'The app is suspended.'],
    [
      'reconnect',
      () => PlatformError.reconnect('The grant is gone; connect again.'),
      'The grant is gone; connect again.',
    ],
  ])('%s in prepare and in commit: FAILED at once with the reason', async (kind, error, errorMessage) => {
    for (const step of ['prepare', 'commit'] as const) {
      platform.script = { [step]: () => Promise.reject(error()) }
      await tryOnce()
      expect(await read()).toMatchObject({ deliveryStatus: 'FAILED', errorMessage })
      expect(await story()).toEqual([`${step}: ${kind}`])
      expect(await accountStatus()).toBe(kind === 'reconnect' ? 'DISCONNECTED' : 'CONNECTED')
      const [row] = await rows()
      expect(row).toMatchObject({ due_at: null, lease_id: null, job_id: null })
      await client.connect(projectId)
      await client.call('DELETE', `/social-account-posts/${childId()}`)
      post = await create(client, [account])
    }
  })

  test('a refusal of the old grant leaves an account alone that was connected anew meanwhile', async () => {
    platform.script.commit = async () => {
      await client.connect(projectId)
      throw PlatformError.reconnect('This token is no longer valid.')
    }
    await tryOnce()
    expect(await accountStatus()).toBe('CONNECTED')
  })

  test('a message with a zero byte is written down too', async () => {
    platform.script.prepare = () => Promise.reject(PlatformError.rejected('Bad\0 text \ud800.'))
    await tryOnce()
    expect(await read()).toMatchObject({ deliveryStatus: 'FAILED', errorMessage: expect.stringMatching(/^Bad text/) })
  })
})

describe('a lost answer to the publishing call', () => {
  const lose = () => {
    platform.script.commit = async () => {
      delete platform.script.commit
      throw PlatformError.outcomeUnknown('The connection broke.')
    }
  }
  const answer = (result: CheckResult) => {
    platform.script.check = async () => result
  }

  test('is PUBLISHED without a second call when the platform has the post', async () => {
    lose()
    answer({ outcome: 'published', post: { externalPostId: 'found' } })
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'found' })
    expect(times('commit')).toBe(1)
    expect(await story()).toEqual(['commit: outcome-unknown', 'check: published'])
  })

  test('is published once more when the platform certainly has nothing', async () => {
    lose()
    answer({ outcome: 'not-published' })
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED' })
    expect(platform.calls).toEqual(['prepare', 'commit', 'check', 'prepare', 'commit', 'confirm'])
    expect(await story()).toEqual(['commit: outcome-unknown', 'confirm: published'])
  })

  test('is FAILED with an unknown outcome when the platform never can tell', async () => {
    lose()
    expect(await tryOn()).toMatchObject({
      deliveryStatus: 'FAILED',
      errorMessage: expect.stringMatching(/outcome is unknown: the post may or may not be published/),
    })
    expect(times('commit')).toBe(1)
    expect(times('check')).toBe(4)
    expect(await story()).toEqual(['commit: outcome-unknown', ...Array(4).fill('check: outcome-unknown')])
  })

  test('is asked about again when the platform is busy, and later published', async () => {
    lose()
    let busy = 2
    platform.script.check = async () => {
      busy -= 1
      if (busy >= 0) throw PlatformError.retry('Busy.', 300)
      return { outcome: 'published', post: { externalPostId: 'late' } }
    }
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'late' })
    expect(times('commit')).toBe(1)
  })

  test('is unknown, not plainly FAILED, when the account is gone before anybody could ask', async () => {
    lose()
    await tryOnce()
    await service.app.services.db.prisma.socialAccount.update({
      where: { id: account },
      data: { status: 'DISCONNECTED' },
    })
    expect(await tryOn()).toMatchObject({
      deliveryStatus: 'FAILED',
      errorMessage: expect.stringMatching(/outcome is unknown.*connect it again/),
    })
    expect(times('commit')).toBe(1)
  })
})

describe('an error nobody foresaw', () => {
  test('in prepare is tried again, and told without its inner words', async () => {
    platform.script.prepare = () => Promise.reject(new TypeError('Cannot read properties of undefined'))
    expect(await tryOn()).toMatchObject({
      deliveryStatus: 'FAILED',
      errorMessage: 'Given up after 6 tries: An internal error kept the post from being published.',
    })
    expect(times('commit')).toBe(0)
    expect(errors.join()).toContain('Cannot read properties of undefined')
  })

  test('in commit may have published: the platform is asked first', async () => {
    platform.script.commit = () => Promise.reject(new TypeError('Cannot read properties of undefined'))
    platform.script.check = async () => ({ outcome: 'published', post: { externalPostId: 'found' } })
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'found' })
    expect(times('commit')).toBe(1)
    const [first] = await attemptsOf(service, childId())
    expect(first).toMatchObject({ outcome: 'outcome-unknown', message: expect.not.stringContaining('undefined') })
    expect(errors.join()).toContain('Cannot read properties of undefined')
  })

  test('in confirm does not fail a published post', async () => {
    platform.script.confirm = () => Promise.reject(new TypeError('no address'))
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'external-1' })
    expect(await story()).toEqual(['confirm: published'])
  })
})

describe('a worker that goes away', () => {
  /** As if the process had died at this point: its worker never comes back. */
  const dead = () => new Promise<never>(() => {})
  const whenCalled = (step: 'prepare' | 'commit' | 'confirm') =>
    new Promise<void>((resolve) => {
      platform.script[step] = () => {
        resolve()
        return dead()
      }
    })

  test('in prepare: the next one gets what was made so far', async () => {
    const given: unknown[] = []
    const saved = new Promise<void>((resolve) => {
      platform.script.prepare = async (_ctx, _delivery, progress, save) => {
        given.push(progress)
        await save({ uploadId: 'upload-1' })
        resolve()
        return dead()
      }
    })
    void tryOnce()
    await saved
    expect(await tryOnce()).toBe(false)
    platform.script.prepare = async (_ctx, _delivery, progress) => {
      given.push(progress)
      return progress
    }
    advance(61_000)
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED' })
    expect(given).toEqual([{}, { uploadId: 'upload-1' }])
    expect(times('check')).toBe(0)
  })

  test('in commit: the next one asks before it publishes', async () => {
    const called = whenCalled('commit')
    void tryOnce()
    await called
    platform.script = { check: async () => ({ outcome: 'published', post: { externalPostId: 'found' } }) }
    advance(61_000)
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'found' })
    expect(times('commit')).toBe(1)
    expect(await story()).toEqual(['check: published'])
  })

  test('after the answer was kept: settled without asking or publishing again', async () => {
    const called = whenCalled('confirm')
    void tryOnce()
    await called
    platform.script = {}
    advance(61_000)
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'external-1' })
    expect(platform.calls).toEqual(['prepare', 'commit', 'confirm', 'confirm'])
  })

  test('after the answer was kept: PUBLISHED although account and connector are gone by then', async () => {
    const called = whenCalled('confirm')
    void tryOnce()
    await called
    await client.call('DELETE', `/social-accounts/${account}`)
    const connectors = service.app.services.connectors as Map<string, unknown>
    const connector = connectors.get('SERVICETEST')
    connectors.delete('SERVICETEST')
    advance(61_000)
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'external-1' })
    connectors.set('SERVICETEST', connector)
  })
})

describe('a worker that lost its lease', () => {
  const deliverWithout = async (step: 'prepare' | 'commit' | 'confirm', act: () => Promise<unknown>) => {
    const [claimed] = (await claim()) as [ClaimedDelivery]
    platform.script[step] = async () => {
      await act()
      delete platform.script[step]
      return step === 'prepare' ? {} : { externalPostId: 'of-the-loser' }
    }
    await deliver(service.app.services, claimed)
  }

  test('before the commit does not publish', async () => {
    await deliverWithout('prepare', () => update(`lease_id = gen_random_uuid()`))
    expect(platform.calls).toEqual(['prepare'])
    expect(errors).toEqual([])
  })

  test('between the intent and the call, while the process stood still: whoever took over publishes alone', async () => {
    const { pool } = service.app.services.db
    const query = pool.query
    platform.script.check = async () => ({ outcome: 'not-published' })
    pool.query = (async (...input: unknown[]) => {
      const answer = await Reflect.apply(query, pool, input)
      if ((input[0] as { name?: string }).name !== 'delivery_intent') return answer
      pool.query = query
      advance(61_000)
      await tryOnce()
      return answer
    }) as never
    await tryOnce()
    pool.query = query
    expect(await read()).toMatchObject({ deliveryStatus: 'PUBLISHED' })
    expect(times('commit')).toBe(1)
    expect(errors).toEqual([])
  })

  test('in the commit writes nothing; its result is found by the check', async () => {
    await deliverWithout('commit', () => update(`lease_id = gen_random_uuid()`))
    expect(await read()).toMatchObject({ deliveryStatus: 'SENDING' })
    platform.script.check = async () => ({ outcome: 'published', post: { externalPostId: 'of-the-loser' } })
    advance(61_000)
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'of-the-loser' })
    expect(times('commit')).toBe(1)
  })

  test('before it settles: settled by the next one without a second commit', async () => {
    await deliverWithout('confirm', () => update(`lease_id = gen_random_uuid()`))
    expect(await read()).toMatchObject({ deliveryStatus: 'SENDING' })
    advance(61_000)
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'external-1' })
    expect(times('commit')).toBe(1)
    expect(errors).toEqual([])
  })

  test.each(['prepare', 'commit', 'confirm'] as const)(
    'because the child was deleted in %s ends quietly',
    async (step) => {
      await deliverWithout(step, () => client.call('DELETE', `/social-account-posts/${childId()}`))
      expect(times('commit')).toBe(step === 'prepare' ? 0 : 1)
      expect(await rows()).toEqual([])
      expect(errors).toEqual([])
      post = await create(client, [account])
    },
  )

  test('because the database refused the last write is settled by the next one, and never FAILED', async () => {
    const { pool } = service.app.services.db
    const query = pool.query
    platform.script.confirm = async () => {
      pool.query = ((...input: unknown[]) => {
        const { name } = input[0] as { name?: string }
        if (!name?.startsWith('delivery_settle')) return Reflect.apply(query, pool, input)
        return Promise.reject(new Error('the connection was lost'))
      }) as never
      return {}
    }
    await update('checks = 4, tries = 4')
    await tryOnce()
    pool.query = query
    expect(await read()).toMatchObject({ deliveryStatus: 'SENDING' })
    delete platform.script.confirm
    advance(61_000)
    expect(await tryOn()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'external-1' })
    expect(times('commit')).toBe(1)
  })
})

test('a platform that is not configured any more fails the post with words for the operator', async () => {
  const connectors = service.app.services.connectors as Map<string, unknown>
  const connector = connectors.get('SERVICETEST')
  connectors.delete('SERVICETEST')
  await tryOnce()
  connectors.set('SERVICETEST', connector)
  expect(await read()).toMatchObject({
    deliveryStatus: 'FAILED',
    errorMessage: 'the sandbox is not configured on this service.',
  })
})

test('the connector gets the content of its child, its options and a token that works', async () => {
  const received: unknown[] = []
  const targets = [{ platform: 'SERVICETEST', socialAccountId: account, shouldSucceed: false }]
  await client.call('DELETE', `/social-account-posts/${childId()}`)
  post = await create(client, [], {
    content: [{ text: 'Base' }],
    socialAccounts: [{ ...targets[0], contentOverride: [{ text: 'Override' }] }],
  })
  platform.script.commit = async (_ctx, delivery) => {
    received.push(delivery)
    return {}
  }
  advance(hour)
  await tryOnce()
  expect(received).toMatchObject([
    {
      socialAccountPostId: childId(),
      externalAccountId: 'sandbox-1',
      accessToken: expect.stringMatching(/^sbx_access_/),
      text: 'Override',
      options: { shouldSucceed: false },
      startedAt: expect.any(Number),
    },
  ])
})
