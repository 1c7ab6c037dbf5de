/** The text form of encryption keys: `id:base64-of-32-bytes`, several separated by commas. */
import { randomBytes } from 'node:crypto'
import { loadOrCreateFile } from './data-dir.ts'
import type { EncryptionKey } from './secret-box.ts'

/** The keys that `text` lists, in its order; or what was expected instead, in words that give nothing away. */
export function parseEncryptionKeys(text: string): EncryptionKey[] | string {
  const keys = text.split(',').map((item) => {
    const [, id = '', base64 = ''] = /^([\w-]{1,32}):([A-Za-z0-9+/]{43}=?)$/.exec(item.trim()) ?? []
    return { id, secret: Buffer.from(base64, 'base64') }
  })
  const bad = keys.findIndex(({ id, secret }) => !id || secret.length !== 32)
  if (bad >= 0)
    return `<id>:<base64 of 32 random bytes>, several separated by commas (item ${bad + 1} is something else)`
  const ids = keys.map((key) => key.id)
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  return repeated === undefined ? keys : `every key to have an id of its own ("${repeated}" is there twice)`
}

/**
 * The keys in the file at `path`, in the form of ENCRYPTION_KEYS; a new file gets one random key of 32 bytes and mode 600.
 * Throws when the file holds something else.
 */
export async function loadOrCreateEncryptionKeys(path: string): Promise<EncryptionKey[]> {
  const text = await loadOrCreateFile(path, () => `generated:${randomBytes(32).toString('base64')}`)
  const keys = parseEncryptionKeys(text)
  if (typeof keys === 'string') throw new Error(`${path} is damaged: expected ${keys}.`)
  return keys
}
