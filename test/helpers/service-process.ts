/** The service in a process of its own, whose memory is its own, on a database of its own. */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '../../src/db/database.ts'
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts'
import { createOrganization } from '../../src/features/api-keys/create-organization.ts'
import { createTestDatabase } from './database.ts'
import { eventually } from './eventually.ts'
import { endProcess, nextLine, startNode } from './run-node.ts'
import { type Client, createClient } from './service.ts'
import { createTempDir } from './temp-dir.ts'

export interface ServiceProcess {
  url: string
  client: Client
  /** Memory of the process, MiB: what it holds now, and the most since `forgetPeak`. Linux only. */
  memory(): Promise<{ now: number; peak: number }>
  forgetPeak(): Promise<void>
  stop(): Promise<void>
}

export async function startServiceProcess(): Promise<ServiceProcess> {
  const database = await createTestDatabase()
  const directory = await createTempDir()
  const { organizationId, token } = await createKey(database.url)
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const child = startNode('src/main.ts', [], {
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: join(directory.path, 'data'),
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      PORT: String(port),
      LOG_LEVEL: 'fatal',
    },
  })
  const url = `http://127.0.0.1:${port}`
  void nextLine(child)
  await eventually(async () => (await fetch(`${url}/readyz`)).ok, { timeout: 60_000 })
  const status = () => readFile(`/proc/${child.pid}/status`, 'utf8')
  const mebibytes = (text: string, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024
  return {
    url,
    client: createClient(url, token, organizationId),
    async memory() {
      const text = await status()
      return { now: mebibytes(text, 'VmRSS'), peak: mebibytes(text, 'VmHWM') }
    },
    forgetPeak: () => writeFile(`/proc/${child.pid}/clear_refs`, '5'),
    async stop() {
      await endProcess(child, 'SIGTERM')
      await database.drop()
      await directory.remove()
    },
  }
}

async function createKey(url: string): Promise<{ organizationId: string; token: string }> {
  const db = await openDatabase({ url, connections: 1, log: pino({ level: 'silent' }) })
  try {
    const { id } = await createOrganization(db, { name: 'Test' })
    const { token } = await createApiKey(db, { organizationId: id })
    return { organizationId: id, token }
  } finally {
    await db.close()
  }
}
