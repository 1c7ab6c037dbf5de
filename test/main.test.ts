/** The first start of the program, with nothing there yet. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endProcess, startNode } from './helpers/run-node.ts'
import { createTempDir } from './helpers/temp-dir.ts'

let dir: Awaited<ReturnType<typeof createTempDir>>
beforeEach(async () => {
  dir = await createTempDir()
})
afterEach(() => dir.remove())

/** Starts the program, runs `work` with its address and what it printed, and stops it. */
async function whileRunning<T>(dataDir: string, work: (url: string, printed: string) => Promise<T>): Promise<T> {
  const program = startNode('src/main.ts', [], { env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' } })
  try {
    let printed = ''
    const url = await new Promise<string>((resolve, reject) => {
      program.stderr?.on('data', (chunk) => {
        printed += chunk
      })
      program.stdout?.on('data', (chunk) => {
        printed += chunk
        const found = /API +(http:\S+)\/v1/.exec(printed)?.[1]
        if (found && printed.includes('/v1/health')) resolve(found)
      })
      program.once('exit', () => reject(new Error(printed)))
    })
    return await work(url, printed)
  } finally {
    await endProcess(program, 'SIGTERM')
  }
}

test('makes an organization and a key that only its owner reads, once', async () => {
  const dataDir = join(dir.path, 'data')
  const file = join(dataDir, 'api-key')
  const health = async (url: string, key: string) =>
    (await fetch(`${url}/v1/health`, { headers: { authorization: `Bearer ${key}` } })).status
  const key = await whileRunning(dataDir, async (url, printed) => {
    const made = (await readFile(file, 'utf8')).trim()
    expect(made).toMatch(/^sps_[\w-]{43}$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(printed).not.toContain(made)
    expect([await health(url, made), await health(url, 'wrong')]).toEqual([200, 401])
    return made
  })
  await whileRunning(dataDir, async (url) => {
    expect((await readFile(file, 'utf8')).trim()).toBe(key)
    expect(await health(url, key)).toBe(200)
  })
}, 60_000)
