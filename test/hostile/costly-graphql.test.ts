/** GraphQL that asks for much: refused before any SQL statement, for little more than a plain query costs. */
import { getIntrospectionQuery } from 'graphql'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDocumentCache } from '../../src/http/document-cache.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'
import { statementsOf } from '../helpers/statements.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  // A worker asks Postgres for things of its own.
  service = await startService({ config: { role: 'api' } })
  client = await service.client()
  await client.graphql(plain)
})
afterAll(() => service.stop())

const plain = '{ health { version } }'
let sent = 0
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ')
const aliased = (count: number) => `{ ${many(count, (i) => `a${i}: projects { id name }`)} }`
const introspection = '__schema { types { fields { name description type { name fields { name args { name } } } } } }'

const documents: [string, string | object][] = [
  ['a megabyte of fields', `{ ${'projects{id} '.repeat(80_000)} }`],
  ['a megabyte of comment', `${plain} # ${'x'.repeat(1_000_000)}`],
  ['10,000 aliases', aliased(10_000)],
  ['1,200 aliases', aliased(1_200)],
  ['one field 1,200 times', `{ ${'projects{id} '.repeat(1_200)} }`],
  [
    'one field 1,200 times in a fragment that nobody uses',
    `${plain} fragment f on Query { ${'projects{id} '.repeat(1_200)} }`,
  ],
  ['700 fields in each of two operations', `query a ${aliased(350)} query b ${aliased(350)}`],
  ['2,400 selections inside each other', `{ ${'posts { '.repeat(2_400)} id ${'} '.repeat(2_400)} }`],
  ['2,400 lists inside each other', `{ post(postId: ${'['.repeat(2_400)}1${']'.repeat(2_400)}) { id } }`],
  ['4,900 lists that do not end', `{ post(postId: ${'['.repeat(4_900)}`],
  [
    '1,600 objects inside each other',
    `{ validatePost(input: ${'{a:'.repeat(1_600)}1${'}'.repeat(1_600)}) { isValid } }`,
  ],
  ['a variable of 2,400 lists', `query ($a: ${'['.repeat(2_400)}Int${']'.repeat(2_400)}) { health { version } }`],
  ['2,400 directives', `{ health ${'@skip(if: false) '.repeat(800)} { version } }`],
  ['2,400 unknown directives', `{ health ${'@x '.repeat(2_400)} { version } }`],
  ['fragments in a circle', `{ ...f0 } ${many(300, (i) => `fragment f${i} on Query { ...f${(i + 1) % 300} }`)}`],
  ['a fragment in itself', '{ ...f } fragment f on Query { projects { id } ...f ...f }'],
  [
    'fragments that multiply',
    `{ ...f0 } ${many(40, (i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`)} fragment f40 on Query { projects { id } }`,
  ],
  ['1,000 unknown variables', `query (${many(1_000, (i) => `$v${i}: Nothing`)}) { health { version } }`],
  ['the schema 40 times', `{ ${many(40, (i) => `a${i}: ${introspection}`)} }`],
  [
    'the schema in circles',
    `{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }`,
  ],
  [
    'one type of the schema 100 times',
    `{ ${many(100, (i) => `a${i}: __type(name: "SocialAccountPost") { possibleTypes { fields { type { name } } } }`)} }`,
  ],
  [
    'pages of 100 in pages of 100',
    '{ posts(limit: 100) { posts { project { posts(limit: 100) { posts { id createdAt updatedAt projectId } } } } } }',
  ],
  ['1,000 lists of projects', `{ ${many(330, (i) => `a${i}: posts(limit: 100) { posts { id } }`)} }`],
  ['a batch of 1,000', Array.from({ length: 1_000 }, () => ({ query: plain }))],
  [
    'variables 100,000 levels deep',
    `{"query":"query ($id: ID!) { post(postId: $id) { id } }","variables":{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
  ],
  ['a body 100,000 levels deep', `{"query":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  [
    'a list of 500,000 wrong ids',
    {
      query: 'query ($ids: [ID!]) { posts(projectId: $ids) { posts { id } } }',
      variables: { ids: Array(500_000).fill({}) },
    },
  ],
  [
    '500,000 unknown variables',
    {
      query: plain.replace('{', 'query ($a: Int!) {'),
      variables: Object.fromEntries(Array.from({ length: 500_000 }, (_, i) => [`v${i}`, 0])),
    },
  ],
  ['a megabyte that is not JSON', `{"query" ${'x'.repeat(1_000_000)}`],
  ['11 MB', { query: plain, variables: { a: 'x'.repeat(11_000_000) } }],
]

const codes = [
  'QUERY_TOO_COMPLEX',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'INVALID_JSON',
  'VALIDATION_FAILED',
]

function toBody(document: string | object): string {
  if (typeof document === 'object') return JSON.stringify(document)
  return document.startsWith('{"query"') ? document : JSON.stringify({ query: document })
}

async function send(body: string) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body,
  })
  return { status: response.status, text: await response.text() }
}

/** Processor time of this process, which is client and service in one, milliseconds. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test.each(documents)('%s', async (_name, document) => {
  const plainly = await cpuOf(async () => {
    // Each a new one: a query that comes again is cheaper.
    for (const end = sent + 100; sent < end; sent += 1) await send(toBody(`${plain} # ${sent}`))
  })
  const body = toBody(document)
  const first = await send(body)
  let cpu = 0
  const statements = await statementsOf(async () => {
    cpu = await cpuOf(() => send(body))
  })
  const { data, errors, code } = JSON.parse(first.text)
  expect(data ?? null).toBeNull()
  expect(codes).toContain(code ?? errors[0].extensions.code)
  expect(first.status).toBeLessThan(500)
  expect(first.text.length).toBeLessThan(100_000)
  expect(statements.filter((sql) => !sql.includes('FROM api_keys'))).toEqual([])
  // The largest have 10 MB, which this process also sends.
  expect(cpu).toBeLessThan((body.length > 1_000_000 ? 20 : 2) * plainly)
})

test('over WebSockets too', async () => {
  const socket = createClient({
    url: `${service.url.replace('http', 'ws')}/graphql`,
    connectionParams: { Authorization: `Bearer ${client.token}` },
    retryAttempts: 0,
  })
  const ask = (query: string) =>
    new Promise((resolve) => {
      socket.subscribe({ query }, { next: resolve, error: resolve, complete: () => {} })
    })
  for (const [name, document] of documents) {
    if (typeof document !== 'string' || document.length > 250_000 || document.startsWith('{"query"')) continue
    const errors = (await ask(document)) as { message: string; extensions?: { code: string } }[]
    expect(errors, name).toBeInstanceOf(Array)
    expect(JSON.stringify(errors), name).not.toContain('INTERNAL')
  }
  expect(await ask(plain)).toMatchObject({ data: { health: { version: 'v1' } } })
  await socket.dispose()
})

test('the introspection of tools is answered', async () => {
  const { data, errors } = await client.graphql(
    getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }),
  )
  expect(errors).toEqual([])
  expect(data.__schema.types.length).toBeGreaterThan(50)
})

test('documents are kept up to a total length, the latest used longest', () => {
  const cache = createDocumentCache<number>(10)
  cache.set('aaaa', 1)
  cache.set('bbbb', 2)
  expect(cache.get('aaaa')).toBe(1)
  cache.set('cccc', 3)
  expect([cache.get('aaaa'), cache.get('bbbb'), cache.get('cccc')]).toEqual([1, undefined, 3])
  cache.set('d'.repeat(11), 4)
  expect(cache.get('d'.repeat(11))).toBeUndefined()
  expect(cache.get('aaaa')).toBe(1)
})
