import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxJsonBytes } from '../../src/http/read-body.ts'
import { routes } from '../../src/http/rest/routes.ts'
import { type Client, createClient, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let projectId: string
let account: string

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  projectId = await client.project()
  ;[account = ''] = await client.connect(projectId)
})
afterAll(() => service.stop())

const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code]
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, randomUUID())
const all = routes.map(({ method, path }) => [method, filled(path)] as const)
const withBody = routes.filter((route) => route.body).map(({ method, path }) => [method, filled(path)] as const)

describe('401', () => {
  test.each(all)('%s %s without a key', async (method, path) => {
    const answer = await client.call(method, path, undefined, { authorization: '' })
    expect(code(answer)).toEqual([401, 'UNAUTHORIZED'])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('a malformed, unknown or revoked key', async () => {
    const { prisma } = service.app.services.db
    const revoked = await service.client()
    await prisma.apiKey.updateMany({
      where: { organizationId: revoked.organizationId },
      data: { revokedAt: new Date() },
    })
    const headers = [
      client.token,
      `Basic ${client.token}`,
      'Bearer',
      'Bearer a b',
      'Bearer unknown',
      `Bearer ${revoked.token}`,
    ]
    for (const authorization of headers) {
      const answer = await client.call('GET', '/health', undefined, { authorization })
      expect({ authorization, code: code(answer) }).toEqual({ authorization, code: [401, 'UNAUTHORIZED'] })
    }
    expect((await client.call('GET', '/health', undefined, { authorization: `bearer ${client.token}` })).status).toBe(
      200,
    )
  })
})

describe('bodies', () => {
  test.each(withBody)('%s %s: 400, 413 and 415', async (method, path) => {
    for (const body of ['', '{', 'nonsense', '{"a":1}}', '[1,]', '\u{feff}']) {
      expect(code(await client.call(method, path, body))).toEqual([400, 'INVALID_JSON'])
    }
    const tooLarge = JSON.stringify({ text: 'a'.repeat(maxJsonBytes) })
    expect(code(await client.call(method, path, tooLarge))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
      const answer = await client.call(method, path, '{}', { 'content-type': type })
      expect(code(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
  })

  test('400: bytes that are not UTF-8, and nesting without end', async () => {
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' }
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
    const answer = await fetch(`${service.url}/v1/projects`, { method: 'POST', headers, body })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'INVALID_JSON'])
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(code(await client.call('POST', '/projects', deep))).toEqual([400, 'INVALID_JSON'])
  })

  test('413: a body without a length that grows too large', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20)
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' }
    const status = await new Promise((resolve, reject) => {
      const req = request(`${service.url}/v1/projects`, { method: 'POST', headers, agent: false }, (res) =>
        resolve(res.resume().statusCode),
      )
      req.on('error', reject)
      const write = (left: number): unknown => (left > 0 ? req.write(chunk, () => write(left - 1)) : req.end())
      write(40)
    })
    expect(status).toBe(413)
  })

  test('a content type may carry parameters', async () => {
    const answer = await client.call(
      'POST',
      '/projects',
      { name: 'a' },
      { 'content-type': 'Application/JSON; charset=utf-8' },
    )
    expect(answer.status).toBe(201)
  })

  test.each(withBody)('%s %s: an unknown field is refused, not ignored', async (method, path) => {
    const isList = path === '/posts/create'
    const { status, body } = await client.call(method, path, isList ? [{ surprise: 1 }] : { surprise: 1 })
    expect([200, 422]).toContain(status)
    const issues = body.validationErrors ?? body.errors
    expect(issues.map((issue: { path: string }) => issue.path)).toContain(isList ? '[0].surprise' : 'surprise')
  })

  test('prototype names are fields like any other', async () => {
    const { status, body } = await client.call('POST', '/projects', '{"__proto__":{"name":"a"},"constructor":1}')
    expect(status).toBe(422)
    expect(body.validationErrors.map((issue: { path: string }) => issue.path).sort()).toEqual([
      '__proto__',
      'constructor',
      'name',
    ])
  })
})

describe('404 and 405', () => {
  test.each([
    ['GET', '/nothing'],
    ['POST', '/webhook'],
    ['POST', '/webhook/x'],
    ['DELETE', '/webhook/x'],
    ['GET', '/posts/'],
    ['GET', '/posts//'],
    ['GET', '/Projects'],
    ['GET', '/projects/'],
    ['GET', '/graphql'],
    ['POST', '/create-post'],
    ['GET', ''],
    ['GET', '/../graphql/x'],
  ])('404: %s /v1%s', async (method, path) => {
    const response = await fetch(`${service.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${client.token}` },
    })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('x-request-id')).not.toBe(null)
    expect(((await response.json()) as { code: string }).code).toBe('NOT_FOUND')
  })

  test.each([
    ['PUT', '/posts', 'POST'],
    ['GET', '/posts', 'POST'],
    ['POST', `/posts/${randomUUID()}`, 'GET, PATCH, DELETE, HEAD'],
    ['DELETE', '/social-account-posts', 'GET, HEAD'],
    ['PATCH', `/projects/${randomUUID()}`, 'DELETE'],
    ['OPTIONS', '/health', 'GET, HEAD'],
  ])('405: %s /v1%s allows %s', async (method, path, allow) => {
    const answer = await client.call(method, path)
    expect(code(answer)).toEqual([405, 'METHOD_NOT_ALLOWED'])
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allow.split(', ').sort())
  })
})

