/** Encryption at rest and keyed checks, from the operator's keys: the first encrypts, all of them decrypt. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

export interface EncryptionKey {
  id: string
  /** 32 bytes. */
  secret: Buffer
}

export interface SecretBox {
  /** AES-256-GCM; the text names the key, so that keys can be rotated. */
  encrypt(plain: string): string
  /** Throws when the text is not ours or its key is no longer configured. */
  decrypt(sealed: string): string
  /** 16 bytes of HMAC-SHA256 for `purpose`, base64url. */
  sign(purpose: string, text: string): string
  /** Whether `signature` was made by `sign` with any of the keys; in constant time. */
  verify(purpose: string, text: string, signature: string): boolean
}

export function createSecretBox(keys: readonly EncryptionKey[]): SecretBox {
  const [current] = keys
  if (!current) throw new Error('At least one encryption key is needed.')
  const signingKeys = keys.map((key) => Buffer.from(hkdfSync('sha256', key.secret, '', 'signing', 32)))

  const mac = (key: Buffer, purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest().subarray(0, 16)

  return {
    encrypt(plain) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.secret, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v1.${current.id}.${iv.toString('base64url')}.${body.toString('base64url')}`
    },
    decrypt(sealed) {
      const [version, id, iv, body] = sealed.split('.')
      if (version !== 'v1' || !id || !iv || !body) throw new Error('Not a value this service encrypted.')
      const key = keys.find((candidate) => candidate.id === id)
      if (!key) throw new Error(`Encrypted with key "${id}", which ENCRYPTION_KEYS does not list.`)
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.secret, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
    },
    sign: (purpose, text) => mac(signingKeys[0] as Buffer, purpose, text).toString('base64url'),
    verify(purpose, text, signature) {
      const given = Buffer.from(signature, 'base64url')
      return given.length === 16 && signingKeys.some((key) => timingSafeEqual(mac(key, purpose, text), given))
    },
  }
}
