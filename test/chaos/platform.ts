/**
 * The sandbox in a process of its own: a platform does not die of our crashes, but it can stall (SIGSTOP).
 *
 * One thing differs from the sandbox inside the service: a renewal whose new tokens have not been seen in use may be
 * asked for again and gets the same answer, as platforms do that allow for lost answers. So a crash within a renewal
 * costs no account, while two renewals at once by clients that both go on still end the grant.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { type PlatformSettings, refreshLogName } from './platform-settings.ts'

interface Renewal {
  status: number
  body: string
  /** Hashes of the tokens it gave. */
  tokens: string[]
}

const settings = JSON.parse(process.env.PLATFORM ?? '{}') as PlatformSettings
const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: 10, application_name: 'chaos-platform' })
pool.on('error', () => {})
pool.on('connect', (client) => client.on('error', () => {}))

const sandbox = createSandbox({
  pool,
  baseUrl: settings.baseUrl,
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  redirectUri: settings.redirectUri,
  now: Date.now,
  random: Math.random,
  times: settings.times,
  onError: (error) => console.error((error as Error).message),
})

const renewals = new Map<string, Renewal>()
const inUse = new Set<string>()
const hash = (token: string) => createHash('sha256').update(token).digest('base64')

const inner = createServer((req, res) => void sandbox.handle(req, res))
await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
const innerUrl = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`

async function renew(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await text(req)
  const token = hash(new URLSearchParams(body).get('refresh_token') ?? '')
  inUse.add(token)
  const earlier = renewals.get(token)
  if (earlier && !earlier.tokens.some((given) => inUse.has(given))) {
    console.log(refreshLogName)
    res.writeHead(earlier.status, { 'content-type': 'application/json' }).end(earlier.body)
    return
  }
  const { authorization = '', 'content-type': type = '' } = req.headers
  const answer = await fetch(`${innerUrl}${req.url}`, {
    method: 'POST',
    body,
    headers: { authorization, 'content-type': type },
  })
  const said = await answer.text()
  if (answer.status === 200) {
    const { access_token: access, refresh_token: refresh } = JSON.parse(said)
    renewals.set(token, { status: 200, body: said, tokens: [hash(access), hash(refresh)] })
  }
  res.writeHead(answer.status, { 'content-type': 'application/json' }).end(said)
}

const server = createServer((req, res) => {
  const bearer = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1]
  if (bearer) inUse.add(hash(bearer))
  if (req.method === 'POST' && req.url?.endsWith('/oauth/token')) renew(req, res).catch(() => res.destroy())
  else void sandbox.handle(req, res)
})
server.listen(settings.port, '127.0.0.1', () => console.log('listening'))