test('X-Request-Id: the caller’s own when it is sane, else a new one', async () => {
  const ask = async (id?: string) =>
    (await client.call('GET', '/health', undefined, id === undefined ? {} : { 'x-request-id': id })).headers.get(
      'x-request-id',
    )
  expect(await ask('my-request.1:a_b')).toBe('my-request.1:a_b')
  const own = [await ask(), await ask('a b'), await ask('a'.repeat(129)), await ask('<script>')]
  expect(new Set(own).size).toBe(4)
  for (const id of own) expect(id).toMatch(/^[0-9a-f-]{36}$/)
})

test('HEAD has the status and headers of GET, and no body', async () => {
  for (const path of ['/health', '/projects', '/social-account-posts?limit=0', `/posts/${randomUUID()}`]) {
    const got = await client.call('GET', path)
    const head = await client.call('HEAD', path)
    expect([head.status, head.body]).toEqual([got.status, undefined])
    for (const name of ['content-type', 'content-length']) expect(head.headers.get(name)).toBe(got.headers.get(name))
  }
})

test('GET /health', async () => {
  const { status, body } = await client.call('GET', '/health')
  expect({ status, body }).toEqual({
    status: 200,
    body: { message: 'OK', version: 'v1', timestamp: expect.any(String) },
  })
  expect(Math.abs(Date.now() - Date.parse(body.timestamp))).toBeLessThan(10_000)
})

describe('query parameters', () => {
  test.each(routes)('$method $path: an unknown one is refused', async (route) => {
    const { status, body } = await client.call(route.method, `${filled(route.path)}?surprise=1`, route.body && {})
    expect([200, 422]).toContain(status)
    const issues = body.validationErrors ?? body.errors
    expect(issues.map((issue: { path: string }) => issue.path)).toContain('surprise')
  })

  const list = (query: string) => client.call('GET', `/social-account-posts?${query}`)

  test.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=-1'],
    ['limit', 'limit=abc'],
    ['limit', 'limit=1.5'],
    ['limit', 'limit='],
    ['limit', 'limit=1e1'],
    ['limit', 'limit=99999999999'],
    ['limit', 'limit=10&limit=10'],
    ['cursor', 'cursor=nonsense'],
    ['cursor', 'cursor='],
    ['cursor', `cursor=${randomUUID()}`],
    ['cursor', `cursor=${randomUUID()}${'A'.repeat(22)}`],
    ['postId[1]', 'postId=a,%00'],
    ['__proto__', '__proto__=x'],
    ['constructor', 'constructor=x'],
  ])('422: %s in ?%s', async (path, query) => {
    const { status, body } = await list(query)
    expect({ status, code: body.code, path: body.validationErrors[0].path }).toEqual({
      status: 422,
      code: 'VALIDATION_FAILED',
      path,
    })
  })

  test('422: every problem at once', async () => {
    const { body } = await list('limit=0&cursor=x&surprise=1&platform=Y')
    expect(body.validationErrors.map((issue: { path: string }) => issue.path)).toEqual(
      expect.arrayContaining(['surprise', 'platform[0]']),
    )
  })

  test('422: a cursor that was changed, or made for another list', async () => {
    for (let count = 0; count < 2; count += 1) {
      await client.call('POST', '/posts', postTo([account], { schedule: { type: 'DRAFT' } }))
    }
    const { nextCursor } = (await list('limit=1')).body
    expect((await list(`limit=1&cursor=${nextCursor}`)).status).toBe(200)
    const last = nextCursor.at(-2) === 'A' ? 'B' : 'A'
    const changed = `${nextCursor.slice(0, -2)}${last}${nextCursor.at(-1)}`
    const { data } = await client.graphql('{ posts(limit: 1) { nextCursor } }')
    for (const cursor of [changed, data.posts.nextCursor]) {
      expect(code(await list(`cursor=${encodeURIComponent(cursor)}`))).toEqual([422, 'VALIDATION_FAILED'])
    }
  })
})

