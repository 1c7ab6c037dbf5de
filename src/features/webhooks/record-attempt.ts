/** Writing down how an attempt ended: every statement holds only for the worker that has the lease. */
import type { ClientBase, Pool } from 'pg'
import { transaction } from '../../db/database.ts'
import type { ClaimedWebhook } from './claim.ts'

export interface Attempt {
  startedAt: number
  endedAt: number
  /** Absent without an answer. */
  statusCode?: number
  response?: string
}

const attemptSql = `attempts = attempts + 1, tries = tries + 1, lease_id = NULL, last_attempt_at = $3, duration_ms = $4,
  status_code = $5, response = $6`

function attemptValues(claimed: ClaimedWebhook, attempt: Attempt): unknown[] {
  return [
    claimed.deliveryId,
    claimed.leaseId,
    new Date(attempt.startedAt),
    attempt.endedAt - attempt.startedAt,
    attempt.statusCode ?? null,
    attempt.response ?? null,
  ]
}

/** The event arrived: the endpoint counts as well again, and gets new events when it was disabled. */
export async function recordSuccess(pool: Pool, claimed: ClaimedWebhook, attempt: Attempt): Promise<void> {
  await pool.query({
    name: 'webhook_delivered',
    text: `WITH delivered AS (
        UPDATE webhook_deliveries SET ${attemptSql}, status = 'DELIVERED', due_at = NULL, error_message = NULL
        WHERE id = $1 AND lease_id = $2 RETURNING endpoint_id)
      UPDATE webhook_endpoints w SET failing_since = NULL, disabled_at = NULL, disabled_reason = NULL
      FROM delivered WHERE w.id = delivered.endpoint_id AND (w.failing_since IS NOT NULL OR w.disabled_at IS NOT NULL)`,
    values: attemptValues(claimed, attempt),
  })
}

/** The event did not arrive and is sent again at `nextAt`, or never when that is null. */
export async function recordFailure(
  pool: Pool,
  claimed: ClaimedWebhook,
  attempt: Attempt,
  failure: { message: string; nextAt: Date | null },
): Promise<void> {
  await pool.query({
    name: 'webhook_failed',
    text: `WITH failed AS (
        UPDATE webhook_deliveries SET ${attemptSql}, status = CASE WHEN $7::timestamptz IS NULL THEN 'FAILED' ELSE 'PENDING' END,
          due_at = $7, error_message = $8
        WHERE id = $1 AND lease_id = $2 RETURNING endpoint_id)
      UPDATE webhook_endpoints w SET failing_since = $3
      FROM failed WHERE w.id = failed.endpoint_id AND w.failing_since IS NULL`,
    values: [...attemptValues(claimed, attempt), failure.nextAt, failure.message],
  })
}

/** The endpoint gets no new events, and what was on its way to it has FAILED for `reason`. */
export async function disableEndpoint(
  pool: Pool,
  claimed: ClaimedWebhook,
  attempt: Attempt,
  failure: { message: string; reason: string },
): Promise<void> {
  await transaction(pool, async (tx: ClientBase) => {
    const failed = await tx.query(
      `UPDATE webhook_deliveries SET ${attemptSql}, status = 'FAILED', due_at = NULL, error_message = $7
       WHERE id = $1 AND lease_id = $2`,
      [...attemptValues(claimed, attempt), `${failure.message} ${failure.reason}`],
    )
    if (failed.rowCount !== 1) return
    await tx.query(
      `UPDATE webhook_endpoints SET disabled_at = $2, disabled_reason = $3, failing_since = COALESCE(failing_since, $2)
       WHERE id = $1 AND disabled_at IS NULL`,
      [claimed.webhookId, new Date(attempt.endedAt), failure.reason],
    )
    await tx.query(
      `UPDATE webhook_deliveries SET status = 'FAILED', due_at = NULL, lease_id = NULL, error_message = $2
       WHERE endpoint_id = $1 AND due_at IS NOT NULL`,
      [claimed.webhookId, failure.reason],
    )
  })
}
