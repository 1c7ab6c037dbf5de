import type { Services } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { nextCollection } from '../../lib/collection-schedule.ts'
import { type Observation, supportedMetrics } from '../../platforms/metrics.ts'
import { platforms } from '../../platforms/registry.ts'
import type { DuePost, HeldAccount } from './due.ts'

interface Snapshot {
  id: string
  metric: string
  value: number
}

/**
 * Writes down what one call brought, in one transaction: the day's snapshot of each metric, the latest values, and when
 * each post comes next (never again once it is gone or its schedule is over). Does nothing without the account's lease,
 * and leaves out posts that were deleted meanwhile.
 * @returns whether the lease was still held
 */
export async function saveObservations(
  services: Services,
  account: HeldAccount,
  posts: readonly DuePost[],
  told: ReadonlyMap<string, Observation | 'gone'>,
): Promise<boolean> {
  const now = services.clock.now()
  return transaction(services.db.pool, async (tx) => {
    const held = await tx.query(
      'SELECT FROM analytics_accounts WHERE social_account_id = $1 AND lease_id = $2 FOR UPDATE',
      [account.socialAccountId, account.leaseId],
    )
    if (held.rowCount !== 1) return false
    const locked = await tx.query<{ id: string }>(
      'SELECT id FROM social_account_posts WHERE id = ANY($1) ORDER BY id FOR KEY SHARE',
      [posts.map((post) => post.id)],
    )
    const alive = new Set(locked.rows.map(({ id }) => id))
    const kept = posts.filter((post) => alive.has(post.id))

    const snapshots = kept.flatMap((post) => snapshotsOf(account, post, told))
    await tx.query({
      name: 'analytics_snapshots',
      text: `INSERT INTO post_metrics (social_account_post_id, metric, date, collected_at, value)
        SELECT id, metric, ($4::timestamptz AT TIME ZONE 'UTC')::date, $4, value
        FROM unnest($1::uuid[], $2::text[], $3::float8[]) AS s(id, metric, value)
        ON CONFLICT (social_account_post_id, metric, date) DO UPDATE
        SET collected_at = EXCLUDED.collected_at, value = EXCLUDED.value`,
      values: [
        snapshots.map(({ id }) => id),
        snapshots.map(({ metric }) => metric),
        snapshots.map(({ value }) => value),
        new Date(now),
      ],
    })

    const collectedAt = new Date(now).toISOString()
    const byPost = Map.groupBy(snapshots, ({ id }) => id)
    const observed = kept.filter(({ id }) => byPost.has(id))
    const latest = observed.map(({ id }) =>
      Object.fromEntries(byPost.get(id)?.map(({ metric, value }) => [metric, { value, collectedAt }]) ?? []),
    )
    await tx.query({
      name: 'analytics_latest',
      text: `INSERT INTO post_analytics AS a
          (social_account_post_id, organization_id, project_id, social_account_id, published_at, latest)
        SELECT id, organization_id, project_id, $5, published_at, latest
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $6::jsonb[])
          AS o(id, organization_id, project_id, published_at, latest)
        ON CONFLICT (social_account_post_id) DO UPDATE SET latest = a.latest || EXCLUDED.latest`,
      values: [
        observed.map(({ id }) => id),
        observed.map(({ organizationId }) => organizationId),
        observed.map(({ projectId }) => projectId),
        observed.map(({ publishedAt }) => publishedAt),
        account.socialAccountId,
        latest.map((metrics) => JSON.stringify(metrics)),
      ],
    })

    await schedule(services, tx, kept, (post) => isGone(told, post))
    return true
  })
}

/** Lets posts be: they come again at their next time, without an observation now. */
export async function skipCollection(services: Services, posts: readonly DuePost[]): Promise<void> {
  await schedule(services, services.db.pool, posts, () => false)
}

/** A value that is no number, or a metric that the post cannot have, is not an observation. */
function snapshotsOf(account: HeldAccount, post: DuePost, told: ReadonlyMap<string, Observation | 'gone'>): Snapshot[] {
  const observation = post.externalPostId === null ? undefined : told.get(post.externalPostId)
  if (!observation || observation === 'gone') return []
  return supportedMetrics(platforms[account.platform], post.options).flatMap((metric) => {
    const value = observation[metric]
    return value !== undefined && Number.isFinite(value) ? [{ id: post.id, metric, value }] : []
  })
}

function isGone(told: ReadonlyMap<string, Observation | 'gone'>, post: DuePost): boolean {
  return post.externalPostId !== null && told.get(post.externalPostId) === 'gone'
}

async function schedule(
  { analyticsSchedule, clock }: Services,
  db: Pick<Services['db']['pool'], 'query'>,
  posts: readonly DuePost[],
  isOver: (post: DuePost) => boolean,
): Promise<void> {
  const now = clock.now()
  const next = posts.map((post) =>
    isOver(post) ? null : (nextCollection(analyticsSchedule, post.publishedAt.getTime(), now, Math.random()) ?? null),
  )
  await db.query({
    name: 'analytics_schedule',
    text: `WITH next AS (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS n(id, at)),
        over AS (
          DELETE FROM analytics_collections c USING next WHERE c.social_account_post_id = next.id AND next.at IS NULL)
      UPDATE analytics_collections c SET next_collect_at = next.at
      FROM next WHERE c.social_account_post_id = next.id AND next.at IS NOT NULL`,
    values: [posts.map((post) => post.id), next],
  })
}
