/** How deliveries prove that they come from us. */
import { createHmac, randomBytes } from 'node:crypto'

/** A new signing secret: 32 random bytes, base64. */
export function newSecret(): string {
  return randomBytes(32).toString('base64')
}

/**
 * The value of X-Service-Signature: `t=<unix seconds>,v1=<hex>`, one `v1` for each secret.
 * @param secrets base64
 * @param now epoch milliseconds, the time of the attempt
 */
export function sign(secrets: readonly string[], body: Buffer, now: number): string {
  const time = Math.floor(now / 1000)
  const signatures = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret, 'base64')).update(`${time}.`).update(body).digest('hex'),
  )
  return [`t=${time}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
}
