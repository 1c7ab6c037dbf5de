/** Brings a database to this version's tables, by prisma/migrations. */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg, { type Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { type Migration, openSchemaEngine, readMigrations, toMigrationList } from './schema-engine.ts'

const ourFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
const lockKey = 7_314_209_551
const oldestServer = 140_000

/** The database was used by a later version of this service. */
export class NewerDatabaseError extends Error {
  constructor(unknown: string[]) {
    super(
      `The database was used by a newer version of this service (migration ${unknown.join(', ')} is not known here). Nothing was changed: run that version, or restore a backup from before it.`,
    )
    this.name = 'NewerDatabaseError'
  }
}

/** A migration did not come to its end, now or in an earlier run. */
export class FailedMigrationError extends Error {
  constructor(name: string, reason: string, cause?: unknown) {
    super(
      `The migration ${name} failed: ${reason.trim() || 'it was interrupted'}\nFix the cause, make sure that nothing of the migration is in the database, then let it run again with: UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '${name}' AND finished_at IS NULL`,
      { cause },
    )
    this.name = 'FailedMigrationError'
  }
}

interface AppliedRow {
  name: string
  checksum: string
  finished: boolean
  logs: string | null
}

/**
 * Applies the migrations that the database lacks; several processes may do so at once. Leaves `_prisma_migrations` as
 * `prisma migrate deploy` would. `folder` is only given by tests. `pool` must have a connectionString.
 * Throws NewerDatabaseError, FailedMigrationError.
 */
export async function migrate(options: {
  pool: Pool
  log: Pick<Logger, 'info' | 'warn'>
  folder?: string
}): Promise<void> {
  const { pool, log, folder = ourFolder } = options
  const migrations = await readMigrations(folder)
  if (isCurrent(migrations, await readApplied(pool), log)) return
  const client = await pool.connect()
  try {
    await requireServer(client)
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    const applied = await readApplied(client)
    if (!isCurrent(migrations, applied, log))
      await apply(client, migrations, applied, log, pool.options.connectionString)
  } finally {
    // Closing the connection is what surely gives back the lock.
    client.release(true)
  }
}

/** Whether everything is applied. Throws NewerDatabaseError when more than that is. */
function isCurrent(migrations: Migration[], applied: AppliedRow[], log: Pick<Logger, 'warn'>): boolean {
  const finished = new Map(applied.filter((row) => row.finished).map((row) => [row.name, row.checksum]))
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...finished.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) throw new NewerDatabaseError(unknown)
  if (applied.some((row) => !row.finished)) return false
  for (const { name, sql } of migrations) {
    const checksum = finished.get(name)
    if (checksum === undefined) return false
    if (checksum !== createHash('sha256').update(sql).digest('hex')) {
      log.warn(`The migration ${name} was changed after it was applied; the database may lack that change.`)
    }
  }
  return true
}

async function apply(
  client: PoolClient,
  migrations: Migration[],
  applied: AppliedRow[],
  log: Pick<Logger, 'info'>,
  connectionString: string | undefined,
): Promise<void> {
  const failed = applied.find((row) => !row.finished)
  if (failed) throw new FailedMigrationError(failed.name, failed.logs ?? '')
  // The engine leaves a lock of its own on its connection, so that connection has to end.
  const enginePool = new pg.Pool({ connectionString, max: 1 })
  const engine = await openSchemaEngine(enginePool)
  try {
    const filters = { externalTables: [], externalEnums: [] }
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: toMigrationList(migrations),
      filters,
    })
    log.info({ migrations: appliedMigrationNames }, 'The database was migrated.')
  } catch (error) {
    const now = (await readApplied(client)).find((row) => !row.finished)
    throw now ? new FailedMigrationError(now.name, now.logs ?? '', error) : error
  } finally {
    engine.free()
    await enginePool.end()
  }
}

/** What the database says was applied or begun, without what was rolled back. */
async function readApplied(connection: Pool | PoolClient): Promise<AppliedRow[]> {
  try {
    const { rows } = await connection.query<AppliedRow>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
    )
    return rows
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return []
    throw error
  }
}

async function requireServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
  const version = Number(rows[0]?.server_version_num)
  if (version < oldestServer) {
    throw new Error(`The database server is Postgres ${Math.floor(version / 10_000)}; this service needs 14 or newer.`)
  }
}
