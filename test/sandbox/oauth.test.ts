import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  authorization,
  basic,
  clientId,
  codeForm,
  connect,
  consent,
  getCode,
  postForm,
  redirectUri,
  startSandbox,
  type TestSandbox,
} from './start-sandbox.ts'

let sandbox: TestSandbox
let tokenUrl: string
let authorizeUrl: string

beforeAll(async () => {
  sandbox = await startSandbox()
  tokenUrl = `${sandbox.url}/oauth/token`
  authorizeUrl = `${sandbox.url}/oauth/authorize`
})
beforeEach(() => {
  expect(sandbox.errors).toEqual([])
})
afterAll(async () => {
  expect(sandbox.errors).toEqual([])
  await sandbox.stop()
})

function authorizeWith(changes: Record<string, string | undefined>): string {
  const entries = Object.entries({ ...authorization, ...changes }).filter(([, value]) => value !== undefined)
  return `${authorizeUrl}?${new URLSearchParams(entries as [string, string][])}`
}

async function postConsent(form: Record<string, string | undefined>) {
  const entries = Object.entries({ ...authorization, ...form }).filter(([, value]) => value !== undefined)
  return fetch(authorizeUrl, {
    method: 'POST',
    body: new URLSearchParams(entries as [string, string][]),
    redirect: 'manual',
  })
}

async function accountsOf(accessToken: string) {
  const response = await fetch(`${sandbox.url}/api/accounts`, { headers: { authorization: `Bearer ${accessToken}` } })
  return { status: response.status, body: await response.json() }
}

describe('the consent page', () => {
  test('is a form without script under a strict policy', async () => {
    const response = await fetch(authorizeWith({ state: '"><script>alert(1)</script>' }))
    const markup = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'self' http: https:; frame-ancestors 'none'/,
    )
    expect(markup).not.toContain('<script')
    expect(markup).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(markup).toContain('<label for="accounts">Number of accounts</label>')
    expect(markup).toContain('<label for="username">Username</label>')
    expect(markup.match(/<option>\d<\/option>/g)).toHaveLength(5)
  })

  test.each([
    ['an unknown client', { client_id: 'other' }],
    ['no client', { client_id: undefined }],
    ['another redirect_uri', { redirect_uri: `${redirectUri}&more=1` }],
    ['no redirect_uri', { redirect_uri: undefined }],
  ])('refuses %s with a page and never redirects', async (_name, changes) => {
    for (const response of [await fetch(authorizeWith(changes), { redirect: 'manual' }), await postConsent(changes)]) {
      expect(response.status).toBe(400)
      expect(response.headers.get('location')).toBeNull()
      expect(response.headers.get('content-type')).toContain('text/html')
    }
  })

  test.each([
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_request', { scope: undefined }],
    ['invalid_request', { state: undefined }],
    ['invalid_request', { state: 's'.repeat(501) }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_scope', { scope: 'accounts.read everything' }],
    ['invalid_scope', { scope: '' }],
  ])('sends %s back for %j', async (error, changes) => {
    const response = await fetch(authorizeWith(changes), { redirect: 'manual' })
    const location = new URL(response.headers.get('location') ?? '')
    expect(response.status).toBe(303)
    expect(location.searchParams.get('error')).toBe(error)
    expect(location.searchParams.get('state')).toBe('state' in changes ? null : authorization.state)
  })

  test('refuses a parameter that is given twice', async () => {
    const response = await fetch(`${authorizeWith({})}&client_id=${clientId}`, { redirect: 'manual' })
    expect(response.status).toBe(400)
    const twice = await fetch(`${authorizeWith({})}&scope=posts.write`, { redirect: 'manual' })
    expect(new URL(twice.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
  })

  test('returns with a code and the state, keeping the query of the redirect_uri', async () => {
    const location = await consent(authorizeWith({}), { username: 'sandbox', accounts: '1', decision: 'allow' })
    expect(`${location.origin}${location.pathname}`).toBe('http://127.0.0.1:9/oauth/callback/servicetest')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      kept: 'yes',
      code: expect.stringMatching(/^[\w-]{43}$/),
      state: authorization.state,
    })
  })

  test('returns access_denied and the state after Deny, whatever the other fields hold', async () => {
    const location = await consent(authorizeWith({}), { username: '', accounts: 'x', decision: 'deny' })
    expect(Object.fromEntries(location.searchParams)).toEqual({
      kept: 'yes',
      error: 'access_denied',
      state: authorization.state,
    })
  })

  test.each([
    { decision: undefined },
    { decision: 'perhaps' },
    { accounts: undefined },
    { accounts: '0' },
    { accounts: '6' },
    { accounts: '1.5' },
    { accounts: ' 1' },
    { username: undefined },
    { username: '' },
    { username: 'a b' },
    { username: '<b>' },
    { username: 'nul\0' },
    { username: 'u'.repeat(41) },
  ])('refuses the form with %j', async (changes) => {
    const response = await postConsent({ username: 'sandbox', accounts: '1', decision: 'allow', ...changes })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toContain('text/html')
  })

  test('refuses a form of another type', async () => {
    const response = await fetch(authorizeUrl, { method: 'POST', body: '{}', headers: { 'content-type': 'text/json' } })
    expect(response.status).toBe(400)
  })
})

