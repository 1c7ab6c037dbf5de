/** Writing down how a delivery goes on: every statement holds only for the worker that has the lease. */
import { randomUUID } from 'node:crypto'
import type { Services } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { eventCtes } from '../../events/publish.ts'
import { nextCollection } from '../../lib/collection-schedule.ts'
import { reach } from '../../lib/fault-points.ts'
import { newId } from '../../lib/ids.ts'
import { supportedMetrics } from '../../platforms/metrics.ts'
import type { Progress, PublishedPost } from '../../platforms/platform.ts'
import type { PlatformErrorKind } from '../../platforms/platform-error.ts'
import { platforms } from '../../platforms/registry.ts'
import { queueNames } from '../../queue/names.ts'
import type { ReleaseMediaJob } from '../media/jobs.ts'
import { type ClaimedDelivery, type CommitResult, mostClaims } from './claim.ts'
import { setAlarms } from './jobs.ts'
import { scheduleRetry } from './schedule-retry.ts'

/** The delivery was deleted, or its lease was lost to another worker: whoever notices stops quietly. */
export class LeaseLostError extends Error {}

export type Step = 'prepare' | 'commit' | 'confirm' | 'check'

/** One try of a delivery, for its history. */
export interface Attempt {
  step: Step
  startedAt: Date
  outcome: 'published' | PlatformErrorKind | 'interrupted'
  message?: string
}

/** Postgres takes neither zero bytes nor half characters, and a platform may send both. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

function storableJson(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part))
}

async function write(services: Services, delivery: ClaimedDelivery, name: string, set: string, value: unknown) {
  const written = await services.db.pool.query({
    name,
    text: `UPDATE social_account_posts SET ${set} WHERE id = $1 AND lease_id = $2`,
    values: [delivery.id, delivery.leaseId, value],
  })
  if (written.rowCount !== 1) throw new LeaseLostError()
}

/** Keeps what `prepare` made at the platform. */
export function saveProgress(services: Services, delivery: ClaimedDelivery, progress: Progress): Promise<void> {
  return write(services, delivery, 'delivery_progress', 'progress = $3', storableJson(progress))
}

/** Notes that the irreversible call is about to be made; null takes it back once the platform says nothing came of it. */
export function saveIntent(services: Services, delivery: ClaimedDelivery, at: Date | null): Promise<void> {
  return write(services, delivery, 'delivery_intent', 'commit_intent_at = $3', at)
}

/** Far below a lease: what was written longer ago no longer says that the delivery is ours, milliseconds. */
const intentGoodForMs = 10_000

/**
 * Notes the intent at the last moment before the call. A process that stood still since (a frozen machine) may have lost
 * its lease meanwhile, and another may have published: it has to note it again, which only the holder can.
 */
export async function declareIntent(services: Services, delivery: ClaimedDelivery): Promise<void> {
  for (let at = 0; services.clock.now() - at > intentGoodForMs; ) {
    at = services.clock.now()
    await saveIntent(services, delivery, new Date(at))
  }
}

/** Keeps what the irreversible call answered. */
export function saveResult(services: Services, delivery: ClaimedDelivery, result: CommitResult): Promise<void> {
  return write(services, delivery, 'delivery_result', 'commit_result = $3', storableJson(result))
}

const attemptSql = `
  INSERT INTO delivery_attempts (id, social_account_post_id, number, step, started_at, finished_at, outcome, message, next_try_at)
  SELECT $3, settled.id, settled.tries, $4, $5, $6, $7, $8, $9 FROM settled`

function attemptValues(delivery: ClaimedDelivery, attempt: Attempt, now: Date, nextTryAt: Date | null): unknown[] {
  return [
    delivery.id,
    delivery.leaseId,
    newId(),
    attempt.step,
    attempt.startedAt,
    now,
    attempt.outcome,
    attempt.message === undefined ? null : storable(attempt.message),
    nextTryAt,
  ]
}

/** When the metrics of a delivery that ends now are wanted first; null where there is nothing to measure. */
function firstCollection(services: Services, delivery: ClaimedDelivery, status: string, now: Date): Date | null {
  if (status !== 'PUBLISHED' || supportedMetrics(platforms[delivery.platform], delivery.options).length === 0)
    return null
  return nextCollection(services.analyticsSchedule, now.getTime(), now.getTime(), Math.random()) ?? null
}

export type DeliveryEnd =
  | { status: 'PUBLISHED'; post: PublishedPost; errorMessage?: string | undefined }
  | { status: 'FAILED'; errorMessage: string; outcome?: 'UNKNOWN'; retryAs?: PlatformErrorKind }

