import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import pino from 'pino'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ConnectorContext, Delivery, Progress, TokenSet } from '../../src/platforms/platform.ts'
import { createServicetest } from '../../src/platforms/servicetest/index.ts'
import {
  clientId,
  clientSecret,
  codeVerifier,
  consent,
  listen,
  redirectUri,
  startSandbox,
  type TestSandbox,
} from '../sandbox/start-sandbox.ts'

let sandbox: TestSandbox
let ctx: ConnectorContext

beforeAll(async () => {
  sandbox = await startSandbox()
  ctx = { fetch, now: () => sandbox.clock.now, wait: sandbox.clock.wait, log: pino({ level: 'silent' }) }
})
afterAll(async () => {
  expect(sandbox.errors).toEqual([])
  await sandbox.stop()
})

function connectorOf(apiUrl = sandbox.url) {
  return createServicetest({ apiUrl, browserUrl: sandbox.url, clientId, clientSecret })
}

async function connect(username = 'sandbox', accounts = '2'): Promise<TokenSet> {
  const { oauth } = connectorOf()
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const url = oauth.authorizationUrl({ state: 'abc', codeChallenge, redirectUri })
  const location = await consent(url, { username, accounts, decision: 'allow' })
  const code = location.searchParams.get('code') ?? ''
  return oauth.exchangeCode(ctx, { code, codeVerifier, redirectUri })
}

async function makeDelivery(changes: Partial<Delivery> = {}): Promise<Delivery> {
  return {
    socialAccountPostId: v7(),
    externalAccountId: 'sandbox-1',
    accessToken: (await connect()).accessToken,
    text: 'Hello',
    options: { shouldSucceed: true },
    media: [],
    optionMedia: {},
    startedAt: sandbox.clock.now,
    ...changes,
  }
}

async function noSave() {}

async function countPosts(delivery: Delivery): Promise<number> {
  const { rows } = await sandbox.pool.query(
    'SELECT count(*)::int AS count FROM sandbox.posts WHERE client_reference = $1',
    [delivery.socialAccountPostId],
  )
  return rows[0].count
}

describe('connecting', () => {
  test('gives tokens with their expiries, and the accounts', async () => {
    const tokens = await connect('ann', '2')
    expect(tokens).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      accessExpiresAt: sandbox.clock.now + 3_600_000,
      refreshExpiresAt: sandbox.clock.now + 60 * 24 * 3_600_000,
      scopes: ['accounts.read', 'posts.write'],
    })
    expect(await connectorOf().oauth.listAccounts(ctx, tokens)).toEqual([
      { externalAccountId: 'ann-1', username: 'ann-1' },
      { externalAccountId: 'ann-2', username: 'ann-2' },
    ])
  })

  test('refuses a wrong code', async () => {
    await expect(
      connectorOf().oauth.exchangeCode(ctx, { code: 'wrong', codeVerifier, redirectUri }),
    ).rejects.toMatchObject({ name: 'TokenExchangeError', code: 'token_exchange_failed' })
  })

  test('renews tokens, and asks to reconnect once the refresh token is used up', async () => {
    const { oauth } = connectorOf()
    const { refreshToken = '' } = await connect()
    const renewed = await oauth.refresh(ctx, { refreshToken })
    expect(await oauth.listAccounts(ctx, renewed)).toHaveLength(2)
    await expect(oauth.refresh(ctx, { refreshToken })).rejects.toMatchObject({ kind: 'reconnect' })
    await expect(oauth.listAccounts(ctx, renewed)).rejects.toMatchObject({ kind: 'reconnect' })
  })

  test('gives the grant back', async () => {
    const { oauth } = connectorOf()
    const tokens = await connect()
    await oauth.revoke?.(ctx, tokens)
    await expect(oauth.listAccounts(ctx, tokens)).rejects.toMatchObject({ kind: 'reconnect' })
  })
})

