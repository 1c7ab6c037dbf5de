import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../helpers/eventually.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let accounts: string[]

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  accounts = await client.connect(await client.project(), { accounts: 2 })
})
afterAll(() => service.stop())

const finished = (postId: string) =>
  eventually(async () => {
    const { body } = await client.call('GET', `/posts/${postId}`)
    const done = body.socialAccountPosts.every((child: { deliveryStatus: string }) =>
      ['PUBLISHED', 'FAILED'].includes(child.deliveryStatus),
    )
    return done && body
  })

test('a post to two accounts is published on both at once, with ids and addresses that show it', async () => {
  const created = await client.call('POST', '/posts', postTo(accounts, { content: [{ text: 'Hello <world>' }] }))
  expect(created.status).toBe(201)
  expect(created.body.socialAccountPosts.map((child: { deliveryStatus: string }) => child.deliveryStatus)).toEqual([
    'NOT_STARTED',
    'NOT_STARTED',
  ])
  const post = await finished(created.body.id)
  for (const child of post.socialAccountPosts) {
    expect(child).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: expect.any(String) })
    const page = await fetch(child.externalPostUrl)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Hello &lt;world&gt;')
  }
})

test('a post that the platform refuses is FAILED with the reason', async () => {
  const target = { platform: 'SERVICETEST', socialAccountId: accounts[0], shouldSucceed: false }
  const created = await client.call('POST', '/posts', postTo([], { socialAccounts: [target] }))
  const post = await finished(created.body.id)
  expect(post.socialAccountPosts[0]).toMatchObject({
    deliveryStatus: 'FAILED',
    errorMessage: expect.stringContaining('shouldSucceed is false'),
    shouldSucceed: false,
  })
  expect(post.socialAccountPosts[0]).not.toHaveProperty('externalPostId')
})
