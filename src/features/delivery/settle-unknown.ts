/** Settling a delivery whose outcome no machine could find out: a person says what became of it. */
import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Services } from '../../context.ts'
import { channels, eventCtes } from '../../events/publish.ts'
import { nextCollection } from '../../lib/collection-schedule.ts'
import { supportedMetrics } from '../../platforms/metrics.ts'
import type { PublishedPost } from '../../platforms/platform.ts'
import { platforms } from '../../platforms/registry.ts'
import { queueNames } from '../../queue/names.ts'
import type { ReleaseMediaJob } from '../media/jobs.ts'
import type { FailedDelivery } from './schedule-retry.ts'

/** A FAILED delivery with an unknown outcome, locked by the caller's transaction. */
export interface UnknownDelivery extends FailedDelivery {
  options: Record<string, unknown>
  /** When the publishing call was made whose answer was lost. */
  commitIntentAt: Date
  autoDeleteMedia: boolean
}

const notPublished = 'It was resolved by hand: the post was not published.'

/** Makes an unknown delivery PUBLISHED, with what is known of the post, and tells it. */
export async function settlePublished(
  services: Services,
  tx: ClientBase,
  delivery: UnknownDelivery,
  post: PublishedPost,
  now: Date,
): Promise<void> {
  await settle(tx, delivery, { status: 'PUBLISHED', post }, now)
  const collectAt = post.externalPostId ? firstCollection(services, delivery, now) : undefined
  if (collectAt) {
    await tx.query(
      `INSERT INTO analytics_collections (social_account_post_id, social_account_id, platform, published_at, next_collect_at)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [delivery.id, delivery.socialAccountId, delivery.platform, delivery.commitIntentAt, collectAt],
    )
  }
  if (!delivery.autoDeleteMedia) return
  const data: ReleaseMediaJob = { postId: delivery.postId }
  await services.queue.insert(tx, queueNames.releaseMedia, [{ id: randomUUID(), data }])
}

/** Leaves an unknown delivery FAILED, known to be so from now on, and tells it. */
export function settleNotPublished(tx: ClientBase, delivery: UnknownDelivery, now: Date): Promise<void> {
  return settle(tx, delivery, { status: 'FAILED', post: {} }, now)
}

/** The metrics of a post are dated by its publishing call, however late it is resolved. */
function firstCollection(services: Services, { platform, options, commitIntentAt }: UnknownDelivery, now: Date) {
  if (supportedMetrics(platforms[platform], options).length === 0) return undefined
  return nextCollection(services.analyticsSchedule, commitIntentAt.getTime(), now.getTime(), Math.random())
}

async function settle(
  tx: ClientBase,
  delivery: UnknownDelivery,
  end: { status: 'PUBLISHED' | 'FAILED'; post: PublishedPost },
  now: Date,
): Promise<void> {
  const isPublished = end.status === 'PUBLISHED'
  const settled = await tx.query(
    `WITH settled AS (
       UPDATE social_account_posts
       SET delivery_status = $2, external_post_id = $3, external_post_url = $4, error_message = $5, outcome = 'RESOLVED',
         delivery_completed_at = $6, updated_at = $6
       WHERE id = $1 AND outcome = 'UNKNOWN'
       RETURNING id, organization_id, project_id, post_id, social_account_id, platform),
     ended AS (
       SELECT organization_id, project_id, $7::text AS event_type, $6::timestamptz AS occurred_at, post_id,
         id AS social_account_post_id, social_account_id, platform,
         jsonb_strip_nulls(jsonb_build_object('externalPostId', $3::text, 'externalPostUrl', $4::text,
           'errorMessage', $5::text)) AS details
       FROM settled),
     ${eventCtes('ended')}
     SELECT pg_notify('${channels.written}', '') FROM settled`,
    [
      delivery.id,
      end.status,
      end.post.externalPostId ?? null,
      end.post.externalPostUrl ?? null,
      isPublished ? null : notPublished,
      now,
      isPublished ? 'socialAccountPost.delivery.published' : 'socialAccountPost.delivery.failed',
    ],
  )
  if (settled.rowCount !== 1) throw new Error(`The outcome of ${delivery.id} was settled under its lock.`)
}
