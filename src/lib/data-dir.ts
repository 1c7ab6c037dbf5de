/** Private files of the service on this machine. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes the data directory; one that exists keeps its mode. As root others may pass through it, but not list it, because
 * the embedded database runs as another user.
 */
export async function createDataDir(path: string): Promise<void> {
  const asRoot = process.getuid?.() === 0
  await mkdir(path, { recursive: true, mode: asRoot ? 0o711 : 0o700 })
}

/**
 * The text of the file at `path`, without space around it. A missing file is created with what `make` returns, mode 600:
 * wholly or not at all, and of two processes that create it at once both get the text of the first.
 */
export async function loadOrCreateFile(path: string, make: () => string): Promise<string> {
  const found = await readText(path)
  if (found !== undefined) return found
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(`${make()}\n`)
    await file.sync()
    await file.close()
    await link(draft, path).catch(unless('EEXIST'))
  } finally {
    await rm(draft, { force: true })
  }
  await syncDirectory(dirname(path))
  return (await readFile(path, 'utf8')).trim()
}

/** The text of the file at `path`, without space around it; undefined when there is none. */
export async function readText(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(unless('ENOENT'))
  return text?.trim()
}

/** Makes new and renamed entries of a directory survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path)
  await directory.sync().finally(() => directory.close())
}

const unless = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error
}
