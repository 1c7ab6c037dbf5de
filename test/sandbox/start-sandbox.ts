import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import type { Behaviour, BehaviourTimes } from '../../src/sandbox/behaviours.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { createTestDatabase } from '../helpers/database.ts'

export const clientId = 'social-service'
export const clientSecret = 'a secret: with + and %'
export const redirectUri = 'http://127.0.0.1:9/oauth/callback/servicetest?kept=yes'
export const codeVerifier = 'v'.repeat(43)
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
export const basic = `Basic ${Buffer.from(
  `${clientId}:${encodeURIComponent(clientSecret).replaceAll('%20', '+')}`,
).toString('base64')}`

export interface TestSandbox {
  url: string
  pool: Pool
  /** The injected time and chance; waiting moves the time on. */
  clock: { now: number; random: number; wait: (ms: number) => Promise<void> }
  errors: unknown[]
  stop(): Promise<void>
}

/** Serves a handler on a free port. */
export async function listen(handler: RequestListener): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A sandbox on its own database and port, its time standing still until a test moves it. */
export async function startSandbox(times?: Partial<BehaviourTimes>): Promise<TestSandbox> {
  const database = await createTestDatabase()
  const pool = new Pool({ connectionString: database.url })
  const clock = {
    now: Date.parse('2027-03-04T05:06:07.089Z'),
    random: 0,
    wait: async (ms: number) => {
      clock.now += ms
    },
  }
  const errors: unknown[] = []
  const server = await listen((req, res) => void sandbox.handle(req, res))
  const url = `${server.origin}/sandbox`
  const sandbox = createSandbox({
    pool,
    baseUrl: url,
    clientId,
    clientSecret,
    redirectUri,
    now: () => clock.now,
    random: () => clock.random,
    wait: clock.wait,
    times,
    onError: (error) => errors.push(error),
  })
  return {
    url,
    pool,
    clock,
    errors,
    async stop() {
      await server.close()
      await pool.end()
      await database.drop()
    },
  }
}

export const authorization = {
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  scope: 'accounts.read posts.write',
  state: 'state & more',
  code_challenge: codeChallenge,
  code_challenge_method: 'S256',
}

/** Fetches the consent page and sends its form as a browser would, with the user's choices. */
export async function consent(authorizeUrl: string, choices: Record<string, string>): Promise<URL> {
  const page = await fetch(authorizeUrl)
  const markup = await page.text()
  const hidden = [...markup.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const form = new URLSearchParams(
    hidden.map(([, name = '', value = '']): [string, string] => [name, unescapeHtml(value)]),
  )
  for (const [name, value] of Object.entries(choices)) form.set(name, value)
  const action = new URL(unescapeHtml(/action="([^"]*)"/.exec(markup)?.[1] ?? ''), authorizeUrl)
  const answer = await fetch(action, { method: 'POST', body: form, redirect: 'manual' })
  if (answer.status !== 303) throw new Error(`consent answered ${answer.status}: ${await answer.text()}`)
  return new URL(answer.headers.get('location') ?? '')
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

/** A code for `accounts` accounts of `username`. */
export async function getCode(
  sandbox: TestSandbox,
  username = 'sandbox',
  accounts = 2,
  scope?: string,
  behaviour: Behaviour = 'healthy',
) {
  const query = new URLSearchParams({ ...authorization, ...(scope && { scope }) })
  const location = await consent(`${sandbox.url}/oauth/authorize?${query}`, {
    username,
    accounts: String(accounts),
    behaviour,
    decision: 'allow',
  })
  return location.searchParams.get('code') ?? ''
}

/** POSTs a form to the token endpoint, by default as the registered client. */
export async function postForm(url: string, form: Record<string, string>, authorization: string | null = basic) {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: authorization === null ? {} : { authorization },
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

export function codeForm(code: string) {
  return { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri }
}

/** Access and refresh token after the whole dance. */
export async function connect(
  sandbox: TestSandbox,
  username?: string,
  accounts?: number,
  scope?: string,
  behaviour?: Behaviour,
) {
  const code = await getCode(sandbox, username, accounts, scope, behaviour)
  const { body } = await postForm(`${sandbox.url}/oauth/token`, codeForm(code))
  return { accessToken: String(body.access_token), refreshToken: String(body.refresh_token) }
}
