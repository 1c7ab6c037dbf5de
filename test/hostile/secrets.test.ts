/** Plants every secret the service knows, lets it work and fail, and looks for them wherever they must not be. */
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logOptions } from '../../src/lib/log-options.ts'
import { eventually } from '../helpers/eventually.ts'
import { addMedia, startSession } from '../helpers/media.ts'
import { type Receiver, startReceiver, trustReceivers } from '../helpers/receiver.ts'
import { endProcess, runNode, startNode } from '../helpers/run-node.ts'
import {
  type Client,
  consent,
  createClient,
  postTo,
  redirectUrl,
  startService,
  type TestService,
} from '../helpers/service.ts'
import { overWebSocket } from '../helpers/subscribe.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

let directory: Awaited<ReturnType<typeof createTempDir>>
let receiver: Receiver
let service: TestService
let client: Client
const logged: string[] = []
/** Answers and what else a client got to see. */
const seen: string[] = []
const secrets = new Map<string, string>()

beforeAll(async () => {
  trustReceivers()
  directory = await createTempDir()
  receiver = await startReceiver()
  const log = pino({ ...logOptions, level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const { readConfig } = await import('../../src/config.ts')
  const config = readConfig({ DATA_DIR: directory.path, PORT: '0', WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' })
  service = await startService({ log, config })
  client = recording(await service.client())
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
  await directory.remove()
})

function recording(original: Client): Client {
  return {
    ...original,
    async call(...args) {
      const answer = await original.call(...args)
      const { signingSecret: _once, parts: _signed, ...rest } = answer.body ?? {}
      seen.push(JSON.stringify(Array.isArray(answer.body) ? answer.body : rest), JSON.stringify([...answer.headers]))
      return answer
    },
    async graphql(...args) {
      const answer = await original.graphql(...args)
      seen.push(JSON.stringify(answer))
      return answer
    },
  }
}

/** The ways in which a secret may be written. */
function forms(secret: string): string[] {
  const texts = [secret, Buffer.from(secret, 'base64').toString('latin1')].filter((text) => text.length >= 12)
  return texts.flatMap((text) => {
    const bytes = Buffer.from(text, text === secret ? 'utf8' : 'latin1')
    // Base64 of a longer text has a secret in it in one of three ways, apart from its ends.
    const base64 = [0, 1, 2].flatMap((shift) => {
      const inner = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
      return [
        inner.slice(shift === 0 ? 0 : 4, -4),
        inner
          .slice(shift === 0 ? 0 : 4, -4)
          .replaceAll('+', '-')
          .replaceAll('/', '_'),
      ]
    })
    const raw = text === secret ? [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1)] : []
    return [...raw, bytes.toString('hex'), ...base64].filter((form) => form.length >= 10)
  })
}

/** Names of the secrets that a text holds. */
function found(text: string): string[] {
  const lower = text.toLowerCase()
  return [...secrets].flatMap(([name, secret]) =>
    forms(secret).some((form) => text.includes(form) || (/^[0-9a-f]+$/.test(form) && lower.includes(form)))
      ? [name]
      : [],
  )
}

/** Opens what the database holds encrypted, and adds it to the secrets. */
async function plantTokens(when: string): Promise<void> {
  const { db, secrets: box } = service.app.services
  for (const grant of await db.prisma.oauthGrant.findMany()) {
    secrets.set(`access token ${when}`, box.decrypt(grant.accessToken))
    secrets.set(`refresh token ${when}`, box.decrypt(grant.refreshToken ?? ''))
  }
  for (const { codeVerifier, id } of await db.prisma.oauthFlow.findMany())
    secrets.set(`verifier ${id}`, box.decrypt(codeVerifier))
}

const settled = (postId: string) =>
  eventually(async () => {
    const { body } = await client.call('GET', `/posts/${postId}`)
    return ['PUBLISHED', 'FAILED'].includes(body.socialAccountPosts[0].deliveryStatus) && body.socialAccountPosts[0]
  })

async function publish(account: string, changes: object = {}) {
  const target = { platform: 'SERVICETEST', socialAccountId: account, ...changes }
  const { body } = await client.call('POST', '/posts', postTo([], { socialAccounts: [target] }))
  return settled(body.id)
}

/** Connects, publishes, refreshes, fails, is refused, rotates, and is revoked. */
async function journey(): Promise<void> {
  const { db, secrets: box } = service.app.services
  secrets.set('API key', client.token)
  secrets.set('client secret', box.sign('sandbox', 'client secret'))
  secrets.set('encryption key', service.encryptionKeys[0]?.secret.toString('base64') as string)
  const eventTypes = [
    'socialAccountPost.delivery.published',
    'socialAccountPost.delivery.failed',
    'socialAccount.disconnected',
  ]
  const create = { url: `${receiver.url}/hook`, eventTypes }
  const key = { 'idempotency-key': 'hook' }
  const { body: hook } = await client.call('POST', '/webhooks', create, key)
  secrets.set('signing secret', hook.signingSecret)
  expect((await client.call('POST', '/webhooks', create, key)).body.signingSecret).toBe(hook.signingSecret)
  const subscriber = await overWebSocket(service.url, client.token)

  const projectId = await client.project()
  const flow = { projectId, platform: 'SERVICETEST', redirectUrl }
  const { body: started } = await createClient(service.url, client.token, '').call(
    'POST',
    '/social-accounts/authorization-url',
    flow,
  )
  await plantTokens('before')
  const callback = new URL(await consent(started.url))
  secrets.set('authorization code', callback.searchParams.get('code') as string)
  secrets.set('state', callback.searchParams.get('state') as string)
  const ended = await fetch(callback, { redirect: 'manual' })
  seen.push(ended.headers.get('location') ?? '', await (await fetch(callback)).text())
  const [account = ''] = (await client.call('GET', '/social-accounts')).body.map(({ id }: { id: string }) => id)
  await plantTokens('first')

  const { parts, uploadSessionId } = await startSession(createClient(service.url, client.token, ''), projectId, 1000)
  const part = new URL(parts[0]?.uploadUrl as string)
  secrets.set('part signature', part.searchParams.get('signature') as string)
  seen.push(await (await fetch(part, { method: 'PUT', body: 'short' })).text())
  await client.call('POST', `/media/upload-sessions/${uploadSessionId}/complete`)
  await addMedia(createClient(service.url, client.token, ''), service.url, projectId)

  receiver.answer = (_req, res) => res.writeHead(500).end('failed')
  expect((await publish(account)).deliveryStatus).toBe('PUBLISHED')
  await eventually(() => receiver.received.length > 0)
  receiver.answer = (_req, res) => res.writeHead(204).end()
  expect((await publish(account, { shouldSucceed: false })).deliveryStatus).toBe('FAILED')

  await db.prisma.oauthGrant.updateMany({ data: { accessExpiresAt: new Date() } })
  expect((await publish(account)).deliveryStatus).toBe('PUBLISHED')
  await plantTokens('refreshed')
  expect(secrets.get('access token refreshed')).not.toBe(secrets.get('access token first'))

  const { body: rotated } = await client.call('POST', `/webhooks/${hook.id}/rotate-secret`)
  secrets.set('rotated signing secret', rotated.signingSecret)

  await db.pool.query('UPDATE sandbox.grants SET revoked_at = now()')
  expect((await publish(account)).deliveryStatus).toBe('FAILED')
  await db.prisma.socialAccount.updateMany({ data: { status: 'CONNECTED' } })
  await db.prisma.oauthGrant.updateMany({ data: { accessExpiresAt: new Date() } })
  expect((await publish(account)).deliveryStatus).toBe('FAILED')

  await client.graphql(`{ posts { posts { socialAccountPosts { errorMessage attempts { message step } socialAccount { username } } } }
    webhooks { url deliveries { deliveries { response errorMessage event { errorMessage } } } } socialAccounts { id username imageUrl } }`)
  for (const path of [
    '/projects',
    '/social-accounts',
    '/social-account-posts',
    '/media',
    '/webhooks',
    `/webhooks/${hook.id}/deliveries`,
    `/media/upload-sessions/${uploadSessionId}`,
  ])
    await client.call('GET', path)
  for (const headers of [{ authorization: `Basic ${client.token}` }, { authorization: `Bearer ${client.token}x` }]) {
    await client.call('GET', '/projects', undefined, headers)
    seen.push(await (await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: '{}' })).text())
  }
  await client.call('POST', '/posts', '{"a": ')
  // A key in the wrong place is the sender's mistake, and should not make it worse.
  await fetch(`${service.url}/v1/projects?key=${client.token}&authorization=${client.token}`)
  await eventually(() => subscriber.events.length > 3)
  seen.push(JSON.stringify(subscriber.events), JSON.stringify(subscriber.errors))
  subscriber.stop()
  for (const { body, path } of receiver.received) seen.push(body, path)
}

/** Every row of every table, as text; bytes are hexadecimal. */
async function dump(url: string): Promise<[string, string][]> {
  const connection = new pg.Client(url)
  await connection.connect()
  const { rows: tables } = await connection.query(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  )
  const texts: [string, string][] = []
  for (const { name } of tables) {
    const { rows } = await connection.query(`SELECT t::text AS row FROM ${name} t`)
    texts.push([name, rows.map(({ row }) => row).join('\n')])
  }
  await connection.end()
  return texts
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

test('no secret is anywhere but where it belongs', async () => {
  await journey()
  expect([...secrets.values()].every((secret) => secret.length >= 16)).toBe(true)
  expect(secrets.size).toBeGreaterThanOrEqual(12)
  expect(logged.length).toBeGreaterThan(30)
  for (const line of logged) expect(found(line), line).toEqual([])
  for (const text of seen) expect(found(text), text.slice(0, 2000)).toEqual([])
  const tables = await dump(service.databaseUrl)
  expect(tables.find(([name]) => name === 'public.social_account_posts')?.[1]).toContain('PUBLISHED')
  for (const [name, text] of tables) expect(found(text), name).toEqual([])
  const files = await filesBelow(directory.path)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(found(await readFile(file, 'latin1')), file).toEqual([])
}, 60_000)

test('each form of a secret is found', () => {
  secrets.set('sample', 'sample_secret-with+signs/and=more')
  const secret = secrets.get('sample') as string
  const written = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('hex').toUpperCase(),
    ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${secret}:x`).toString('base64')),
    ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${secret}:x`).toString('base64url')),
  ]
  for (const text of written) expect(found(`before ${text} after`), text).toEqual(['sample'])
  secrets.delete('sample')
})

