import type { ChildProcess } from 'node:child_process'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { create, drained, notPublishedOnce } from '../features/delivery/follow.ts'
import { eventually } from '../helpers/eventually.ts'
import { endProcess, startNode } from '../helpers/run-node.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'

/** The API and the sandbox live here; the workers are processes that come and go. */
let service: TestService
let client: Client
let accounts: string[]
let workers: ChildProcess[] = []

beforeAll(async () => {
  service = await startService({ config: { role: 'api', concurrentRequestsPerKey: 100 } })
  client = await service.client()
  accounts = await client.connect(await client.project(), { accounts: 3 })
})
afterAll(() => service.stop())
beforeEach(() => query('DELETE FROM posts'))
afterEach(async () => {
  await Promise.all(workers.map((worker) => endProcess(worker, 'SIGKILL')))
  workers = []
})

const query = (text: string) => service.app.services.db.pool.query(text)

async function startWorker(): Promise<ChildProcess> {
  const [key] = service.encryptionKeys as [{ id: string; secret: Buffer }]
  const worker = startNode('src/main.ts', [], {
    env: {
      ROLE: 'worker',
      PORT: '0',
      DATABASE_URL: service.databaseUrl,
      ENCRYPTION_KEYS: `${key.id}:${key.secret.toString('base64')}`,
      SANDBOX_URL: `${service.url}/sandbox`,
      CONCURRENT_DELIVERIES: '12',
    },
  })
  workers.push(worker)
  let output = ''
  for (const stream of [worker.stdout, worker.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  await eventually(() => {
    if (worker.exitCode !== null) throw new Error(`The worker ended: ${output}`)
    return output.includes('"started"')
  })
  return worker
}

async function createPosts(count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => create(client, accounts)))
}

/** What the sandbox published of the posts there are. */
async function published(): Promise<number> {
  const { rows } = await query(
    'SELECT count(*)::int AS count FROM sandbox.posts p JOIN social_account_posts c ON p.client_reference = c.id::text',
  )
  return rows[0].count
}

/** What the killed process held is free after its lease, a minute; here at once. */
const endLeases = () => query(`UPDATE social_account_posts SET due_at = now() WHERE lease_id IS NOT NULL`)

test('workers killed in the middle of deliveries: the next ones finish, every post exactly once', async () => {
  await createPosts(20)
  for (const before of [5, 30]) {
    const worker = await startWorker()
    await eventually(async () => (await published()) >= before)
    await endProcess(worker, 'SIGKILL')
    const { rows } = await query('SELECT count(*)::int AS held FROM social_account_posts WHERE lease_id IS NOT NULL')
    expect(rows[0].held).toBeGreaterThan(0)
    await endLeases()
  }
  await startWorker()
  await drained(service, 30_000)
  expect(await notPublishedOnce(service)).toEqual([])
}, 60_000)

test('workers killed at several moments of a delivery, each time with the next one on its way', async () => {
  let worker = await startWorker()
  for (const moment of ['lease_id', 'commit_intent_at', 'commit_result']) {
    const next = startWorker()
    await createPosts(3)
    await eventually(async () => {
      const { rows } = await query(
        `SELECT count(*)::int AS count FROM social_account_posts WHERE ${moment} IS NOT NULL AND delivery_status = 'SENDING'`,
      )
      return rows[0].count > 0
    })
    await endProcess(worker, 'SIGKILL')
    worker = await next
    await endLeases()
  }
  await drained(service, 30_000)
  expect(await notPublishedOnce(service)).toEqual([])
}, 60_000)

test('two workers at once, one killed: the other goes on and takes over', async () => {
  const [doomed] = await Promise.all([startWorker(), startWorker()])
  await createPosts(20)
  await eventually(async () => (await published()) >= 10)
  await endProcess(doomed, 'SIGKILL')
  await endLeases()
  await drained(service, 30_000)
  expect(await notPublishedOnce(service)).toEqual([])
}, 60_000)

test('SIGTERM lets deliveries in progress finish, takes no new ones and exits with 0', async () => {
  await createPosts(20)
  const worker = await startWorker()
  await eventually(async () => (await published()) >= 5)
  await endProcess(worker, 'SIGTERM')
  expect(worker.exitCode).toBe(0)
  const { rows } = await query(
    `SELECT delivery_status AS status, count(*)::int AS count FROM social_account_posts GROUP BY 1 ORDER BY 1`,
  )
  expect(rows.map((row) => row.status)).toEqual(['NOT_STARTED', 'PUBLISHED'])
  expect(await published()).toBe(rows[1].count)
  await startWorker()
  await drained(service, 30_000)
  expect(await notPublishedOnce(service)).toEqual([])
}, 60_000)