describe('the token endpoint', () => {
  test('trades a code for tokens that reach the chosen accounts', async () => {
    const answer = await postForm(tokenUrl, codeForm(await getCode(sandbox, 'ann', 3)))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.any(String),
      refresh_token_expires_in: 60 * 24 * 3600,
      scope: 'accounts.read posts.write',
    })
    expect(await accountsOf(String(answer.body.access_token))).toEqual({
      status: 200,
      body: { accounts: ['ann-1', 'ann-2', 'ann-3'].map((id) => ({ id, username: id })) },
    })
  })

  test('gives the same accounts when the same username connects again', async () => {
    const first = await connect(sandbox, 'again', 2)
    const second = await connect(sandbox, 'again', 2)
    expect(await accountsOf(second.accessToken)).toEqual(await accountsOf(first.accessToken))
  })

  test('stores no token and no code in the clear', async () => {
    const code = await getCode(sandbox, 'hashed')
    const { body } = await postForm(tokenUrl, codeForm(code))
    const { rows } = await sandbox.pool.query(
      'SELECT row_to_json(t)::text AS row FROM sandbox.tokens t UNION ALL SELECT row_to_json(c)::text FROM sandbox.codes c',
    )
    const stored = rows.map(({ row }) => row).join()
    for (const secret of [code, String(body.access_token), String(body.refresh_token)]) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  test('takes a code once, and revokes what a code used twice had given', async () => {
    const code = await getCode(sandbox, 'twice')
    const { body } = await postForm(tokenUrl, codeForm(code))
    expect((await accountsOf(String(body.access_token))).status).toBe(200)
    const again = await postForm(tokenUrl, codeForm(code))
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect((await accountsOf(String(body.access_token))).status).toBe(401)
  })

  test('gives tokens for a code to one of two requests at once', async () => {
    const form = codeForm(await getCode(sandbox, 'race'))
    const answers = await Promise.all([postForm(tokenUrl, form), postForm(tokenUrl, form)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('takes a code for 60 seconds', async () => {
    const inTime = await getCode(sandbox)
    sandbox.clock.now += 59_999
    expect((await postForm(tokenUrl, codeForm(inTime))).status).toBe(200)
    const late = await getCode(sandbox)
    sandbox.clock.now += 60_000
    expect((await postForm(tokenUrl, codeForm(late))).body.error).toBe('invalid_grant')
  })

  test.each([
    ['another code_verifier', { code_verifier: 'w'.repeat(43) }],
    ['another redirect_uri', { redirect_uri: 'http://127.0.0.1:9/' }],
    ['an unknown code', { code: 'unknown' }],
  ])('refuses %s', async (_name, changes) => {
    const answer = await postForm(tokenUrl, { ...codeForm(await getCode(sandbox)), ...changes })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
  })

  test.each([
    ['invalid_request', {}],
    ['invalid_request', { grant_type: 'authorization_code', code: 'x' }],
    ['invalid_request', { grant_type: 'refresh_token' }],
    ['unsupported_grant_type', { grant_type: 'password' }],
  ])('answers %s to %j', async (error, form) => {
    const answer = await postForm(tokenUrl, form as Record<string, string>)
    expect([answer.status, answer.body]).toEqual([400, { error, error_description: expect.any(String) }])
  })

  test.each([
    ['none', null],
    ['a wrong secret', `Basic ${Buffer.from(`${clientId}:wrong`).toString('base64')}`],
    ['another client', `Basic ${Buffer.from('other:secret').toString('base64')}`],
    ['no base64', 'Basic %%%'],
    ['broken form encoding', `Basic ${Buffer.from(`${clientId}:%`).toString('base64')}`],
    ['another scheme', 'Bearer token'],
  ])('refuses client credentials: %s', async (_name, credentials) => {
    for (const url of [tokenUrl, `${sandbox.url}/oauth/revoke`]) {
      const answer = await postForm(url, { grant_type: 'refresh_token', token: 'x' }, credentials)
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/)
    }
  })

  test('refuses a JSON body and a repeated parameter', async () => {
    const headers = { authorization: basic, 'content-type': 'application/json' }
    const asJson = await fetch(tokenUrl, { method: 'POST', headers, body: '{}' })
    expect([asJson.status, await asJson.json()]).toMatchObject([400, { error: 'invalid_request' }])
    const body = new URLSearchParams([
      ['grant_type', 'refresh_token'],
      ['grant_type', 'refresh_token'],
    ])
    const twice = await fetch(tokenUrl, { method: 'POST', headers: { authorization: basic }, body })
    expect([twice.status, await twice.json()]).toMatchObject([400, { error: 'invalid_request' }])
  })
})

describe('refresh', () => {
  const refreshForm = (token: unknown) => ({ grant_type: 'refresh_token', refresh_token: String(token) })

  test('rotates: new tokens work, the access token lives an hour, the old refresh token is used up', async () => {
    const { accessToken, refreshToken } = await connect(sandbox, 'rotate')
    sandbox.clock.now += 3_599_999
    expect((await accountsOf(accessToken)).status).toBe(200)
    sandbox.clock.now += 1
    expect(await accountsOf(accessToken)).toEqual({
      status: 401,
      body: { error: { type: 'invalid_token', message: expect.any(String) } },
    })
    const renewed = await postForm(tokenUrl, refreshForm(refreshToken))
    expect(renewed.status).toBe(200)
    expect(renewed.body.refresh_token).not.toBe(refreshToken)
    expect((await accountsOf(String(renewed.body.access_token))).status).toBe(200)
  })

  test('revokes the whole grant when a refresh token comes twice', async () => {
    const { refreshToken } = await connect(sandbox, 'reuse')
    const renewed = await postForm(tokenUrl, refreshForm(refreshToken))
    const reused = await postForm(tokenUrl, refreshForm(refreshToken))
    expect([reused.status, reused.body.error]).toEqual([400, 'invalid_grant'])
    expect((await accountsOf(String(renewed.body.access_token))).status).toBe(401)
    expect((await postForm(tokenUrl, refreshForm(renewed.body.refresh_token))).body.error).toBe('invalid_grant')
  })

  test('leaves other grants of the same user alone when one is revoked', async () => {
    const first = await connect(sandbox, 'two-grants')
    const second = await connect(sandbox, 'two-grants')
    await postForm(`${sandbox.url}/oauth/revoke`, { token: first.refreshToken })
    expect((await accountsOf(first.accessToken)).status).toBe(401)
    expect((await accountsOf(second.accessToken)).status).toBe(200)
  })

  test('refuses a refresh token after 60 days, an access token in its place, and an unknown one', async () => {
    const { accessToken, refreshToken } = await connect(sandbox, 'old')
    expect((await postForm(tokenUrl, refreshForm(accessToken))).body.error).toBe('invalid_grant')
    expect((await postForm(tokenUrl, refreshForm('unknown'))).body.error).toBe('invalid_grant')
    sandbox.clock.now += 60 * 24 * 3_600_000
    expect((await postForm(tokenUrl, refreshForm(refreshToken))).body.error).toBe('invalid_grant')
  })

  test('gives tokens to one of two refreshes at once, and then revokes', async () => {
    const { refreshToken } = await connect(sandbox, 'refresh-race')
    const answers = await Promise.all([1, 2].map(() => postForm(tokenUrl, refreshForm(refreshToken))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const winner = answers.find(({ status }) => status === 200)
    expect((await accountsOf(String(winner?.body.access_token))).status).toBe(401)
  })
})

describe('revoke', () => {
  test('ends the grant of either token, and answers 200 to an unknown one', async () => {
    const { accessToken } = await connect(sandbox, 'revoked')
    expect((await postForm(`${sandbox.url}/oauth/revoke`, { token: accessToken })).status).toBe(200)
    expect((await accountsOf(accessToken)).status).toBe(401)
    expect((await postForm(`${sandbox.url}/oauth/revoke`, { token: 'unknown' })).status).toBe(200)
    expect((await postForm(`${sandbox.url}/oauth/revoke`, {})).body.error).toBe('invalid_request')
  })
})
