/** Writing down how a delivery goes on: every statement holds only for the worker that has the lease. */
import { randomUUID } from 'node:crypto'
import type { Services } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { announceEvents } from '../../events/announce.ts'
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
import { type Ending, endAlone, endTogether } from './end-together.ts'
import { setAlarms } from './jobs.ts'
import { scheduleRetry } from './schedule-retry.ts'
import { storable, storableJson } from './storable.ts'
import { type LeasedColumn, writeTogether } from './write-together.ts'

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

async function write(services: Services, delivery: ClaimedDelivery, column: LeasedColumn, value: unknown) {
  const { id, leaseId } = delivery
  if (await writeTogether(services.db, column, { id, leaseId, value })) return
  const written = await services.db.pool.query({
    name: `delivery_${column}`,
    text: `UPDATE social_account_posts SET ${column} = $3 WHERE id = $1 AND lease_id = $2`,
    values: [id, leaseId, value],
  })
  if (written.rowCount !== 1) throw new LeaseLostError()
}

/** Keeps what `prepare` made at the platform. */
export function saveProgress(services: Services, delivery: ClaimedDelivery, progress: Progress): Promise<void> {
  return write(services, delivery, 'progress', storableJson(progress))
}

/** Notes that the irreversible call is about to be made; null takes it back once the platform says nothing came of it. */
export function saveIntent(services: Services, delivery: ClaimedDelivery, at: Date | null): Promise<void> {
  return write(services, delivery, 'commit_intent_at', at)
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
  return write(services, delivery, 'commit_result', storableJson(result))
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
  const ending: Ending = {
    id: delivery.id,
    leaseId: delivery.leaseId,
    attemptId: newId(),
    step: attempt.step,
    startedAt: attempt.startedAt,
    endedAt: now,
    outcome: attempt.outcome,
    message: attempt.message,
    status: end.status,
    externalPostId: post.externalPostId,
    externalPostUrl: post.externalPostUrl,
    errorMessage: end.errorMessage,
    eventType: end.status === 'FAILED' ? 'socialAccountPost.delivery.failed' : 'socialAccountPost.delivery.published',
    nextCollectAt: firstCollection(services, delivery, end.status, now),
    deliveryOutcome: end.status === 'FAILED' ? end.outcome : undefined,
  }
  const retryAs = end.status === 'FAILED' ? end.retryAs : undefined
  const releasesMedia = end.status === 'PUBLISHED' && delivery.autoDeleteMedia
  if (!retryAs && !releasesMedia) {
    if (!(await endTogether(services.db, ending)) && !(await endAlone(services.db.pool, ending))) {
      throw new LeaseLostError()
    }
  } else {
    await transaction(services.db.pool, async (tx) => {
      if (retryAs) await scheduleRetry(services, tx, delivery, retryAs, now)
      if (!(await endAlone(tx, ending))) throw new LeaseLostError()
      reach('delivery.in-settle')
      if (!releasesMedia) return
      const data: ReleaseMediaJob = { postId: delivery.postId }
      await services.queue.insert(tx, queueNames.releaseMedia, [{ id: randomUUID(), data }])
    })
  }
  announceEvents(services)
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
        INSERT INTO delivery_attempts (id, social_account_post_id, number, step, started_at, finished_at, outcome, message, next_try_at)
        SELECT $3, settled.id, settled.tries, $4, $5, $6, $7, $8, $9 FROM settled`,
      values: [
        delivery.id,
        delivery.leaseId,
        newId(),
        attempt.step,
        attempt.startedAt,
        now,
        attempt.outcome,
        attempt.message === undefined ? null : storable(attempt.message),
        nextTryAt,
        jobId,
        next.isCheck ? 1 : 0,
        mostClaims,
      ],
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
