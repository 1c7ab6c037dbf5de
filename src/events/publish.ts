/**
 * Writing events in the transaction of the change they tell of: the event and its webhook deliveries commit with the
 * change or not at all.
 */
import type { ClientBase } from 'pg'
import type { PlatformName } from '../platforms/names.ts'
import type { EventDetails, EventType } from './event.ts'

/** Told when events were written, and when they got their places in the feed. */
export const channels = { written: 'events_written', placed: 'events_placed' } as const

export interface NewEvent {
  organizationId: string
  projectId: string
  eventType: EventType
  occurredAt: Date
  socialAccountId: string
  platform: PlatformName
  postId?: string
  socialAccountPostId?: string
  details?: EventDetails
}

/**
 * Common table expressions that write one event for each row of `source`, to be put into a statement that makes the
 * change. They run whether or not the statement reads them. Announce the events after the commit, see announce.ts.
 * @param source name of an expression with the columns organization_id, project_id, event_type, occurred_at, post_id,
 *   social_account_post_id, social_account_id, platform, details
 */
export function eventCtes(source: string): string {
  return `
    written_event AS (
      INSERT INTO events (id, organization_id, project_id, event_type, occurred_at, post_id, social_account_post_id,
        social_account_id, platform, details)
      SELECT new_id(occurred_at), organization_id, project_id, event_type, occurred_at, post_id, social_account_post_id,
        social_account_id, platform, details
      FROM ${source}
      RETURNING id, organization_id, project_id, event_type, occurred_at),
    addressed_event AS (
      INSERT INTO webhook_deliveries (id, endpoint_id, event_id, due_at, created_at)
      SELECT new_id(e.occurred_at), w.id, e.id, e.occurred_at, e.occurred_at
      FROM written_event e JOIN webhook_endpoints w ON w.organization_id = e.organization_id
      WHERE w.disabled_at IS NULL AND e.event_type = ANY(w.event_types)
        AND (NOT w.project_limited OR e.project_id = ANY(w.project_ids)))`
}

/** Writes events in the caller's transaction, in one statement, and announces them with its commit. */
export async function publishEvents(tx: ClientBase, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx.query({
    name: 'events_publish',
    text: `WITH source AS (
        SELECT "organizationId" AS organization_id, "projectId" AS project_id, "eventType" AS event_type,
          "occurredAt" AS occurred_at, "postId" AS post_id, "socialAccountPostId" AS social_account_post_id,
          "socialAccountId" AS social_account_id, platform, COALESCE(details, '{}') AS details
        FROM jsonb_to_recordset($1) AS t("organizationId" uuid, "projectId" uuid, "eventType" text,
          "occurredAt" timestamptz, "postId" uuid, "socialAccountPostId" uuid, "socialAccountId" uuid, platform text,
          details jsonb)),
      ${eventCtes('source')}
      SELECT pg_notify('${channels.written}', '')`,
    values: [JSON.stringify(events)],
  })
}
