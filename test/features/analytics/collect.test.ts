import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectDue } from '../../../src/features/analytics/collect.ts'
import { PlatformError } from '../../../src/platforms/platform-error.ts'
import { eventually } from '../../helpers/eventually.ts'
import { type Client, startService, type TestService } from '../../helpers/service.ts'
import { movableClock } from '../delivery/follow.ts'
import { day, hour, nextIn, publish, readChild, scriptInsights, snapshotsOf } from './observe.ts'

const { clock, advance } = movableClock()
let service: TestService
let client: Client
let projectId: string
let restore = () => {}

beforeAll(async () => {
  service = await startService({ clock, config: { analytics: false } })
})
beforeEach(async () => {
  client = await service.client()
  projectId = await client.project()
})
afterEach(async () => {
  restore()
  restore = () => {}
  await service.app.services.db.pool.query('TRUNCATE analytics_collections, analytics_accounts')
})
afterAll(() => service.stop())

const collect = (of = service) => collectDue(of.app.services)
const connect = (accounts = 1) => client.connect(projectId, { accounts, username: `u${projectId.slice(-12)}` })
const script = (...[read, max]: [Parameters<typeof scriptInsights>[1], number?]) => {
  const scripted = scriptInsights([service], read, max)
  restore = scripted.restore
  return scripted
}
const refuse = (error: PlatformError) => () => {
  throw error
}

describe('when', () => {
  test('publishing plans the first collection an hour later; what is not published plans none', async () => {
    const [account = ''] = await connect()
    const [child] = await publish(client, [account])
    const wait = await nextIn(service, child)
    expect(wait).toBeGreaterThan(0.98 * hour)
    expect(wait).toBeLessThan(1.1 * hour)

    const target = { platform: 'SERVICETEST', socialAccountId: account, shouldSucceed: false }
    const { body } = await client.call('POST', '/posts', {
      content: [{ text: 'No' }],
      schedule: { type: 'PUBLISH_NOW' },
      socialAccounts: [target],
    })
    const failed = await eventually(async () => {
      const read = await readChild(client, body.socialAccountPosts[0])
      return read.deliveryStatus === 'FAILED' && read
    })
    expect(await nextIn(service, failed)).toBeUndefined()
  })

  test('nothing is asked before its time', async () => {
    const { calls } = script(() => ({ likes: 1 }))
    await publish(client, await connect())
    advance(0.9 * hour)
    await collect()
    expect(calls).toEqual([])
  })

  test('after 1 h, 6 h, 24 h, then daily, weekly, and after a year never again', async () => {
    const { calls } = script((_posts, call) => ({ likes: call }))
    const [child] = await publish(client, await connect())
    const published = clock.now()
    const ages: number[] = []
    for (let wait = await nextIn(service, child); wait !== undefined; wait = await nextIn(service, child)) {
      advance(wait + 1)
      ages.push(clock.now() - published)
      await collect()
      if (ages.length > 100) break
    }
    const { analyticsSchedule } = service.app.services
    expect(ages).toHaveLength(analyticsSchedule.length)
    expect(calls).toHaveLength(81)
    for (const [step, age] of ages.entries()) {
      const late = age - (analyticsSchedule[step] as number)
      expect(late).toBeGreaterThan(-10_000)
      expect(late).toBeLessThan(1.01 * hour)
    }
    expect((await readChild(client, child)).analytics.likes[0].value).toBe(81)
  })

  test('after downtime a post is asked about once, not once per collection missed', async () => {
    const { calls } = script(() => ({ likes: 1 }))
    const [child] = await publish(client, await connect())
    advance(10.5 * day)
    await collect()
    await collect()
    expect(calls).toHaveLength(1)
    const wait = (await nextIn(service, child)) ?? 0
    expect(wait).toBeGreaterThan(0.4 * day)
    expect(wait).toBeLessThan(0.6 * day)
  })

  test('a tick of the queue collects what is due', async () => {
    const { databaseUrl, encryptionKeys } = service
    const [child] = await publish(client, await connect())
    advance(2 * hour)
    const worker = await startService({
      databaseUrl,
      encryptionKeys,
      clock,
      config: { role: 'worker', sandboxUrl: `${service.url}/sandbox` },
    })
    const { rows } = await service.app.services.db.pool.query('SELECT cron FROM pgboss.schedule WHERE name = $1', [
      'collect-analytics',
    ])
    expect(rows).toEqual([{ cron: '* * * * *' }])
    const tx = await service.app.services.db.pool.connect()
    await worker.app.services.queue.insert(tx, 'collect-analytics', [{ id: crypto.randomUUID(), data: {} }])
    tx.release()
    await eventually(async () => (await readChild(client, child)).analytics.views.length === 1)
    await worker.stop()
  })
})