describe('publishing', () => {
  test('prepares, commits and confirms one post', async () => {
    const { publish } = connectorOf()
    const delivery = await makeDelivery()
    sandbox.clock.random = 0.999
    const save = vi.fn(noSave)
    const progress = await publish.prepare(ctx, delivery, {}, save)
    sandbox.clock.random = 0
    expect(save.mock.calls).toEqual([[progress]])
    const post = await publish.commit(ctx, delivery, progress)
    expect(post).toEqual({
      externalPostId: expect.any(String),
      externalPostUrl: `${sandbox.url}/posts/${post.externalPostId}`,
    })
    expect(await publish.confirm(ctx, delivery, progress, post)).toEqual(post)
    expect(await publish.confirm(ctx, delivery, progress, { externalPostId: post.externalPostId ?? '' })).toEqual(post)
    expect(await publish.confirm(ctx, delivery, progress, {})).toEqual(post)
    expect(await publish.check(ctx, delivery, progress)).toEqual({ outcome: 'published', post })
    expect(await countPosts(delivery)).toBe(1)
  })

  test('publishes when shouldSucceed is left out, and fails with the reason when it is false', async () => {
    const { publish } = connectorOf()
    const plain = await makeDelivery({ options: {} })
    await publish.commit(ctx, plain, await publish.prepare(ctx, plain, {}, noSave))
    expect(await countPosts(plain)).toBe(1)
    const failing = await makeDelivery({ options: { shouldSucceed: false } })
    await expect(publish.commit(ctx, failing, await publish.prepare(ctx, failing, {}, noSave))).rejects.toMatchObject({
      kind: 'rejected',
      message: 'The sandbox was asked to refuse this post (shouldSucceed is false).',
    })
    expect(await publish.check(ctx, failing, {})).toEqual({ outcome: 'not-published' })
  })

  test('a resumed preparation makes no second container', async () => {
    const { publish } = connectorOf()
    const delivery = await makeDelivery()
    const first = await publish.prepare(ctx, delivery, {}, noSave)
    const save = vi.fn(noSave)
    expect(await publish.prepare(ctx, delivery, first, save)).toEqual(first)
    expect(save).not.toHaveBeenCalled()
  })

  test('a resumed preparation makes a new container when the sandbox lost the old one', async () => {
    const { publish } = connectorOf()
    const lost = { containerId: v7() }
    const progress = await publish.prepare(ctx, await makeDelivery(), lost, noSave)
    expect(progress.containerId).not.toBe(lost.containerId)
  })

  test('a container that is published already is not published again', async () => {
    const { publish } = connectorOf()
    const delivery = await makeDelivery()
    const progress = await publish.prepare(ctx, delivery, {}, noSave)
    const post = await publish.commit(ctx, delivery, progress)
    const resumed = await publish.prepare(ctx, delivery, progress, noSave)
    const again = await publish.commit(ctx, delivery, resumed)
    expect(await publish.confirm(ctx, delivery, resumed, again)).toEqual(post)
    expect(await countPosts(delivery)).toBe(1)
  })

  test('a text that is too long is rejected', async () => {
    const delivery = await makeDelivery({ text: 'x'.repeat(10_001) })
    await expect(connectorOf().publish.prepare(ctx, delivery, {}, noSave)).rejects.toMatchObject({ kind: 'rejected' })
  })

  test('an expired token, or an account that the grant does not reach, asks to reconnect', async () => {
    const { publish } = connectorOf()
    const foreign = await makeDelivery({ externalAccountId: 'somebody-1' })
    await expect(publish.prepare(ctx, foreign, {}, noSave)).rejects.toMatchObject({ kind: 'reconnect' })
    const delivery = await makeDelivery()
    const progress = await publish.prepare(ctx, delivery, {}, noSave)
    sandbox.clock.now += 3_600_000
    await expect(publish.commit(ctx, delivery, progress)).rejects.toMatchObject({ kind: 'reconnect' })
    expect(await publish.check(ctx, delivery, progress)).toEqual({ outcome: 'unknown' })
  })

  test('the check looks again before it says that nothing was published', async () => {
    const { publish } = connectorOf()
    const delivery = await makeDelivery()
    const progress = await publish.prepare(ctx, delivery, {}, noSave)
    const wait = async () => void (await publish.commit(ctx, delivery, progress))
    expect(await publish.check({ ...ctx, wait }, delivery, progress)).toMatchObject({ outcome: 'published' })
  })
})

