/** A real Postgres in the data directory, for installations without a DATABASE_URL. */
import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Logger } from 'pino'
import { createDataDir } from '../lib/data-dir.ts'
import { clusterPath, clusterUrl, ensureCluster, readPassword } from './cluster.ts'
import { ownDataDir } from './owner-lock.ts'
import { type Binaries, chooseUser, command, findBinaries, type RunAs } from './postgres-binaries.ts'
import { isAlive, readPostmaster, waitUntilReady } from './postmaster.ts'

const databaseName = 'social_publishing'
const maxLogBytes = 10 * 1024 * 1024
const maxStartTries = 3

const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

type Log = Pick<Logger, 'info' | 'warn'>

export interface EmbeddedPostgres {
  /** Of the service's database. */
  url: string
  /** Fast shutdown: open transactions are rolled back; resolves when the server is gone. Further calls do nothing. */
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  log: Log
  /** Server settings on top of ours, by their Postgres names. */
  settings?: Record<string, string>
}

/**
 * Starts the Postgres of `dataDir`, making it at first use; one that a killed owner left running is taken over.
 * It runs in a process group of its own, so that Ctrl-C reaches only us and we stop it in order.
 * Throws DataDirInUseError when another process owns the directory, PostgresNotRunnableError when this machine refuses.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  await createDataDir(options.dataDir)
  const dataDir = await realpath(options.dataDir)
  const disown = ownDataDir(dataDir)
  try {
    const binaries = await findBinaries()
    const runAs = chooseUser(binaries, dataDir)
    const url = await findOrLaunch(dataDir, binaries, runAs, options)
    let stopped: Promise<void> | undefined
    return { url, stop: () => (stopped ??= stop(dataDir, binaries, runAs).finally(disown)) }
  } catch (error) {
    disown()
    throw error
  }
}

/** The address of the running Postgres of `dataDir`; undefined when none runs. For programs beside the service. */
export async function connectEmbeddedPostgres({ dataDir }: { dataDir: string }): Promise<string | undefined> {
  if (!existsSync(clusterPath(dataDir))) return undefined
  const password = await readPassword(dataDir)
  const port = await findRunning(clusterPath(await realpath(dataDir)))
  return password && port ? clusterUrl(password, port, databaseName) : undefined
}

async function findOrLaunch(dataDir: string, binaries: Binaries, runAs: RunAs, { settings, log }: Options) {
  const startedAt = performance.now()
  const all: Record<string, string> = { ...defaultSettings, ...settings }
  const password = await ensureCluster(dataDir, binaries, runAs, all.fsync !== 'off')
  const found = await findRunning(clusterPath(dataDir))
  const port = found ?? (await launchOnFreePort(dataDir, binaries, runAs, all, log))
  await ensureDatabase(password, port)
  const verb = found ? 'of an earlier run taken over' : 'started'
  log.info(`Embedded Postgres ${verb} on port ${port} in ${Math.round(performance.now() - startedAt)} ms.`)
  return clusterUrl(password, port, databaseName)
}

/** The port of the cluster's server, once it is ready; undefined when none runs. */
async function findRunning(cluster: string): Promise<number | undefined> {
  const pid = readPostmaster(cluster)?.pid
  return pid ? (await waitUntilReady(cluster, () => !isAlive(pid, cluster)))?.port : undefined
}

async function launchOnFreePort(
  dataDir: string,
  binaries: Binaries,
  runAs: RunAs,
  settings: Record<string, string>,
  log: Log,
): Promise<number> {
  // Postgres itself refuses to start while any process has the number in a stale file.
  await rm(join(clusterPath(dataDir), 'postmaster.pid'), { force: true })
  for (let tries = 1; ; tries++) {
    const port = await findFreePort()
    const failure = await launch(dataDir, binaries, runAs, { ...settings, port: String(port) })
    if (failure === undefined) return port
    if (tries === maxStartTries) throw new Error(`The embedded Postgres did not start:\n${failure}`)
    log.warn(`The embedded Postgres did not start and is tried again: ${failure}`)
  }
}

async function stop(dataDir: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const cluster = clusterPath(dataDir)
  const run = command(runAs, binaries.pg_ctl, ['stop', `--pgdata=${cluster}`, '--mode=fast', '--timeout=60'])
  try {
    await promisify(execFile)(run.file, run.args, run.options)
  } catch (error) {
    const pid = readPostmaster(cluster)?.pid
    if (pid && isAlive(pid, cluster)) throw error
  }
}

/** Starts the server and waits until it is ready; returns what it logged when it ended instead. */
async function launch(dataDir: string, binaries: Binaries, runAs: RunAs, settings: Record<string, string>) {
  const logFile = await open(join(dataDir, 'postgres.log'), 'a+', 0o600)
  try {
    if ((await logFile.stat()).size > maxLogBytes) await logFile.truncate()
    const { size } = await logFile.stat()
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const run = command(runAs, binaries.postgres, ['-D', clusterPath(dataDir), ...flags])
    const server = spawn(run.file, run.args, {
      ...run.options,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
    })
    server.unref()
    let ended: string | undefined
    server.once('error', (error) => (ended = error.message))
    server.once('exit', () => (ended ??= 'ended'))
    if (await waitUntilReady(clusterPath(dataDir), () => ended !== undefined)) return undefined
    const said = Buffer.alloc(4096)
    const { bytesRead } = await logFile.read(said, 0, said.length, size)
    return said.toString('utf8', 0, bytesRead).trim() || ended
  } finally {
    await logFile.close()
  }
}

async function ensureDatabase(password: string, port: number): Promise<void> {
  const client = new pg.Client(clusterUrl(password, port, 'postgres'))
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`)
  } finally {
    await client.end()
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
