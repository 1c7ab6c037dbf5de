import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMigration } from '../../prisma/create-migration.ts'
import { createTestDatabase } from '../helpers/database.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

const prismaFolder = fileURLToPath(new URL('../../prisma', import.meta.url))
const now = new Date('2099-01-02T03:04:05Z')

let database: Awaited<ReturnType<typeof createTestDatabase>>
let dir: Awaited<ReturnType<typeof createTempDir>>
let pool: pg.Pool
let schema: string

beforeEach(async () => {
  database = await createTestDatabase()
  dir = await createTempDir()
  await cp(join(prismaFolder, 'migrations'), dir.path, { recursive: true })
  schema = await readFile(join(prismaFolder, 'schema.prisma'), 'utf8')
  pool = new pg.Pool({ connectionString: database.url })
})

afterEach(async () => {
  await pool.end()
  await Promise.all([database.drop(), dir.remove()])
})

const create = (name: string) => createMigration({ name, folder: dir.path, schema, pool, now })

it('the migrations lead to schema.prisma', async () => {
  const path = await create('drift')
  expect(path && (await readFile(path, 'utf8'))).toBeUndefined()
})

it('a change of the schema becomes a migration; writing it again keeps what was added by hand', async () => {
  schema += '\nmodel Note {\n  id Int @id\n  @@map("notes")\n}\n'
  const path = await create('notes')
  expect(path).toBe(join(dir.path, '20990102030405_notes', 'migration.sql'))
  const sql = await readFile(path ?? '', 'utf8')
  expect(sql).toMatch(/^-- CreateTable\nCREATE TABLE "notes" [^;]*;\n\n-- hand-written below\n$/)

  await writeFile(path ?? '', `${sql}CREATE INDEX notes_odd ON notes (id) WHERE id % 2 = 1;\n`)
  schema = schema.replace('id Int @id\n  @@map("notes")', 'id Int @id\n  text String\n  @@map("notes")')
  expect(await create('notes')).toBe(path)
  const again = await readFile(path ?? '', 'utf8')
  expect(again).toContain('"text" TEXT NOT NULL')
  expect(again).toMatch(/-- hand-written below\nCREATE INDEX notes_odd/)
  expect(await create('nothing')).toBeUndefined()
})
