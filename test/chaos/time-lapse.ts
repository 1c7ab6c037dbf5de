/**
 * Waits of minutes pass in seconds: the rows say when something is due, so that moving their times is what waiting
 * would do. Only what waits by itself is moved; a lease of a living process keeps its time.
 */
import type pg from 'pg'

const lapses = [
  `UPDATE social_account_posts SET due_at = due_at - $1::interval
   WHERE due_at > now() AND lease_id IS NULL AND delivery_status = 'SENDING'`,
  `UPDATE webhook_deliveries SET due_at = due_at - $1::interval WHERE due_at > now() AND lease_id IS NULL`,
  `UPDATE upload_sessions SET leased_until = leased_until - $1::interval
   WHERE status = 'UPLOADED' AND leased_until > now() AND lease_id IS NULL`,
  `UPDATE idempotency_records SET locked_until = locked_until - $1::interval WHERE status IS NULL`,
]

/** Lets `seconds` pass for whatever waits. */
export async function letPass(database: pg.Pool, seconds: number): Promise<void> {
  for (const lapse of lapses) await database.query(lapse, [`${seconds} seconds`])
}

/** What dead processes held is free at once: to be called while no process of the service is alive. */
export async function endLeases(database: pg.Pool): Promise<void> {
  await database.query('UPDATE social_account_posts SET due_at = now() WHERE lease_id IS NOT NULL')
  await database.query('UPDATE webhook_deliveries SET due_at = now() WHERE lease_id IS NOT NULL')
  await database.query(`UPDATE upload_sessions SET leased_until = now() WHERE status = 'UPLOADED'`)
  await database.query('UPDATE idempotency_records SET locked_until = now() WHERE status IS NULL')
}
