/** The text of an API key: what its holder sends, and what we keep of it. */
import { createHash, randomBytes } from 'node:crypto'

const tokenPattern = /^sps_[\w-]{43}$/
const prefixLength = 12

/** A new key: `sps_` and 32 random bytes, base64url. */
export function newToken(): string {
  return `sps_${randomBytes(32).toString('base64url')}`
}

/** Whether `text` can be a key at all. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text)
}

/** SHA-256: the key is random, so nothing slower is needed. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest())
}

/** The part that may be shown. */
export function tokenPrefix(token: string): string {
  return token.slice(0, prefixLength)
}
