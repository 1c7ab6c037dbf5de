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

test('200: what was created is what is read', async () => {
  const changes = {
    schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() + 3600_000).toISOString() },
    retryPolicy: { maxRetries: 1, delaySeconds: 1 },
    content: [{ text: 'Grüße 👋 <b>&amp;</b>\n"quoted"' }],
  }
  const created = await client.call('POST', '/posts', postTo(accounts.toReversed(), changes))
  const read = await client.call('GET', `/posts/${created.body.id}`)
  expect(read.status).toBe(200)
  expect(read.body).toEqual(created.body)
  expect(read.body).toMatchObject(changes)
  const upper = await client.call('GET', `/posts/${created.body.id.toUpperCase()}`)
  expect(upper.body).toEqual(read.body)
})

test('200: after delivery a child has its outcome, and nothing it has no value for', async () => {
  const targets = [
    { platform: 'SERVICETEST', socialAccountId: accounts[0] },
    { platform: 'SERVICETEST', socialAccountId: accounts[1], shouldSucceed: false },
  ]
  const created = await client.call('POST', '/posts', postTo([], { socialAccounts: targets }))
  const [published, failed] = await eventually(async () => {
    const { body } = await client.call('GET', `/posts/${created.body.id}`)
    const children = body.socialAccountPosts as Record<string, unknown>[]
    expect(children.every((child) => child.deliveryCompletedAt)).toBe(true)
    return children
  })
  expect(published).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: expect.any(String) })
  expect(published).not.toHaveProperty('errorMessage')
  expect(failed).toMatchObject({ deliveryStatus: 'FAILED', errorMessage: expect.any(String) })
  expect(failed).not.toHaveProperty('externalPostId')
  expect(failed).not.toHaveProperty('externalPostUrl')
})

test.each([randomUUID(), 'nonsense', '%20', '%E0%A4%A', '1%27%20OR%201=1', 'a%2Fb'])('404: %s', async (id) => {
  const { status, body } = await client.call('GET', `/posts/${id}`)
  expect({ status, code: body.code }).toEqual({ status: 404, code: 'POST_NOT_FOUND' })
})
