/** A query that comes again is answered by another way: the same bytes, whatever it asks. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let postId: string
let accounts: string[]
let projectId: string

beforeAll(async () => {
  service = await startService({ config: { role: 'api' } })
  client = await service.client()
  projectId = await client.project()
  accounts = await client.connect(projectId, { accounts: 2 })
  const later = { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() + 86_400_000).toISOString() }
  const post = postTo(accounts, { schedule: later, retryPolicy: { maxRetries: 2, delaySeconds: 60 } })
  Object.assign(post.socialAccounts[0] as object, { contentOverride: [{ text: 'Other' }], shouldSucceed: false })
  postId = (await client.call('POST', '/posts', post)).body.id
  for (let n = 0; n < 3; n += 1) await client.call('POST', '/posts', postTo(accounts, { schedule: { type: 'DRAFT' } }))
})
afterAll(() => service.stop())

async function send(body: object, headers: Record<string, string> = {}, token = client.token) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const isShort = response.headers.get('cache-control') === 'no-store'
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text(), isShort }
}

/** By the way that every query takes at first. */
const sendLong = (body: object) => send(body, { accept: 'application/json; charset=utf-8' })

const queries: [string, string, () => Record<string, unknown>][] = [
  [
    'a post with everything below it',
    `query ($postId: ID!) { post(postId: $postId) { id projectId content { text media { url } } schedule { type scheduledFor }
       autoDeleteMediaAfterPublish retryPolicy { maxRetries delaySeconds } createdAt updatedAt retryOf { postId }
       project { id name } socialAccountPosts { __typename platform content { text } deliveryStatus errorMessage
         deliveryCompletedAt socialAccount { id username status } attempts { step } post { id }
         ... on ServicetestSocialAccountPost { shouldSucceed } ... on PinterestSocialAccountPost { pinterestBoardId } } } }`,
    () => ({ postId }),
  ],
  [
    'fragments and aliases',
    `query Both($a: ID!) { first: post(postId: $a) { ...Short } second: post(postId: $a) { ...Short createdAt } }
     fragment Short on Post { id children: socialAccountPosts { ...Child } }
     fragment Child on SocialAccountPost { postId content { text } }`,
    () => ({ a: postId }),
  ],
  [
    'lists and defaults',
    `query ($limit: Int = 3) { socialAccountPosts(limit: $limit) { nextCursor
     socialAccountPosts { socialAccountPostId schedule { type scheduledFor } } } }`,
    () => ({}),
  ],
  [
    'filters by enums and lists',
    `query ($s: [DeliveryStatus!], $p: [SocialPlatform!]) { socialAccountPosts(deliveryStatus: $s, platform: $p, limit: 2) {
       socialAccountPosts { deliveryStatus platform } } }`,
    () => ({ s: ['NOT_STARTED'], p: ['SERVICETEST', 'X'] }),
  ],
  [
    'relations that Prisma reads',
    `{ projects { id name analyticsTotals { metric value } posts(limit: 1) { posts { id } nextCursor } }
       socialAccounts { id username project { name } socialAccountPosts(limit: 2) { socialAccountPosts { postId } } }
       webhooks { id url } }`,
    () => ({}),
  ],
  [
    'introspection',
    '{ __schema { queryType { name } types { name kind fields { name type { name } } } } }',
    () => ({}),
  ],
]

test.each(queries)('%s', async (_name, query, variables) => {
  const given = variables()
  const long = await sendLong({ query, variables: given })
  expect(long).toMatchObject({ status: 200, isShort: false })
  expect(JSON.parse(long.text).errors).toBeUndefined()
  for (let n = 0; n < 3; n += 1) {
    const answer = await send({ query, variables: given })
    expect(answer.text).toBe(long.text)
    expect(answer.type).toBe(long.type)
    if (n === 2) expect(answer.isShort).toBe(true)
  }
})