/**
 * Ends a delivery as PUBLISHED (`errorMessage` is then of its first comment) or FAILED, and tells it. With `retryAs`,
 * the post that repeats it is made in the same transaction.
 */
export async function settle(
  services: Services,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  end: DeliveryEnd,
): Promise<void> {
  const now = new Date(services.clock.now())
  const post = end.status === 'PUBLISHED' ? end.post : {}
  const statement = {
    name: 'delivery_settle',
    text: `WITH settled AS (
        UPDATE social_account_posts
        SET delivery_status = $10, external_post_id = $11, external_post_url = $12, error_message = $13,
            outcome = $16, delivery_completed_at = $6, updated_at = $6, tries = tries + 1, claims = 0, due_at = NULL,
            lease_id = NULL, job_id = NULL, progress = NULL
        WHERE id = $1 AND lease_id = $2
        RETURNING id, tries, organization_id, project_id, post_id, social_account_id, platform),
      ended AS (
        SELECT organization_id, project_id, $14::text AS event_type, $6::timestamptz AS occurred_at, post_id,
          id AS social_account_post_id, social_account_id, platform,
          jsonb_strip_nulls(jsonb_build_object('externalPostId', $11::text, 'externalPostUrl', $12::text,
            'errorMessage', CASE WHEN $10::text = 'FAILED' THEN $13::text END, 'outcome', $16::text)) AS details
        FROM settled),
      ${eventCtes('ended')},
      collection AS (
        INSERT INTO analytics_collections (social_account_post_id, social_account_id, platform, published_at, next_collect_at)
        SELECT id, social_account_id, platform, $6, $15 FROM settled WHERE $15::timestamptz IS NOT NULL
        ON CONFLICT DO NOTHING)
      ${attemptSql}`,
    values: [
      ...attemptValues(delivery, attempt, now, null),
      end.status,
      post.externalPostId === undefined ? null : storable(post.externalPostId),
      post.externalPostUrl === undefined ? null : storable(post.externalPostUrl),
      end.errorMessage === undefined ? null : storable(end.errorMessage),
      end.status === 'FAILED' ? 'socialAccountPost.delivery.failed' : 'socialAccountPost.delivery.published',
      firstCollection(services, delivery, end.status, now),
      end.status === 'FAILED' ? end.outcome : null,
    ],
  }
  const retryAs = end.status === 'FAILED' ? end.retryAs : undefined
  const releasesMedia = end.status === 'PUBLISHED' && delivery.autoDeleteMedia
  if (!retryAs && !releasesMedia) {
    const settled = await services.db.pool.query(statement)
    if (settled.rowCount !== 1) throw new LeaseLostError()
    return
  }
  await transaction(services.db.pool, async (tx) => {
    if (retryAs) await scheduleRetry(services, tx, delivery, retryAs, now)
    const settled = await tx.query(statement)
    if (settled.rowCount !== 1) throw new LeaseLostError()
    reach('delivery.in-settle')
    if (!releasesMedia) return
    const data: ReleaseMediaJob = { postId: delivery.postId }
    await services.queue.insert(tx, queueNames.releaseMedia, [{ id: randomUUID(), data }])
  })
}

/**
 * Puts a delivery off: it stays SENDING without a worker until `next.at`. The count of its interruptions begins anew,
 * unless they were too many: what is only asked about any more is not published by a later try.
 */
export async function putOff(
  services: Services,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  next: { at: Date; isCheck: boolean },
): Promise<void> {
  const nextTryAt = next.at
  const now = new Date(services.clock.now())
  const jobId = randomUUID()
  await transaction(services.db.pool, async (tx) => {
    const settled = await tx.query({
      name: 'delivery_put_off',
      text: `WITH settled AS (
          UPDATE social_account_posts
          SET due_at = $9, lease_id = NULL, job_id = $10, tries = tries + 1, checks = checks + $11,
              claims = CASE WHEN claims > $12 THEN claims ELSE 0 END, updated_at = $6
          WHERE id = $1 AND lease_id = $2 RETURNING id, tries)
        ${attemptSql}`,
      values: [...attemptValues(delivery, attempt, now, nextTryAt), jobId, next.isCheck ? 1 : 0, mostClaims],
    })
    if (settled.rowCount !== 1) throw new LeaseLostError()
    await setAlarms(services, tx, [
      {
        jobId,
        dueAt: nextTryAt,
        socialAccountPostId: delivery.id,
        socialAccountId: delivery.socialAccountId,
        organizationId: delivery.organizationId,
      },
    ])
  })
}
