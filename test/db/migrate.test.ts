import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FailedMigrationError, migrate, NewerDatabaseError } from '../../src/db/migrate.ts'
import { readMigrations } from '../../src/db/schema-engine.ts'
import { createTestDatabase } from '../helpers/database.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

const ourFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
const log = pino({ level: 'silent' })

let database: Awaited<ReturnType<typeof createTestDatabase>>
let dir: Awaited<ReturnType<typeof createTempDir>>
let folder: string
let pool: pg.Pool

beforeEach(async () => {
  database = await createTestDatabase()
  dir = await createTempDir()
  folder = join(dir.path, 'migrations')
  await cp(ourFolder, folder, { recursive: true })
  pool = new pg.Pool({ connectionString: database.url })
})

afterEach(async () => {
  await pool.end()
  await Promise.all([database.drop(), dir.remove()])
})

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'migration.sql'), sql)
}

async function history(): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT migration_name, applied_steps_count, finished_at IS NOT NULL AS finished, length(checksum) AS checksum
     FROM _prisma_migrations ORDER BY migration_name`,
  )
  return rows
}

describe('migrating', () => {
  it('an empty database leaves the history that Prisma itself would', async () => {
    const migrations = await readMigrations(ourFolder)
    expect(await history()).toEqual(
      migrations.map(({ name }) => ({ migration_name: name, applied_steps_count: 1, finished: true, checksum: 64 })),
    )
  })

  it('applies what is missing, once, when several processes do it at the same time', async () => {
    await addMigration('20990101000000_later', 'CREATE TABLE later (id int PRIMARY KEY);')
    const pools = Array.from({ length: 3 }, () => new pg.Pool({ connectionString: database.url, max: 1 }))
    await Promise.all(pools.map((one) => migrate({ pool: one, log, folder })))
    const locks = await pool.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    expect(locks.rowCount).toBe(0)
    await Promise.all(pools.map((one) => one.end()))
    expect((await history()).at(-1)).toMatchObject({ migration_name: '20990101000000_later', finished: true })
    expect((await pool.query('SELECT * FROM later')).rows).toEqual([])
  })

  it('runs functions and texts with semicolons as they are written', async () => {
    await addMigration(
      '20990101000000_function',
      `CREATE FUNCTION semicolons() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'a;b'; END $$; -- one; two`,
    )
    await migrate({ pool, log, folder })
    expect((await pool.query('SELECT semicolons()')).rows).toEqual([{ semicolons: 'a;b' }])
  })

  it('refuses a database of a newer version and changes nothing', async () => {
    await addMigration('20990101000000_newer', 'CREATE TABLE newer (id int PRIMARY KEY);')
    await migrate({ pool, log, folder })
    const before = await history()
    await addMigration('20990201000000_ours', 'CREATE TABLE ours (id int PRIMARY KEY);')
    const failure = await migrate({ pool, log }).catch((error) => error)
    expect(failure).toBeInstanceOf(NewerDatabaseError)
    expect(failure.message).toContain('20990101000000_newer')
    expect(await history()).toEqual(before)
  })

  it('names the migration that fails, now and at the next start, until it was dealt with', async () => {
    await addMigration('20990101000000_bad', 'CREATE TABLE half (id int); SELECT 1 / 0;')
    const failure = await migrate({ pool, log, folder }).catch((error) => error)
    expect(failure).toBeInstanceOf(FailedMigrationError)
    expect(failure.message).toMatch(/20990101000000_bad failed: [\s\S]*division by zero/)
    expect((await pool.query(`SELECT to_regclass('half') AS half`)).rows).toEqual([{ half: null }])
    const [, remedy = ''] = /again with: (.*)/.exec(failure.message) ?? []
    await expect(migrate({ pool, log, folder })).rejects.toThrow('20990101000000_bad failed')
    await addMigration('20990101000000_bad', 'CREATE TABLE half (id int);')
    await pool.query(remedy)
    await migrate({ pool, log, folder })
    expect((await pool.query('SELECT * FROM half')).rows).toEqual([])
  })

  it('warns of a migration that was changed after it was applied', async () => {
    await addMigration('20990101000000_edited', 'SELECT 1;')
    await migrate({ pool, log, folder })
    await addMigration('20990101000000_edited', 'SELECT 2;')
    const warnings: unknown[] = []
    await migrate({ pool, log: { info: log.info, warn: (text: unknown) => warnings.push(text) }, folder })
    expect(warnings).toEqual([expect.stringContaining('20990101000000_edited was changed')])
  })
})
