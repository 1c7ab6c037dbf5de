import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnyPost,
  create,
  drained,
  finished,
  inMs,
  notPublishedOnce,
  textsAtSandbox,
} from '../features/delivery/follow.ts'
import { createTestDatabase } from '../helpers/database.ts'
import { eventually } from '../helpers/eventually.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let accounts: string[]

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  accounts = await client.connect(await client.project(), { accounts: 2 })
})
afterAll(() => service.stop())

/** When the deliveries of a post began, epoch milliseconds. */
async function starts(postId: string): Promise<number[]> {
  const { rows } = await service.app.services.db.pool.query(
    'SELECT delivery_started_at AS at FROM social_account_posts WHERE post_id = $1',
    [postId],
  )
  return rows.map((row) => row.at.getTime())
}

const statuses = (post: AnyPost) => post.socialAccountPosts.map((child: AnyPost) => child.deliveryStatus)

const forgetAlarms = () => service.app.services.db.pool.query(`DELETE FROM pgboss.job WHERE name = 'deliver'`)

test('PUBLISH_NOW starts within a second', async () => {
  const post = await create(client, accounts)
  const done = await finished(client, post.id)
  expect(statuses(done)).toEqual(['PUBLISHED', 'PUBLISHED'])
  for (const start of await starts(post.id)) expect(start - Date.parse(post.createdAt)).toBeLessThan(1000)
})

test('SCHEDULE_FOR_LATER starts at its time, not before and at most a second after', async () => {
  const posts: AnyPost[] = []
  for (let ms = 1200; ms < 3200; ms += 100) posts.push(await create(client, accounts, { schedule: inMs(ms) }))
  for (const post of posts) {
    expect(statuses(await finished(client, post.id))).toEqual(['PUBLISHED', 'PUBLISHED'])
    for (const start of await starts(post.id)) {
      const late = start - Date.parse(post.schedule.scheduledFor)
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThan(1000)
    }
  }
})

test('a time up to five minutes in the past publishes at once', async () => {
  const post = await create(client, accounts, { schedule: inMs(-299_000) })
  await finished(client, post.id)
  for (const start of await starts(post.id)) expect(start - Date.parse(post.createdAt)).toBeLessThan(1000)
  const { rows } = await service.app.services.db.pool.query(
    `SELECT count(*)::int AS waiting FROM pgboss.job WHERE name = 'deliver' AND start_after > now()`,
  )
  expect(rows[0].waiting).toBe(0)
})

test('a draft is never delivered until PATCH publishes it', async () => {
  const draft = await create(client, accounts, { schedule: { type: 'DRAFT' } })
  const other = await create(client, accounts, { schedule: inMs(1500) })
  await finished(client, other.id)
  const { body } = await client.call('GET', `/posts/${draft.id}`)
  expect(statuses(body)).toEqual(['NOT_STARTED', 'NOT_STARTED'])
  const patched = await client.call('PATCH', `/posts/${draft.id}`, {
    content: [{ text: 'No draft any more' }],
    schedule: { type: 'PUBLISH_NOW' },
  })
  expect(patched.status).toBe(200)
  const done = await finished(client, draft.id)
  expect(statuses(done)).toEqual(['PUBLISHED', 'PUBLISHED'])
  for (const child of done.socialAccountPosts) {
    expect(await textsAtSandbox(service, child.socialAccountPostId)).toEqual(['No draft any more'])
  }
})

test('a scheduled post that PATCH makes a draft is not delivered at its time', async () => {
  const post = await create(client, accounts, { schedule: inMs(1200) })
  await client.call('PATCH', `/posts/${post.id}`, { schedule: { type: 'DRAFT' } })
  const later = await create(client, accounts, { schedule: inMs(2000) })
  await finished(client, later.id)
  expect(statuses((await client.call('GET', `/posts/${post.id}`)).body)).toEqual(['NOT_STARTED', 'NOT_STARTED'])
})

describe('rescheduled', () => {
  test.each([
    ['earlier', 3600_000, 1500],
    ['later', 1300, 2600],
  ])('%s: delivered at the new time alone', async (_name, first, then) => {
    const post = await create(client, accounts, { schedule: inMs(first) })
    const { body } = await client.call('PATCH', `/posts/${post.id}`, { schedule: inMs(then) })
    const done = await finished(client, post.id)
    expect(statuses(done)).toEqual(['PUBLISHED', 'PUBLISHED'])
    for (const start of await starts(post.id)) {
      const late = start - Date.parse(body.schedule.scheduledFor)
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThan(1000)
    }
    const { rows } = await service.app.services.db.pool.query(
      `SELECT count(*)::int AS waiting FROM pgboss.job WHERE name = 'deliver' AND start_after > now()`,
    )
    expect(rows[0].waiting).toBe(0)
  })
})

test('alarms that got lost change nothing: the look-ahead finds what is due', async () => {
  const posts = [
    await create(client, accounts, { schedule: inMs(1500) }),
    await create(client, accounts, { schedule: inMs(1600) }),
  ]
  await forgetAlarms()
  for (const post of posts) {
    expect(statuses(await finished(client, post.id))).toEqual(['PUBLISHED', 'PUBLISHED'])
    for (const start of await starts(post.id)) {
      expect(start - Date.parse(post.schedule.scheduledFor)).toBeLessThan(1000)
    }
  }
})

test('what became due while every service was down is delivered on return', async () => {
  const database = await createTestDatabase()
  const before = await startService({ databaseUrl: database.url, config: { role: 'api' } })
  const owner = await before.client()
  const targets = await owner.connect(await owner.project(), { accounts: 3 })
  await create(owner, targets, { schedule: inMs(300) })
  await create(owner, targets)
  const due = (await create(owner, targets, { schedule: inMs(600) })).schedule.scheduledFor
  await before.stop()
  await eventually(() => Date.now() > Date.parse(due))
  const after = await startService({ databaseUrl: database.url, encryptionKeys: before.encryptionKeys })
  try {
    await drained(after)
    expect(await notPublishedOnce(after)).toEqual([])
  } finally {
    await after.stop()
    await database.drop()
  }
})

test('with an override on one target, a changed content reaches the others alone', async () => {
  const [first, second] = accounts
  const post = await create(client, [], {
    content: [{ text: 'Old' }],
    schedule: { type: 'DRAFT' },
    socialAccounts: [
      { platform: 'SERVICETEST', socialAccountId: first, contentOverride: [{ text: 'Own words' }] },
      { platform: 'SERVICETEST', socialAccountId: second },
    ],
  })
  await client.call('PATCH', `/posts/${post.id}`, { content: [{ text: 'New' }], schedule: { type: 'PUBLISH_NOW' } })
  const done = await finished(client, post.id)
  const texts = await Promise.all(
    done.socialAccountPosts.map((child: AnyPost) => textsAtSandbox(service, child.socialAccountPostId)),
  )
  expect(texts).toEqual([['Own words'], ['New']])
})
