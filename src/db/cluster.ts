/** The files of the embedded Postgres: where they are and how they are first made. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadOrCreateFile, readText, syncDirectory } from '../lib/data-dir.ts'
import { type Binaries, command, type RunAs } from './postgres-binaries.ts'

const draftPrefix = 'postgres.new-'

export const clusterPath = (dataDir: string) => join(dataDir, 'postgres')
const passwordPath = (dataDir: string) => join(dataDir, 'postgres-password')

/** The address of a database of the cluster, as its superuser. */
export function clusterUrl(password: string, port: number, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
}

/** The superuser's password; undefined in a directory without a cluster. */
export function readPassword(dataDir: string): Promise<string | undefined> {
  return readText(passwordPath(dataDir))
}

/**
 * Makes the cluster of `dataDir` unless it is there, and returns the superuser's password. The caller owns the
 * directory. An interrupted start leaves nothing that a later one could take for a cluster. Throws what initdb says.
 */
export async function ensureCluster(dataDir: string, binaries: Binaries, runAs: RunAs, sync: boolean): Promise<string> {
  const cluster = clusterPath(dataDir)
  if (existsSync(cluster)) {
    const password = await readPassword(dataDir)
    if (password) return password
    throw new Error(
      `${passwordPath(dataDir)} is missing: restore it, or move ${cluster} away to start with an empty database.`,
    )
  }
  await removeDrafts(dataDir)
  const password = await loadOrCreateFile(passwordPath(dataDir), () => randomBytes(24).toString('base64url'))
  const draft = join(dataDir, `${draftPrefix}${randomBytes(6).toString('hex')}`)
  const passwordFile = join(draft, 'password')
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveTo(runAs, passwordFile)
  await giveTo(runAs, draft)
  await initialize(join(draft, 'cluster'), passwordFile, binaries, runAs, sync)
  await rename(join(draft, 'cluster'), cluster)
  await rm(draft, { recursive: true })
  if (sync) await syncDirectory(dataDir)
  return password
}

async function initialize(path: string, passwordFile: string, binaries: Binaries, runAs: RunAs, sync: boolean) {
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const options = [`--pgdata=${path}`, ...encoding, ...access, ...(sync ? [] : ['--no-sync'])]
  const run = command(runAs, binaries.initdb, options)
  try {
    await promisify(execFile)(run.file, run.args, run.options)
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new Error(`The embedded Postgres could not be set up: ${stderr?.trim() || message}`)
  }
}

/** The cluster belongs to the user Postgres runs as. */
async function giveTo(runAs: RunAs, path: string): Promise<void> {
  if (runAs.owner) await chown(path, runAs.owner.uid, runAs.owner.gid)
}

async function removeDrafts(dataDir: string): Promise<void> {
  const drafts = (await readdir(dataDir)).filter((name) => name.startsWith(draftPrefix))
  await Promise.all(drafts.map((name) => rm(join(dataDir, name), { recursive: true, maxRetries: 5 })))
}
