import pino from 'pino'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConnectorContext, Delivery } from '../../src/platforms/platform.ts'
import { createServicetest } from '../../src/platforms/servicetest/index.ts'
import { type Behaviour, behaviours } from '../../src/sandbox/behaviours.ts'
import { sweepSandbox } from '../../src/sandbox/sweep-sandbox.ts'
import {
  authorization,
  clientId,
  clientSecret,
  connect,
  getCode,
  postForm,
  startSandbox,
  type TestSandbox,
} from './start-sandbox.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => {
  sandbox.clock.random = 0
})
afterAll(async () => {
  expect(sandbox.errors).toEqual([])
  await sandbox.stop()
})

async function count(table: string, where = 'true', values: unknown[] = []): Promise<number> {
  const { rows } = await sandbox.pool.query(
    `SELECT count(*)::int AS count FROM sandbox.${table} WHERE ${where}`,
    values,
  )
  return rows[0].count
}

/** An account of this behaviour, and its calls as a client's program makes them. */
async function open(behaviour: Behaviour, username = `u${v7()}`) {
  const { accessToken, refreshToken } = await connect(sandbox, username, 1, undefined, behaviour)
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${sandbox.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: answers are compared, not used
    return { status: response.status, headers: response.headers, body: (await response.json()) as any }
  }
  const accountId = (await call('GET', '/accounts')).body.accounts[0].id as string
  const prepare = async () =>
    (await call('POST', `/accounts/${accountId}/containers`, { text: 'Hi' })).body.id as string
  const publish = (id: string) => call('POST', `/containers/${id}/publish`)
  const look = (id: string) => call('GET', `/containers/${id}`)
  const posts = () => count('posts', 'account_id = $1', [accountId])
  return { accessToken, refreshToken, accountId, call, prepare, publish, look, posts }
}

describe('the consent page', () => {
  const post = (choices: Record<string, string> | [string, string][]) =>
    fetch(`${sandbox.url}/oauth/authorize`, {
      method: 'POST',
      body: new URLSearchParams([...Object.entries(authorization), ...new URLSearchParams(choices)]),
      redirect: 'manual',
    })
  const form = { username: 'ann', accounts: '1', decision: 'allow' }

  test('offers every behaviour, healthy first', async () => {
    const markup = await (await fetch(`${sandbox.url}/oauth/authorize?${new URLSearchParams(authorization)}`)).text()
    const offered = [...markup.matchAll(/<option value="([^"]+)">/g)].map(([, name]) => name)
    expect(offered).toEqual(Object.keys(behaviours))
    expect(offered[0]).toBe('healthy')
  })

  test('puts the behaviour into the usernames and keeps it with the accounts', async () => {
    expect((await post({ ...form, behaviour: 'rate-limited', accounts: '2' })).status).toBe(303)
    const { rows } = await sandbox.pool.query(
      `SELECT id, behaviour FROM sandbox.accounts WHERE id LIKE 'ann-%' ORDER BY id`,
    )
    expect(rows).toEqual(['ann-rate-limited-1', 'ann-rate-limited-2'].map((id) => ({ id, behaviour: 'rate-limited' })))
  })

  test('takes a form without a behaviour as healthy', async () => {
    expect((await post({ ...form, username: 'plain' })).status).toBe(303)
    expect(await count('accounts', `id = 'plain-1' AND behaviour = 'healthy'`)).toBe(1)
  })

  test.each([
    ['an unknown behaviour', { ...form, behaviour: 'moody' }, 'no such behaviour'],
    ['a name from the prototype', { ...form, behaviour: 'constructor' }, 'no such behaviour'],
    [
      'two',
      [...Object.entries(form), ['behaviour', 'slow'], ['behaviour', 'flaky']] as [string, string][],
      'more than once',
    ],
    ["another behaviour's username", { ...form, username: 'ann-slow' }, 'Leave -slow out'],
    ['its own ending', { ...form, username: 'ann-flaky', behaviour: 'flaky' }, 'Leave -flaky out'],
  ])('refuses %s', async (_what, choices, reason) => {
    const response = await post(choices)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(reason)
  })
})

