import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../src/db/database.ts'
import { connectEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { findApiKey } from '../src/features/api-keys/find-api-key.ts'
import { createTestDatabase } from './helpers/database.ts'
import { endProcess, nextLine, runNode, startNode } from './helpers/run-node.ts'
import { createTempDir } from './helpers/temp-dir.ts'

const log = pino({ level: 'silent' })

describe('the command line on DATABASE_URL', () => {
  let test: Awaited<ReturnType<typeof createTestDatabase>>
  let db: Database

  beforeAll(async () => {
    test = await createTestDatabase()
    db = await openDatabase({ url: test.url, connections: 2, log })
  })

  afterAll(async () => {
    await db.close()
    await test.drop()
  })

  const admin = (...args: string[]) => runNode('src/admin.ts', args, { env: { DATABASE_URL: test.url } })

  it('creates an organization and a key that works until it is revoked', async () => {
    const created = await admin('organizations', 'create', 'Acme Inc', '--account-limit', '3')
    expect(created).toMatchObject({ code: 0, stderr: '' })
    const [, organizationId = ''] = /^(\S+) +Acme Inc +3 /m.exec(created.stdout) ?? []
    expect((await admin('organizations', 'list')).stdout).toBe(created.stdout)

    const key = await admin('keys', 'create', '--organization', organizationId, '--name', 'ci', '--read-only')
    const [token = ''] = /^sps_[\w-]{43}$/m.exec(key.stdout) ?? []
    const found = await findApiKey(db.pool, token)
    expect(found).toMatchObject({ organizationId, readOnly: true, projectIds: null })

    const listed = await admin('keys', 'list', '--organization', organizationId)
    expect(listed.stdout).toMatch(
      new RegExp(`^${found?.keyId} +${token.slice(0, 12)}\\.\\.\\. +ci +${organizationId} +read +all +no$`, 'm'),
    )
    expect(listed.stdout).not.toContain(token)

    expect(await admin('keys', 'revoke', found?.keyId ?? '')).toMatchObject({ code: 0, stderr: '' })
    expect(await findApiKey(db.pool, token)).toBeNull()
  })

  it('sets and lifts an account limit', async () => {
    const { stdout } = await admin('organizations', 'create', 'Limited')
    const [, id = ''] = /^(\S+) +Limited +none /m.exec(stdout) ?? []
    await admin('organizations', 'set-account-limit', id, '5')
    expect((await db.prisma.organization.findUnique({ where: { id } }))?.accountLimit).toBe(5)
    await admin('organizations', 'set-account-limit', id, 'none')
    expect((await db.prisma.organization.findUnique({ where: { id } }))?.accountLimit).toBeNull()
  })

  it.each([
    [['keys', 'revoke', 'nonsense'], 'There is no API key nonsense.'],
    [['keys', 'create', '--organization', 'nonsense'], 'There is no organization nonsense.'],
  ])('says in one line what it cannot do: %j', async (args, message) => {
    expect(await admin(...args)).toEqual({ code: 1, stdout: '', stderr: `${message}\n` })
  })
})

describe('the command line', () => {
  it('explains itself', async () => {
    const { code, stdout } = await runNode('src/admin.ts', ['--help'])
    expect([code, stdout]).toEqual([0, expect.stringContaining('organizations create <name>')])
  })

  it.each([
    [[], 'A command is needed.'],
    [['keys', 'destroy'], 'There is no command "keys destroy".'],
    [['keys', 'create'], 'keys create needs --organization <id>.'],
    [['keys', 'list', '--read-only'], 'keys list takes no --read-only.'],
    [
      ['organizations', 'create', 'Two', 'words'],
      'organizations create does not take "words"; a name with spaces needs quotes.',
    ],
    [['organizations', 'create', 'x', '--account-limit', '-1'], "'--account-limit' argument is ambiguous"],
    [['organizations', 'set-account-limit', 'x', 'many'], '"many" is not an account limit'],
    [['organizations', 'list', '--colour'], "Unknown option '--colour'"],
  ])('answers wrong usage %j with what is wrong and the usage', async (args, message) => {
    const { code, stderr } = await runNode('src/admin.ts', args)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).toContain('Usage: npm run admin -- <command>')
  })
})

it('the command line works on the database in DATA_DIR, whether a service runs or not', async () => {
  const dir = await createTempDir()
  const dataDir = join(dir.path, 'data')
  const admin = (...args: string[]) => runNode('src/admin.ts', args, { env: { DATA_DIR: dataDir } })
  try {
    expect(await admin('organizations', 'create', 'First')).toMatchObject({ code: 0, stderr: '' })
    expect(await connectEmbeddedPostgres({ dataDir })).toBeUndefined()
    const service = startNode('test/helpers/postgres-owner.ts', [dataDir])
    const url = await nextLine(service)
    expect(await admin('organizations', 'create', 'Second')).toMatchObject({ code: 0, stderr: '' })
    expect(await connectEmbeddedPostgres({ dataDir })).toBe(url)
    expect((await admin('organizations', 'list')).stdout).toMatch(/First[\s\S]*Second/)
    await endProcess(service, 'SIGTERM')
  } finally {
    await dir.remove()
  }
})
