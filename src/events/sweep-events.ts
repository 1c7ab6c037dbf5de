import type { Services } from '../context.ts'
import { keepEventsMs } from './event.ts'

const batch = 5_000

/** Deletes events older than 30 days, and with them the log of their webhook deliveries; some at a time. */
export async function sweepEvents({ db, clock }: Services): Promise<void> {
  for (;;) {
    const deleted = await db.pool.query(
      `DELETE FROM events WHERE id IN (SELECT id FROM events WHERE occurred_at < $1 LIMIT ${batch})`,
      [new Date(clock.now() - keepEventsMs)],
    )
    if (deleted.rowCount !== batch) return
  }
}
