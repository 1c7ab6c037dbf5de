/** Every event reaches everybody who asked, whatever is killed meanwhile. */
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { certificate } from '../helpers/certificate.ts'
import { eventually } from '../helpers/eventually.ts'
import { freePorts } from '../helpers/free-ports.ts'
import { type Receiver, startReceiver } from '../helpers/receiver.ts'
import { endProcess, startNode } from '../helpers/run-node.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'
import { overSse, overWebSocket, resuming } from '../helpers/subscribe.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

const posts = 100
const accounts = 50
const expected = posts * accounts * 2

let dir: Awaited<ReturnType<typeof createTempDir>>
let postgres: EmbeddedPostgres
let database: pg.Pool
/** Stays alive: it plays the platform, and posts are created through it. */
let platform: TestService
let receiver: Receiver
let client: Client
let env: Record<string, string>
const processes: ChildProcess[] = []

beforeAll(async () => {
  dir = await createTempDir()
  const log = pino({ level: 'silent' })
  postgres = await startEmbeddedPostgres({ dataDir: join(dir.path, 'data'), log, settings: { fsync: 'off' } })
  database = new pg.Pool({ connectionString: postgres.url, max: 2 })
  database.on('error', () => {})
  const secret = randomBytes(32)
  platform = await startService({
    databaseUrl: postgres.url,
    encryptionKeys: [{ id: 'test', secret }],
    config: { role: 'api', webhookAllowPrivate: ['127.0.0.0/8'] },
  })
  client = await platform.client()
  receiver = await startReceiver()
  const authorities = join(dir.path, 'authorities.pem')
  await writeFile(authorities, certificate)
  env = {
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEYS: `test:${secret.toString('base64')}`,
    NODE_EXTRA_CA_CERTS: authorities,
    SANDBOX_URL: `${platform.url}/sandbox`,
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
    CONCURRENT_DELIVERIES: '200',
    LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
  }
}, 60_000)
afterAll(async () => {
  await Promise.all(processes.map((child) => endProcess(child, 'SIGKILL')))
  await platform?.stop()
  await receiver?.stop()
  await database?.end()
  await postgres?.stop()
  await dir?.remove()
}, 60_000)

/** A process of the service that can be killed and started again on the same port. */
async function start(role: 'api' | 'worker', port: number): Promise<ChildProcess> {
  const child = startNode('src/main.ts', [], { env: { ...env, ROLE: role, PORT: String(port) } })
  child.stdout?.resume()
  child.stderr?.pipe(process.stderr)
  if (process.env.TEST_LOG) child.stdout?.pipe(process.stderr)
  processes.push(child)
  await eventually(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok, { timeout: 30_000 })
  return child
}

const count = async (text: string) =>
  (await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${text}`)).rows[0]?.count ?? 0
const eventsReach = (share: number) =>
  eventually(async () => (await count('events')) >= expected * share, { timeout: 120_000 })

test('10,000 events reach a webhook, a WebSocket and an SSE client while the API, the worker and Postgres are killed', async () => {
  const [apiPort = 0, workerPort = 0] = await freePorts(2)
  const apiUrl = `http://127.0.0.1:${apiPort}`
  let api = await start('api', apiPort)
  let worker = await start('worker', workerPort)

  const project = await client.project()
  const ids: string[] = []
  for (let group = 0; group < accounts; group += 5) {
    ids.push(...(await client.connect(project, { accounts: 5, username: `group-${group}` })))
  }
  expect(ids).toHaveLength(accounts)
  const first = await eventually(async () => {
    const { rows } = await database.query<{ id: string; position: string }>(
      'SELECT id, position FROM events ORDER BY seq',
    )
    return rows.length === accounts && rows.every(({ position }) => position) && (rows.at(-1)?.id ?? false)
  })
  const eventTypes = ['started', 'published', 'failed'].map((end) => `socialAccountPost.delivery.${end}`)
  const { status } = await client.call('POST', '/webhooks', { url: `${receiver.url}/hook`, eventTypes })
  expect(status).toBe(201)
  const subscribers = [overWebSocket, overSse].map((open) => resuming(open, () => apiUrl, client.token, first))

  for (let post = 0; post < posts; post += 1) {
    expect((await client.call('POST', '/posts', postTo(ids))).status).toBe(201)
  }
  await eventsReach(0.15)
  await endProcess(api, 'SIGKILL')
  // The worker goes on without it.
  await eventsReach(0.2)
  api = await start('api', apiPort)
  await eventsReach(0.4)
  await endProcess(worker, 'SIGKILL')
  worker = await start('worker', workerPort)
  await eventsReach(0.6)
  const { rows } = await database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`,
  )
  // The server then ends every connection and recovers from its log.
  process.kill(rows[0]?.pid as number, 'SIGKILL')
  await eventually(() => count('events'), { timeout: 30_000 })

  await eventually(
    async () => (await count(`social_account_posts WHERE delivery_status IN ('PUBLISHED', 'FAILED')`)) === expected / 2,
    {
      timeout: 200_000,
    },
  )
  const stored = await eventually(async () => {
    const { rows: placed } = await database.query<{ id: string }>(
      'SELECT id FROM events WHERE position > (SELECT position FROM events WHERE id = $1) ORDER BY position',
      [first],
    )
    return placed.length === expected && placed.map(({ id }) => id)
  })
  await eventually(() => subscribers.every(({ all }) => all().length >= expected), { timeout: 60_000 })
  for (const { stop } of subscribers) expect(await stop()).toEqual(stored)
  await eventually(() => new Set(receiver.received.map(({ event }) => event.id)).size === expected, {
    timeout: 120_000,
  })
  const arrived = receiver.received.map(({ event }) => event.id)
  expect(new Set(arrived)).toEqual(new Set(stored))
  console.log(`${arrived.length} webhook requests for ${expected} events`)
}, 500_000)