describe('text', () => {
  test.each([
    ['NUL', '"\\u0000"'],
    ['half a surrogate pair', '"\\ud83d"'],
    ['the other half', '"a\\udc4b"'],
  ])('422: %s, wherever it stands', async (_name, text) => {
    expect(code(await client.call('POST', '/projects', `{"name":${text}}`))).toEqual([422, 'VALIDATION_FAILED'])
    const post = JSON.stringify(postTo([account], { content: [{ text: 'TEXT' }] })).replace('"TEXT"', text)
    const { status, body } = await client.call('POST', '/posts', post)
    expect([status, body.code, body.validationErrors[0].path]).toEqual([422, 'VALIDATION_FAILED', 'content[0].text'])
    const validated = await client.call('POST', '/posts/validate', post)
    expect(validated.body).toMatchObject({ isValid: false, errors: [{ path: 'content[0].text' }] })
    const unknown = `{"name":"a",${text}:1}`
    expect(code(await client.call('POST', '/projects', unknown))).toEqual([422, 'VALIDATION_FAILED'])
  })

  test('NUL in a path or query', async () => {
    expect(code(await client.call('GET', '/posts/%00'))[0]).toBe(422)
    expect(code(await client.call('GET', '/social-accounts?projectId=%00'))[0]).toBe(422)
  })
})

test('429: with as many requests in progress as a key may have, the next one is told to wait', async () => {
  const { databaseUrl, encryptionKeys } = service
  const narrow = await startService({ databaseUrl, encryptionKeys, config: { concurrentRequestsPerKey: 1 } })
  const one = createClient(narrow.url, client.token, client.organizationId)
  const other = await narrow.client()
  const answers = await Promise.all(Array.from({ length: 30 }, () => one.call('GET', '/social-account-posts')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(answer.body.code).toBe('TOO_MANY_CONCURRENT_REQUESTS')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
  expect(answers.length - refused.length).toBeGreaterThan(0)
  expect((await one.call('GET', '/health')).status).toBe(200)
  expect((await other.call('GET', '/health')).status).toBe(200)
  await narrow.stop()
})

test('a read-only key is refused by every operation that writes, and by none that reads', async () => {
  const reader = await service.client({ readOnly: true, organizationId: client.organizationId })
  const bodies: Record<string, object> = {
    'Mutation.createPost': postTo([account]),
    'Mutation.updatePost': {},
    'Mutation.createProject': { name: 'a' },
    'Mutation.createAuthorizationUrl': { projectId, platform: 'SERVICETEST' },
  }
  for (const { field, method, path, body } of routes) {
    const answer = await reader.call(method, filled(path), body ? (bodies[field] ?? {}) : undefined)
    expect([field, answer.status === 403]).toEqual([field, field.startsWith('Mutation.')])
  }
})

test('a key limited to projects sees nothing else of its organization', async () => {
  const { organizationId } = client
  const other = await client.project('Other')
  const [stranger = ''] = await client.connect(other)
  const post = await client.call('POST', '/posts', postTo([stranger], { schedule: { type: 'DRAFT' } }))
  const limited = await service.client({ projectIds: [projectId], organizationId })
  expect((await limited.call('GET', '/projects')).body.map(({ id }: { id: string }) => id)).toEqual([projectId])
  const accounts = await limited.call('GET', '/social-accounts')
  expect(accounts.body.map(({ id }: { id: string }) => id)).toEqual([account])
  expect(code(await limited.call('GET', `/posts/${post.body.id}`))).toEqual([404, 'POST_NOT_FOUND'])
  expect(code(await limited.call('DELETE', `/posts/${post.body.id}`))).toEqual([404, 'POST_NOT_FOUND'])
  expect(code(await limited.call('POST', '/posts', postTo([stranger])))).toEqual([422, 'INVALID_SOCIAL_ACCOUNT_ID'])
  expect(code(await limited.call('DELETE', `/projects/${other}`))).toEqual([404, 'PROJECT_NOT_FOUND'])
  expect(code(await limited.call('DELETE', `/social-accounts/${stranger}`))).toEqual([404, 'SOCIAL_ACCOUNT_NOT_FOUND'])
  const children = await limited.call('GET', `/social-account-posts?postId=${post.body.id}`)
  expect(children.body.socialAccountPosts).toEqual([])
  const made = await limited.call('POST', '/posts', postTo([account], { schedule: { type: 'DRAFT' } }))
  expect(made.status).toBe(201)
})
