import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Services } from '../../context.ts'
import { publishEvents } from '../../events/publish.ts'
import { newId } from '../../lib/ids.ts'
import type { PlatformName } from '../../platforms/names.ts'
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
 * Makes the post that repeats a failed delivery after the policy's delay, in the transaction that fails it, with one
 * retry less. Where the outcome is unknown the copy starts by asking the platform about the first one.
 * @param now when it failed
 */
export function scheduleRetry(
  services: Services,
  tx: ClientBase,
  delivery: ClaimedDelivery,
  kind: PlatformErrorKind,
  now: Date,
): Promise<void> {
  const dueAt = new Date(now.getTime() + (delivery.retryDelaySeconds as number) * 1000)
  return makeRetry(services, tx, delivery, { dueAt, asksFirst: kind === 'outcome-unknown', isCounted: true }, now)
}

/** A failed delivery that is repeated. */
export interface FailedDelivery {
  id: string
  postId: string
  organizationId: string
  projectId: string
  socialAccountId: string
  platform: PlatformName
  /** Of the worker that fails it, who then makes nothing without it; null when nobody works on it. */
  leaseId: string | null
}

/**
 * Makes the post that repeats a failed delivery, in the caller's transaction: one child, a copy of content and options.
 * Without the lease nothing is made; the caller's own write then says so.
 * @param retry `asksFirst`: it begins by asking the platform about the failed one; `isCounted`: it uses up one of the
 *   policy's retries
 */
export async function makeRetry(
  services: Services,
  tx: ClientBase,
  failed: FailedDelivery,
  { dueAt, asksFirst, isCounted }: { dueAt: Date; asksFirst: boolean; isCounted: boolean },
  now: Date,
): Promise<void> {
  const [postId, childId, jobId] = [newId(), newId(), randomUUID()]
  await tx.query({
    name: 'delivery_retry',
    text: `WITH source AS (
        SELECT c.*, p.content, p.auto_delete_media, p.max_retries, p.retry_delay_seconds
        FROM social_account_posts c JOIN posts p ON p.id = c.post_id
        WHERE c.id = $1 AND c.lease_id IS NOT DISTINCT FROM $8 FOR NO KEY UPDATE OF c),
      post AS (
        INSERT INTO posts (id, organization_id, project_id, content, schedule_type, scheduled_for, auto_delete_media,
          max_retries, retry_delay_seconds, retry_of_id, created_at, updated_at)
        SELECT $2, organization_id, project_id, COALESCE(content_override, content), 'SCHEDULE_FOR_LATER', $3,
          auto_delete_media, NULLIF(max_retries - $9, 0), CASE WHEN max_retries > $9 THEN retry_delay_seconds END,
          id, $4, $4
        FROM source)
      INSERT INTO social_account_posts (id, post_id, organization_id, project_id, social_account_id, platform, position,
        first_comment, options, created_at, updated_at, due_at, job_id, reference_id, progress, commit_intent_at)
      SELECT $5, $2, organization_id, project_id, social_account_id, platform, 0, first_comment, options, $4, $4, $3, $6,
        CASE WHEN $7 THEN COALESCE(reference_id, id) END, CASE WHEN $7 THEN progress END,
        CASE WHEN $7 THEN commit_intent_at END
      FROM source`,
    values: [failed.id, postId, dueAt, now, childId, jobId, asksFirst, failed.leaseId, isCounted ? 1 : 0],
  })
  await setAlarms(services, tx, [
    {
      jobId,
      dueAt,
      socialAccountPostId: childId,
      socialAccountId: failed.socialAccountId,
      organizationId: failed.organizationId,
    },
  ])
  await publishEvents(tx, [
    {
      eventType: 'socialAccountPost.retry.scheduled',
      organizationId: failed.organizationId,
      projectId: failed.projectId,
      postId: failed.postId,
      socialAccountPostId: failed.id,
      socialAccountId: failed.socialAccountId,
      platform: failed.platform,
      occurredAt: now,
      details: { retryPostId: postId },
    },
  ])
}