const failures: [string, string, Record<string, unknown>][] = [
  ['an error of a verb', 'query ($id: ID!) { post(postId: $id) { id } }', { id: crypto.randomUUID() }],
  ['a variable of the wrong type', 'query ($limit: Int!) { posts(limit: $limit) { nextCursor } }', { limit: 'many' }],
  ['a variable that is missing', 'query ($id: ID!) { post(postId: $id) { projectId } }', {}],
  ['a page that is too large', 'query ($limit: Int!) { posts(limit: $limit) { posts { id } } }', { limit: 101 }],
]

test.each(failures)('%s is told the same way', async (_name, query, bad) => {
  const good = { limit: 1, id: postId }
  for (let n = 0; n < 3; n += 1) expect((await send({ query, variables: good })).status).toBe(200)
  expect((await send({ query, variables: good })).isShort).toBe(true)
  const long = await sendLong({ query, variables: bad })
  expect(JSON.parse(long.text).errors).toHaveLength(1)
  expect(await send({ query, variables: bad })).toEqual(long)
})

test('the limit of what a result may cost holds for each request', async () => {
  const query = `query ($n: Int!) { posts(limit: $n) { posts { socialAccountPosts { post { socialAccountPosts { post {
    socialAccountPosts { post { socialAccountPosts { id: postId } } } } } } } } } }`
  for (let n = 0; n < 3; n += 1) expect((await send({ query, variables: { n: 1 } })).status).toBe(200)
  expect((await send({ query, variables: { n: 1 } })).isShort).toBe(true)
  const refused = await send({ query, variables: { n: 100 } })
  expect(JSON.parse(refused.text).errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX')
  expect((await send({ query, variables: { n: 1 } })).isShort).toBe(true)
})

test('one of several operations by its name, and none without it', async () => {
  const query = 'query A { projects { id } } query B { projects { name } }'
  for (let n = 0; n < 3; n += 1) expect((await send({ query, operationName: 'A' })).text).toContain('"id"')
  for (let n = 0; n < 3; n += 1) expect((await send({ query, operationName: 'B' })).text).toContain('"name"')
  expect(await send({ query })).toEqual(await sendLong({ query }))
})

test('what Accept asks for first', async () => {
  const query = '{ health { version } }'
  for (let n = 0; n < 3; n += 1) await send({ query })
  const types = ['application/graphql-response+json, application/json;q=0.9', 'text/html, application/json', '*/*']
  for (const accept of types) {
    const answer = await send({ query }, { accept })
    const long = await send({ query, extensions: {} }, { accept })
    expect([answer.isShort, long.isShort]).toEqual([true, false])
    expect(answer.type).toBe(long.type)
  }
})

test('a query learned from one tenant shows another one its own', async () => {
  const query = '{ projects { id name } }'
  for (let n = 0; n < 4; n += 1) await send({ query })
  const other = await service.client()
  const answer = await send({ query }, {}, other.token)
  expect(answer).toMatchObject({ text: '{"data":{"projects":[]}}', isShort: true })
})

test('a mutation runs once, however often its document comes', async () => {
  const query = 'mutation ($name: String!) { createProject(input: { name: $name }) { id } }'
  for (let n = 0; n < 4; n += 1) {
    expect(await send({ query, variables: { name: `Made ${n}` } })).toMatchObject({ status: 200, isShort: false })
  }
  const { text } = await send({ query: '{ projects { name } }' })
  expect(text.match(/Made/g)).toHaveLength(4)
})

test('a query with directives always takes the long way: compiled, one name included here and skipped there goes wrong', async () => {
  const query = `query ($no: Boolean!) { projects @include(if: $no) { name ...Named } projects { id } }
    fragment Named on Project { name }`
  for (let n = 0; n < 4; n += 1) {
    const answer = await send({ query, variables: { no: false } })
    expect(answer.isShort).toBe(false)
    expect(Object.keys(JSON.parse(answer.text).data.projects[0])).toEqual(['id'])
  }
})
