/** What postmaster.pid says about the server of a cluster, and whether that is still true. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

interface Postmaster {
  pid: number
  /** TCP port on 127.0.0.1. */
  port: number
  status: string
}

/** The lines of the cluster's postmaster.pid that we need; undefined when there is none, or only its beginning yet. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = readPidFile(cluster)?.split('\n')
  const pid = Number(lines?.[0])
  return lines && pid > 0 ? { pid, port: Number(lines[3] ?? 0), status: lines[7]?.trim() ?? 'starting' } : undefined
}

/** Whether that process runs and is this cluster's server, not a later process with its number. */
export function isAlive(pid: number, cluster: string): boolean {
  if (!exists(pid)) return false
  const line = commandLine(pid)
  // Where processes are hidden from us, the safe guess is a running server.
  return line === undefined || line.includes(` -D ${cluster} `)
}

/**
 * Waits until the cluster's server takes connections, for up to `timeout` ms. Undefined when it is gone or goes away
 * before that; `gone` can say so earlier than postmaster.pid does. Throws when the time is over.
 */
export async function waitUntilReady(
  cluster: string,
  gone: () => boolean,
  timeout = 60_000,
): Promise<Postmaster | undefined> {
  for (const deadline = Date.now() + timeout; Date.now() < deadline; await setTimeout(20)) {
    if (gone()) return undefined
    const postmaster = readPostmaster(cluster)
    if (postmaster?.status === 'ready') return postmaster
  }
  throw new Error(
    `The Postgres of ${cluster} did not become ready within ${timeout / 1000} s; see postgres.log beside it.`,
  )
}

function readPidFile(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The program and its arguments, each with a space behind it; empty for a zombie, undefined when it cannot be read. */
function commandLine(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return undefined
    }
  }
  const ps = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  return ps.status === 0 ? `${ps.stdout.trimEnd()} ` : undefined
}
