/** Deliveries whose workers end in the middle, time and again, and connectors that never come back. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimDue, mostClaims, releaseClaims } from '../../../src/features/delivery/claim.ts'
import { deliver } from '../../../src/features/delivery/deliver.ts'
import { type Clock, systemClock } from '../../../src/lib/clock.ts'
import type { ConnectorContext } from '../../../src/platforms/platform.ts'
import { PlatformError } from '../../../src/platforms/platform-error.ts'
import { eventually } from '../../helpers/eventually.ts'
import { type ScriptedConnector, scriptConnector } from '../../helpers/scripted-connector.ts'
import { type Client, startService, type TestService } from '../../helpers/service.ts'
import { type AnyPost, attemptsOf, create, errorLog, movableClock } from './follow.ts'

const minute = 60_000
const lost = 61_000
const { clock, advance: moveOn } = movableClock()
/** Of the deliveries alone: timers of a minute and more wait for `advance`; shorter ones are real. */
const timers = new Map<object, { at: number; ring: () => void }>()
const deliveryClock: Clock = {
  ...clock,
  setTimeout(ring, ms) {
    if (ms < minute) return systemClock.setTimeout(ring, ms)
    const handle = {}
    timers.set(handle, { at: clock.now() + ms, ring })
    return handle
  },
  clearTimeout(handle) {
    if (!timers.delete(handle as object)) systemClock.clearTimeout(handle)
  },
}

function advance(ms: number): void {
  moveOn(ms)
  for (const [handle, { at, ring }] of [...timers]) {
    if (at > clock.now()) continue
    timers.delete(handle)
    ring()
  }
}

const { log, errors } = errorLog()
let service: TestService
let client: Client
let platform: ScriptedConnector
let account: string
let id: string

beforeAll(async () => {
  service = await startService({ config: { role: 'api' }, clock, log })
  client = await service.client()
})
afterAll(() => service.stop())
beforeEach(async () => {
  ;[account = ''] = await client.connect(await client.project())
  platform = scriptConnector(service)
  const post = await create(client, [account], { retryPolicy: { maxRetries: 3, delaySeconds: 7200 } })
  id = post.socialAccountPosts[0].socialAccountPostId
  errors.length = 0
})
afterEach(() => {
  platform.restore()
  expect([...timers]).toEqual([])
})

const query = async (text: string, values: unknown[] = []) =>
  (await service.app.services.db.pool.query(text, values)).rows
const claim = () => claimDue(service.app.services.db.pool, [{ socialAccountId: account, limit: 1 }], clock.now())
const times = (name: string) => platform.calls.filter((call) => call === name).length

async function tryOnce(): Promise<boolean> {
  const [claimed] = await claim()
  if (claimed) await deliver({ ...service.app.services, clock: deliveryClock }, claimed)
  return claimed !== undefined
}

async function child(): Promise<AnyPost> {
  const { data } = await client.graphql(
    `query($id: [ID!]) { socialAccountPosts(socialAccountId: $id) { socialAccountPosts { socialAccountPostId deliveryStatus
      errorMessage outcome externalPostId retries { id }
      attempts { number step outcome errorClass message durationMs nextTryAt } } } }`,
    { id: [account] },
  )
  return data.socialAccountPosts.socialAccountPosts.find((row: AnyPost) => row.socialAccountPostId === id)
}

/** As if a worker had died at this point, some times in a row. */
async function die(count: number, set?: string): Promise<void> {
  for (let death = 0; death < count; death += 1) {
    expect(await claim()).toHaveLength(1)
    if (set) await query(`UPDATE social_account_posts SET ${set} WHERE id = $1`, [id])
    advance(lost)
  }
}

const intent = "commit_intent_at = now(), progress = '{}'"

