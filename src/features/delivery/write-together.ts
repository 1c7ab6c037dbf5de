/**
 * Writes of deliveries that run at the same time, in one statement each. The lease decides row by row. A row that
 * somebody is changing at this moment is passed over, so that it holds up none of the others, and is written alone.
 */
import type { Database } from '../../db/database.ts'
import { groupWrites } from '../../db/group-writes.ts'

const most = 500

export interface LeasedValue {
  id: string
  leaseId: string
  value: unknown
}

/** The columns of a delivery that are written alone, with their types. */
const columnTypes = { progress: 'jsonb', commit_intent_at: 'timestamptz', commit_result: 'jsonb' } as const

export type LeasedColumn = keyof typeof columnTypes

type Write = (item: LeasedValue) => Promise<boolean>

const writesByDatabase = new WeakMap<Database, Record<LeasedColumn, Write>>()

/** Writes a column of a delivery together with others. False when that did not happen: then write it alone. */
export function writeTogether(db: Database, column: LeasedColumn, item: LeasedValue): Promise<boolean> {
  let writes = writesByDatabase.get(db)
  if (!writes) {
    writes = {
      progress: groupColumn(db, 'progress'),
      commit_intent_at: groupColumn(db, 'commit_intent_at'),
      commit_result: groupColumn(db, 'commit_result'),
    }
    writesByDatabase.set(db, writes)
  }
  return writes[column](item)
}

function groupColumn({ pool }: Database, column: LeasedColumn): Write {
  return groupWrites(async (items) => {
    const written = await pool.query<{ id: string }>({
      name: `deliveries_${column}`,
      text: `WITH held AS (
          SELECT s.id, w.value
          FROM unnest($1::uuid[], $2::uuid[], $3::${columnTypes[column]}[]) AS w(id, lease_id, value)
          JOIN social_account_posts s ON s.id = w.id AND s.lease_id = w.lease_id
          FOR NO KEY UPDATE OF s SKIP LOCKED)
        UPDATE social_account_posts s SET ${column} = held.value FROM held WHERE s.id = held.id RETURNING s.id`,
      values: [items.map(({ id }) => id), items.map(({ leaseId }) => leaseId), items.map(({ value }) => value)],
    })
    return indexesOf(items, written.rows)
  }, most)
}

/** Where in `items` the rows are. */
export function indexesOf(items: { id: string }[], rows: { id: string }[]): Set<number> {
  const ids = new Set(rows.map(({ id }) => id))
  return new Set(items.flatMap(({ id }, index) => (ids.has(id) ? [index] : [])))
}
