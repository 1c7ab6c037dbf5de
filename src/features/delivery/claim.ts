/** Taking deliveries: what is due moves from NOT_STARTED to SENDING under a lease, by one conditional update. */
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { withoutWaiting } from '../../db/without-waiting.ts'
import { eventCtes } from '../../events/publish.ts'
import type { PlatformName } from '../../platforms/names.ts'
import type { Progress, PublishedPost } from '../../platforms/platform.ts'

/** How long a worker holds a delivery without a sign of life, milliseconds; after it another may take it up. */
const leaseMs = 60_000

/**
 * How often a delivery may be taken up without its try coming to an end: one that ends its worker every time must not
 * do so for ever, and one that meets a few restarts in a row must get through.
 */
export const mostClaims = 5

/** What the irreversible call answered, and whether the first comment was begun. */
export interface CommitResult extends PublishedPost {
  firstComment?: 'sending'
}

/** A delivery in the hands of this worker. */
export interface ClaimedDelivery {
  id: string
  postId: string
  organizationId: string
  projectId: string
  socialAccountId: string
  platform: PlatformName
  text: string
  /** References to media, in the post's order. */
  media: { mediaId: string }[] | null
  /** Its post's media go once everything is published. */
  autoDeleteMedia: boolean
  options: Record<string, unknown>
  firstComment: string | null
  /** Under which id the platform knows this delivery, when not under its own. */
  referenceId: string | null
  /** Of the post's retry policy, null without one. */
  retryDelaySeconds: number | null
  leaseId: string
  /** How often it was tried so far, and how often of these the platform was asked about a lost answer. */
  tries: number
  checks: number
  /** How often it was taken up since a try last came to an end, this time included. */
  claims: number
  startedAt: Date
  progress: Progress | null
  commitIntentAt: Date | null
  commitResult: CommitResult | null
  accountStatus: string
  externalAccountId: string
  accountToken: string | null
  grantId: string | null
  accessToken: string | null
  accessExpiresAt: Date | null
}

/** An account with something due, and how many deliveries may be taken for it. */
export interface Wanted {
  socialAccountId: string
  limit: number
}

/**
 * Claims what is due on the given accounts, oldest first: deliveries that have not started, whose next try has come, or
 * whose worker went away. Rows that somebody is changing at this moment are passed over. What starts now is told. The
 * commit does not wait for the disk: whatever becomes of the claim outside is written down after it and waits.
 * @param now epoch milliseconds
 */
export async function claimDue(pool: Pool, wanted: Wanted[], now: number): Promise<ClaimedDelivery[]> {
  if (wanted.length === 0) return []
  const leaseId = randomUUID()
  const claimed = await pool.query<{ id: string }>({
    name: 'delivery_claim',
    text: `WITH due AS (
        SELECT c.id, c.delivery_started_at IS NULL AS starts FROM unnest($1::uuid[], $2::int[]) AS w(account_id, n)
        CROSS JOIN LATERAL (
          SELECT id, delivery_started_at FROM social_account_posts
          WHERE social_account_id = w.account_id AND due_at <= $3
          ORDER BY due_at LIMIT w.n FOR UPDATE SKIP LOCKED) AS c),
      claimed AS (
      UPDATE social_account_posts s
      SET delivery_status = 'SENDING', lease_id = $4, due_at = $5, updated_at = $3, claims = s.claims + 1,
          delivery_started_at = COALESCE(s.delivery_started_at, $3)
      FROM due WHERE s.id = due.id
      RETURNING s.id, s.post_id, s.organization_id, s.project_id, s.social_account_id, s.platform, due.starts),
      started AS (
        SELECT organization_id, project_id, 'socialAccountPost.delivery.started' AS event_type, $3 AS occurred_at, post_id,
          id AS social_account_post_id, social_account_id, platform, '{}'::jsonb AS details
        FROM claimed WHERE starts),
      ${eventCtes('started')}
      SELECT id, ${withoutWaiting} FROM claimed`,
    values: [
      wanted.map((entry) => entry.socialAccountId),
      wanted.map((entry) => entry.limit),
      new Date(now),
      leaseId,
      new Date(now + leaseMs),
    ],
  })
  return claimed.rows.length > 0
    ? readClaimed(
        pool,
        claimed.rows.map(({ id }) => id),
        leaseId,
      )
    : []
}

