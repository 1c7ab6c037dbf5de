/** Starts the service: what ROLE says, on DATABASE_URL or on an embedded Postgres. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Logger, pino } from 'pino'
import { type App, startApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { ClockDifferenceError, DatabaseUnreachableError } from './db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { FailedMigrationError, NewerDatabaseError } from './db/migrate.ts'
import { DataDirInUseError } from './db/owner-lock.ts'
import { PostgresNotRunnableError } from './db/postgres-binaries.ts'
import { createApiKey } from './features/api-keys/create-api-key.ts'
import { createOrganization } from './features/api-keys/create-organization.ts'
import { type Door, listen, PortInUseError } from './http/door.ts'
import { systemClock } from './lib/clock.ts'
import { loadOrCreateEncryptionKeys } from './lib/encryption-keys.ts'
import { armFaultPoints } from './lib/fault-points.ts'
import { logOptions } from './lib/log-options.ts'

const understood = [
  ConfigError,
  PortInUseError,
  DatabaseUnreachableError,
  ClockDifferenceError,
  DataDirInUseError,
  NewerDatabaseError,
  FailedMigrationError,
  PostgresNotRunnableError,
]

try {
  await start(readConfig())
} catch (error) {
  const known = understood.some((type) => error instanceof type)
  console.error(known ? (error as Error).message : error)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  // Lines leave together, at the latest after a tenth of a second and at the end: a write for each request would cost more
  // than all else about its line.
  const output = pino.destination({ sync: false, minLength: 4096, periodicFlush: 100 })
  const log = pino({ ...logOptions, level: config.logLevel }, output)
  if (config.faultPoints) {
    armFaultPoints(config.faultPoints)
    log.warn({ faults: config.faultPoints }, 'this process will kill itself (FAULT_POINTS)')
  }
  const door = await listen(config.host, config.port)
  let postgres: EmbeddedPostgres | undefined
  let app: App | undefined
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      log.info('stopping: finishing what is in progress')
      await app?.stop()
      await postgres?.stop()
    })()
    return stopping
  }
  try {
    if (!config.databaseUrl) postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
    const databaseUrl = config.databaseUrl ?? postgres?.url ?? ''
    const keysFile = join(config.dataDir, 'encryption-key')
    const encryptionKeys = config.encryptionKeys ?? (await loadOrCreateEncryptionKeys(keysFile))
    app = await startApp({ config, databaseUrl, encryptionKeys, door, clock: systemClock, log })
  } catch (error) {
    door.server.close()
    await postgres?.stop()
    throw error
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping && signal === 'SIGINT') process.exit(1)
      void stop().then(() => process.exit(0))
    })
  }
  const keyFile = postgres && (await ensureFirstKey(app, config))
  announce(config, door, app, keyFile, log)
}

/** The embedded database starts with an organization and a key, kept in a file that only its owner reads. */
async function ensureFirstKey({ services }: App, { dataDir }: Config): Promise<string> {
  const file = join(dataDir, 'api-key')
  const { prisma } = services.db
  if ((await prisma.organization.count()) > 0) return file
  const organization = await createOrganization({ prisma }, { name: 'My organization' })
  const { token } = await createApiKey({ prisma }, { organizationId: organization.id, name: 'First key' })
  await writeFile(file, `${token}\n`, { mode: 0o600 })
  return file
}

function announce({ role }: Config, door: Door, { services }: App, keyFile: string | undefined, log: Logger): void {
  const url = services.publicUrl
  log.info({ url: door.url, publicUrl: url, role }, 'started')
  if (role === 'worker') return
  const hasKey = keyFile !== undefined && existsSync(keyFile)
  const shown = keyFile && !relative('.', keyFile).startsWith('..') ? relative('.', keyFile) : keyFile
  const key = hasKey ? `$(cat ${shown})` : '<API_KEY>'
  console.log(`
Social Publishing Service

  API       ${url}/v1
  Docs      ${url}/docs
  GraphiQL  ${url}/graphql
  API key   ${hasKey ? `in ${shown}` : 'make one with: npm run admin -- --help'}

First call:

  curl -H "Authorization: Bearer ${key}" ${url}/v1/health
`)
}
