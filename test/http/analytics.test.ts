/** The contract's section PostAnalytics and its decisions, rule by rule. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectDue } from '../../src/features/analytics/collect.ts'
import { hour, publish, readChild, scriptInsights } from '../features/analytics/observe.ts'
import { movableClock } from '../features/delivery/follow.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'
import { statementsOf } from '../helpers/statements.ts'

const { clock, advance } = movableClock()
let service: TestService
let client: Client
let account: string
// biome-ignore lint/suspicious/noExplicitAny: a child as the API answers it
let child: any

const supported = ['comments', 'engagementRate', 'impressions', 'likes', 'shares', 'views']
const told = { comments: 0, engagementRate: 0.03, impressions: 1200, likes: 30, views: 1000 }

beforeAll(async () => {
  service = await startService({ clock, config: { analytics: false } })
  client = await service.client()
  account = (await client.connect(await client.project()))[0] as string
  child = (await publish(client, [account]))[0]
})
afterAll(() => service.stop())

/** Makes the child one of another platform, which tests cannot publish to. */
async function pretend(platform: string, options: object): Promise<void> {
  await service.app.services.db.prisma.socialAccountPost.update({
    where: { id: child.socialAccountPostId },
    data: { platform, options },
  })
}

test('a child that is not PUBLISHED has no analytics', async () => {
  const draft = await client.call('POST', '/posts', postTo([account], { schedule: { type: 'DRAFT' } }))
  expect(draft.body.socialAccountPosts[0]).not.toHaveProperty('analytics')
  expect(await readChild(client, draft.body.socialAccountPosts[0])).not.toHaveProperty('analytics')
  const target = { platform: 'SERVICETEST', socialAccountId: account, shouldSucceed: false }
  const refused = await client.call('POST', '/posts', postTo([], { socialAccounts: [target] }))
  await expect
    .poll(async () => (await readChild(client, refused.body.socialAccountPosts[0])).deliveryStatus)
    .toBe('FAILED')
  expect(await readChild(client, refused.body.socialAccountPosts[0])).not.toHaveProperty('analytics')
})

test('before the first observation every supported metric is an empty array; unsupported ones are omitted', () => {
  expect(child.analytics).toEqual(Object.fromEntries(supported.map((metric) => [metric, []])))
})

test('reading posts refreshes nothing', async () => {
  const scripted = scriptInsights([service], () => told)
  advance(2 * hour)
  expect((await readChild(client, child)).analytics.likes).toEqual([])
  expect(scripted.calls).toEqual([])
  scripted.restore()
})

describe('after an observation', () => {
  let collectedAt: string
  beforeAll(async () => {
    const scripted = scriptInsights([service], () => told)
    const before = clock.now()
    await collectDue(service.app.services)
    scripted.restore()
    const { analytics } = await readChild(client, child)
    collectedAt = analytics.likes[0].collectedAt
    expect(Date.parse(collectedAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(collectedAt)).toBeLessThanOrEqual(clock.now())
  })

  test('a metric holds its latest snapshot: date (UTC, of the snapshot), collectedAt and value', async () => {
    const { analytics } = await readChild(client, child)
    expect(analytics.views).toEqual([{ date: collectedAt.slice(0, 10), collectedAt, value: 1000 }])
  })

  test('zero is a recorded value, and a supported metric that was not observed stays an empty array', async () => {
    const { analytics } = await readChild(client, child)
    expect(analytics.comments).toEqual([expect.objectContaining({ value: 0 })])
    expect(analytics.shares).toEqual([])
  })

  test('engagementRate is a ratio', async () => {
    const { analytics } = await readChild(client, child)
    expect(analytics.engagementRate).toEqual([expect.objectContaining({ value: 0.03 })])
  })

  test('the list of children shows the same', async () => {
    const { body } = await client.call('GET', `/social-account-posts?postId=${child.postId}`)
    expect(body.socialAccountPosts[0].analytics).toEqual((await readChild(client, child)).analytics)
  })

  test('there is one entry per metric however many days were observed, and metrics may be of different days', async () => {
    const scripted = scriptInsights([service], () => ({ likes: 31 }))
    advance(26 * hour)
    await collectDue(service.app.services)
    scripted.restore()
    const { analytics } = await readChild(client, child)
    expect(analytics.likes).toEqual([expect.objectContaining({ value: 31 })])
    expect(analytics.views).toEqual([expect.objectContaining({ value: 1000, collectedAt })])
    expect(analytics.likes[0].date > analytics.views[0].date).toBe(true)
  })

  test('it takes no statement more', async () => {
    const get = (path: string) => statementsOf(() => client.call('GET', path))
    expect(await get(`/posts/${child.postId}`)).toHaveLength(1)
    expect(await get('/social-account-posts')).toHaveLength(1)
  })

  test.each([
    ['a platform without metrics', 'X', {}],
    ['a post type without metrics', 'FACEBOOK', { postType: 'TEXT_ONLY' }],
  ])('%s answers an empty object', async (_name, platform, options) => {
    await pretend(platform, options)
    expect((await readChild(client, child)).analytics).toEqual({})
    await pretend('SERVICETEST', { shouldSucceed: true })
  })
})

test('the sandbox gives plausible numbers that grow, and only those it supports', async () => {
  const [fresh] = await publish(client, [account])
  const readings: Record<string, { value: number }[]>[] = []
  for (const wait of [2 * hour, 8 * hour, 24 * hour, 48 * hour]) {
    advance(wait)
    await collectDue(service.app.services)
    readings.push((await readChild(client, fresh)).analytics)
  }
  for (const analytics of readings) expect(Object.keys(analytics).sort()).toEqual(supported)
  for (const metric of supported.filter((name) => name !== 'engagementRate')) {
    const values = readings.map((analytics) => analytics[metric]?.[0]?.value as number)
    expect(values).toEqual(values.toSorted((a, b) => a - b))
  }
  const last = readings.at(-1) as (typeof readings)[0]
  const value = (metric: string) => last[metric]?.[0]?.value as number
  expect(value('views')).toBeGreaterThan(0)
  expect(value('impressions')).toBeGreaterThanOrEqual(value('views'))
  expect(value('engagementRate')).toBeLessThan(1)
})
