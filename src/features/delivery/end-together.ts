/** The one statement that ends deliveries: new state, event, attempt and the first collection of metrics. */
import type { ClientBase, Pool } from 'pg'
import type { Database } from '../../db/database.ts'
import { groupWrites } from '../../db/group-writes.ts'
import { withoutWaiting } from '../../db/without-waiting.ts'
import type { EventType } from '../../events/event.ts'
import { eventCtes } from '../../events/publish.ts'
import { storableJson } from './storable.ts'
import { indexesOf } from './write-together.ts'

const most = 250

/** How a delivery ends, for the worker that has its lease. */
export interface Ending {
  id: string
  leaseId: string
  attemptId: string
  step: string
  startedAt: Date
  endedAt: Date
  outcome: string
  message: string | undefined
  status: 'PUBLISHED' | 'FAILED'
  externalPostId: string | undefined
  externalPostUrl: string | undefined
  errorMessage: string | undefined
  eventType: EventType
  /** When its metrics are wanted first; null for never. */
  nextCollectAt: Date | null
  /** UNKNOWN when it FAILED and may be published all the same. */
  deliveryOutcome: 'UNKNOWN' | undefined
}

/**
 * The commit does not wait for the disk: when Postgres stops before this is there, the row still says SENDING and what
 * the platform answered, and is ended again.
 * @param lock whether to wait for rows that somebody is changing, or to pass them over
 */
const endSql = (lock: '' | 'SKIP LOCKED') => `
  WITH held AS (
    SELECT e.* FROM jsonb_to_recordset($1) AS e(id uuid, "leaseId" uuid, "attemptId" uuid, step text,
      "startedAt" timestamptz, "endedAt" timestamptz, outcome text, message text, status text, "externalPostId" text,
      "externalPostUrl" text, "errorMessage" text, "eventType" text, "nextCollectAt" timestamptz,
      "deliveryOutcome" text)
    JOIN social_account_posts s ON s.id = e.id AND s.lease_id = e."leaseId"
    FOR NO KEY UPDATE OF s ${lock}),
  settled AS (
    UPDATE social_account_posts s
    SET delivery_status = held.status, external_post_id = held."externalPostId",
      external_post_url = held."externalPostUrl", error_message = held."errorMessage",
      outcome = held."deliveryOutcome", delivery_completed_at = held."endedAt", updated_at = held."endedAt",
      tries = tries + 1, claims = 0, due_at = NULL, lease_id = NULL, job_id = NULL, progress = NULL
    FROM held WHERE s.id = held.id
    RETURNING s.tries, s.organization_id, s.project_id, s.post_id, s.social_account_id, s.platform, held.*),
  ended AS (
    SELECT organization_id, project_id, "eventType" AS event_type, "endedAt" AS occurred_at, post_id,
      id AS social_account_post_id, social_account_id, platform,
      jsonb_strip_nulls(jsonb_build_object('externalPostId', "externalPostId", 'externalPostUrl', "externalPostUrl",
        'errorMessage', CASE WHEN status = 'FAILED' THEN "errorMessage" END, 'outcome', "deliveryOutcome")) AS details
    FROM settled),
  ${eventCtes('ended')},
  collection AS (
    INSERT INTO analytics_collections (social_account_post_id, social_account_id, platform, published_at, next_collect_at)
    SELECT id, social_account_id, platform, "endedAt", "nextCollectAt" FROM settled WHERE "nextCollectAt" IS NOT NULL
    ON CONFLICT DO NOTHING)
  INSERT INTO delivery_attempts (id, social_account_post_id, number, step, started_at, finished_at, outcome, message)
  SELECT "attemptId", id, tries, step, "startedAt", "endedAt", outcome, message FROM settled
  RETURNING social_account_post_id AS id, ${withoutWaiting}`

const together = endSql('SKIP LOCKED')
const alone = endSql('')

const endsByDatabase = new WeakMap<Database, (ending: Ending) => Promise<boolean>>()

/** Ends a delivery together with others. False when that did not happen: then end it alone. */
export function endTogether(db: Database, ending: Ending): Promise<boolean> {
  let end = endsByDatabase.get(db)
  if (!end) {
    end = groupWrites(async (endings) => {
      const ended = await db.pool.query<{ id: string }>({
        name: 'delivery_settle',
        text: together,
        values: [storableJson(endings)],
      })
      return indexesOf(endings, ended.rows)
    }, most)
    endsByDatabase.set(db, end)
  }
  return end(ending)
}

/** Ends a delivery, in the caller's transaction where there is one. False when the lease is lost. */
export async function endAlone(client: Pool | ClientBase, ending: Ending): Promise<boolean> {
  const ended = await client.query({ name: 'delivery_settle_alone', text: alone, values: [storableJson([ending])] })
  return ended.rowCount === 1
}
