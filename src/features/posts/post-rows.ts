/** How posts and children are read from their tables: one list of columns, one mapping. */
import type { Actor } from '../../context.ts'
import type { PlatformName } from '../../platforms/names.ts'
import type { ContentItem, DeliveryStatus, LatestMetrics, Post, ScheduleType, SocialAccountPost } from './post.ts'

/** Columns of a child `c` and its post `p`. */
export const childColumns = `
  c.id, c.post_id, c.project_id, c.social_account_id, c.platform, c.delivery_status, c.content_override,
  c.first_comment, c.options, c.created_at, c.updated_at, c.delivery_completed_at, c.external_post_id,
  c.external_post_url, c.error_message, c.outcome, p.content, p.schedule_type, p.scheduled_for,
  CASE WHEN c.delivery_status = 'PUBLISHED'
    THEN (SELECT latest FROM post_analytics WHERE social_account_post_id = c.id) END AS latest_metrics`

/** Columns of the post `p` beyond those of its children. */
export const postColumns = `
  p.auto_delete_media, p.max_retries, p.retry_delay_seconds, p.retry_of_id,
  p.created_at AS post_created_at, p.updated_at AS post_updated_at`

export interface ChildRow {
  id: string
  post_id: string
  project_id: string
  social_account_id: string
  platform: PlatformName
  delivery_status: DeliveryStatus
  content_override: ContentItem[] | null
  first_comment: string | null
  options: Record<string, unknown>
  created_at: Date
  updated_at: Date
  delivery_completed_at: Date | null
  external_post_id: string | null
  external_post_url: string | null
  error_message: string | null
  outcome: SocialAccountPost['outcome']
  content: ContentItem[]
  schedule_type: ScheduleType
  scheduled_for: Date | null
  latest_metrics: LatestMetrics | null
}

export interface PostRow extends ChildRow {
  auto_delete_media: boolean
  max_retries: number | null
  retry_delay_seconds: number | null
  retry_of_id: string | null
  post_created_at: Date
  post_updated_at: Date
}

/** The tenant filter as two SQL values, for `tenantSql`. */
export function tenantValues(actor: Actor): [string, string[] | null] {
  return [actor.organizationId, actor.projectIds]
}

/** The tenant filter for a table's alias; `$1` and `$2` are `tenantValues`. */
export function tenantSql(alias: string): string {
  return `${alias}.organization_id = $1 AND ($2::uuid[] IS NULL OR ${alias}.project_id = ANY($2))`
}

export function toChild(row: ChildRow): SocialAccountPost {
  return {
    id: row.id,
    postId: row.post_id,
    projectId: row.project_id,
    socialAccountId: row.social_account_id,
    platform: row.platform,
    deliveryStatus: row.delivery_status,
    content: row.content_override ?? row.content,
    firstComment: row.first_comment,
    schedule: { type: row.schedule_type, scheduledFor: row.scheduled_for },
    options: row.options,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deliveryCompletedAt: row.delivery_completed_at,
    externalPostId: row.external_post_id,
    externalPostUrl: row.external_post_url,
    errorMessage: row.error_message,
    outcome: row.outcome,
    latestMetrics: row.latest_metrics,
  }
}

/** Makes a post of its rows, one per child, in the order of the request's targets. */
export function toPost(rows: PostRow[]): Post | undefined {
  const [first] = rows
  if (!first) return undefined
  return {
    id: first.post_id,
    projectId: first.project_id,
    content: first.content,
    schedule: { type: first.schedule_type, scheduledFor: first.scheduled_for },
    autoDeleteMediaAfterPublish: first.auto_delete_media,
    retryPolicy:
      first.max_retries === null
        ? null
        : { maxRetries: first.max_retries, delaySeconds: first.retry_delay_seconds as number },
    retryOfId: first.retry_of_id,
    // One content object for all: a child whose content is another one has an override.
    socialAccountPosts: rows.map((row) => toChild({ ...row, content: first.content })),
    createdAt: first.post_created_at,
    updatedAt: first.post_updated_at,
  }
}