describe('how', () => {
  test('one call serves many posts of an account, and never more than the platform takes', async () => {
    const scripted = script(() => ({ likes: 1 }), 4)
    const children = await publish(client, await connect(2), 5)
    advance(2 * hour)
    await collect()
    expect(scripted.calls.map((posts) => posts.length).sort()).toEqual([1, 1, 4, 4])
    expect(new Set(scripted.calls.flat()).size).toBe(10)
    expect(scripted.mostAtOnce).toBe(1)
    for (const child of children) expect(await snapshotsOf(service, child)).toHaveLength(1)
  })

  test('two workers at once ask about each post once, and about an account one at a time', async () => {
    const { databaseUrl, encryptionKeys } = service
    const second = await startService({ databaseUrl, encryptionKeys, clock, config: { role: 'api' } })
    const scripted = scriptInsights([service, second], () => ({ likes: 1 }), 2)
    await publish(client, await connect(5), 6)
    advance(2 * hour)
    await Promise.all([collect(), collect(second), collect(), collect(second)])
    expect(scripted.calls.flat()).toHaveLength(30)
    expect(new Set(scripted.calls.flat()).size).toBe(30)
    expect(scripted.mostAtOnce).toBe(1)
    scripted.restore()
    await second.stop()
  })

  test('the day keeps its latest value, another day gets its own, and zero is a value', async () => {
    let likes = 0
    script(() => ({ likes }))
    const [child] = await publish(client, await connect())
    const collectNow = async (value: number) => {
      likes = value
      const { pool } = service.app.services.db
      await pool.query('UPDATE analytics_collections SET next_collect_at = $1', [new Date(clock.now())])
      await collect()
      return new Date(clock.now()).toISOString().slice(0, 10)
    }
    advance(day - (clock.now() % day) + hour)
    await collectNow(0)
    advance(2 * hour)
    const today = await collectNow(7)
    advance(day)
    const next = await collectNow(9)
    expect(await snapshotsOf(service, child)).toEqual([`likes ${today} 7`, `likes ${next} 9`])
    await collectNow(0)
    expect(await snapshotsOf(service, child)).toEqual([`likes ${today} 7`, `likes ${next} 0`])
  })

  test('what the post cannot have, or is no number, is not kept', async () => {
    script(() => ({ likes: Number.NaN, clicks: 3, views: Number.POSITIVE_INFINITY, shares: 2 }))
    const [child] = await publish(client, await connect())
    advance(2 * hour)
    await collect()
    expect(await snapshotsOf(service, child)).toEqual([expect.stringMatching(/^shares .* 2$/)])
  })

  test('a post that is gone from the platform keeps its numbers and is not asked about again', async () => {
    const [child] = await publish(client, await connect())
    advance(2 * hour)
    await collect()
    const { analytics } = await readChild(client, child)
    expect(analytics.views).toHaveLength(1)
    await service.app.services.db.pool.query('DELETE FROM sandbox.posts WHERE id = $1', [child.externalPostId])
    advance(6 * hour)
    await collect()
    expect(await nextIn(service, child)).toBeUndefined()
    expect((await readChild(client, child)).analytics).toEqual(analytics)
  })

  test('a post whose id the platform still withholds waits for its next time', async () => {
    const { calls } = script(() => ({ likes: 1 }))
    const [child] = await publish(client, await connect())
    const { db } = service.app.services
    const { socialAccountPostId: id } = child
    await db.prisma.socialAccountPost.update({ where: { id }, data: { externalPostId: null } })
    advance(2 * hour)
    await collect()
    expect(calls).toEqual([])
    expect(await nextIn(service, child)).toBeGreaterThan(3 * hour)
  })

  test('a child that is deleted during the call takes nothing else down', async () => {
    const [account = ''] = await connect()
    const [first, second] = await publish(client, [account], 2)
    script(async () => {
      await client.call('DELETE', `/social-account-posts/${first.socialAccountPostId}`)
      return { likes: 1 }
    })
    advance(2 * hour)
    await collect()
    expect(await snapshotsOf(service, first)).toEqual([])
    expect(await snapshotsOf(service, second)).toHaveLength(1)
  })

  test('deleting the project deletes all of it', async () => {
    const [child] = await publish(client, await connect())
    advance(2 * hour)
    await collect()
    await client.call('DELETE', `/projects/${projectId}`)
    const { prisma } = service.app.services.db
    const { socialAccountPostId, socialAccountId } = child
    expect(await prisma.postMetric.count({ where: { socialAccountPostId } })).toBe(0)
    expect(await prisma.postAnalytics.count({ where: { socialAccountPostId } })).toBe(0)
    expect(await prisma.analyticsCollection.count({ where: { socialAccountPostId } })).toBe(0)
    expect(await prisma.analyticsAccount.count({ where: { socialAccountId } })).toBe(0)
  })
})

