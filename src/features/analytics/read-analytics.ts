/** Reading metrics for GraphQL: one statement for many children, projects or accounts. */
import type { Context } from '../../context.ts'
import { type Issue, validationFailed } from '../../lib/service-error.ts'
import { type Metric, metricNames } from '../../platforms/metrics.ts'
import type { SocialAccountPost } from '../posts/post.ts'
import { type ChildRow, childColumns, tenantSql, tenantValues, toChild } from '../posts/post-rows.ts'

/** Days in UTC, both included; open where left out. */
export interface DateRange {
  from?: string | null | undefined
  to?: string | null | undefined
}

/** One value of one metric: the latest of its UTC day. */
export interface MetricSnapshot {
  date: string
  collectedAt: Date
  value: number
}

export interface MetricHistory {
  metric: Metric
  snapshots: MetricSnapshot[]
}

export interface MetricTotal {
  metric: Metric
  value: number
  posts: number
}

export interface BestPost {
  value: number
  socialAccountPost: SocialAccountPost
}

/** What totals and rankings are taken over. */
export type Scope = 'project' | 'account'

const scopeColumns = { project: 'project_id', account: 'social_account_id' } as const

const columnOf = (metric: Metric) => metric.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Postgres's own words for an open end, so that the range stays a range for the index. */
function bounds({ from, to }: DateRange): [string, string] {
  return [from ?? '-infinity', to ?? 'infinity']
}

/** Throws VALIDATION_FAILED for a range that ends before it begins, and for `limit` outside 1 to 100. */
export function checkRange({ from, to, limit }: DateRange & { limit?: number }): void {
  const issues: Issue[] = []
  if (from && to && from > to) issues.push({ path: 'to', message: `to must not be before from, is ${to}.` })
  if (limit !== undefined && (limit < 1 || limit > 100)) {
    issues.push({ path: 'limit', message: `limit must be 1 to 100, is ${limit}.` })
  }
  if (issues.length > 0) throw validationFailed(issues)
}

/** The snapshots of each child within a range, oldest first, by metric. Errors: VALIDATION_FAILED for the range. */
export async function historyOfChildren(
  ctx: Context,
  childIds: readonly string[],
  input: DateRange & { metrics?: readonly Metric[] | null | undefined },
): Promise<Map<Metric, MetricSnapshot[]>[]> {
  checkRange(input)
  const found = await ctx.db.pool.query<{ id: string; metric: Metric; snapshots: [string, number, number][] }>({
    name: 'analytics_history',
    text: `SELECT m.social_account_post_id AS id, m.metric, json_agg(json_build_array(
             m.date, (extract(epoch FROM m.collected_at) * 1000)::bigint, m.value) ORDER BY m.date) AS snapshots
           FROM social_account_posts c JOIN post_metrics m ON m.social_account_post_id = c.id
           WHERE ${tenantSql('c')} AND c.id = ANY($3) AND m.metric = ANY($4) AND m.date BETWEEN $5::date AND $6::date
           GROUP BY m.social_account_post_id, m.metric`,
    values: [...tenantValues(ctx.actor), childIds, input.metrics ?? metricNames, ...bounds(input)],
  })
  const byChild = Map.groupBy(found.rows, ({ id }) => id)
  return childIds.map(
    (id) => new Map(byChild.get(id)?.map(({ metric, snapshots }) => [metric, snapshots.map(toSnapshot)])),
  )
}

/** Rows as arrays inside JSON: parsing columns one by one takes longer than finding them. */
function toSnapshot([date, collectedAt, value]: [string, number, number]): MetricSnapshot {
  return { date, collectedAt: new Date(collectedAt), value }
}

/** Which posts count: those published within the range (`$4`, `$5`). */
const publishedSql = `
  a.published_at >= $4::date::timestamp AT TIME ZONE 'UTC' AND a.published_at < ($5::date + 1)::timestamp AT TIME ZONE 'UTC'`

const totalsSql = metricNames
  .map((metric) => {
    const fold = metric === 'engagementRate' ? 'avg' : 'sum'
    return `count(a.${columnOf(metric)})::int AS "${metric}Posts", ${fold}(a.${columnOf(metric)}) AS "${metric}"`
  })
  .join(', ')

/**
 * The latest values of the posts published within a range, added up for each project or account; the mean where a sum
 * says nothing (engagementRate). Errors: VALIDATION_FAILED for the range.
 */
export async function totalsOf(
  ctx: Context,
  scope: Scope,
  ids: readonly string[],
  input: DateRange & { metrics?: readonly Metric[] | null | undefined },
): Promise<MetricTotal[][]> {
  checkRange(input)
  const column = scopeColumns[scope]
  const found = await ctx.db.pool.query<Record<string, number> & { id: string }>({
    name: `analytics_totals_${scope}`,
    text: `SELECT a.${column} AS id, ${totalsSql} FROM post_analytics a
           WHERE ${tenantSql('a')} AND a.${column} = ANY($3) AND ${publishedSql} GROUP BY a.${column}`,
    values: [...tenantValues(ctx.actor), ids, ...bounds(input)],
  })
  const rows = new Map(found.rows.map((row) => [row.id, row]))
  const wanted = metricNames.filter((metric) => input.metrics?.includes(metric) ?? true)
  return ids.map((id) => {
    const row = rows.get(id)
    return wanted.flatMap((metric) => {
      const posts = row?.[`${metric}Posts`] ?? 0
      return row && posts > 0 ? [{ metric, posts, value: row[metric] as number }] : []
    })
  })
}

/**
 * The posts published within a range that have the highest latest value of a metric, highest first, for each project or
 * account. Errors: VALIDATION_FAILED for the range and for `limit` outside 1 to 100.
 */
export async function bestPostsOf(
  ctx: Context,
  scope: Scope,
  ids: readonly string[],
  input: DateRange & { metric: Metric; limit: number },
): Promise<BestPost[][]> {
  checkRange(input)
  const value = columnOf(input.metric)
  const found = await ctx.db.pool.query<ChildRow & { parent_id: string; value: number }>({
    name: `analytics_best_${scope}_${value}`,
    text: `SELECT parent.id AS parent_id, best.value, ${childColumns}
           FROM unnest($3::uuid[]) AS parent(id)
           CROSS JOIN LATERAL (
             SELECT a.social_account_post_id, a.${value} AS value FROM post_analytics a
             WHERE ${tenantSql('a')} AND a.${scopeColumns[scope]} = parent.id AND ${publishedSql}
               AND a.${value} IS NOT NULL
             ORDER BY a.${value} DESC, a.social_account_post_id DESC LIMIT $6) AS best
           JOIN social_account_posts c ON c.id = best.social_account_post_id
           JOIN posts p ON p.id = c.post_id
           ORDER BY best.value DESC, c.id DESC`,
    values: [...tenantValues(ctx.actor), ids, ...bounds(input), input.limit],
  })
  const byParent = Map.groupBy(found.rows, (row) => row.parent_id)
  return ids.map((id) => (byParent.get(id) ?? []).map((row) => ({ value: row.value, socialAccountPost: toChild(row) })))
}
