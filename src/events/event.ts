/** Events: what is told to webhooks and subscribers, under the same id and with the same payload. */
import type { PlatformName } from '../platforms/names.ts'

export const eventTypes = [
  'socialAccountPost.delivery.started',
  'socialAccountPost.delivery.published',
  'socialAccountPost.delivery.failed',
  'socialAccountPost.retry.scheduled',
  'socialAccount.connected',
  'socialAccount.disconnected',
] as const

export type EventType = (typeof eventTypes)[number]

/** How long events are kept, milliseconds: as far back as a subscriber's `after` may reach. */
export const keepEventsMs = 30 * 24 * 3600_000

/** What applies to some events only. */
export interface EventDetails {
  externalPostId?: string
  externalPostUrl?: string
  errorMessage?: string
  retryPostId?: string
  /** Of a failed delivery that may be published all the same. */
  outcome?: 'UNKNOWN'
}

/** An event as it is told. */
export interface EventPayload extends EventDetails {
  id: string
  eventType: EventType
  occurredAt: string
  projectId: string
  postId?: string
  socialAccountPostId?: string
  socialAccountId: string
  platform: PlatformName
}

/** An event as it is stored. */
export interface EventRow {
  id: string
  eventType: EventType
  occurredAt: Date
  projectId: string
  postId: string | null
  socialAccountPostId: string | null
  socialAccountId: string
  platform: PlatformName
  details: EventDetails
}

/** The columns of an EventRow, of the table under `alias`. */
export function eventColumns(alias: string): string {
  return `${alias}.id, ${alias}.event_type AS "eventType", ${alias}.occurred_at AS "occurredAt",
    ${alias}.project_id AS "projectId", ${alias}.post_id AS "postId",
    ${alias}.social_account_post_id AS "socialAccountPostId", ${alias}.social_account_id AS "socialAccountId",
    ${alias}.platform, ${alias}.details`
}

/** The payload of an event; its JSON is the same every time. */
export function toPayload(row: EventRow): EventPayload {
  const { externalPostId, externalPostUrl, errorMessage, retryPostId, outcome } = row.details
  return {
    id: row.id,
    eventType: row.eventType,
    occurredAt: row.occurredAt.toISOString(),
    projectId: row.projectId,
    ...(row.postId && { postId: row.postId }),
    ...(row.socialAccountPostId && { socialAccountPostId: row.socialAccountPostId }),
    socialAccountId: row.socialAccountId,
    platform: row.platform,
    ...(externalPostId !== undefined && { externalPostId }),
    ...(externalPostUrl !== undefined && { externalPostUrl }),
    ...(errorMessage !== undefined && { errorMessage }),
    ...(retryPostId !== undefined && { retryPostId }),
    ...(outcome !== undefined && { outcome }),
  }
}
