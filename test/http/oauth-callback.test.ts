import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { movableClock } from '../features/delivery/follow.ts'
import { type Client, consent, redirectUrl, startService, type TestService } from '../helpers/service.ts'
import { listen } from '../sandbox/start-sandbox.ts'

let service: TestService
let client: Client
let projectId: string

beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  client = await service.client()
  projectId = await client.project()
})
afterAll(() => service.stop())

/** Starts a flow and returns the address the platform would send the browser back to, with `answer` in its query. */
async function start(answer: Record<string, string>, body: object = { redirectUrl }, as = client, to = service.url) {
  const started = await as.call('POST', '/social-accounts/authorization-url', {
    projectId,
    platform: 'SERVICETEST',
    ...body,
  })
  const state = new URL(started.body.url).searchParams.get('state') ?? ''
  return `${to}/oauth/callback/servicetest?${new URLSearchParams({ state, ...answer })}`
}

const visit = (url: string) => fetch(url, { redirect: 'manual' })

async function end(url: string) {
  const answer = await visit(url)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams)
}

const failed = (error: string) => ({ kept: '1', status: 'error', projectId, platform: 'SERVICETEST', error })

test('success: the redirect keeps its own query and says what was connected, without any token', async () => {
  const back = await client.authorize(projectId, { accounts: 3 })
  const ids = (await client.call('GET', '/social-accounts')).body.map(({ id }: { id: string }) => id)
  const { socialAccountIds, ...rest } = Object.fromEntries(back.searchParams)
  expect(rest).toEqual({ kept: '1', status: 'success', projectId, platform: 'SERVICETEST' })
  expect(socialAccountIds?.split(',').sort()).toEqual(ids.sort())
})

test('success: connecting the same account again renews its grant and keeps its id', async () => {
  const first = await client.connect(projectId, { username: 'same' })
  const { prisma } = service.app.services.db
  await prisma.socialAccount.updateMany({ where: { projectId }, data: { status: 'DISCONNECTED' } })
  expect((await client.call('GET', '/social-accounts')).body).toEqual([])
  expect(await client.connect(projectId, { username: 'same' })).toEqual(first)
  expect((await client.call('GET', '/social-accounts')).body).toHaveLength(1)
  expect(await prisma.oauthGrant.count({ where: { projectId } })).toBe(1)
  const other = await client.connect(await client.project('Other'), { username: 'same' })
  expect(other).not.toEqual(first)
})

test('success: without a redirectUrl the browser gets a page', async () => {
  const started = await client.call('POST', '/social-accounts/authorization-url', {
    projectId,
    platform: 'SERVICETEST',
  })
  const answer = await visit(await consent(started.body.url))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(await answer.text()).toContain('connected')
})

describe('error', () => {
  test('access_denied', async () => {
    const back = await client.authorize(projectId, { decision: 'deny' })
    expect(Object.fromEntries(back.searchParams)).toEqual(failed('access_denied'))
  })

  test('provider_error', async () => {
    expect(await end(await start({ error: 'server_error', code: 'c' }))).toEqual(failed('provider_error'))
  })

  test('missing_code', async () => {
    expect(await end(await start({}))).toEqual(failed('missing_code'))
  })

  test('oauth_client_unavailable', async () => {
    const { databaseUrl, encryptionKeys } = service
    const bare = await startService({ databaseUrl, encryptionKeys, config: { sandbox: false } })
    const url = await start({ code: 'c' }, { redirectUrl }, client, bare.url)
    expect(await end(url)).toEqual(failed('oauth_client_unavailable'))
    await bare.stop()
  })

  test('token_exchange_failed', async () => {
    expect(await end(await start({ code: 'wrong' }))).toEqual(failed('token_exchange_failed'))
  })

  test('no_tokens', async () => {
    const platform = await listen((_req, res) => void res.setHeader('content-type', 'application/json').end('{}'))
    const { databaseUrl, encryptionKeys } = service
    const config = { sandboxUrl: platform.origin }
    const empty = await startService({ databaseUrl, encryptionKeys, config })
    expect(await end(await start({ code: 'c' }, { redirectUrl }, client, empty.url))).toEqual(failed('no_tokens'))
    await empty.stop()
    await platform.close()
  })

  test.each([
    ['account_persistence_failed', 'social_accounts', 'INSERT'],
    ['grant_persistence_failed', 'oauth_grants', 'INSERT'],
    ['connection_session_persistence_failed', 'oauth_flows', 'UPDATE'],
  ])('%s', async (error, table, operation) => {
    const { pool } = service.app.services.db
    await pool.query(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused by the test'; END $$`)
    await pool.query(`CREATE TRIGGER refuse BEFORE ${operation} ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`)
    try {
      const back = await client.authorize(projectId)
      expect(Object.fromEntries(back.searchParams)).toEqual(failed(error))
    } finally {
      await pool.query(`DROP TRIGGER refuse ON ${table}`)
    }
    expect((await client.call('GET', '/social-accounts')).body).toEqual([])
    expect(await service.app.services.db.prisma.oauthGrant.count({ where: { projectId } })).toBe(0)
  })

  test('without a redirectUrl the browser gets a page that names the code', async () => {
    const answer = await visit(await start({ error: 'access_denied' }, {}))
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('access_denied')
  })
})

describe('400: nobody knows where the browser should go', () => {
  const refused = async (url: string) => {
    const answer = await visit(url)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(await answer.text()).toContain('start connecting the account again')
  }

  test('a missing or unknown state', async () => {
    await refused(`${service.url}/oauth/callback/servicetest?code=c`)
    await refused(`${service.url}/oauth/callback/servicetest?code=c&state=unknown`)
    await refused(`${service.url}/oauth/callback/servicetest?code=c&state=%00%ED%A0%80`)
  })

  test('a state that was used, also when two browsers come at the same time', async () => {
    const url = await start({ error: 'access_denied' })
    const answers = await Promise.all([visit(url), visit(url)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400])
    await refused(url)
  })

  test('a state that has expired', async () => {
    const url = await start({ code: 'c' })
    const { prisma } = service.app.services.db
    await prisma.oauthFlow.updateMany({ where: { projectId }, data: { expiresAt: new Date(Date.now() - 1) } })
    await refused(url)
  })

  test('a state older than 15 minutes, and none younger', async () => {
    const { clock, advance } = movableClock()
    const { databaseUrl, encryptionKeys } = service
    const later = await startService({ databaseUrl, encryptionKeys, clock, config: { role: 'api' } })
    const urls = [
      await start({}, { redirectUrl }, client, later.url),
      await start({}, { redirectUrl }, client, later.url),
    ]
    advance(15 * 60_000 - 10_000)
    expect(await end(urls[0] as string)).toEqual(failed('missing_code'))
    advance(10_000)
    await refused(urls[1] as string)
    await later.stop()
  })

  test('a state of another platform, or a platform that does not exist', async () => {
    await refused((await start({ code: 'c' })).replace('/servicetest?', '/x?'))
    await refused((await start({ code: 'c' })).replace('/servicetest?', '/myspace?'))
  })
})