describe('failures', () => {
  const delivery: Delivery = {
    socialAccountPostId: v7(),
    externalAccountId: 'sandbox-1',
    accessToken: 'token',
    text: 'Hello',
    options: {},
    media: [],
    optionMedia: {},
    startedAt: 0,
  }
  const progress: Progress = { containerId: v7() }

  async function withServer<T>(handler: RequestListener, run: (url: string) => Promise<T>): Promise<T> {
    const server = await listen(handler)
    try {
      return await run(server.origin)
    } finally {
      await server.close()
    }
  }

  function answering(status: number, body: string, headers: Record<string, string> = {}): RequestListener {
    return (_req, res) => void res.writeHead(status, headers).end(body)
  }

  async function failureOf(promise: Promise<unknown>) {
    const error = await promise.then(
      () => undefined,
      (reason) => reason,
    )
    expect(error).toMatchObject({ name: 'PlatformError' })
    return { kind: error.kind, retryAfter: error.retryAfter, message: error.message }
  }

  const cut: RequestListener = (req) => void req.socket.destroy()
  const cutInBody: RequestListener = (req, res) => {
    res.writeHead(200, { 'content-length': 100 })
    res.write('{"postId":', () => req.socket.destroy())
  }
  const error = (type: string, message: string) => JSON.stringify({ error: { type, message } })

  test.each<[string, RequestListener, string, string]>([
    ['a connection cut before the answer', cut, 'retry', 'outcome-unknown'],
    ['a connection cut in the answer', cutInBody, 'retry', 'outcome-unknown'],
    ['500', answering(500, error('internal', 'broken')), 'retry', 'outcome-unknown'],
    ['502 from a proxy', answering(502, '<html>'), 'retry', 'outcome-unknown'],
    ['408', answering(408, ''), 'retry', 'outcome-unknown'],
    ['a redirect', answering(302, '', { location: '/elsewhere' }), 'retry', 'outcome-unknown'],
    ['200 without JSON', answering(200, 'ok'), 'retry', 'outcome-unknown'],
    ['200 without what is needed', answering(200, '{"id":5,"postId":""}'), 'retry', 'outcome-unknown'],
    ['200 with an array', answering(200, '[]'), 'retry', 'outcome-unknown'],
    ['an endless answer', answering(200, `"${'x'.repeat(1_100_000)}"`), 'retry', 'outcome-unknown'],
    ['401', answering(401, error('invalid_token', 'expired')), 'reconnect', 'reconnect'],
    ['403', answering(403, error('forbidden', 'no')), 'reconnect', 'reconnect'],
    ['409', answering(409, error('not_ready', 'wait')), 'retry', 'retry'],
    ['422', answering(422, error('content_rejected', 'not this')), 'rejected', 'rejected'],
    ['400', answering(400, error('invalid_request', 'bad')), 'rejected', 'rejected'],
  ])('%s: before the commit %s, in it %s', async (_name, handler, before, during) => {
    await withServer(handler, async (url) => {
      const { publish } = connectorOf(url)
      expect((await failureOf(publish.prepare(ctx, delivery, {}, noSave))).kind).toBe(before)
      expect((await failureOf(publish.commit(ctx, delivery, progress))).kind).toBe(during)
      expect(await publish.check(ctx, delivery, progress)).toEqual({ outcome: 'unknown' })
    })
  })

  test('a refused connection is tried again, in the commit too: nothing was sent', async () => {
    const url = await withServer(answering(200, ''), async (origin) => origin)
    const { publish } = connectorOf(url)
    expect((await failureOf(publish.prepare(ctx, delivery, {}, noSave))).kind).toBe('retry')
    expect((await failureOf(publish.commit(ctx, delivery, progress))).kind).toBe('retry')
  })

  test('a call is given up through its signal', async () => {
    const silent: typeof fetch = async (_input, init) => {
      expect(init?.signal).toBeInstanceOf(AbortSignal)
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    }
    const { publish } = connectorOf()
    const silentCtx = { ...ctx, fetch: silent }
    expect((await failureOf(publish.prepare(silentCtx, delivery, {}, noSave))).kind).toBe('retry')
    expect((await failureOf(publish.commit(silentCtx, delivery, progress))).kind).toBe('outcome-unknown')
  })

  test.each([
    ['7', 7],
    [new Date(1_800_000_030_500).toUTCString(), 30],
    [new Date(1_799_999_000_000).toUTCString(), 0],
    ['soon', undefined],
  ])('429 with Retry-After %s waits %s s', async (header, seconds) => {
    const handler = answering(429, error('rate_limited', 'Slow down.'), { 'retry-after': header })
    await withServer(handler, async (url) => {
      const { publish } = connectorOf(url)
      const at = { ...ctx, now: () => 1_800_000_000_000 }
      const expected = { kind: 'retry', retryAfter: seconds, message: 'Slow down.' }
      expect(await failureOf(publish.prepare(at, delivery, {}, noSave))).toEqual(expected)
      expect(await failureOf(publish.commit(at, delivery, progress))).toEqual(expected)
    })
  })

  test('a container that never becomes ready is left for a later try, after a bounded wait', async () => {
    const handler = answering(200, JSON.stringify({ id: progress.containerId, status: 'IN_PROGRESS' }))
    await withServer(handler, async (url) => {
      const before = sandbox.clock.now
      const failure = await failureOf(connectorOf(url).publish.prepare(ctx, delivery, progress, noSave))
      expect(failure).toMatchObject({ kind: 'retry', message: 'The sandbox is still processing the post.' })
      expect(sandbox.clock.now - before).toBeLessThan(31_000)
    })
  })

  test('a commit without a prepared container is no publication', async () => {
    expect((await failureOf(connectorOf().publish.commit(ctx, delivery, {}))).kind).toBe('retry')
  })

  test('a confirmation that finds no post keeps what the commit said', async () => {
    const post = { externalPostId: v7() }
    const current = await makeDelivery()
    expect(await connectorOf().publish.confirm(ctx, current, progress, post)).toEqual(post)
  })

  test('no token appears in a message', async () => {
    const secret = { ...delivery, accessToken: 'very-secret' }
    await withServer(cut, async (url) => {
      const failure = await failureOf(connectorOf(url).publish.commit(ctx, secret, progress))
      expect(failure.message).not.toContain('very-secret')
    })
  })

  test.each<[string, RequestListener, string]>([
    ['a refusal', answering(400, '{"error":"invalid_grant"}'), 'token_exchange_failed'],
    ['a wrong client', answering(401, '{"error":"invalid_client"}'), 'token_exchange_failed'],
    ['an error', answering(503, ''), 'token_exchange_failed'],
    ['a cut connection', cut, 'token_exchange_failed'],
    ['no tokens', answering(200, '{}'), 'no_tokens'],
  ])('exchanging a code: %s', async (_name, handler, code) => {
    await withServer(handler, async (url) => {
      const exchange = connectorOf(url).oauth.exchangeCode(ctx, { code: 'c', codeVerifier, redirectUri })
      await expect(exchange).rejects.toMatchObject({ name: 'TokenExchangeError', code })
    })
  })

  test.each<[string, RequestListener, string]>([
    ['invalid_grant', answering(400, '{"error":"invalid_grant"}'), 'reconnect'],
    ['invalid_client', answering(401, '{"error":"invalid_client"}'), 'retry'],
    ['503', answering(503, ''), 'retry'],
    ['a cut connection', cut, 'retry'],
    ['no tokens', answering(200, '{}'), 'retry'],
  ])('renewing tokens: %s is %s', async (_name, handler, kind) => {
    await withServer(handler, async (url) => {
      const { kind: got } = await failureOf(connectorOf(url).oauth.refresh(ctx, { refreshToken: 'r' }))
      expect(got).toBe(kind)
    })
  })

  test('giving a grant back never fails', async () => {
    await withServer(cut, async (url) => {
      await connectorOf(url).oauth.revoke?.(ctx, { accessToken: 'a' })
    })
  })

  test('tokens without lifetimes and scopes are taken as they come', async () => {
    await withServer(answering(200, '{"access_token":"a"}'), async (url) => {
      const tokens = await connectorOf(url).oauth.exchangeCode(ctx, { code: 'c', codeVerifier, redirectUri })
      expect(tokens).toEqual({ accessToken: 'a', scopes: ['accounts.read', 'posts.write'] })
    })
  })
})