describe('when the platform says no', () => {
  test('Retry-After is waited for by the whole account, and other accounts go on', async () => {
    const accounts = await connect(2)
    await publish(client, accounts, 2)
    let limited = true
    const { calls } = script((_posts, call) => {
      if (limited && call === 1) throw PlatformError.retry('Too many requests.', 1800)
      return { likes: 1 }
    }, 1)
    advance(2 * hour)
    await collect()
    expect(calls).toHaveLength(3)
    limited = false
    advance(1700 * 1000)
    await collect()
    expect(calls).toHaveLength(3)
    advance(200 * 1000)
    await collect()
    expect(calls).toHaveLength(5)
    expect(new Set(calls.slice(1).flat()).size).toBe(4)
  })

  test('failures are waited out ever longer; then a bad post is asked about alone and stepped over', async () => {
    const [account = ''] = await connect()
    const [bad, good] = await publish(client, [account], 2)
    const { calls } = script((posts) => {
      if (posts.some((post) => post.socialAccountPostId === bad.socialAccountPostId)) {
        throw PlatformError.retry('Server error.')
      }
      return { likes: 1 }
    })
    advance(2 * hour)
    await collect()
    advance(40_000)
    await collect()
    expect(calls).toHaveLength(1)
    for (const pause of [100_000, 400_000, 1_200_000]) {
      advance(pause)
      await collect()
    }
    expect(calls.map((posts) => posts.length)).toEqual([2, 2, 1, 1])
    expect(await snapshotsOf(service, good)).toHaveLength(1)
    expect(await snapshotsOf(service, bad)).toEqual([])
    expect(await nextIn(service, bad)).toBeGreaterThan(0)
  })

  test('a refused grant disconnects the account; connecting it again catches up', async () => {
    const [account = ''] = await connect()
    const [child] = await publish(client, [account])
    const refusing = script(refuse(PlatformError.reconnect('The grant is gone.')))
    advance(2 * hour)
    await collect()
    const status = async () =>
      (await service.app.services.db.prisma.socialAccount.findUniqueOrThrow({ where: { id: account } })).status
    expect(await status()).toBe('DISCONNECTED')
    advance(3 * day)
    await collect()
    expect(refusing.calls).toHaveLength(1)
    refusing.restore()
    expect(await connect()).toEqual([account])
    await collect()
    expect((await readChild(client, child)).analytics.views).toHaveLength(1)
  })

  test('a deleted account is not asked about and forgotten', async () => {
    const { calls } = script(() => ({ likes: 1 }))
    const [account = ''] = await connect()
    const [child] = await publish(client, [account])
    await client.call('DELETE', `/social-accounts/${account}`)
    advance(2 * hour)
    await collect()
    expect(calls).toEqual([])
    expect(await nextIn(service, child)).toBeUndefined()
  })

  test('trouble with our own app stops the platform for this look, and the account for hours', async () => {
    await publish(client, await connect(5))
    const { calls } = script(refuse(PlatformError.operator('The credits are spent.')))
    advance(2 * hour)
    await collect()
    expect(calls.length).toBeGreaterThanOrEqual(1)
    expect(calls.length).toBeLessThanOrEqual(4)
    advance(hour)
    await collect()
    expect(new Set(calls.flat()).size).toBe(calls.length)
  })

  test('a refused request is not repeated before the next time of its posts', async () => {
    const [child] = await publish(client, await connect())
    const { calls } = script(refuse(PlatformError.rejected('No such metric.')))
    advance(2 * hour)
    await collect()
    expect(await nextIn(service, child)).toBeGreaterThan(3 * hour)
    advance(hour)
    await collect()
    expect(calls).toHaveLength(1)
  })

  test('an error of ours counts as a failure and leaves the row due', async () => {
    const [child] = await publish(client, await connect())
    const { calls } = script(() => {
      throw new TypeError('undefined is not a function')
    })
    advance(2 * hour)
    await collect()
    expect(calls).toHaveLength(1)
    expect(await nextIn(service, child)).toBeLessThan(0)
  })
})

test('the lease of a worker that went away ends, and another takes the account up', async () => {
  const { calls } = script(() => ({ likes: 1 }))
  const [account = ''] = await connect()
  await publish(client, [account])
  advance(2 * hour)
  const { prisma } = service.app.services.db
  const busyUntil = new Date(clock.now() + 5 * 60_000)
  await prisma.analyticsAccount.create({ data: { socialAccountId: account, leaseId: crypto.randomUUID(), busyUntil } })
  await collect()
  expect(calls).toEqual([])
  advance(5 * 60_000 + 1)
  await collect()
  expect(calls).toHaveLength(1)
})
