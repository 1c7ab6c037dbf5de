/** Retries of an unknown outcome that wait for their time, when a person settles it before. */
import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Services } from '../../context.ts'
import { cancelAlarms, setAlarms } from './jobs.ts'
import type { UnknownDelivery } from './settle-unknown.ts'

/** The child of a retry post that a retry policy made for the unknown outcome. */
export interface RetryChild {
  id: string
  postId: string
  deliveryStatus: string
  startedAt: Date | null
  jobId: string | null
}

/**
 * The children of the retry posts that the policy made for a delivery, oldest first, locked in the order post before
 * child, so that a worker has either begun one already or passes it over.
 */
export async function lockRetries(tx: ClientBase, delivery: UnknownDelivery): Promise<RetryChild[]> {
  await tx.query('SELECT FROM posts WHERE retry_of_id = $1 ORDER BY id FOR UPDATE', [delivery.id])
  const found = await tx.query<RetryChild>(
    `SELECT r.id, r.post_id AS "postId", r.delivery_status AS "deliveryStatus", r.delivery_started_at AS "startedAt",
       r.job_id AS "jobId"
     FROM posts p JOIN social_account_posts r ON r.post_id = p.id
     WHERE p.retry_of_id = $1 AND r.social_account_id = $2 ORDER BY r.id FOR UPDATE OF r`,
    [delivery.id, delivery.socialAccountId],
  )
  return found.rows
}

/** Takes retries back that have not started; the last child takes its post along. */
export async function cancelRetries(services: Services, tx: ClientBase, retries: RetryChild[]): Promise<void> {
  const ids = retries.map(({ id }) => id)
  await tx.query('DELETE FROM social_account_posts WHERE id = ANY($1)', [ids])
  await tx.query(
    `DELETE FROM posts p WHERE p.id = ANY($1)
       AND NOT EXISTS (SELECT FROM social_account_posts c WHERE c.post_id = p.id)`,
    [retries.map(({ postId }) => postId)],
  )
  await cancelAlarms(
    services,
    tx,
    retries.map(({ jobId }) => jobId),
  )
}

/** Lets retries that have not started publish without asking the platform about the first call. */
export async function forgetFirstCall(tx: ClientBase, retries: RetryChild[], now: Date): Promise<void> {
  await tx.query(
    `UPDATE social_account_posts
     SET reference_id = NULL, progress = NULL, commit_intent_at = NULL, updated_at = $2 WHERE id = ANY($1)`,
    [retries.map(({ id }) => id), now],
  )
}

/** Brings a retry that has not started forward to this moment. */
export async function retryNow(
  services: Services,
  tx: ClientBase,
  { organizationId, socialAccountId }: UnknownDelivery,
  retry: RetryChild,
  now: Date,
): Promise<void> {
  const jobId = randomUUID()
  await tx.query(
    `UPDATE posts SET schedule_type = 'SCHEDULE_FOR_LATER', scheduled_for = $2, updated_at = $2 WHERE id = $1`,
    [retry.postId, now],
  )
  await tx.query('UPDATE social_account_posts SET due_at = $2, job_id = $3, updated_at = $2 WHERE id = $1', [
    retry.id,
    now,
    jobId,
  ])
  await cancelAlarms(services, tx, [retry.jobId])
  await setAlarms(services, tx, [{ jobId, dueAt: now, socialAccountPostId: retry.id, socialAccountId, organizationId }])
}
