/** The way to Postgres: one pool, shared by Prisma and by the named statements of the hot paths. */
import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import type { Logger } from 'pino'
import { PrismaClient } from '../../prisma/generated/client/client.ts'

const connectTimeoutMs = 15_000
const idleTimeoutMs = 60_000
/** A transaction whose process stands still gives its locks back. The longest wait in one is for a renewed token, a minute. */
const abandonedMs = 120_000
/** Leases last a minute and are renewed every 15 seconds. */
const mostClockDifferenceMs = 10_000
const maxTransactionRetries = 3
const maxNamedStatements = 500
const maxNamedLength = 10_000
const retryableCodes = new Set(['40001', '40P01'])

export interface Database {
  pool: pg.Pool
  prisma: PrismaClient
  /** Waits for the statements in progress and closes every connection. */
  close(): Promise<void>
}

/** The database does not answer, or refuses us. */
export class DatabaseUnreachableError extends Error {
  constructor(url: string, cause: Error & { code?: string }) {
    super(`The database ${withoutPassword(url)} cannot be reached: ${cause.message || cause.code}.`, { cause })
    this.name = 'DatabaseUnreachableError'
  }
}

const disconnectCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '57P03'])

/** Whether an error says that the database went away, and not that it refused a statement. */
export function isDisconnect(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code = '' } = rootCause(error) as Error & { code?: string }
  return (
    disconnectCodes.has(code) || /^Connection terminated|^timeout exceeded when trying to connect/.test(error.message)
  )
}

/** This machine and the database do not agree on the time. */
export class ClockDifferenceError extends Error {
  constructor(milliseconds: number) {
    const seconds = Math.round(Math.abs(milliseconds) / 1000)
    const direction = milliseconds > 0 ? 'ahead of' : 'behind'
    super(
      `This machine's clock is ${seconds} s ${direction} the database's. Work is leased by time, so the clocks of all machines must agree within ${mostClockDifferenceMs / 1000} s: synchronise them (NTP).`,
    )
    this.name = 'ClockDifferenceError'
  }
}

/**
 * Opens up to `connections` connections to `url`, once one of them works.
 * Throws DatabaseUnreachableError (one line without the password), and ClockDifferenceError beyond 10 seconds.
 */
export async function openDatabase(options: {
  url: string
  connections: number
  log: Pick<Logger, 'warn'>
}): Promise<Database> {
  const { url, connections, log } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'social-publishing',
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    idle_in_transaction_session_timeout: abandonedMs,
    keepAlive: true,
    types: { getTypeParser },
  })
  const warn = (error: Error) => log.warn({ err: error }, 'A database connection was lost.')
  pool.on('error', warn)
  // A client that is checked out reports its loss itself; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await checkClock(pool)
  } catch (error) {
    await pool.end()
    throw error instanceof ClockDifferenceError ? error : new DatabaseUnreachableError(url, rootCause(error))
  }
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: statementNames() }) })
  const close = async () => {
    await prisma.$disconnect()
    await pool.end()
  }
  let closed: Promise<void> | undefined
  return { pool, prisma, close: () => (closed ??= close()) }
}

async function checkClock(pool: pg.Pool): Promise<void> {
  await pool.query('SELECT')
  const asked = Date.now()
  const { rows } = await pool.query<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
  )
  const there = (rows[0] as { now: number }).now
  const difference = there < asked ? asked - there : Math.min(0, Date.now() - there)
  if (Math.abs(difference) > mostClockDifferenceMs) throw new ClockDifferenceError(difference)
}

/**
 * Runs `work` in one transaction and commits when it resolves, rolls back when it rejects. A deadlock or serialization
 * failure runs it again, up to 3 times more, so it must have no effect outside the transaction.
 */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt(pool, work)
    } catch (error) {
      if (retries === maxTransactionRetries || !retryableCodes.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

async function attempt<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((cause) => {
      broken = cause
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Numbers for int8 as long as they are exact; everything else as pg parses it (timestamptz as Date). */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8 && format !== 'binary') return parseInt8
  if (oid === pg.types.builtins.TIMESTAMPTZ && format !== 'binary') return parseTimestamp
  return pg.types.getTypeParser(oid, format as 'text')
}

const parseAnyTimestamp = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

/** `2026-01-31 09:30:00.123+00`: in UTC, as sessions are here, several times as fast as pg's own way. */
function parseTimestamp(text: string): Date {
  const isPlain = text.length >= 22 && text.length <= 26 && text[10] === ' ' && text.endsWith('+00')
  return isPlain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyTimestamp(text)
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`The bigint ${text} does not fit a JavaScript number: select it as text.`)
}

/** Names by content, so that each connection prepares a statement once; texts of changing length must not pile up. */
function statementNames() {
  const names = new Map<string, string>()
  return ({ sql }: { sql: string }): string => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size === maxNamedStatements || sql.length > maxNamedLength) return ''
    const name = `prisma_${createHash('sha256').update(sql).digest('base64url')}`
    names.set(sql, name)
    return name
  }
}

function withoutPassword(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.hostname}:${parsed.port || 5432}${parsed.pathname}` : 'of DATABASE_URL'
}

/** Connecting to a name with several addresses fails with one error for each. */
function rootCause(error: unknown): Error {
  return error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error)
}
