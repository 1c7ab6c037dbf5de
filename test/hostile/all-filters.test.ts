/** Every combination of filters is a statement of its own, on one connection too. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await startService({ config: { databaseConnections: 2 } })
  client = await service.client()
})
afterAll(() => service.stop())

test('all filters at once, on every page', async () => {
  const projectId = await client.project()
  const [account = ''] = await client.connect(projectId)
  const draft = postTo([account], { schedule: { type: 'DRAFT' } })
  const { body: older } = await client.call('POST', '/posts', draft)
  const { body: newer } = await client.call('POST', '/posts', draft)
  const filters = `projectId=${projectId}&socialAccountId=${account}&postId=${older.id},${newer.id}&platform=SERVICETEST&deliveryStatus=NOT_STARTED&limit=1`
  for (let round = 0; round < 3; round += 1) {
    const { body: first } = await client.call('GET', `/social-account-posts?${filters}`)
    const { body: second } = await client.call('GET', `/social-account-posts?${filters}&cursor=${first.nextCursor}`)
    const { body: wider } = await client.call(
      'GET',
      `/social-account-posts?${filters.replace('&deliveryStatus=NOT_STARTED', '')}`,
    )
    const ids = [first, second, wider].map(({ socialAccountPosts }) => socialAccountPosts[0].postId)
    expect(ids).toEqual([newer.id, older.id, newer.id])
  }
})
