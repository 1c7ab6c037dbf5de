/** Which process owns a data directory: a lock of the operating system, so it ends with its holder however that dies. */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const sqliteBusy = 5

/** The data directory belongs to another process that runs. */
export class DataDirInUseError extends Error {
  constructor(dataDir: string, pid: string | undefined) {
    const holder = pid ? `process ${pid}` : 'another process'
    super(`${dataDir} is in use by ${holder}. Stop that process, or set DATA_DIR to another directory.`)
    this.name = 'DataDirInUseError'
  }
}

/**
 * Takes ownership of a data directory without waiting; the returned function gives it back.
 * Throws DataDirInUseError when another process, or this one, has it.
 */
export function ownDataDir(dataDir: string): () => void {
  const pidPath = join(dataDir, 'owner.pid')
  const lockPath = join(dataDir, 'owner.lock')
  let lock: DatabaseSync | undefined
  try {
    createPrivate(lockPath)
    // SQLite is the one lock in Node that the kernel releases when its holder is killed; the file stays empty.
    lock = new DatabaseSync(lockPath)
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    const { errcode, message } = error as Error & { errcode?: number }
    if (errcode === sqliteBusy) throw new DataDirInUseError(dataDir, readPid(pidPath))
    throw new Error(
      `${lockPath} cannot be locked (${message}). The user who runs the service must be able to write there.`,
    )
  }
  const held = lock
  writeFileSync(pidPath, `${process.pid}\n`, { mode: 0o600 })
  return () => held.close()
}

/** Never opens a file that exists: closing it again would end a lock that this process has on it. */
function createPrivate(path: string): void {
  if (existsSync(path)) return
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function readPid(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
