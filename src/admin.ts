/** The operator's command line: organizations and API keys. */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Logger, pino } from 'pino'
import type { PrismaClient } from '../prisma/generated/client/client.ts'
import { ConfigError, readDatabaseConfig } from './config.ts'
import { ClockDifferenceError, DatabaseUnreachableError, openDatabase } from './db/database.ts'
import { connectEmbeddedPostgres, startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { FailedMigrationError, migrate, NewerDatabaseError } from './db/migrate.ts'
import { DataDirInUseError } from './db/owner-lock.ts'
import { PostgresNotRunnableError } from './db/postgres-binaries.ts'
import { createApiKey } from './features/api-keys/create-api-key.ts'
import { createOrganization } from './features/api-keys/create-organization.ts'
import { listApiKeys } from './features/api-keys/list-api-keys.ts'
import { listOrganizations } from './features/api-keys/list-organizations.ts'
import { revokeApiKey } from './features/api-keys/revoke-api-key.ts'
import { setAccountLimit } from './features/api-keys/set-account-limit.ts'
import { ServiceError } from './lib/service-error.ts'
import { textTable } from './lib/text-table.ts'

const usage = `Usage: npm run admin -- <command>

  organizations create <name> [--account-limit <number>]
  organizations list
  organizations set-account-limit <organization id> <number or none>
  keys create --organization <id> [--name <name>] [--read-only] [--project <id>]...
  keys list [--organization <id>]
  keys revoke <key id>

Works on DATABASE_URL or, without it, on the database in DATA_DIR, whether the service runs or not.`

const serviceStartMs = 30_000

class UsageError extends Error {}

type Ctx = { prisma: PrismaClient }
type Run = (ctx: Ctx) => Promise<string>

const options = {
  help: { type: 'boolean', short: 'h' },
  'account-limit': { type: 'string' },
  organization: { type: 'string' },
  name: { type: 'string' },
  'read-only': { type: 'boolean' },
  project: { type: 'string', multiple: true },
} as const

type Values = ReturnType<typeof parse>['values']

interface Command {
  /** What stands after the command's words, in order. */
  operands: string[]
  options: (keyof typeof options)[]
  prepare(operands: string[], values: Values): Run
}

const commands: Record<string, Command> = {
  'organizations create': {
    operands: ['a name'],
    options: ['account-limit'],
    prepare([name = ''], values) {
      const limit = values['account-limit']
      const accountLimit = limit === undefined ? null : parseLimit(limit)
      return async (ctx) => organizationTable([await createOrganization(ctx, { name, accountLimit })])
    },
  },
  'organizations list': {
    operands: [],
    options: [],
    prepare: () => async (ctx) => organizationTable(await listOrganizations(ctx)),
  },
  'organizations set-account-limit': {
    operands: ['an organization id', 'a number or none'],
    options: [],
    prepare([organizationId = '', limit = '']) {
      const accountLimit = parseLimit(limit)
      return async (ctx) => {
        await setAccountLimit(ctx, { organizationId, accountLimit })
        return `The account limit of ${organizationId} is now ${accountLimit ?? 'none'}.`
      }
    },
  },
  'keys create': {
    operands: [],
    options: ['organization', 'name', 'read-only', 'project'],
    prepare(_, { organization: organizationId, name, 'read-only': readOnly, project: projectIds }) {
      if (!organizationId) throw new UsageError('keys create needs --organization <id>.')
      return async (ctx) => {
        const created = await createApiKey(ctx, {
          organizationId,
          ...(name && { name }),
          ...(readOnly && { readOnly }),
          ...(projectIds && { projectIds }),
        })
        return `${keyTable([created.apiKey])}\n\nThe key, shown this once:\n${created.token}`
      }
    },
  },
  'keys list': {
    operands: [],
    options: ['organization'],
    prepare:
      (_, { organization: organizationId }) =>
      async (ctx) =>
        keyTable(await listApiKeys(ctx, { organizationId })),
  },
  'keys revoke': {
    operands: ['a key id'],
    options: [],
    prepare:
      ([keyId = '']) =>
      async (ctx) => {
        await revokeApiKey(ctx, { keyId })
        return `The key ${keyId} is revoked.`
      },
  },
}

function parse(args: string[]) {
  return parseArgs({ args, options, allowPositionals: true })
}

/** The command that `args` ask for, or 'help'. Throws UsageError. */
function readCommand(args: string[]): Run | 'help' {
  const { values, positionals } = parseOrExplain(args)
  if (values.help) return 'help'
  const name = positionals.slice(0, 2).join(' ')
  const operands = positionals.slice(2)
  const command = commands[name]
  if (!command) throw new UsageError(name ? `There is no command "${name}".` : 'A command is needed.')
  const foreign = Object.keys(values).find((option) => !(command.options as string[]).includes(option))
  if (foreign) throw new UsageError(`${name} takes no --${foreign}.`)
  if (operands.length < command.operands.length)
    throw new UsageError(`${name} needs ${command.operands.join(' and ')}.`)
  const extra = operands[command.operands.length]
  if (extra !== undefined) throw new UsageError(`${name} does not take "${extra}"; a name with spaces needs quotes.`)
  return command.prepare(operands, values)
}

function parseOrExplain(args: string[]) {
  try {
    return parse(args)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function parseLimit(text: string): number | null {
  if (text === 'none') return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`"${text}" is not an account limit; expected a whole number or none.`)
}

function organizationTable(rows: Awaited<ReturnType<typeof createOrganization>>[]): string {
  const cells = rows.map((row) => [row.id, row.name, String(row.accountLimit ?? 'none'), row.createdAt.toISOString()])
  return textTable(['ID', 'NAME', 'ACCOUNT LIMIT', 'CREATED'], cells)
}

function keyTable(rows: Awaited<ReturnType<typeof listApiKeys>>): string {
  const cells = rows.map((row) => [
    row.id,
    `${row.prefix}...`,
    row.name,
    row.organizationId,
    row.readOnly ? 'read' : 'read and write',
    row.projectLimited ? row.projectIds.join(',') || 'none' : 'all',
    row.revokedAt?.toISOString() ?? 'no',
  ])
  return textTable(['ID', 'KEY', 'NAME', 'ORGANIZATION', 'ACCESS', 'PROJECTS', 'REVOKED'], cells)
}

/** Where the database is, and how to leave it as it was. A service that is starting is waited for. */
async function reachDatabase(log: Logger): Promise<{ url: string; stop?: () => Promise<void> }> {
  const { databaseUrl, dataDir } = readDatabaseConfig()
  if (databaseUrl) return { url: databaseUrl }
  for (const deadline = Date.now() + serviceStartMs; ; await setTimeout(100)) {
    const url = await connectEmbeddedPostgres({ dataDir })
    if (url) return { url }
    try {
      return await startEmbeddedPostgres({ dataDir, log })
    } catch (error) {
      if (!(error instanceof DataDirInUseError) || Date.now() > deadline) throw error
    }
  }
}

async function execute(run: Run): Promise<string> {
  const log = pino({ level: 'warn' }, pino.destination(2))
  const { url, stop } = await reachDatabase(log)
  try {
    const database = await openDatabase({ url, connections: 2, log })
    try {
      await migrate({ pool: database.pool, log })
      return await run(database)
    } finally {
      await database.close()
    }
  } finally {
    await stop?.()
  }
}

/** Errors that are the operator's to act on; of any other the stack is wanted. */
const explained = [
  ServiceError,
  ConfigError,
  DatabaseUnreachableError,
  ClockDifferenceError,
  DataDirInUseError,
  PostgresNotRunnableError,
  NewerDatabaseError,
  FailedMigrationError,
]

try {
  const run = readCommand(process.argv.slice(2))
  console.log(run === 'help' ? usage : await execute(run))
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`)
  else console.error(explained.some((kind) => error instanceof kind) ? (error as Error).message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
