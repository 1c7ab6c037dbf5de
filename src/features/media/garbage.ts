/**
 * What storage holds for nobody. A key is listed here before its object is written and taken off in the transaction
 * that gives it a row, so that a crash at any moment leaves nothing that the sweep does not find.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Services } from '../../context.ts'
import { queueNames } from '../../queue/names.ts'

/** How long a write may take before the sweep takes its object for abandoned, milliseconds. */
const writeMs = 3600_000

/** A new key, listed as garbage until `keepKey`. */
export async function reserveKey({ db, clock }: Services): Promise<string> {
  const key = randomBytes(20).toString('hex')
  await db.pool.query('INSERT INTO storage_garbage (key, due_at) VALUES ($1, $2)', [
    key,
    new Date(clock.now() + writeMs),
  ])
  return key
}

/** Takes a key off the list in the transaction that gives its object a row. Throws when the sweep was faster. */
export async function keepKey(tx: ClientBase, key: string): Promise<void> {
  const kept = await tx.query('DELETE FROM storage_garbage WHERE key = $1', [key])
  if (kept.rowCount !== 1) throw new Error(`The object ${key} took too long to write and was swept.`)
}

/** Lists objects that may go now, in the caller's transaction, and wakes whoever removes them. */
export async function discardKeys(services: Services, tx: ClientBase, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.query(
    `INSERT INTO storage_garbage (key, due_at) SELECT key, $2 FROM unnest($1::text[]) AS k(key)
     ON CONFLICT (key) DO UPDATE SET due_at = EXCLUDED.due_at`,
    [keys, new Date(services.clock.now())],
  )
  await services.queue.insert(tx, queueNames.collectGarbage, [{ id: randomUUID(), data: {} }])
}
