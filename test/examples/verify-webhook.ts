import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a delivery is ours and at most 5 minutes old. `body` is the raw request body, `header` X-Service-Signature. */
export function isGenuine(secret: string, header: string, body: Buffer, now = Date.now()): boolean {
  const parts = header.split(',').map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!(Math.abs(now / 1000 - Number(time)) < 300)) return false
  const mac = createHmac('sha256', Buffer.from(secret, 'base64')).update(`${time}.`).update(body).digest()
  const given = parts.filter(([name]) => name === 'v1').map(([, hex = '']) => Buffer.from(hex, 'hex'))
  return given.some((signature) => signature.length === mac.length && timingSafeEqual(signature, mac))
}