/** A statement of its own: the claim's would show posts and accounts as they were before a change it waited for. */
async function readClaimed(pool: Pool, ids: string[], leaseId: string): Promise<ClaimedDelivery[]> {
  const read = await pool.query<ClaimedDelivery>({
    name: 'delivery_read_claimed',
    text: `SELECT s.id, s.post_id AS "postId", s.organization_id AS "organizationId", s.project_id AS "projectId",
        s.social_account_id AS "socialAccountId", s.platform, s.options, s.first_comment AS "firstComment", s.reference_id AS "referenceId",
        p.retry_delay_seconds AS "retryDelaySeconds", s.lease_id AS "leaseId", s.tries, s.checks, s.claims, s.progress,
        COALESCE(s.content_override -> 0, p.content -> 0) ->> 'text' AS text,
        COALESCE(s.content_override -> 0, p.content -> 0) -> 'media' AS media, p.auto_delete_media AS "autoDeleteMedia",
        s.delivery_started_at AS "startedAt", s.commit_intent_at AS "commitIntentAt",
        s.commit_result AS "commitResult", a.status AS "accountStatus", a.external_account_id AS "externalAccountId",
        a.account_token AS "accountToken", g.id AS "grantId", g.access_token AS "accessToken",
        g.access_expires_at AS "accessExpiresAt"
      FROM social_account_posts s JOIN posts p ON p.id = s.post_id JOIN social_accounts a ON a.id = s.social_account_id
        LEFT JOIN oauth_grants g ON g.id = a.grant_id
      WHERE s.id = ANY($1) AND s.lease_id = $2`,
    values: [ids, leaseId],
  })
  return read.rows
}

/** Renews the leases of what this worker still works on; what somebody is changing at this moment has its next turn. */
export async function renewLeases(pool: Pool, held: ClaimedDelivery[], now: number): Promise<void> {
  if (held.length === 0) return
  await pool.query({
    name: 'delivery_renew',
    text: `UPDATE social_account_posts SET due_at = $3 WHERE id IN (
             SELECT s.id FROM unnest($1::uuid[], $2::uuid[]) AS h(id, lease_id)
             JOIN social_account_posts s ON s.id = h.id AND s.lease_id = h.lease_id
             ORDER BY s.id FOR UPDATE OF s SKIP LOCKED)`,
    values: [held.map(({ id }) => id), held.map(({ leaseId }) => leaseId), new Date(now + leaseMs)],
  })
}

/**
 * Gives deliveries back that were claimed but not begun, so that another worker takes them up at once. Those that no
 * platform has heard of yet are NOT_STARTED again, and may be changed and deleted.
 */
export async function releaseClaims(pool: Pool, held: ClaimedDelivery[], now: number): Promise<void> {
  if (held.length === 0) return
  await pool.query(
    `WITH held AS (
       SELECT s.id, s.tries = 0 AND s.progress IS NULL AND s.commit_intent_at IS NULL AS untouched
       FROM unnest($1::uuid[], $2::uuid[]) AS h(id, lease_id)
       JOIN social_account_posts s ON s.id = h.id AND s.lease_id = h.lease_id
       ORDER BY s.id FOR UPDATE OF s)
     UPDATE social_account_posts s
     SET due_at = $3, lease_id = NULL, claims = claims - 1,
         delivery_status = CASE WHEN untouched THEN 'NOT_STARTED' ELSE delivery_status END,
         delivery_started_at = CASE WHEN untouched THEN NULL ELSE delivery_started_at END
     FROM held WHERE s.id = held.id`,
    [held.map(({ id }) => id), held.map(({ leaseId }) => leaseId), new Date(now)],
  )
}
