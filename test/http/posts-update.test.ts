import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../helpers/eventually.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let accounts: string[]

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  accounts = await client.connect(await client.project(), { accounts: 3 })
})
afterAll(() => service.stop())

const create = async (changes: object = {}, ids = accounts) =>
  (await client.call('POST', '/posts', postTo(ids, { schedule: { type: 'DRAFT' }, ...changes }))).body
const patch = (id: string, body: unknown) => client.call('PATCH', `/posts/${id}`, body)
const target = (socialAccountId: string | undefined, fields: object = {}) => ({
  platform: 'SERVICETEST',
  socialAccountId,
  ...fields,
})
const ids = (post: { socialAccountPosts: { socialAccountPostId: string }[] }) =>
  post.socialAccountPosts.map((child) => child.socialAccountPostId)

test('200: new content reaches every child without an override of its own', async () => {
  const contentOverride = [{ text: 'Mine' }]
  const socialAccounts = [target(accounts[0]), target(accounts[1]), target(accounts[2], { contentOverride })]
  const post = await create({ socialAccounts, retryPolicy: { maxRetries: 2, delaySeconds: 5 } })
  const content = [{ text: 'Changed' }]
  const { status, body } = await patch(post.id, { content })
  expect(status).toBe(200)
  expect(body.content).toEqual(content)
  const texts = body.socialAccountPosts.map((child: { content: { text: string }[] }) => child.content[0]?.text)
  expect(texts).toEqual(['Changed', 'Changed', 'Mine'])
  expect(ids(body)).toEqual(ids(post))
  expect(body).toMatchObject({ retryPolicy: post.retryPolicy, schedule: post.schedule, createdAt: post.createdAt })
  expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(post.updatedAt))
  expect((await client.call('GET', `/posts/${post.id}`)).body).toEqual(body)
})

test('200: a draft is published by its schedule', async () => {
  const post = await create({}, accounts.slice(0, 1))
  expect((await patch(post.id, { schedule: { type: 'PUBLISH_NOW' } })).body.schedule).toEqual({ type: 'PUBLISH_NOW' })
  await eventually(async () => {
    const { body } = await client.call('GET', `/posts/${post.id}`)
    return body.socialAccountPosts[0].deliveryStatus === 'PUBLISHED'
  })
})

test('200: a scheduled post becomes a draft, and is not published then', async () => {
  const soon = { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() + 3600_000).toISOString() }
  const post = await create({ schedule: soon })
  expect((await patch(post.id, { schedule: { type: 'DRAFT' } })).body.schedule).toEqual({ type: 'DRAFT' })
  const { rows } = await service.app.services.db.pool.query(
    'SELECT due_at, job_id FROM social_account_posts WHERE post_id = $1',
    [post.id],
  )
  expect(rows).toEqual(Array(3).fill({ due_at: null, job_id: null }))
})

test('200: targets are replaced; one whose account stays keeps its id', async () => {
  const post = await create({}, accounts.slice(0, 2))
  const socialAccounts = [target(accounts[2]), target(accounts[1], { shouldSucceed: false })]
  const { body } = await patch(post.id, { socialAccounts })
  expect(body.socialAccountPosts).toMatchObject([
    { socialAccountId: accounts[2], shouldSucceed: true },
    { socialAccountId: accounts[1], shouldSucceed: false, socialAccountPostId: ids(post)[1] },
  ])
})

test('200: null removes the retry policy and leaves anything else; an empty change changes nothing', async () => {
  const post = await create({ retryPolicy: { maxRetries: 2, delaySeconds: 5 }, autoDeleteMediaAfterPublish: true })
  const unchanged = await patch(post.id, {})
  expect(unchanged.body).toMatchObject({ retryPolicy: post.retryPolicy, autoDeleteMediaAfterPublish: true })
  const nulls = { content: null, schedule: null, socialAccounts: null, autoDeleteMediaAfterPublish: null }
  const removed = await patch(post.id, { ...nulls, retryPolicy: null })
  expect(removed.status).toBe(200)
  expect(removed.body).not.toHaveProperty('retryPolicy')
  expect(removed.body).toMatchObject({ content: post.content, autoDeleteMediaAfterPublish: true })
})

test('200: of changes at the same time, none is lost', async () => {
  const post = await create()
  const answers = await Promise.all([
    patch(post.id, { content: [{ text: 'New' }] }),
    patch(post.id, { retryPolicy: { maxRetries: 3, delaySeconds: 9 } }),
    patch(post.id, { autoDeleteMediaAfterPublish: true }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { body } = await client.call('GET', `/posts/${post.id}`)
  expect(body).toMatchObject({
    content: [{ text: 'New' }],
    retryPolicy: { maxRetries: 3, delaySeconds: 9 },
    autoDeleteMediaAfterPublish: true,
  })
})

test('404: an unknown post', async () => {
  for (const id of [randomUUID(), 'nonsense']) {
    const { status, body } = await patch(id, { content: [{ text: 'a' }] })
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'POST_NOT_FOUND' })
  }
})

test('409: a post whose delivery has started', async () => {
  const post = await create()
  await service.app.services.db.pool.query(
    `UPDATE social_account_posts SET delivery_status = 'SENDING' WHERE post_id = $1 AND position = 1`,
    [post.id],
  )
  const { status, body } = await patch(post.id, { content: [{ text: 'Too late' }] })
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'POST_NOT_EDITABLE' })
  expect((await client.call('GET', `/posts/${post.id}`)).body.content).toEqual(post.content)
})

test('422: the codes of creating a post', async () => {
  const post = await create()
  const [stranger] = await client.connect(await client.project('Other'))
  const cases: [string, object][] = [
    ['VALIDATION_FAILED', { surprise: 1 }],
    ['VALIDATION_FAILED', { content: [] }],
    ['VALIDATION_FAILED', { socialAccounts: [] }],
    ['VALIDATION_FAILED', { socialAccounts: [target(stranger)] }],
    ['VALIDATION_FAILED', { schedule: { type: 'SCHEDULE_FOR_LATER' } }],
    ['DUPLICATE_SOCIAL_ACCOUNT_ID', { socialAccounts: [target(accounts[0]), target(accounts[0])] }],
    ['INVALID_SOCIAL_ACCOUNT_ID', { socialAccounts: [target(randomUUID())] }],
    ['SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT', { socialAccounts: [target(accounts[0]), target(stranger)] }],
    ['INVALID_MEDIA_ID', { content: [{ media: [{ type: 'MEDIA_LIBRARY', mediaId: randomUUID() }] }] }],
    ['INVALID_PLATFORM_SPECIFIC_DATA', { socialAccounts: [target(accounts[0], { postType: 'REEL' })] }],
  ]
  for (const [code, body] of cases) {
    const answer = await patch(post.id, body)
    expect({ status: answer.status, code: answer.body.code, body }).toEqual({ status: 422, code, body })
    expect(answer.body.validationErrors).not.toEqual([])
  }
  expect((await client.call('GET', `/posts/${post.id}`)).body).toEqual(post)
})

test('403: a key that may only read', async () => {
  const post = await create()
  const reader = await service.client({ readOnly: true, organizationId: client.organizationId })
  expect((await reader.call('PATCH', `/posts/${post.id}`, {})).status).toBe(403)
})
