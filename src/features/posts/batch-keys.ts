/** The idempotency keys of batch items: unique per organization, for ever. */
import { createHash } from 'node:crypto'
import type { ClientBase, Pool } from 'pg'
import type { BatchItemDraft } from './batch-input.ts'

export interface KnownItem {
  hash: Buffer
  postId: string
}

/** What makes two items the same: their fields, whatever their order; null counts as absent. */
export function hashItem(item: BatchItemDraft): Buffer {
  return createHash('sha256').update(canonical(item)).digest()
}

function canonical(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, entry]) => entry != null)
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entry]) => `${JSON.stringify(name)}:${canonical(entry)}`)
    .join(',')}}`
}

/** The items that were made under these keys. */
export async function findItems(db: Pool | ClientBase, organizationId: string, keys: string[]) {
  const found = await db.query<KnownItem & { key: string }>({
    name: 'batch_items_find',
    text: `SELECT idempotency_key AS key, item_hash AS hash, post_id AS "postId" FROM batch_items
           WHERE organization_id = $1 AND idempotency_key = ANY($2)`,
    values: [organizationId, keys],
  })
  return new Map<string, KnownItem>(found.rows.map(({ key, ...item }) => [key, item]))
}

/**
 * Takes keys for posts about to be made, in the caller's transaction: waits for another batch that is taking the same
 * ones, and returns those that were free. In order of the keys, so that two batches cannot wait for each other.
 */
export async function takeKeys(
  tx: ClientBase,
  organizationId: string,
  items: { key: string; hash: Buffer; postId: string }[],
  now: Date,
): Promise<Set<string>> {
  const sorted = items.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const taken = await tx.query<{ key: string }>({
    name: 'batch_items_take',
    text: `INSERT INTO batch_items (organization_id, idempotency_key, item_hash, post_id, created_at)
           SELECT $1, key, hash, post_id, $5
           FROM unnest($2::text[], $3::bytea[], $4::uuid[]) AS i(key, hash, post_id)
           ON CONFLICT DO NOTHING RETURNING idempotency_key AS key`,
    values: [
      organizationId,
      sorted.map(({ key }) => key),
      sorted.map(({ hash }) => hash),
      sorted.map(({ postId }) => postId),
      now,
    ],
  })
  return new Set(taken.rows.map(({ key }) => key))
}
