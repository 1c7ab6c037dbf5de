import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadOrCreateEncryptionKeys } from '../../src/lib/encryption-keys.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

let dir: Awaited<ReturnType<typeof createTempDir>>
let path: string

beforeEach(async () => {
  dir = await createTempDir()
  path = join(dir.path, 'encryption-key')
})

afterEach(() => dir.remove())

it('a generated key is private, of 32 bytes, and the same for everyone who asks at once or later', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => loadOrCreateEncryptionKeys(path)))
  const later = await loadOrCreateEncryptionKeys(path)
  expect(new Set([...keys, later].map(([key]) => key?.secret.toString('hex'))).size).toBe(1)
  expect(later[0]?.secret).toHaveLength(32)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(dir.path)).toEqual(['encryption-key'])
})

it('the file may be edited by hand to rotate keys', async () => {
  const [old] = await loadOrCreateEncryptionKeys(path)
  await writeFile(path, `new:${Buffer.alloc(32, 7).toString('base64')}, ${await readFile(path, 'utf8')}`)
  expect((await loadOrCreateEncryptionKeys(path)).map(({ id }) => id)).toEqual(['new', old?.id])
})

it('a damaged key file is reported, not replaced, and its content is not shown', async () => {
  await writeFile(path, 'generated:c2hvcnQ=')
  const failure = await loadOrCreateEncryptionKeys(path).catch((error) => error)
  expect(failure.message).toMatch(/encryption-key is damaged: expected <id>:<base64 of 32 random bytes>/)
  expect(failure.message).not.toContain('c2hvcnQ=')
  expect(await readFile(path, 'utf8')).toBe('generated:c2hvcnQ=')
})