describe('publishing', () => {
  test('slow: processed for 3 s, then taken, and seen 3 s later', async () => {
    const account = await open('slow')
    const id = await account.prepare()
    sandbox.clock.now += 2999
    expect((await account.publish(id)).status).toBe(409)
    sandbox.clock.now += 1
    expect(await account.publish(id)).toMatchObject({ status: 202, body: { id, status: 'PUBLISHING' } })
    sandbox.clock.now += 2999
    expect((await account.look(id)).body).toEqual({ id, status: 'PUBLISHING' })
    expect((await account.call('GET', `/accounts/${account.accountId}/posts`)).body.posts).toEqual([])
    sandbox.clock.now += 1
    expect((await account.look(id)).body).toEqual({ id, status: 'PUBLISHED', postId: expect.any(String) })
    expect((await account.call('GET', `/accounts/${account.accountId}/posts`)).body.posts).toHaveLength(1)
  })

  test('rate-limited: 429 until Retry-After is over, for each post', async () => {
    const account = await open('rate-limited')
    for (const done of [1, 2]) {
      const id = await account.prepare()
      const first = await account.publish(id)
      expect([first.status, first.headers.get('retry-after'), first.body.error.type]).toEqual([
        429,
        '30',
        'rate_limited',
      ])
      sandbox.clock.now += 29_500
      const early = await account.publish(id)
      expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1'])
      expect(await account.posts()).toBe(done - 1)
      sandbox.clock.now += 500
      expect((await account.publish(id)).status).toBe(200)
      expect(await account.posts()).toBe(done)
    }
  })

  test('flaky: one 503 to a look, one to publishing without effect, then fine', async () => {
    const account = await open('flaky')
    const id = await account.prepare()
    const statuses = [await account.look(id), await account.look(id), await account.publish(id)]
    expect(statuses.map(({ status }) => status)).toEqual([503, 200, 503])
    expect(await account.posts()).toBe(0)
    expect([(await account.publish(id)).status, (await account.look(id)).status]).toEqual([200, 200])
  })

  test('loses-answer: publishes each time, and cuts the connection', async () => {
    const account = await open('loses-answer')
    const id = await account.prepare()
    await expect(account.publish(id)).rejects.toThrow('fetch failed')
    expect(await account.posts()).toBe(1)
    expect((await account.look(id)).body.status).toBe('PUBLISHED')
  })

  test.each([
    [0.49, 1],
    [0.5, 0],
  ])('loses-answer-for-good at chance %s: %i posts, which only people can see', async (random, published) => {
    const account = await open('loses-answer-for-good')
    const id = await account.prepare()
    expect((await account.look(id)).body.status).toBe('READY')
    sandbox.clock.random = random
    await expect(account.publish(id)).rejects.toThrow('fetch failed')
    expect(await account.posts()).toBe(published)
    expect((await account.look(id)).status).toBe(503)
    expect((await account.call('GET', `/accounts/${account.accountId}/posts`)).status).toBe(503)
    const page = await (await fetch(`${sandbox.url}/accounts/${account.accountId}`)).text()
    expect([page.includes('>Hi</a>'), page.includes('No posts yet.')]).toEqual([published === 1, published === 0])
  })

  test('rejects-content: 422, nothing published', async () => {
    const account = await open('rejects-content')
    expect(await account.publish(await account.prepare())).toMatchObject({
      status: 422,
      body: { error: { type: 'content_rejected' } },
    })
    expect(await account.posts()).toBe(0)
  })

  test('account-suspended: 403 before anything is made', async () => {
    const account = await open('account-suspended')
    const answer = await account.call('POST', `/accounts/${account.accountId}/containers`, { text: 'Hi' })
    expect(answer).toMatchObject({ status: 403, body: { error: { type: 'account_suspended' } } })
    expect(await count('containers', 'account_id = $1', [account.accountId])).toBe(0)
  })
})

describe('tokens', () => {
  const renew = (refreshToken: string) =>
    postForm(`${sandbox.url}/oauth/token`, { grant_type: 'refresh_token', refresh_token: refreshToken })

  test('expired-token: they live 100 s, and so do those they are renewed to', async () => {
    const account = await open('expired-token')
    sandbox.clock.now += 100_000
    expect((await account.call('GET', '/accounts')).status).toBe(401)
    expect(await renew(account.refreshToken)).toMatchObject({ status: 200, body: { expires_in: 100 } })
  })

  test('revoked-token: the renewal is refused and the grant over; the next connection holds, the one after does not', async () => {
    const username = 'revoked-three-times'
    for (const holds of [false, true, false]) {
      const account = await open('revoked-token', username)
      const renewed = await renew(account.refreshToken)
      expect([renewed.status, renewed.body.error]).toEqual(holds ? [200, undefined] : [400, 'invalid_grant'])
      expect((await account.call('GET', '/accounts')).status).toBe(holds ? 200 : 401)
    }
  })
})

