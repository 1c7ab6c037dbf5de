import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await startService()
  client = await service.client()
})
afterAll(() => service.stop())

test('a query that is too deep is refused', async () => {
  const nested = (depth: number): string =>
    depth === 0 ? 'name' : `posts { posts { project { ${nested(depth - 1)} } } }`
  const { errors, data } = await client.graphql(`{ projects { ${nested(4)} } }`)
  expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
  expect(errors[0].message).toContain('deep')
  expect(data ?? null).toBeNull()
})

test('aliases count like any field', async () => {
  const aliases = Array.from({ length: 600 }, (_, index) => `a${index}: health { version }`).join(' ')
  const { errors } = await client.graphql(`{ ${aliases} }`)
  expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
})

test('fragments that multiply each other are refused without being spread out', async () => {
  const fragments = Array.from(
    { length: 60 },
    (_, index) => `fragment f${index} on Project { ...f${index + 1} ...f${index + 1} }`,
  ).join('\n')
  const query = `{ projects { ...f0 } }\n${fragments}\nfragment f60 on Project { a: name b: id }`
  const { errors } = await client.graphql(query)
  expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
})

test('pages inside pages are counted by their limits', async () => {
  const pages = (outer: number) =>
    client.graphql(
      `query ($outer: Int!) { socialAccountPosts(limit: $outer) { socialAccountPosts {
         socialAccount { socialAccountPosts(limit: 100) { socialAccountPosts { postId projectId createdAt updatedAt } } } } } }`,
      { outer },
    )
  expect((await pages(10)).errors).toEqual([])
  const refused = await pages(100)
  expect(refused.errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }])
  expect(refused.errors[0].message).toContain('smaller pages')
})

test('a document of too many tokens is a syntax error', async () => {
  const { errors } = await client.graphql(`{ ${'health { version } '.repeat(2000)} }`)
  expect(errors[0].message).toContain('tokens')
})

test('batches of operations are refused', async () => {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ query: '{ health { version } }' }, { query: '{ health { version } }' }]),
  })
  expect(response.status).toBe(400)
})

test('introspection works', async () => {
  const { data } = await client.graphql('{ __schema { types { name fields { name type { name ofType { name } } } } } }')
  expect(data.__schema.types.length).toBeGreaterThan(20)
})

test('each operation of a document counts by itself, by name', async () => {
  const query = `query a { health { version } }
    query b { posts(limit: 100) { posts { project { posts(limit: 100) { posts { id createdAt updatedAt projectId } } } } } }`
  const named = async (operationName: string) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, operationName }),
    })
    return response.json()
  }
  expect(await named('a')).toMatchObject({ data: { health: { version: 'v1' } } })
  expect(await named('b')).toMatchObject({ errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }] })
})

test('errors of requests have codes', async () => {
  const codesOf = async (query: string, variables?: Record<string, unknown>) =>
    (await client.graphql(query, variables)).errors.map(({ extensions }) => extensions?.code)
  expect(await codesOf('{')).toEqual(['GRAPHQL_PARSE_FAILED'])
  expect(await codesOf('{ nothing }')).toEqual(['GRAPHQL_VALIDATION_FAILED'])
  expect(await codesOf('query ($a: ID!) { post(postId: $a) { id } }')).toEqual(['BAD_REQUEST'])
  expect(await codesOf('query ($a: ID!) { post(postId: $a) { id } }', { a: {} })).toEqual(['BAD_REQUEST'])
  expect(await codesOf('query ($a: ID) { post(postId: $a) { id } }')).toEqual(['GRAPHQL_VALIDATION_FAILED'])
})
