import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type AnyPost,
  create,
  drained,
  errorLog,
  finished,
  inMs,
  notPublishedOnce,
  textsAtSandbox,
} from '../features/delivery/follow.ts'
import { seededRandom } from '../helpers/seeded-random.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'

const rounds = 60
const lanes = 4
const { log, errors } = errorLog()
let service: TestService
let second: TestService
let client: Client
let accounts: string[]

beforeAll(async () => {
  const config = { concurrentRequestsPerKey: 200 }
  service = await startService({ log, config })
  const { databaseUrl, encryptionKeys } = service
  second = await startService({ databaseUrl, encryptionKeys, log, config })
  client = await service.client()
  accounts = await client.connect(await client.project(), { accounts: 2 })
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})
afterEach(() => expect(errors).toEqual([]))

/** Runs `round` many times, some at once; `pause` waits up to as many milliseconds as it is given. */
async function race(round: (pause: (ms: number) => Promise<void>) => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const random = seededRandom(lane + 1)
      for (let number = 0; number < rounds / lanes; number += 1) await round((ms) => setTimeout(random() * ms))
    }),
  )
}

/** Runs `round` about when a scheduled post becomes due, a little before or after it. */
async function raceDelivery(changes: Record<string, unknown>, round: (post: AnyPost) => Promise<void>) {
  const random = seededRandom(7)
  const first = Date.now() + 2200
  const posts: AnyPost[] = []
  for (let number = 0; number < rounds; number += 1) {
    const scheduledFor = new Date(first + number * 20).toISOString()
    posts.push(await create(client, accounts, { ...changes, schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor } }))
  }
  await Promise.all(
    posts.map(async (post) => {
      const offset = random() * 170 - 150
      await setTimeout(Date.parse(post.schedule.scheduledFor) + offset - Date.now())
      await round(post)
    }),
  )
  await drained(service)
}

const childIds = (post: AnyPost): string[] => post.socialAccountPosts.map((child: AnyPost) => child.socialAccountPostId)

const textsOf = async (ids: string[]) => Promise.all(ids.map((id) => textsAtSandbox(service, id)))

test('deleting a post against its delivery: exactly one of them wins', async () => {
  const deleted: string[] = []
  const refused: string[] = []
  await raceDelivery({}, async (post) => {
    const { status, body } = await client.call('DELETE', `/posts/${post.id}`)
    if (status !== 204) expect([status, body.code]).toEqual([409, 'POST_NOT_DELETABLE'])
    ;(status === 204 ? deleted : refused).push(...childIds(post))
  })
  expect(new Set((await textsOf(deleted)).flat())).toEqual(new Set())
  expect(await textsOf(refused)).toEqual(refused.map(() => ['Hello']))
  expect(refused.length).toBeGreaterThan(0)
  expect(deleted.length).toBeGreaterThan(0)
})

test('deleting a child against its delivery: gone here, published at most once, its sibling not touched', async () => {
  const removed: string[] = []
  const kept: string[] = []
  await race(async (pause) => {
    const [first = '', other = ''] = childIds(await create(client, accounts))
    await pause(150)
    expect((await client.call('DELETE', `/social-account-posts/${first}`)).status).toBe(204)
    removed.push(first)
    kept.push(other)
  })
  await drained(service)
  const { rows } = await service.app.services.db.pool.query('SELECT id FROM social_account_posts WHERE id = ANY($1)', [
    removed,
  ])
  expect(rows).toEqual([])
  for (const texts of await textsOf(removed)) expect(texts.length).toBeLessThanOrEqual(1)
  expect(await textsOf(kept)).toEqual(kept.map(() => ['Hello']))
})

test('changing a post against its delivery: the new text on every account, or 409 and the old one on all', async () => {
  const changed: string[] = []
  const refused: string[] = []
  await raceDelivery({ content: [{ text: 'Old' }] }, async (post) => {
    const { status, body } = await client.call('PATCH', `/posts/${post.id}`, { content: [{ text: 'New' }] })
    if (status !== 200) expect([status, body.code]).toEqual([409, 'POST_NOT_EDITABLE'])
    ;(status === 200 ? changed : refused).push(...childIds(post))
  })
  expect(await textsOf(changed)).toEqual(changed.map(() => ['New']))
  expect(await textsOf(refused)).toEqual(refused.map(() => ['Old']))
  expect(refused.length).toBeGreaterThan(0)
  expect(changed.length).toBeGreaterThan(0)
})

