import { request } from 'node:http'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, startSandbox, type TestSandbox } from './start-sandbox.ts'

let sandbox: TestSandbox
let token: string
let otherToken: string

beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(async () => {
  sandbox.clock.random = 0
  token = (await connect(sandbox, 'ann', 2)).accessToken
  otherToken = (await connect(sandbox, 'bob', 1)).accessToken
})
afterAll(async () => {
  expect(sandbox.errors).toEqual([])
  await sandbox.stop()
})

interface Options {
  body?: unknown
  raw?: RequestInit
  as?: string | null
}

// biome-ignore lint/suspicious/noExplicitAny: answers are compared, not used
type Answer = { status: number; headers: Headers; body: any }

async function call(method: string, path: string, { body, raw, as = token }: Options = {}): Promise<Answer> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: {
      ...(as !== null && { authorization: `Bearer ${as}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...raw,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
}

async function createContainer(content: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await call('POST', '/api/accounts/ann-1/containers', { body: { text: 'Hello', ...content } })
  expect(status).toBe(201)
  return body.id
}

function refusal(status: number, type: string) {
  return { status, body: { error: { type, message: expect.any(String) } } }
}

describe('tokens', () => {
  const paths: [string, string][] = [
    ['GET', '/api/accounts'],
    ['POST', '/api/accounts/ann-1/containers'],
    ['GET', '/api/accounts/ann-1/posts'],
    ['GET', `/api/containers/${v7()}`],
    ['POST', `/api/containers/${v7()}/publish`],
    ['GET', `/api/posts/${v7()}`],
  ]

  test.each(paths)('%s %s wants a valid access token', async (method, path) => {
    const { refreshToken } = await connect(sandbox, 'ann', 1)
    for (const as of [null, 'unknown', '', 'a b', refreshToken]) {
      const answer = await call(method, path, { as })
      expect(answer).toMatchObject(refusal(401, 'invalid_token'))
      expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    }
  })

  test('a scope that was not granted is 403', async () => {
    const { accessToken } = await connect(sandbox, 'ann', 1, 'accounts.read')
    const answer = await call('GET', '/api/accounts/ann-1/posts', { as: accessToken })
    expect(answer).toMatchObject(refusal(403, 'insufficient_scope'))
  })
})

describe('containers', () => {
  test('are in progress for up to 80 ms, then ready', async () => {
    sandbox.clock.random = 0.999
    const id = await createContainer()
    sandbox.clock.now += 79
    expect((await call('GET', `/api/containers/${id}`)).body).toEqual({ id, status: 'IN_PROGRESS' })
    expect(await call('POST', `/api/containers/${id}/publish`)).toMatchObject(refusal(409, 'not_ready'))
    sandbox.clock.now += 1
    expect((await call('GET', `/api/containers/${id}`)).body).toEqual({ id, status: 'READY' })
  })

  test.each([
    { text: 'x'.repeat(10_001) },
    { text: 'nul \0' },
    { text: 5 },
    { text: undefined },
    { shouldSucceed: 'true' },
    { shouldSucceed: null },
    { clientReference: 7 },
    { clientReference: '' },
    { clientReference: 'r'.repeat(201) },
    { clientReference: '\0' },
    { unknown: 1 },
  ])('refuse bad content %#', async (content) => {
    const answer = await call('POST', '/api/accounts/ann-1/containers', { body: { text: 'Hello', ...content } })
    expect(answer).toMatchObject(refusal(400, 'invalid_request'))
  })

  test('take 10,000 characters, no characters, and lone surrogates', async () => {
    for (const text of ['x'.repeat(10_000), '', '\ud800']) await createContainer({ text })
  })

  test.each([
    ['invalid JSON', '{', 'application/json', 400, 'invalid_json'],
    ['an array', '[]', 'application/json; charset=utf-8', 400, 'invalid_request'],
    ['no body', undefined, 'application/json', 400, 'invalid_json'],
    ['another type', 'text=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['broken UTF-8', new Uint8Array([0x7b, 0xff]), 'application/json', 400, 'invalid_request'],
  ])('refuse %s', async (_name, body, type, status, error) => {
    const raw = { body, headers: { authorization: `Bearer ${token}`, 'content-type': type } } as RequestInit
    const answer = await call('POST', '/api/accounts/ann-1/containers', { raw })
    expect(answer).toMatchObject(refusal(status, error))
  })

  test('refuse a body over 1 MiB', async () => {
    const answer = await call('POST', '/api/accounts/ann-1/containers', { body: { text: 'x'.repeat(3_000_000) } })
    expect(answer).toMatchObject(refusal(413, 'payload_too_large'))
  })

  test("refuse another grant's account with 403", async () => {
    for (const id of ['bob-1', 'nobody', 'ann%2D3', '%00']) {
      const answer = await call('POST', `/api/accounts/${id}/containers`, { body: { text: 'Hello' } })
      expect(answer).toMatchObject(refusal(403, 'forbidden'))
    }
    const id = await createContainer()
    expect(await call('GET', `/api/containers/${id}`, { as: otherToken })).toMatchObject(refusal(403, 'forbidden'))
    expect(await call('POST', `/api/containers/${id}/publish`, { as: otherToken })).toMatchObject(
      refusal(403, 'forbidden'),
    )
  })

  test('are 404 when unknown', async () => {
    for (const id of [v7(), 'no-uuid', '%00']) {
      expect(await call('GET', `/api/containers/${id}`)).toMatchObject(refusal(404, 'not_found'))
      expect(await call('POST', `/api/containers/${id}/publish`)).toMatchObject(refusal(404, 'not_found'))
      expect(await call('GET', `/api/posts/${id}`)).toMatchObject(refusal(404, 'not_found'))
    }
  })
})

describe('publishing', () => {
  test('makes a post that the API and the list by clientReference show', async () => {
    const id = await createContainer({ text: 'Hello you', clientReference: 'ref-1' })
    sandbox.clock.random = 0.999
    const before = sandbox.clock.now
    const { status, body } = await call('POST', `/api/containers/${id}/publish`)
    expect([status, body]).toEqual([200, { postId: expect.any(String), url: `${sandbox.url}/posts/${body.postId}` }])
    expect(sandbox.clock.now - before).toBe(50)
    const post = {
      id: body.postId,
      accountId: 'ann-1',
      text: 'Hello you',
      clientReference: 'ref-1',
      publishedAt: new Date(sandbox.clock.now).toISOString(),
      url: body.url,
    }
    expect((await call('GET', `/api/posts/${body.postId}`)).body).toEqual(post)
    expect((await call('GET', '/api/accounts/ann-1/posts?clientReference=ref-1')).body).toEqual({ posts: [post] })
    expect((await call('GET', '/api/accounts/ann-2/posts?clientReference=ref-1')).body).toEqual({ posts: [] })
    expect((await call('GET', `/api/containers/${id}`)).body).toEqual({ id, status: 'PUBLISHED', postId: body.postId })
    expect(await call('GET', `/api/posts/${body.postId}`, { as: otherToken })).toMatchObject(refusal(403, 'forbidden'))
  })

  test('twice makes two posts', async () => {
    const id = await createContainer({ clientReference: 'double' })
    const first = await call('POST', `/api/containers/${id}/publish`)
    sandbox.clock.now += 1
    const second = await call('POST', `/api/containers/${id}/publish`)
    expect([first.status, second.status]).toEqual([200, 200])
    const { posts } = (await call('GET', '/api/accounts/ann-1/posts?clientReference=double')).body
    expect(posts.map((post: { id: string }) => post.id)).toEqual([second.body.postId, first.body.postId])
    expect((await call('GET', `/api/containers/${id}`)).body.postId).toBe(first.body.postId)
  })

  test('refuses what was asked to fail, and makes no post', async () => {
    const id = await createContainer({ shouldSucceed: false, clientReference: 'fails' })
    expect(await call('POST', `/api/containers/${id}/publish`)).toMatchObject({
      status: 422,
      body: {
        error: {
          type: 'publishing_failed',
          message: 'The sandbox was asked to let this post fail (shouldSucceed is false).',
        },
      },
    })
    expect((await call('GET', '/api/accounts/ann-1/posts?clientReference=fails')).body).toEqual({ posts: [] })
  })

  test('lists at most 100 posts without clientReference, newest first', async () => {
    const id = await createContainer()
    for (let count = 0; count < 101; count += 1) await call('POST', `/api/containers/${id}/publish`)
    expect((await call('GET', '/api/accounts/ann-1/posts')).body.posts).toHaveLength(100)
    const bad = ['?clientReference=', '?clientReference=a&clientReference=b', '?clientReference=%00']
    for (const query of bad) {
      expect(await call('GET', `/api/accounts/ann-1/posts${query}`)).toMatchObject(refusal(400, 'invalid_request'))
    }
  })
})

describe('paths and methods', () => {
  test('an unknown path is 404', async () => {
    for (const path of ['', '/', '/nothing', '/api', '/api/accounts/', '/api/accounts/%zz/posts', '/api/posts/a/b']) {
      expect(await call('GET', path)).toMatchObject(refusal(404, 'not_found'))
    }
  })

  test.each([
    ['/oauth/token', 'GET', 'POST'],
    ['/oauth/revoke', 'PUT', 'POST'],
    ['/oauth/authorize', 'DELETE', 'GET, HEAD, POST'],
    ['/api/accounts', 'POST', 'GET, HEAD'],
    ['/api/accounts/ann-1/containers', 'GET', 'POST'],
    ['/api/containers/x/publish', 'PATCH', 'POST'],
    ['/posts/x', 'POST', 'GET, HEAD'],
  ])('%s refuses %s', async (path, method, allow) => {
    const response = await fetch(`${sandbox.url}${path}`, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
  })

  test('HEAD answers like GET, without a body', async () => {
    const response = await fetch(`${sandbox.url}/api/accounts`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('a client that goes away in the middle of its body is no defect', async () => {
    const url = new URL(`${sandbox.url}/api/accounts/ann-1/containers`)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': '100' }
    const req = request(url, { method: 'POST', headers })
    req.on('error', () => {})
    await new Promise<void>((resolve) => req.write('{"text":', () => resolve()))
    req.destroy()
    expect((await call('GET', '/api/accounts')).status).toBe(200)
    expect(sandbox.errors).toEqual([])
  })
})

describe('the page of a post', () => {
  test('shows text, account and time, and escapes them', async () => {
    const text = '<script>alert("1")</script> & \'more\'\nsecond line'
    const id = await createContainer({ text })
    const { body } = await call('POST', `/api/containers/${id}/publish`)
    const response = await fetch(body.url)
    const markup = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*form-action 'none'/)
    expect(markup).toContain(
      '<p class="text">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;\nsecond line</p>',
    )
    expect(markup).toContain('<h1>ann-1</h1>')
    const iso = new Date(sandbox.clock.now).toISOString()
    expect(markup).toContain(`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`)
  })

  test('is a 404 page for an unknown post', async () => {
    for (const id of [v7(), 'no-uuid', '%00', '<b>']) {
      const response = await fetch(`${sandbox.url}/posts/${id}`)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(await response.text()).not.toContain('<b>')
    }
  })
})
