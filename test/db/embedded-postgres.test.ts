import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  connectEmbeddedPostgres,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/db/embedded-postgres.ts'
import { DataDirInUseError } from '../../src/db/owner-lock.ts'
import { eventually } from '../helpers/eventually.ts'
import { endProcess, nextLine, startNode } from '../helpers/run-node.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

const asRoot = process.getuid?.() === 0
const log = pino({ level: 'silent' })
/** Whether this repository lies where other users than root can enter. */
const othersMayRead = () => spawnSync(process.execPath, ['test/helpers/temp-dir.ts'], { uid: 65_534 }).status === 0
const owner = 'test/helpers/postgres-owner.ts'

let dir: Awaited<ReturnType<typeof createTempDir>>
let dataDir: string
let running: EmbeddedPostgres[] = []

beforeEach(async () => {
  dir = await createTempDir()
  dataDir = join(dir.path, 'data')
})

afterEach(async () => {
  await Promise.all(running.map((postgres) => postgres.stop()))
  running = []
  await dir.remove()
})

async function start(settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off', ...settings } })
  running.push(postgres)
  return postgres
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

describe('the embedded Postgres', () => {
  it('starts in an empty directory, keeps its data, and starts in under 5 seconds the next time', async () => {
    const first = await start()
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    const startedAt = performance.now()
    const second = await start()
    expect(performance.now() - startedAt).toBeLessThan(5000)
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('is a UTF-8 database that writes to disk for sure and only takes connections with the password, on loopback', async () => {
    await mkdir(dataDir, { mode: 0o711 })
    await writeFile(join(dataDir, 'postgres.log'), Buffer.alloc(11 * 1024 * 1024, 'x'))
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    running.push(postgres)
    const settings = ['server_encoding', 'listen_addresses', 'unix_socket_directories', 'fsync']
    const shown = settings.map((name) => `current_setting('${name}') AS ${name}`)
    expect(await query(postgres.url, `SELECT current_database(), upper('é'), ${shown}`)).toEqual([
      {
        current_database: 'social_publishing',
        upper: 'É',
        server_encoding: 'UTF8',
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        fsync: 'on',
      },
    ])
    const wrong = new URL(postgres.url)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'SELECT')).rejects.toThrow('password authentication failed')
    // Its log had grown beyond 10 MB before.
    expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(10_000)
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  })

  it('is found by programs beside the service while it runs', async () => {
    expect(await connectEmbeddedPostgres({ dataDir })).toBeUndefined()
    const { url, stop } = await start()
    expect(await connectEmbeddedPostgres({ dataDir })).toBe(url)
    await stop()
    expect(await connectEmbeddedPostgres({ dataDir })).toBeUndefined()
  })

  it('refuses a second owner, in the same process and in another', async () => {
    await start()
    const failure = await start().catch((error) => error)
    expect(failure).toBeInstanceOf(DataDirInUseError)
    expect(failure.message).toMatch(/data is in use by process \d+\. Stop that process, or set DATA_DIR/)
    const other = startNode(owner, [dataDir])
    expect(await nextLine(other)).toMatch(/^DataDirInUseError /)
  })

  it('has exactly one owner when two processes start at once in an empty directory', async () => {
    const starters = [startNode(owner, [dataDir]), startNode(owner, [dataDir])]
    const lines = await Promise.all(starters.map(nextLine))
    expect(lines.filter((line) => line.startsWith('postgres://'))).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('DataDirInUseError'))).toHaveLength(1)
    await Promise.all(starters.map((child) => endProcess(child, 'SIGTERM')))
    const { url } = await start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('outlives an owner that is killed, and belongs to the next one', async () => {
    const killed = startNode(owner, [dataDir])
    const url = await nextLine(killed)
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await endProcess(killed, 'SIGKILL')
    const adopted = await start()
    expect(adopted.url).toBe(url)
    expect(await query(adopted.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await adopted.stop()
    await expect(query(url, 'SELECT')).rejects.toThrow('ECONNREFUSED')
  })

  it('is not reached by a Ctrl-C that its owner gets', async () => {
    const child = startNode(owner, [dataDir])
    const url = await nextLine(child)
    const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
    const group = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => `x) S 0 ${pid}`))
      .split(') ')[1]
      ?.split(' ')[2]
    expect(Number(group)).toBe(pid)
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await endProcess(child, 'SIGTERM')
  })

  it('starts after its server was killed, even when another program has its process number now', async () => {
    const first = await start()
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    const lines = (await readFile(pidFile, 'utf8')).split('\n')
    const pid = Number(lines[0])
    process.kill(pid, 'SIGKILL')
    await eventually(() =>
      query(first.url, 'SELECT').then(
        () => false,
        () => true,
      ),
    )
    await first.stop()
    await writeFile(pidFile, [process.pid, ...lines.slice(1)].join('\n'))
    expect(await connectEmbeddedPostgres({ dataDir })).toBeUndefined()
    const second = await start()
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('starts after a setup that was killed half-way', async () => {
    const child = startNode(owner, [dataDir])
    const drafts = () => readdir(dataDir).then((names) => names.filter((name) => name.startsWith('postgres.new-')))
    await eventually(async () => {
      const [draft = ''] = await drafts()
      return existsSync(join(dataDir, draft, 'cluster', 'base'))
    })
    await endProcess(child, 'SIGKILL')
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    const { url } = await start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await drafts()).toEqual([])
  })

  it('stops twice without harm, and when its server is gone already', async () => {
    const postgres = await start()
    await Promise.all([postgres.stop(), postgres.stop()])
    await postgres.stop()
  })

  it('says what the server said when it cannot start, and gives the directory back', async () => {
    await expect(start({ shared_buffers: 'much' })).rejects.toThrow(/invalid value for parameter "shared_buffers"/)
    await start()
  })

  it.runIf(asRoot)('runs as an unprivileged user in a directory that only root can enter', async () => {
    const locked = join(dir.path, 'locked')
    await mkdir(locked, { mode: 0o700 })
    dataDir = join(locked, 'data')
    const { url, stop } = await start()
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0)
    await stop()
    await start()
  })

  it.runIf(asRoot && othersMayRead())('runs as the user who starts it when that is not root', async () => {
    await chmod(dir.path, 0o777)
    const child = startNode(owner, [dataDir], { uid: 65_534 })
    expect(await query(await nextLine(child), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect((await stat(dataDir)).uid).toBe(65_534)
    await endProcess(child, 'SIGTERM')
  })
})