test('a whole installation keeps its secrets in the files meant for them', async () => {
  const home = await createTempDir()
  const child = startNode('src/main.ts', [], { env: { DATA_DIR: home.path, PORT: '0', LOG_LEVEL: 'trace' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const url = await eventually(() => /"url":"([^"]+)"/.exec(output)?.[1] ?? false, { timeout: 60_000 })
  const read = async (name: string) => (await readFile(join(home.path, name), 'utf8')).trim()
  const own = ['api-key', 'encryption-key', 'postgres-password']
  await eventually(() => read('api-key'))
  const kept = new Map(
    await Promise.all(own.map(async (name) => [name, (await read(name)).replace(/^\w+:/, '')] as const)),
  )
  const installed = createClient(url, kept.get('api-key') as string, '')
  const [account = ''] = await installed.connect(await installed.project())
  await installed.call('POST', '/posts', postTo([account]))
  await eventually(async () => {
    const { body } = await installed.call('GET', '/social-account-posts')
    return body.socialAccountPosts[0]?.deliveryStatus === 'PUBLISHED'
  })
  const ended = once(child, 'close')
  await endProcess(child, 'SIGTERM')
  await ended
  secrets.clear()
  for (const [name, secret] of kept) secrets.set(name, secret)
  expect(found(output)).toEqual([])
  for (const file of await filesBelow(home.path)) {
    if (own.some((name) => file === join(home.path, name))) continue
    expect(found(await readFile(file, 'latin1')), file).toEqual([])
  }
  await home.remove()
}, 120_000)

test('a database that is not there is named without its password', async () => {
  const env = {
    DATABASE_URL: 'postgres://someone:planted-password-of-the-database@127.0.0.1:9/nothing',
    ENCRYPTION_KEYS: `a:${Buffer.alloc(32, 'planted-encryption-key').toString('base64')}`,
    PORT: '0',
    LOG_LEVEL: 'trace',
  }
  const { code, stdout, stderr } = await runNode('src/main.ts', [], { env })
  expect(code).toBe(1)
  expect(stderr).toContain('127.0.0.1:9')
  expect(`${stdout}${stderr}`).not.toContain('planted')
}, 60_000)