describe('a delivery whose worker dies every time', () => {
  test('before the publishing call is FAILED after five times, with an attempt that says so, and not repeated', async () => {
    await die(mostClaims)
    await tryOnce()
    expect(platform.calls).toEqual([])
    const message = 'The service was interrupted 5 times while it worked on this post.'
    expect(await child()).toMatchObject({
      deliveryStatus: 'FAILED',
      errorMessage: `Given up, and not published: ${message}`,
      outcome: null,
      retries: [],
      attempts: [
        { number: 1, step: 'prepare', outcome: 'interrupted', errorClass: 'INTERRUPTED', message, nextTryAt: null },
      ],
    })
    advance(lost)
    expect(await tryOnce()).toBe(false)
  })

  test('gets through when it survives the fifth time', async () => {
    await die(mostClaims - 1)
    await tryOnce()
    expect(await child()).toMatchObject({ deliveryStatus: 'PUBLISHED' })
  })

  test('is counted anew after a try that came to an end', async () => {
    platform.script.prepare = () => Promise.reject(PlatformError.retry('Busy.'))
    await die(mostClaims - 1)
    await tryOnce()
    advance(minute)
    delete platform.script.prepare
    await die(mostClaims - 1)
    await tryOnce()
    expect(await child()).toMatchObject({ deliveryStatus: 'PUBLISHED' })
  })

  test('is not counted when its worker stops in order', async () => {
    for (let stop = 0; stop < 3 * mostClaims; stop += 1) {
      await releaseClaims(service.app.services.db.pool, await claim(), clock.now())
    }
    await tryOnce()
    expect(await child()).toMatchObject({ deliveryStatus: 'PUBLISHED' })
  })

  test('in the publishing call is asked about, and PUBLISHED when it is there', async () => {
    await die(mostClaims, intent)
    platform.script.check = async () => ({ outcome: 'published', post: { externalPostId: 'found' } })
    await tryOnce()
    expect(await child()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'found' })
    expect(platform.calls).toEqual(['check'])
  })

  test('in the publishing call is not called again when the platform certainly has nothing', async () => {
    await die(mostClaims, intent)
    platform.script.check = async () => ({ outcome: 'not-published' })
    await tryOnce()
    expect(await child()).toMatchObject({
      deliveryStatus: 'FAILED',
      errorMessage: expect.stringContaining('not published'),
      outcome: null,
      attempts: [{ step: 'check', errorClass: 'INTERRUPTED' }],
    })
    expect(platform.calls).toEqual(['check'])
  })

  test('is never published by a later try when the platform could not tell at first', async () => {
    await die(mostClaims, intent)
    await tryOnce()
    expect(await child()).toMatchObject({ deliveryStatus: 'SENDING', attempts: [{ errorClass: 'OUTCOME_UNKNOWN' }] })
    platform.script.check = async () => ({ outcome: 'not-published' })
    advance(minute)
    await tryOnce()
    expect(await child()).toMatchObject({ deliveryStatus: 'FAILED' })
    expect([times('check'), times('commit')]).toEqual([2, 0])
  })

  test('in the publishing call and in every question is FAILED with an unknown outcome', async () => {
    await die(2 * mostClaims, intent)
    await tryOnce()
    expect(platform.calls).toEqual([])
    expect(await child()).toMatchObject({
      deliveryStatus: 'FAILED',
      errorMessage: expect.stringMatching(/outcome is unknown.*interrupted 10 times/),
      outcome: 'UNKNOWN',
      retries: [],
      attempts: [{ step: 'check', errorClass: 'INTERRUPTED' }],
    })
  })

  test('after the answer was kept is PUBLISHED, without the look at the post that may be to blame', async () => {
    await die(mostClaims, `${intent}, commit_result = '{"externalPostId": "kept"}'`)
    await tryOnce()
    expect(await child()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'kept' })
    expect(platform.calls).toEqual([])
  })
})