describe('the connector', () => {
  const ctx = (): ConnectorContext => ({
    fetch,
    now: () => sandbox.clock.now,
    wait: sandbox.clock.wait,
    log: pino({ level: 'silent' }),
  })
  const publish = () =>
    createServicetest({ apiUrl: sandbox.url, browserUrl: sandbox.url, clientId, clientSecret }).publish

  async function slowDelivery(): Promise<Delivery> {
    const { accessToken, accountId } = await open('slow')
    return {
      socialAccountPostId: v7(),
      externalAccountId: accountId,
      accessToken,
      text: 'Hello',
      options: {},
      media: [],
      optionMedia: {},
      startedAt: sandbox.clock.now,
    }
  }

  async function prepared() {
    const delivery = await slowDelivery()
    return { delivery, progress: await publish().prepare(ctx(), delivery, {}, async () => {}) }
  }

  const accept = ({ delivery, progress }: Awaited<ReturnType<typeof prepared>>) =>
    fetch(`${sandbox.url}/api/containers/${progress.containerId}/publish`, {
      method: 'POST',
      headers: { authorization: `Bearer ${delivery.accessToken}` },
    })

  test('waits for a slow post and gives its id', async () => {
    const { delivery, progress } = await prepared()
    const { externalPostId } = await publish().commit(ctx(), delivery, progress)
    expect(
      await count('posts', 'id = $1 AND client_reference = $2', [externalPostId, delivery.socialAccountPostId]),
    ).toBe(1)
  })

  test('does not know the outcome when it cannot ask how far a slow post is', async () => {
    const { delivery, progress } = await prepared()
    const deaf: typeof fetch = (input, init) =>
      init?.method === 'GET' ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init)
    await expect(publish().commit({ ...ctx(), fetch: deaf }, delivery, progress)).rejects.toMatchObject({
      kind: 'outcome-unknown',
    })
  })

  test('a post that is still on its way is found by the check, and never called not published', async () => {
    const found = await prepared()
    expect((await accept(found)).status).toBe(202)
    expect(await publish().check(ctx(), found.delivery, found.progress)).toMatchObject({ outcome: 'published' })

    const stuck = await prepared()
    expect((await accept(stuck)).status).toBe(202)
    const still = { ...ctx(), wait: async () => {} }
    expect(await publish().check(still, stuck.delivery, stuck.progress)).toEqual({ outcome: 'unknown' })
  })

  test('a preparation that is taken up while the post is on its way makes no second one', async () => {
    const made = await prepared()
    await accept(made)
    const resumed = await publish().prepare(ctx(), made.delivery, made.progress, async () => {})
    await publish().commit(ctx(), made.delivery, resumed)
    expect(await count('posts', 'client_reference = $1', [made.delivery.socialAccountPostId])).toBe(1)
  })
})

test('the page of an account is 404 when there is none, and escapes what it shows', async () => {
  for (const id of ['nobody-1', '%00', '<b>']) {
    const response = await fetch(`${sandbox.url}/accounts/${id}`)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('<b>')
  }
  const account = await open('healthy')
  const { body } = await account.call('POST', `/accounts/${account.accountId}/containers`, { text: '<b>bold</b>' })
  await account.publish(body.id)
  expect(await (await fetch(`${sandbox.url}/accounts/${account.accountId}`)).text()).toContain(
    '&lt;b&gt;bold&lt;/b&gt;',
  )
})

test('codes and tokens are swept a week after they expired, and nothing else', async () => {
  const week = 7 * 24 * 3600_000
  await getCode(sandbox)
  const account = await open('healthy')
  await account.publish(await account.prepare())
  const kept = { accounts: await count('accounts'), grants: await count('grants'), posts: await count('posts') }
  const refreshTokens = await count('tokens', `kind = 'refresh'`)
  await sweepSandbox(sandbox.pool, sandbox.clock.now)
  const [codes, tokens] = [await count('codes'), await count('tokens')]
  expect([codes > 0, tokens > refreshTokens]).toEqual([true, true])

  sandbox.clock.now += week + 3_600_001
  await sweepSandbox(sandbox.pool, sandbox.clock.now)
  expect([await count('codes'), await count('tokens')]).toEqual([0, refreshTokens])
  expect({ accounts: await count('accounts'), grants: await count('grants'), posts: await count('posts') }).toEqual(
    kept,
  )
})