test('two changes at once are both applied', async () => {
  await race(async (pause) => {
    const post = await create(client, accounts, { schedule: { type: 'DRAFT' } })
    const path = `/posts/${post.id}`
    const retryPolicy = { maxRetries: 2, delaySeconds: 60 }
    const answers = await Promise.all([
      client.call('PATCH', path, { content: [{ text: 'Changed' }] }),
      pause(6).then(() => client.call('PATCH', path, { retryPolicy })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await client.call('GET', path)
    expect(body).toMatchObject({ content: [{ text: 'Changed' }], retryPolicy })
    expect(body.socialAccountPosts.map((child: AnyPost) => child.content)).toEqual([body.content, body.content])
    await client.call('DELETE', path)
  })
})

test('a child that is deleted while its post is changed does not come back', async () => {
  await race(async (pause) => {
    const post = await create(client, accounts, { schedule: { type: 'DRAFT' } })
    const [, removed] = childIds(post)
    const [changed, deleted] = await Promise.all([
      client.call('PATCH', `/posts/${post.id}`, { content: [{ text: 'Changed' }] }),
      pause(6).then(() => client.call('DELETE', `/social-account-posts/${removed}`)),
    ])
    expect([changed.status, deleted.status]).toEqual([200, 204])
    const { body } = await client.call('GET', `/posts/${post.id}`)
    expect(body.socialAccountPosts).toHaveLength(1)
    await client.call('DELETE', `/posts/${post.id}`)
  })
})

test('two services on one database publish what is due exactly once', async () => {
  await service.app.services.db.pool.query('DELETE FROM posts')
  const other = await service.client()
  const targets = await other.connect(await other.project(), { accounts: 5, username: 'other' })
  const mine = await client.connect(await client.project(), { accounts: 5, username: 'mine' })
  const schedule = inMs(2500)
  await Promise.all([
    ...Array.from({ length: 15 }, () => create(client, mine, { schedule })),
    ...Array.from({ length: 15 }, () => create(other, targets, { schedule })),
  ])
  await drained(service, 30_000)
  expect(await notPublishedOnce(service)).toEqual([])
}, 40_000)

test('users of one organization who connect at the same time all succeed', async () => {
  const organization = await service.client()
  const projectId = await organization.project()
  await race(async () => {
    expect(await organization.connect(projectId, { accounts: 3, username: 'shared' })).toHaveLength(3)
  })
})

test('deleting a project during its deliveries ends them quietly and leaves nothing', async () => {
  const { pool } = service.app.services.db
  const organization = await service.client()
  const gone: string[] = []
  const jobs: string[] = []
  await race(async (pause) => {
    const projectId = await organization.project()
    const targets = await organization.connect(projectId, { accounts: 2, username: projectId.slice(-12) })
    await create(organization, targets, { schedule: inMs(3600_000) })
    await create(organization, targets)
    const found = await pool.query('SELECT job_id FROM social_account_posts WHERE project_id = $1', [projectId])
    jobs.push(...found.rows.map((row) => row.job_id))
    await pause(150)
    expect((await organization.call('DELETE', `/projects/${projectId}`)).status).toBe(204)
    gone.push(projectId)
  })
  await drained(service)
  for (const table of ['social_account_posts', 'posts', 'social_accounts', 'oauth_grants']) {
    const { rows } = await pool.query(`SELECT 1 FROM ${table} WHERE project_id = ANY($1)`, [gone])
    expect(rows).toEqual([])
  }
  const waiting = await pool.query(`SELECT id FROM pgboss.job WHERE id = ANY($1) AND state < 'active'`, [
    jobs.filter(Boolean),
  ])
  expect(waiting.rows).toEqual([])
  const attempts = await pool.query(
    'SELECT 1 FROM delivery_attempts a WHERE NOT EXISTS (SELECT 1 FROM social_account_posts c WHERE c.id = a.social_account_post_id)',
  )
  expect(attempts.rows).toEqual([])
  const last = await finished(client, (await create(client, accounts)).id)
  expect(new Set(last.socialAccountPosts.map((child: AnyPost) => child.deliveryStatus))).toEqual(new Set(['PUBLISHED']))
}, 40_000)
