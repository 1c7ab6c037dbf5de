/** What every scenario stands on: one Postgres with the settings of the embedded one, databases, processes. */
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { migrate } from '../../src/db/migrate.ts'
import { eventually } from '../helpers/eventually.ts'
import { endProcess, nextLine, startNode } from '../helpers/run-node.ts'
import { createTempDir } from '../helpers/temp-dir.ts'
import { fillCrowd } from './crowd.ts'
import type { Bench } from './scenario.ts'

export interface Surroundings {
  /** A bench whose closers `close` runs. */
  enter(): { bench: Bench; close(): Promise<void> }
  close(): Promise<void>
}

/** Shared by the services of a run, so that several can stand on one database. */
export const encryptionKeys = [{ id: 'bench', secret: randomBytes(32) }]

/** @param profileDir where services leave their CPU profiles, see `node --cpu-prof` */
export async function createSurroundings(quick: boolean, profileDir?: string): Promise<Surroundings> {
  const log = pino({ level: 'warn' })
  const dir = await createTempDir()
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir.path, 'data'), log })
  let crowded: Promise<string> | undefined
  const close = async () => {
    await postgres.stop()
    await dir.remove()
  }

  try {
    const pool = new pg.Pool({ connectionString: postgres.url })
    await migrate({ pool, log }).finally(() => pool.end())
    const boss = new PgBoss({ connectionString: postgres.url, supervise: false, schedule: false })
    await boss.start()
    await boss.stop({ graceful: false })
  } catch (error) {
    await close()
    throw error
  }

  async function createDatabase(): Promise<string> {
    const name = `bench_${randomUUID().replaceAll('-', '')}`
    const template = new URL(postgres.url).pathname.slice(1)
    await administrate(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    return url.href
  }

  async function administrate(statement: string): Promise<void> {
    const url = new URL(postgres.url)
    url.pathname = '/postgres'
    const client = new pg.Client(url.href)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  async function makeCrowded(): Promise<string> {
    const url = await createDatabase()
    await fillCrowd(url, quick ? 10_000 : 1_000_000)
    return url
  }

  function enter() {
    const closers: (() => Promise<unknown>)[] = []
    const bench: Bench = {
      quick,
      roundMs: quick ? 500 : 1000,
      async createDatabase() {
        const url = await createDatabase()
        closers.push(() => administrate(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`))
        return url
      },
      crowdedDatabase: () => (crowded ??= makeCrowded()),
      async startService(databaseUrl, env = {}) {
        const url = `http://127.0.0.1:${await findFreePort()}`
        const [key] = encryptionKeys
        const logFile = await open(join(dir.path, 'service.log'), 'a')
        const profile = profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : []
        const service = spawn(process.execPath, [...profile, 'src/main.ts'], {
          stdio: ['ignore', logFile.fd, process.stderr],
          env: {
            PATH: process.env.PATH,
            PORT: new URL(url).port,
            DATABASE_URL: databaseUrl,
            DATA_DIR: join(dir.path, randomUUID()),
            ENCRYPTION_KEYS: `${key?.id}:${key?.secret.toString('base64')}`,
            ...env,
          },
        })
        await logFile.close()
        closers.push(() => endProcess(service, 'SIGTERM'))
        await eventually(async () => {
          if (service.exitCode !== null) throw new Error(`The service ended with code ${service.exitCode}.`)
          return fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          )
        })
        return { url, process: service }
      },
      async startScript(script, args) {
        const started = startNode(script, args)
        started.stderr?.pipe(process.stderr)
        closers.push(() => endProcess(started, 'SIGKILL'))
        return { line: await nextLine(started), process: started }
      },
      onClose: (closer) => closers.push(closer),
    }
    const closeAll = async () => {
      for (const closer of closers.splice(0).reverse()) await closer()
    }
    return { bench, close: closeAll }
  }

  return { enter, close }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