describe('a connector that never comes back', () => {
  /** Hangs in a step until its time is over. Returns what the connector was given. */
  async function hang(step: 'prepare' | 'commit' | 'confirm' | 'check', minutes: number): Promise<ConnectorContext> {
    let given: ConnectorContext | undefined
    platform.script[step] = (ctx: ConnectorContext) => {
      given = ctx
      return new Promise<never>(() => {})
    }
    const trying = tryOnce()
    await eventually(() => given !== undefined)
    advance(minutes * minute - 1000)
    // The lease is renewed by the dispatcher, which does not run here.
    await query('UPDATE social_account_posts SET due_at = $2 WHERE id = $1', [id, new Date(clock.now() + minute)])
    expect(times(step)).toBe(1)
    expect(timers.size).toBe(1)
    advance(1001)
    await trying
    delete platform.script[step]
    return given as ConnectorContext
  }

  test('from prepare is tried again after ten minutes', async () => {
    await hang('prepare', 10)
    const { deliveryStatus, attempts } = await child()
    expect(deliveryStatus).toBe('SENDING')
    expect(attempts).toMatchObject([
      { step: 'prepare', errorClass: 'RETRY', message: 'The post could not be handed over within 10 minutes.' },
    ])
    expect(attempts[0].durationMs).toBeGreaterThanOrEqual(10 * minute)
    expect(Date.parse(attempts[0].nextTryAt)).toBeGreaterThan(clock.now())
    advance(minute)
    await tryOnce()
    expect(await child()).toMatchObject({ deliveryStatus: 'PUBLISHED' })
  })

  test('from the publishing call may have published: after two minutes the platform is asked', async () => {
    await hang('commit', 2)
    expect((await child()).attempts).toMatchObject([{ step: 'commit', errorClass: 'OUTCOME_UNKNOWN' }])
    platform.script.check = async () => ({ outcome: 'published', post: { externalPostId: 'found' } })
    advance(minute)
    await tryOnce()
    expect(await child()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'found' })
    expect(times('commit')).toBe(1)
  })

  test('from the look at the published post leaves it PUBLISHED after two minutes', async () => {
    await hang('confirm', 2)
    expect(await child()).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'external-1' })
  })

  test('from the question whether it is published is asked again', async () => {
    await query(`UPDATE social_account_posts SET ${intent} WHERE id = $1`, [id])
    await hang('check', 2)
    expect(await child()).toMatchObject({
      deliveryStatus: 'SENDING',
      attempts: [{ step: 'check', errorClass: 'RETRY' }],
    })
    expect(times('commit')).toBe(0)
  })

  test('has its requests aborted and its waits ended', async () => {
    const ctx = await hang('prepare', 10)
    await expect(ctx.fetch(`${service.url}/livez`)).rejects.toThrow(/abort/i)
    await expect(ctx.wait(1)).rejects.toThrow('within 10 minutes')
  })

  test('from renewing the access lets the grant go after a minute', async () => {
    await query('UPDATE oauth_grants SET access_expires_at = $1', [new Date(clock.now() + 1000)])
    let called = false
    platform.script.refresh = () => {
      called = true
      return new Promise<never>(() => {})
    }
    const trying = tryOnce()
    await eventually(() => called)
    advance(minute + 1)
    await trying
    expect(await child()).toMatchObject({
      deliveryStatus: 'SENDING',
      attempts: [{ step: 'prepare', errorClass: 'RETRY', message: expect.stringContaining('within 60 seconds') }],
    })
  })
})

test('an attempt and the child tell what the platform said without the secrets in it', async () => {
  platform.script.prepare = (_ctx, { accessToken }) =>
    Promise.reject(
      PlatformError.rejected(`No ${accessToken} at https://api.example.com/me?access_token=abc, secret: hush.`),
    )
  await tryOnce()
  const message = 'No [secret] at https://api.example.com/me secret: [secret]'
  expect(await child()).toMatchObject({ errorMessage: message, attempts: [{ message, errorClass: 'REJECTED' }] })
  expect((await attemptsOf(service, id)).map((attempt) => attempt.message)).toEqual([message])
})
