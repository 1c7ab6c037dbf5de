/** One Postgres for the whole run, with a migrated template database that test databases are copied from. */
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createTempDir } from './temp-dir.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's address of the template database; tests connect only to copies. */
    templateUrl: string
  }
}

const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' }

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'warn' })
  const dir = await createTempDir()
  let stop: (() => Promise<void>) | undefined
  const teardown = async () => {
    await stop?.()
    await dir.remove()
  }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: join(dir.path, 'data'), log, settings })
    stop = postgres.stop
    await fillTemplate(postgres.url, log)
    project.provide('templateUrl', postgres.url)
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}

async function fillTemplate(url: string, log: pino.Logger): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  await migrate({ pool, log }).finally(() => pool.end())
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
}
