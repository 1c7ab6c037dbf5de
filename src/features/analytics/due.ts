/** Whose metrics are due, and the lease that lets one worker at a time ask a platform about an account's posts. */
import { randomUUID } from 'node:crypto'
import type { Services } from '../../context.ts'
import type { PlatformName } from '../../platforms/names.ts'

/** How long a worker has an account without a sign of life, milliseconds: longer than one call takes. */
const leaseMs = 5 * 60_000

const accountsPerLook = 200

/** An account in the hands of this worker. */
export interface HeldAccount {
  socialAccountId: string
  platform: PlatformName
  leaseId: string
  /** Failed calls in a row before this one. */
  failures: number
}

/** A published child whose metrics are due, with what it takes to ask for them. */
export interface DuePost {
  id: string
  organizationId: string
  projectId: string
  publishedAt: Date
  /** Null while the platform withholds it. */
  externalPostId: string | null
  options: Record<string, unknown>
  externalAccountId: string
  accountToken: string | null
  grantId: string | null
  accessToken: string | null
  accessExpiresAt: Date | null
}

/** Connected accounts on the given platforms, but for `except`, with something due that nobody works on, longest due first. */
export async function findDueAccounts(
  { db, clock }: Services,
  platforms: PlatformName[],
  except: Iterable<string>,
): Promise<{ socialAccountId: string; platform: PlatformName }[]> {
  const found = await db.pool.query<{ socialAccountId: string; platform: PlatformName }>({
    name: 'analytics_due_accounts',
    text: `SELECT c.social_account_id AS "socialAccountId", c.platform
      FROM analytics_collections c JOIN social_accounts a ON a.id = c.social_account_id
      WHERE c.next_collect_at <= $1 AND c.platform = ANY($2) AND a.status = 'CONNECTED'
        AND c.social_account_id <> ALL ($4::uuid[]) AND NOT EXISTS (
        SELECT FROM analytics_accounts b WHERE b.social_account_id = c.social_account_id AND b.busy_until > $1)
      GROUP BY c.social_account_id, c.platform ORDER BY min(c.next_collect_at) LIMIT $3`,
    values: [new Date(clock.now()), platforms, accountsPerLook, [...except]],
  })
  return found.rows
}

/** Takes an account for this worker; undefined when somebody else has it or its platform asked for a pause. */
export async function holdAccount(
  { db, clock }: Services,
  account: { socialAccountId: string; platform: PlatformName },
): Promise<HeldAccount | undefined> {
  const now = clock.now()
  const leaseId = randomUUID()
  const held = await db.pool.query<{ failures: number }>({
    name: 'analytics_hold_account',
    text: `INSERT INTO analytics_accounts AS b (social_account_id, lease_id, busy_until)
      SELECT id, $2, $3 FROM social_accounts WHERE id = $1
      ON CONFLICT (social_account_id) DO UPDATE SET lease_id = $2, busy_until = $3 WHERE b.busy_until <= $4
      RETURNING failures`,
    values: [account.socialAccountId, leaseId, new Date(now + leaseMs), new Date(now)],
  })
  const [row] = held.rows
  return row && { ...account, leaseId, failures: row.failures }
}

/** Gives an account back: to anybody at once, or to nobody before `pauseUntil`. */
export async function releaseAccount(
  { db, clock }: Services,
  { socialAccountId, leaseId }: HeldAccount,
  failures: number,
  pauseUntil?: Date,
): Promise<void> {
  await db.pool.query({
    name: 'analytics_release_account',
    text: `UPDATE analytics_accounts SET busy_until = $3, failures = $4 WHERE social_account_id = $1 AND lease_id = $2`,
    values: [socialAccountId, leaseId, pauseUntil ?? new Date(clock.now()), failures],
  })
}

/** The account's posts that are due, longest due first, while the account is connected and held; renews the lease. */
export async function findDuePosts({ db, clock }: Services, account: HeldAccount, limit: number): Promise<DuePost[]> {
  const now = clock.now()
  const found = await db.pool.query<DuePost>({
    name: 'analytics_due_posts',
    text: `WITH held AS (
        UPDATE analytics_accounts SET busy_until = $4 WHERE social_account_id = $1 AND lease_id = $2 RETURNING social_account_id)
      SELECT s.id, s.organization_id AS "organizationId", s.project_id AS "projectId", c.published_at AS "publishedAt",
        s.external_post_id AS "externalPostId", s.options, a.external_account_id AS "externalAccountId",
        a.account_token AS "accountToken", g.id AS "grantId", g.access_token AS "accessToken",
        g.access_expires_at AS "accessExpiresAt"
      FROM held
      JOIN social_accounts a ON a.id = held.social_account_id AND a.status = 'CONNECTED'
      LEFT JOIN oauth_grants g ON g.id = a.grant_id
      JOIN analytics_collections c ON c.social_account_id = a.id AND c.next_collect_at <= $3
      JOIN social_account_posts s ON s.id = c.social_account_post_id
      ORDER BY c.next_collect_at LIMIT $5`,
    values: [account.socialAccountId, account.leaseId, new Date(now), new Date(now + leaseMs), limit],
  })
  return found.rows
}

/** Forgets what is due on accounts that were deleted: nobody can ask about their posts any more. */
export async function dropDeletedAccounts({ db, clock }: Services): Promise<void> {
  await db.pool.query({
    name: 'analytics_drop_deleted',
    text: `DELETE FROM analytics_collections c USING social_accounts a
      WHERE a.id = c.social_account_id AND a.status = 'DELETED' AND c.next_collect_at <= $1`,
    values: [new Date(clock.now())],
  })
}
