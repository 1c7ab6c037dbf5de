import type { Pool } from 'pg'

/** A week after they expired nobody asks any more why they are refused. */
const keepMs = 7 * 24 * 3600_000

/** Deletes codes and tokens that expired more than a week ago. @param now epoch milliseconds */
export async function sweepSandbox(pool: Pool, now: number): Promise<void> {
  const before = new Date(now - keepMs)
  await pool.query('DELETE FROM sandbox.codes WHERE expires_at < $1', [before])
  await pool.query('DELETE FROM sandbox.tokens WHERE expires_at < $1', [before])
}
