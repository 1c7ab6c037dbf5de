/** No N+1: the statements of an operation do not grow with its rows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../helpers/eventually.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'
import { statementsOf } from '../helpers/statements.ts'

let worker: TestService
let api: TestService
let client: Client
let projects: string[]
let accounts: string[]
let postId: string

beforeAll(async () => {
  worker = await startService()
  const first = await worker.client()
  projects = [await first.project('A'), await first.project('B')]
  accounts = []
  for (const project of projects)
    accounts.push(...(await first.connect(project, { accounts: 3, username: project.slice(-12) })))
  const ids: string[] = []
  for (const group of [accounts.slice(0, 3), accounts.slice(3)]) {
    for (let count = 0; count < 3; count += 1) ids.push((await first.call('POST', '/posts', postTo(group))).body.id)
  }
  postId = ids[0] as string
  await eventually(async () => {
    const { body } = await first.call('GET', '/social-account-posts?deliveryStatus=PUBLISHED')
    return body.socialAccountPosts.length === 18
  })
  const { databaseUrl, encryptionKeys } = worker
  api = await startService({ databaseUrl, encryptionKeys, config: { role: 'api' } })
  client = await api.client({ organizationId: first.organizationId })
  await client.call('GET', '/health')
})
afterAll(async () => {
  await api.stop()
  await worker.stop()
})

const rest = (method: string, path: string, body?: unknown) => async () => {
  const { status } = await client.call(method, path, body)
  expect(status).toBeLessThan(300)
}
const graphql = (query: string, variables?: Record<string, unknown>) => async () => {
  const { errors } = await client.graphql(query, variables)
  expect(errors).toEqual([])
}

const childFields = 'socialAccountPostId deliveryStatus ... on ServicetestSocialAccountPost { shouldSucceed }'

test.each<[string, number, () => Promise<void>]>([
  ['REST: get a post with 3 children', 1, async () => rest('GET', `/posts/${postId}`)()],
  ['REST: list 18 children', 1, rest('GET', '/social-account-posts')],
  ['REST: list projects', 1, rest('GET', '/projects')],
  ['REST: list accounts', 1, rest('GET', '/social-accounts')],
  ['REST: validate a post', 1, async () => rest('POST', '/posts/validate', postTo(accounts.slice(0, 3)))()],
  // accounts, BEGIN, post and children, 3 jobs, COMMIT
  ['REST: create a post with 3 children', 5, async () => rest('POST', '/posts', draft())()],
  [
    'GraphQL: a post with its children',
    1,
    async () => graphql(`{ post(postId: "${postId}") { id socialAccountPosts { ${childFields} } } }`)(),
  ],
  [
    'GraphQL: posts with project, children, accounts and attempts',
    4,
    graphql(
      `{ posts { posts { project { name } socialAccountPosts { ${childFields} socialAccount { username } attempts { number } } } } }`,
    ),
  ],
  [
    'GraphQL: projects with their posts and children',
    2,
    graphql(`{ projects { name posts(limit: 10) { posts { id socialAccountPosts { ${childFields} } } } } }`),
  ],
  [
    'GraphQL: accounts with their children, the posts of these and their projects',
    4,
    graphql(
      `{ socialAccounts { username socialAccountPosts(limit: 5) { socialAccountPosts { post { id } project { name } } } } }`,
    ),
  ],
])('%s: %i statements', async (_name, most, work) => {
  await work()
  // The key is looked up again every few seconds, and when any key changes.
  const statements = (await statementsOf(work)).filter((sql) => !sql.includes('FROM api_keys'))
  expect(statements, statements.join('\n\n')).toHaveLength(most)
})

function draft() {
  const scheduledFor = new Date(Date.now() + 3600_000).toISOString()
  return postTo(accounts.slice(0, 3), { schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor } })
}
