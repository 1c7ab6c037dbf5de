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
  accounts = await client.connect(await client.project(), { accounts: 2 })
})
afterAll(() => service.stop())

const later = { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() + 3600_000).toISOString() }
const create = async (changes: object) =>
  (await client.call('POST', '/posts', postTo(accounts, { ...changes }))).body.id
const remove = (id: string) => client.call('DELETE', `/posts/${id}`)

test.each([{ type: 'DRAFT' }, later])(
  '204: a post that has not started is gone with its children: %j',
  async (schedule) => {
    const id = await create({ schedule })
    const deleted = await remove(id)
    expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 204, body: undefined })
    expect((await client.call('GET', `/posts/${id}`)).status).toBe(404)
    const children = await client.call('GET', `/social-account-posts?postId=${id}`)
    expect(children.body.socialAccountPosts).toEqual([])
    expect((await remove(id)).status).toBe(404)
  },
)

test('204: of two at once, one deletes and the other finds nothing', async () => {
  const id = await create({ schedule: later })
  const answers = await Promise.all([remove(id), remove(id), remove(id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404])
})

test.each(['PUBLISHED', 'FAILED'])('409: a post with a child that is %s stays', async (state) => {
  const [socialAccountId] = accounts
  const target = { platform: 'SERVICETEST', socialAccountId, shouldSucceed: state === 'PUBLISHED' }
  const id = await create({ socialAccounts: [target] })
  const read = async () => (await client.call('GET', `/posts/${id}`)).body
  await eventually(async () => (await read()).socialAccountPosts[0].deliveryStatus === state)
  const { status, body } = await remove(id)
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'POST_NOT_DELETABLE' })
  expect((await read()).id).toBe(id)
})

test('409: one child that is SENDING is enough', async () => {
  const id = await create({ schedule: { type: 'DRAFT' } })
  await service.app.services.db.pool.query(
    `UPDATE social_account_posts SET delivery_status = 'SENDING' WHERE post_id = $1 AND position = 1`,
    [id],
  )
  const { status, body } = await remove(id)
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'POST_NOT_DELETABLE' })
})

test.each([randomUUID(), 'nonsense'])('404: %s', async (id) => {
  const { status, body } = await remove(id)
  expect({ status, code: body.code }).toEqual({ status: 404, code: 'POST_NOT_FOUND' })
})

test('403: a key that may only read deletes nothing', async () => {
  const id = await create({ schedule: { type: 'DRAFT' } })
  const reader = await service.client({ readOnly: true, organizationId: client.organizationId })
  expect((await reader.call('DELETE', `/posts/${id}`)).status).toBe(403)
  expect((await client.call('GET', `/posts/${id}`)).status).toBe(200)
})
