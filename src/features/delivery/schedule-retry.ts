import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Services } from '../../context.ts'
import { publishEvents } from '../../events/publish.ts'
import { newId } from '../../lib/ids.ts'
import type { PlatformErrorKind } from '../../platforms/platform-error.ts'
import type { ClaimedDelivery } from './claim.ts'
import { setAlarms } from './jobs.ts'

/** Failures that time may heal. The others need a person: a new grant, credits, another content. */
const healing: readonly PlatformErrorKind[] = ['retry', 'failed', 'outcome-unknown']

/** Whether a failure of this kind is repeated by the post's retry policy. */
export function isRetried(delivery: ClaimedDelivery, kind: PlatformErrorKind): boolean {
  return delivery.retryDelaySeconds !== null && healing.includes(kind)
}

/**
 * Makes the post that repeats a failed delivery after the policy's delay, in the transaction that fails it: one child,
 * a copy of content and options, with one retry less. Where the outcome is unknown the copy starts by asking the
 * platform about the first one. Without the lease nothing is made; the caller's own write then says so.
 * @param now when it failed
 */
export async function scheduleRetry(
  services: Services,
  tx: ClientBase,
  delivery: ClaimedDelivery,
  kind: PlatformErrorKind,
  now: Date,
): Promise<void> {
  const dueAt = new Date(now.getTime() + (delivery.retryDelaySeconds as number) * 1000)
  const [postId, childId, jobId] = [newId(), newId(), randomUUID()]
  await tx.query({
    name: 'delivery_retry',
    text: `WITH source AS (
        SELECT c.*, p.content, p.auto_delete_media, p.max_retries, p.retry_delay_seconds
        FROM social_account_posts c JOIN posts p ON p.id = c.post_id
        WHERE c.id = $1 AND c.lease_id = $8 FOR NO KEY UPDATE OF c),
      post AS (
        INSERT INTO posts (id, organization_id, project_id, content, schedule_type, scheduled_for, auto_delete_media,
          max_retries, retry_delay_seconds, retry_of_id, created_at, updated_at)
        SELECT $2, organization_id, project_id, COALESCE(content_override, content), 'SCHEDULE_FOR_LATER', $3,
          auto_delete_media, NULLIF(max_retries - 1, 0), CASE WHEN max_retries > 1 THEN retry_delay_seconds END,
          id, $4, $4
        FROM source)
      INSERT INTO social_account_posts (id, post_id, organization_id, project_id, social_account_id, platform, position,
        first_comment, options, created_at, updated_at, due_at, job_id, reference_id, progress, commit_intent_at)
      SELECT $5, $2, organization_id, project_id, social_account_id, platform, 0, first_comment, options, $4, $4, $3, $6,
        CASE WHEN $7 THEN COALESCE(reference_id, id) END, CASE WHEN $7 THEN progress END,
        CASE WHEN $7 THEN commit_intent_at END
      FROM source`,
    values: [delivery.id, postId, dueAt, now, childId, jobId, kind === 'outcome-unknown', delivery.leaseId],
  })
  await setAlarms(services, tx, [
    {
      jobId,
      dueAt,
      socialAccountPostId: childId,
      socialAccountId: delivery.socialAccountId,
      organizationId: delivery.organizationId,
    },
  ])
  await publishEvents(tx, [
    {
      eventType: 'socialAccountPost.retry.scheduled',
      organizationId: delivery.organizationId,
      projectId: delivery.projectId,
      postId: delivery.postId,
      socialAccountPostId: delivery.id,
      socialAccountId: delivery.socialAccountId,
      platform: delivery.platform,
      occurredAt: now,
      details: { retryPostId: postId },
    },
  ])
}
