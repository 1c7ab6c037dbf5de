import { connect, createServer } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ClockDifferenceError,
  type Database,
  DatabaseUnreachableError,
  openDatabase,
  transaction,
} from '../../src/db/database.ts'
import { createTestDatabase } from '../helpers/database.ts'
import { eventually } from '../helpers/eventually.ts'
import { startService } from '../helpers/service.ts'

const log = pino({ level: 'silent' })

let test: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database

beforeEach(async () => {
  test = await createTestDatabase()
  db = await openDatabase({ url: test.url, connections: 4, log })
  await db.pool.query('CREATE TABLE counters (id int PRIMARY KEY, value int NOT NULL)')
  await db.pool.query('INSERT INTO counters VALUES (1, 0), (2, 0)')
})

afterEach(async () => {
  await db.close()
  await test.drop()
})

const values = async () =>
  (await db.pool.query('SELECT value FROM counters ORDER BY id')).rows.map(({ value }) => value)

describe('a transaction', () => {
  it('commits what resolves and undoes what rejects', async () => {
    const result = await transaction(db.pool, async (client) => {
      await client.query('UPDATE counters SET value = 5 WHERE id = 1')
      return 'done'
    })
    const failure = transaction(db.pool, async (client) => {
      await client.query('UPDATE counters SET value = 9')
      throw new Error('no')
    })
    await expect(failure).rejects.toThrow('no')
    expect([result, await values()]).toEqual(['done', [5, 0]])
  })

  it('is run again after a deadlock', async () => {
    let runs = 0
    let arrived = 0
    const both = Promise.withResolvers<void>()
    const add = (first: number, second: number) =>
      transaction(db.pool, async (client) => {
        runs++
        await client.query('UPDATE counters SET value = value + 1 WHERE id = $1', [first])
        if (++arrived === 2) both.resolve()
        await both.promise
        await client.query('UPDATE counters SET value = value + 1 WHERE id = $1', [second])
      })
    await Promise.all([add(1, 2), add(2, 1)])
    expect([await values(), runs]).toEqual([[2, 2], 3])
  })

  it('gives up after three more runs', async () => {
    let runs = 0
    const failing = transaction(db.pool, async (client) => {
      runs++
      await client.query(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`)
    })
    await expect(failing).rejects.toThrow('again')
    expect(runs).toBe(4)
  })

  it('whose connection is lost fails, and the connection is not used again', async () => {
    const lost = transaction(db.pool, async (client) => {
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
      await db.pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid])
      await client.query('UPDATE counters SET value = 9')
    })
    await expect(lost).rejects.toThrow(/terminat|connection error/)
    expect(await values()).toEqual([0, 0])
    expect(db.pool.idleCount).toBe(db.pool.totalCount)
  })
})

describe('the pool', () => {
  it('survives the loss of idle connections', async () => {
    const other = await openDatabase({ url: test.url, connections: 1, log })
    await other.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await other.close()
    await eventually(() => db.pool.totalCount === 0)
    expect(await values()).toEqual([0, 0])
    expect(await db.prisma.organization.count()).toBe(0)
  })

  it('parses dates and whole numbers without losing anything', async () => {
    const { rows } = await db.pool.query(
      `SELECT timestamptz '2026-01-02 03:04:05.678+00' AS at, 2::int8 ^ 1 AS d, 9007199254740991 AS big`,
    )
    expect(rows).toEqual([{ at: new Date('2026-01-02T03:04:05.678Z'), d: 2, big: 9007199254740991 }])
    await expect(db.pool.query('SELECT 9007199254740992 AS big')).rejects.toThrow('select it as text')
    expect(await values()).toEqual([0, 0])
  })

  it('says who it is', async () => {
    const { rows } = await db.pool.query('SHOW application_name')
    expect(rows).toEqual([{ application_name: 'social-publishing' }])
  })

  it('gives up the locks of a transaction whose process stands still', async () => {
    const { rows } = await db.pool.query('SHOW idle_in_transaction_session_timeout')
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '2min' }])
  })

  it('is shared with Prisma, whose statements are prepared', async () => {
    const alone = await openDatabase({ url: test.url, connections: 1, log })
    await alone.prisma.organization.findMany({ where: { name: 'x' } })
    const { rows } = await alone.pool.query('SELECT name FROM pg_prepared_statements')
    expect(rows).toEqual([{ name: expect.stringMatching(/^prisma_/) }])
    await alone.close()
  })
})

describe('a database that cannot be reached', () => {
  it.each([
    ['where nothing listens', 'postgres://user:hunter2@127.0.0.1:1/app'],
    ['of an unknown host', 'postgres://user:hunter2@nowhere.invalid/app'],
  ])('%s is one line without the password', async (_, url) => {
    const failure = await openDatabase({ url, connections: 2, log }).catch((error) => error)
    expect(failure).toBeInstanceOf(DatabaseUnreachableError)
    expect(failure.message).toMatch(/^The database [\w.]+:\d+\/app cannot be reached: .+\.$/)
    expect(failure.message).not.toContain('hunter2')
  })

  it('because it is no Postgres says so', async () => {
    const server = createServer((socket) => socket.end())
    const port = await new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
    const failure = await openDatabase({ url: `postgres://u:p@127.0.0.1:${port}/app`, connections: 2, log }).catch(
      (error) => error,
    )
    server.close()
    expect(failure).toBeInstanceOf(DatabaseUnreachableError)
  })

  it('any more, in the middle of a start, is said in one line too', async () => {
    const database = await createTestDatabase()
    const { hostname, port: actual } = new URL(database.url)
    let left = 3
    const proxy = createServer((socket) => {
      left -= 1
      if (left < 0) return void socket.destroy()
      const there = connect(Number(actual), hostname)
      for (const side of [socket, there]) side.on('error', () => {})
      socket.pipe(there).pipe(socket)
    })
    const port = await new Promise((resolve) => {
      proxy.listen(0, '127.0.0.1', () => resolve((proxy.address() as { port: number }).port))
    })
    const url = new URL(database.url)
    url.port = String(port)
    const failure = await startService({ databaseUrl: url.href }).catch((error) => error)
    proxy.close()
    await database.drop()
    expect(left).toBeLessThan(0)
    expect(failure).toBeInstanceOf(DatabaseUnreachableError)
    expect(failure.message).not.toContain(url.password)
  })
})

describe('the clock of this machine', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    [11_000, 'ahead of'],
    [-11_000, 'behind'],
  ])('%i ms off the database: nothing starts', async (difference, direction) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + difference })
    const failure = await openDatabase({ url: test.url, connections: 1, log }).catch((error) => error)
    expect(failure).toBeInstanceOf(ClockDifferenceError)
    expect(failure.message).toContain(`This machine's clock is 11 s ${direction} the database's.`)
  })

  it('may be a little off', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
    const opened = await openDatabase({ url: test.url, connections: 1, log })
    await opened.close()
  })
})
