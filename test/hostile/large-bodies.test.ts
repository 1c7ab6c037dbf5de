/** Bodies in which very much is wrong get answers that stay small. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await startService()
  client = await service.client()
})
afterAll(() => service.stop())

const times = (count: number, text: string) => Array(count).fill(text).join(',')
const fields = (count: number, value: string) => Array.from({ length: count }, (_, i) => `"k${i}":${value}`).join(',')
const nul = '"\\u0000"'
const items = (rest: string) => `[${times(1_000, `{"idempotencyKey":"a",${rest}}`)}]`
const post = (targets: string) => `{"content":[{"text":"x"}],"schedule":{"type":"DRAFT"},"socialAccounts":[${targets}]}`

test.each([
  [422, '/posts/create', 'a million items', `[${times(1_000_000, '{}')}]`],
  [422, '/posts/create', 'a million numbers', `[${times(1_000_000, '1')}]`],
  [200, '/posts/create', '1,000 items of 500 unknown fields', items(fields(500, '0'))],
  [200, '/posts/create', '1,000 lists of 1,000 bad texts', items(`"mediaIds":[${times(1000, nul)}]`)],
  [422, '/posts', 'a million targets', post(times(1_000_000, '{}'))],
  [422, '/posts', '1,000 targets with 900 bad tags', post(times(1_000, `{"tags":[${times(900, nul)}]}`))],
  [200, '/posts/validate', '1,000 targets that lack everything', post(times(1_000, '{}'))],
  [422, '/projects', 'half a million unknown fields', `{${fields(500_000, '0')}}`],
  [422, '/projects', 'half a million bad texts', `{"name":[${times(500_000, nul)}]}`],
  [
    422,
    '/webhooks',
    'a million event types',
    `{"url":"https://example.com/","eventTypes":[${times(1_000_000, '"x"')}]}`,
  ],
  [400, '/projects', '100,000 levels', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  [400, '/projects', '5,000,000 levels that do not end', '['.repeat(5_000_000)],
  [201, '/projects', 'brackets in a text, which are no levels', `{"name":"${'['.repeat(80)}\\\\\\"${'{'.repeat(80)}"}`],
] as const)('%i POST %s: %s', async (status, path, _name, body) => {
  const answer = await client.call('POST', path, body)
  expect(answer.status).toBe(status)
  expect(JSON.stringify(answer.body).length).toBeLessThan(2_000_000)
})

test('the limit of lists holds for GraphQL too', async () => {
  const { errors } = await client.graphql('query ($ids: [ID!]) { posts(projectId: $ids) { posts { id } } }', {
    ids: Array(1_001).fill('x'),
  })
  expect(errors).toMatchObject([
    { extensions: { code: 'VALIDATION_FAILED', validationErrors: [{ path: 'projectId' }] } },
  ])
})
