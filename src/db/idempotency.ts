/** Idempotency records: one row per organization and key, fenced by the request that owns it. */
import type { ClientBase, Pool } from 'pg'

/** How long a request may run before another one with the same key may take over, milliseconds. */
const lockMs = 120_000

export interface IdempotencyRecord {
  requestHash: Buffer
  owner: string
  lockedUntil: Date
  resourceId: string | null
  status: number | null
  body: string | null
}

interface RecordKey {
  organizationId: string
  key: string
}

const columns = `request_hash AS "requestHash", owner, locked_until AS "lockedUntil", resource_id AS "resourceId", status, body`

/** Takes the key for `owner`, or returns the record that holds it. `now` in epoch milliseconds. */
export async function claimKey(
  pool: Pool,
  { organizationId, key }: RecordKey,
  owner: string,
  requestHash: Buffer,
  now: number,
): Promise<IdempotencyRecord | undefined> {
  const inserted = await pool.query({
    name: 'idempotency_insert',
    text: `INSERT INTO idempotency_records (organization_id, key, request_hash, owner, locked_until, created_at)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (organization_id, key) DO UPDATE
             SET request_hash = $3, owner = $4, locked_until = $5, created_at = $6,
                 resource_id = NULL, status = NULL, body = NULL
             WHERE idempotency_records.created_at < $7
           RETURNING key`,
    values: [
      organizationId,
      key,
      requestHash,
      owner,
      new Date(now + lockMs),
      new Date(now),
      new Date(now - 24 * 3600_000),
    ],
  })
  if (inserted.rowCount === 1) return undefined
  const found = await pool.query<IdempotencyRecord>({
    name: 'idempotency_find',
    text: `SELECT ${columns} FROM idempotency_records WHERE organization_id = $1 AND key = $2`,
    values: [organizationId, key],
  })
  return found.rows[0] ?? (await claimKey(pool, { organizationId, key }, owner, requestHash, now))
}

/** Takes over a key whose owner went away without a result. False when somebody else was faster. */
export async function takeOverKey(
  pool: Pool,
  { organizationId, key }: RecordKey,
  from: string,
  owner: string,
  now: number,
): Promise<boolean> {
  const taken = await pool.query(
    `UPDATE idempotency_records SET owner = $4, locked_until = $5
     WHERE organization_id = $1 AND key = $2 AND owner = $3 AND status IS NULL AND resource_id IS NULL`,
    [organizationId, key, from, owner, new Date(now + lockMs)],
  )
  return taken.rowCount === 1
}

/**
 * Notes what a request under an idempotency key created, in the transaction that creates it: after a crash the key
 * then leads to it instead of creating another. Throws when the key was taken over, so that the transaction is undone.
 */
export async function recordCreated(
  tx: ClientBase,
  ctx: { actor: { organizationId: string }; idempotency?: { key: string; owner: string } | undefined },
  resourceId: string,
): Promise<void> {
  if (!ctx.idempotency) return
  const noted = await tx.query({
    name: 'idempotency_created',
    text: `UPDATE idempotency_records SET resource_id = $4
           WHERE organization_id = $1 AND key = $2 AND owner = $3 AND resource_id IS NULL`,
    values: [ctx.actor.organizationId, ctx.idempotency.key, ctx.idempotency.owner, resourceId],
  })
  if (noted.rowCount !== 1) throw new Error('The idempotency key was taken over by another request.')
}

/** Stores the response that repeats of the request get. */
export async function storeResponse(
  pool: Pool,
  { organizationId, key }: RecordKey,
  owner: string,
  response: { status: number; body: string },
): Promise<void> {
  await pool.query({
    name: 'idempotency_store',
    text: `UPDATE idempotency_records SET status = $4, body = $5 WHERE organization_id = $1 AND key = $2 AND owner = $3`,
    values: [organizationId, key, owner, response.status, response.body],
  })
}

/** Frees the key after a failure that a repeat may overcome; what was created keeps it. */
export async function releaseKey(pool: Pool, { organizationId, key }: RecordKey, owner: string): Promise<void> {
  await pool.query(
    `DELETE FROM idempotency_records WHERE organization_id = $1 AND key = $2 AND owner = $3 AND resource_id IS NULL`,
    [organizationId, key, owner],
  )
}

/** Forgets records older than 24 hours. */
export async function sweepKeys(pool: Pool, now: number): Promise<void> {
  await pool.query('DELETE FROM idempotency_records WHERE created_at < $1', [new Date(now - 24 * 3600_000)])
}
