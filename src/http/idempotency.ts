/** `Idempotency-Key` on POST: the same request again gets the first response, and nothing is made twice. */
import { createHash, randomUUID } from 'node:crypto'
import type { Actor, Context, Idempotency } from '../context.ts'
import { claimKey, type IdempotencyRecord, releaseKey, storeResponse, takeOverKey } from '../db/idempotency.ts'
import { reach } from '../lib/fault-points.ts'
import { ServiceError, validationFailed } from '../lib/service-error.ts'
import type { Reply } from './respond.ts'

export interface IdempotentRequest {
  key: string
  /** Of method, address, body and the key's rights. */
  fingerprint: Buffer
}

/** Reads the header. Errors: VALIDATION_FAILED when it is not 1 to 255 characters. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = Array.isArray(header) ? header.join(', ') : header
  if (key.length >= 1 && key.length <= 255) return key
  throw validationFailed([
    { path: 'Idempotency-Key', message: 'The header Idempotency-Key must have 1 to 255 characters.' },
  ])
}

/** What makes two requests the same. Keys with other rights do not get each other's responses. */
export function fingerprint({ readOnly, projectIds }: Actor, target: string, body: Buffer): Buffer {
  const rights = JSON.stringify([readOnly, projectIds])
  return createHash('sha256').update(`${target}\n${rights}\n`).update(body).digest()
}

/**
 * Runs a request once under its key.
 * @param isSecret whether the stored response is encrypted
 * @param run makes the reply; what it creates it notes in its transaction under the Idempotency it is given
 * @param replay makes the reply for something created before a crash kept the response from being stored
 * Errors: IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE.
 */
export async function runOnce(
  ctx: Context,
  { key, fingerprint }: IdempotentRequest,
  run: (idempotency: Idempotency) => Promise<Reply>,
  replay: (resourceId: string) => Promise<Reply>,
  isSecret = false,
): Promise<Reply> {
  const { pool } = ctx.db
  const record = { organizationId: ctx.actor.organizationId, key }
  const owner = randomUUID()
  const now = ctx.clock.now()
  const held = await claimKey(pool, record, owner, fingerprint, now)
  if (held) {
    const stored = repeated(held, fingerprint, isSecret ? ctx.secrets.decrypt : (body) => body)
    if (stored) return stored
    if (held.resourceId) return asReplay(await replay(held.resourceId))
    const abandoned = held.lockedUntil.getTime() < now
    if (!abandoned || !(await takeOverKey(pool, record, held.owner, owner, now))) {
      throw new ServiceError('IDEMPOTENCY_KEY_IN_USE', 'A request with this Idempotency-Key is still in progress.', {
        retryAfter: 1,
      })
    }
  }
  let reply: Reply
  try {
    reply = await run({ key, owner })
  } catch (error) {
    await releaseKey(pool, record, owner)
    throw error
  }
  reach('request.before-answer')
  if (reply.status >= 500) await releaseKey(pool, record, owner)
  else {
    const body = reply.body ?? ''
    await storeResponse(pool, record, owner, {
      status: reply.status,
      body: isSecret ? ctx.secrets.encrypt(body) : body,
    })
  }
  return reply
}

function repeated(held: IdempotencyRecord, fingerprint: Buffer, open: (body: string) => string): Reply | undefined {
  if (!held.requestHash.equals(fingerprint)) {
    const message = 'This Idempotency-Key was used with another request within the last 24 hours.'
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', message)
  }
  if (held.status === null) return undefined
  return asReplay({ status: held.status, ...(held.body && { body: open(held.body) }) })
}

function asReplay(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'idempotent-replayed': 'true' } }
}
