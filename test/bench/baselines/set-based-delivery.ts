/**
 * The yardstick of deliveries without network work: what it costs at least to write the same rows, a thousand deliveries
 * at a time. One statement starts them and one ends them; nothing is kept of the call in between.
 */
import type { Pool } from 'pg'

const batch = 1000

const event = (source: string) => `
  event AS (
    INSERT INTO events (id, organization_id, project_id, event_type, occurred_at, post_id, social_account_post_id,
      social_account_id, platform, details)
    SELECT new_id(now()), organization_id, project_id, event_type, now(), post_id, id, social_account_id, platform, details
    FROM ${source} RETURNING id, organization_id, project_id, event_type, occurred_at),
  webhook AS (
    INSERT INTO webhook_deliveries (id, endpoint_id, event_id, due_at, created_at)
    SELECT new_id(e.occurred_at), w.id, e.id, e.occurred_at, e.occurred_at
    FROM event e JOIN webhook_endpoints w ON w.organization_id = e.organization_id
    WHERE w.disabled_at IS NULL AND e.event_type = ANY(w.event_types)
      AND (NOT w.project_limited OR e.project_id = ANY(w.project_ids)))`

const start = `
  WITH due AS (
    SELECT id FROM social_account_posts WHERE due_at <= now() ORDER BY due_at LIMIT ${batch} FOR UPDATE SKIP LOCKED),
  started AS (
    UPDATE social_account_posts s
    SET delivery_status = 'SENDING', due_at = now() + interval '1 minute', lease_id = $1, delivery_started_at = now(),
      updated_at = now()
    FROM due WHERE s.id = due.id
    RETURNING s.*, 'socialAccountPost.delivery.started' AS event_type, '{}'::jsonb AS details),
  ${event('started')}
  SELECT s.id, s.job_id AS "jobId", p.content, a.account_token
  FROM started s JOIN posts p ON p.id = s.post_id JOIN social_accounts a ON a.id = s.social_account_id`

const end = `
  WITH settled AS (
    UPDATE social_account_posts s
    SET delivery_status = 'PUBLISHED', external_post_id = t.post, delivery_completed_at = now(), updated_at = now(),
      tries = tries + 1, due_at = NULL, lease_id = NULL, job_id = NULL
    FROM unnest($2::uuid[], $3::text[]) AS t(id, post) WHERE s.id = t.id AND s.lease_id = $1
    RETURNING s.*, 'socialAccountPost.delivery.published' AS event_type,
      jsonb_build_object('externalPostId', external_post_id) AS details),
  ${event('settled')},
  collection AS (
    INSERT INTO analytics_collections (social_account_post_id, social_account_id, platform, published_at, next_collect_at)
    SELECT id, social_account_id, platform, now(), now() + interval '1 hour' FROM settled ON CONFLICT DO NOTHING),
  alarm AS (UPDATE pgboss.job SET state = 'completed', completed_on = now() WHERE id = ANY($4) AND state < 'completed')
  INSERT INTO delivery_attempts (id, social_account_post_id, number, step, started_at, finished_at, outcome)
  SELECT new_id(now()), id, tries, 'confirm', delivery_started_at, now(), 'published' FROM settled`

/** Delivers what is due until nothing is. Returns how many. */
export async function deliverInSets(
  pool: Pool,
  leaseId: string,
  commit: (socialAccountPostId: string) => { externalPostId: string },
): Promise<number> {
  for (let delivered = 0; ; ) {
    const { rows } = await pool.query<{ id: string; jobId: string }>({ name: 'start', text: start, values: [leaseId] })
    if (rows.length === 0) return delivered
    await pool.query({
      name: 'end',
      text: end,
      values: [
        leaseId,
        rows.map(({ id }) => id),
        rows.map(({ id }) => commit(id).externalPostId),
        rows.map(({ jobId }) => jobId),
      ],
    })
    delivered += rows.length
  }
}
