import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, errorLog, finished, inMs, textsAtSandbox } from '../features/delivery/follow.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'

const { log, errors } = errorLog()
let service: TestService
let client: Client
let projectId: string
let connected = 0

beforeAll(async () => {
  service = await startService({ log })
  client = await service.client()
  projectId = await client.project()
})
afterAll(async () => {
  await service.stop()
  expect(errors).toEqual([])
})

async function connectOne(): Promise<{ username: string; account: string }> {
  connected += 1
  const username = `user-${connected}`
  const [account = ''] = await client.connect(projectId, { username })
  return { username, account }
}

const disconnect = (id: string) =>
  service.app.services.db.prisma.socialAccount.update({ where: { id }, data: { status: 'DISCONNECTED' } })

const waitingJobs = async (postId: string) => {
  const { rows } = await service.app.services.db.pool.query(
    `SELECT j.id FROM pgboss.job j JOIN social_account_posts c ON j.data ->> 'socialAccountPostId' = c.id::text
     WHERE c.post_id = $1 AND j.state < 'active'`,
    [postId],
  )
  return rows
}

test('deleting an account fails its scheduled posts at once with the reason, and nobody else', async () => {
  const [gone, stays] = [await connectOne(), await connectOne()]
  const post = await create(client, [gone.account, stays.account], { schedule: inMs(4000) })
  const draft = await create(client, [gone.account], { schedule: { type: 'DRAFT' } })
  expect((await client.call('DELETE', `/social-accounts/${gone.account}`)).status).toBe(204)
  const { body } = await client.call('GET', `/posts/${post.id}`)
  expect(body.socialAccountPosts).toMatchObject([
    { deliveryStatus: 'FAILED', errorMessage: 'The social account was deleted before the post was due.' },
    { deliveryStatus: 'NOT_STARTED' },
  ])
  expect(await waitingJobs(post.id)).toHaveLength(1)
  const done = await finished(client, post.id)
  expect(done.socialAccountPosts).toMatchObject([{ deliveryStatus: 'FAILED' }, { deliveryStatus: 'PUBLISHED' }])
  expect((await client.call('GET', `/posts/${draft.id}`)).body.socialAccountPosts[0].deliveryStatus).toBe('NOT_STARTED')
  expect(await textsAtSandbox(service, post.socialAccountPosts[0].socialAccountPostId)).toEqual([])
})

test('the post of a disconnected account fails when it is due and tells the user to connect again', async () => {
  const { account } = await connectOne()
  const post = await create(client, [account], { schedule: inMs(4000) })
  await disconnect(account)
  expect((await client.call('GET', `/posts/${post.id}`)).body.socialAccountPosts[0].deliveryStatus).toBe('NOT_STARTED')
  const done = await finished(client, post.id)
  expect(done.socialAccountPosts[0]).toMatchObject({
    deliveryStatus: 'FAILED',
    errorMessage: expect.stringContaining('connect it again'),
  })
  expect(
    Date.parse(done.socialAccountPosts[0].deliveryCompletedAt ?? done.socialAccountPosts[0].updatedAt),
  ).toBeGreaterThanOrEqual(Date.parse(post.schedule.scheduledFor))
})

test('an account that is connected again before the time delivers', async () => {
  const { account, username } = await connectOne()
  const post = await create(client, [account], { schedule: inMs(4000) })
  await disconnect(account)
  expect(await client.connect(projectId, { username })).toEqual([account])
  const done = await finished(client, post.id)
  expect(done.socialAccountPosts[0].deliveryStatus).toBe('PUBLISHED')
  expect(await textsAtSandbox(service, done.socialAccountPosts[0].socialAccountPostId)).toEqual(['Hello'])
})

test('a grant that the platform took back disconnects the account at the next delivery', async () => {
  const { account, username } = await connectOne()
  await service.app.services.db.pool.query('UPDATE sandbox.grants SET revoked_at = now() WHERE $1 = ANY(account_ids)', [
    `${username}-1`,
  ])
  const done = await finished(client, (await create(client, [account])).id)
  expect(done.socialAccountPosts[0]).toMatchObject({
    deliveryStatus: 'FAILED',
    errorMessage: expect.stringContaining('Connect the account again'),
  })
  const refused = await client.call('POST', '/posts', {
    content: [{ text: 'Hello' }],
    schedule: { type: 'PUBLISH_NOW' },
    socialAccounts: [{ platform: 'SERVICETEST', socialAccountId: account }],
  })
  expect(refused).toMatchObject({ status: 422, body: { code: 'SOCIAL_ACCOUNT_NOT_CONNECTED' } })
})

test('deleting accounts while their posts are being delivered leaves every post PUBLISHED or FAILED', async () => {
  const posts: string[] = []
  for (let round = 0; round < 20; round += 1) {
    const { account } = await connectOne()
    const post = await create(client, [account])
    posts.push(post.id)
    await client.call('DELETE', `/social-accounts/${account}`)
  }
  for (const id of posts) {
    const [child] = (await finished(client, id)).socialAccountPosts
    const texts = await textsAtSandbox(service, child.socialAccountPostId)
    if (child.deliveryStatus === 'PUBLISHED') expect(texts).toEqual(['Hello'])
    else expect(texts).toEqual([])
  }
}, 30_000)
