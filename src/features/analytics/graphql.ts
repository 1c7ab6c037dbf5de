/** Analytics: how published posts are doing, the latest values in REST too, the rest for GraphQL alone. */
import { batched } from '../../graphql/batch.ts'
import { builder, fullOnly } from '../../graphql/builder.ts'
import { type Metric, metricNames, supportedMetrics } from '../../platforms/metrics.ts'
import { platforms } from '../../platforms/registry.ts'
import type { SocialAccountPost as ChildShape } from '../posts/post.ts'
import { SocialAccountPost } from '../posts/post-types.ts'
import {
  type BestPost,
  bestPostsOf,
  checkRange,
  type DateRange,
  historyOfChildren,
  type MetricHistory,
  type MetricSnapshot,
  type MetricTotal,
  totalsOf,
} from './read-analytics.ts'

const fullType: { subGraphs: ['Full'] } = { subGraphs: ['Full'] }
/** A list that holds no more than its parent was counted for. */
const counted = { field: 1, multiplier: 1 }
/** How many snapshots of a metric are reckoned with where no range says so: what the default schedule brings. */
const usualSnapshots = 90

const AnalyticsMetric = builder.enumType('AnalyticsMetric', { ...fullType, values: metricNames })

const Snapshot = builder.objectRef<MetricSnapshot>('MetricSnapshot').implement({
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'UTC date of the snapshot, not of the engagement.' }),
    collectedAt: t.expose('collectedAt', { type: 'DateTime' }),
    value: t.exposeFloat('value', { description: 'Lifetime value at that time.' }),
  }),
})

const PostAnalytics = builder.objectRef<ChildShape>('PostAnalytics').implement({
  description:
    'Latest stored lifetime metrics of one post. Metrics that its platform does not support are absent; one that was not observed yet is an empty list.',
  fields: (t) =>
    Object.fromEntries(
      metricNames.map((metric) => [
        metric,
        t.field({
          type: [Snapshot],
          nullable: true,
          complexity: counted,
          description:
            metric === 'engagementRate' ? 'A ratio: 0.03 means 3 percent.' : 'The latest snapshot, once there is one.',
          resolve: (child) => latestSnapshots(child, metric),
        }),
      ]),
    ),
})

/** Undefined where the child cannot have the metric. */
function latestSnapshots(child: ChildShape, metric: Metric): MetricSnapshot[] | undefined {
  const { platform, options, latestMetrics } = child
  if (!supportedMetrics(platforms[platform], options).includes(metric)) return undefined
  const latest = latestMetrics?.[metric]
  if (!latest) return []
  const { collectedAt, value } = latest
  return [{ date: collectedAt.slice(0, 10), collectedAt: new Date(collectedAt), value }]
}

const History = builder.objectRef<MetricHistory>('MetricHistory').implement({
  ...fullType,
  description: 'One metric over time.',
  fields: (t) => ({
    metric: t.expose('metric', { type: AnalyticsMetric }),
    snapshots: t.expose('snapshots', {
      type: [Snapshot],
      complexity: counted,
      description: 'At most one per UTC day, the latest of the day; oldest first.',
    }),
  }),
})

const Total = builder.objectRef<MetricTotal>('MetricTotal').implement({
  ...fullType,
  fields: (t) => ({
    metric: t.expose('metric', { type: AnalyticsMetric }),
    value: t.exposeFloat('value', { description: 'The sum; of engagementRate, the mean.' }),
    posts: t.exposeInt('posts', { description: 'How many posts have an observation of the metric.' }),
  }),
})

const Best = builder.objectRef<BestPost>('BestPost').implement({
  ...fullType,
  fields: (t) => ({
    value: t.exposeFloat('value', { description: 'Its latest value of the metric.' }),
    socialAccountPost: t.expose('socialAccountPost', { type: SocialAccountPost }),
  }),
})

/** Days of a range, which is the most snapshots that one metric can have in it. */
function daysOf({ from, to }: DateRange, now: number): number {
  if (!from) return usualSnapshots
  const end = to ? Date.parse(to) : now
  return Math.min(Math.max(Math.floor((end - Date.parse(from)) / 86_400_000) + 1, 1), usualSnapshots)
}

builder.interfaceFields(SocialAccountPost, (t) => ({
  analytics: t.field({
    type: PostAnalytics,
    nullable: true,
    description: 'On PUBLISHED children; empty where the platform or post type has no metrics.',
    resolve: (child) => (child.deliveryStatus === 'PUBLISHED' ? child : null),
  }),
  analyticsHistory: t.field({
    type: [History],
    ...fullOnly,
    description: 'The metrics over time; those without a snapshot in the range are empty, unsupported ones absent.',
    args: {
      from: t.arg({ type: 'Date', description: 'First day; without it, since publishing.' }),
      to: t.arg({ type: 'Date', description: 'Last day; without it, until now.' }),
      metrics: t.arg({ type: [AnalyticsMetric], description: 'All, if left out.' }),
    },
    complexity: (args, ctx) => ({
      field: 1,
      multiplier: new Set(args.metrics ?? metricNames).size * daysOf(args, ctx.clock.now()),
    }),
    resolve: async (child, args, ctx) => {
      checkRange(args)
      const supported = supportedMetrics(platforms[child.platform], child.options)
      const wanted = metricNames.filter(
        (metric) => supported.includes(metric) && (args.metrics?.includes(metric) ?? true),
      )
      if (wanted.length === 0 || child.deliveryStatus !== 'PUBLISHED') return []
      const found = await batched(ctx, `history ${JSON.stringify(args)}`, child.id, (ids) =>
        historyOfChildren(ctx, ids, args),
      )
      return wanted.map((metric) => ({ metric, snapshots: found.get(metric) ?? [] }))
    },
  }),
}))

for (const [typeName, scope] of [
  ['Project', 'project'],
  ['SocialAccount', 'account'],
] as const) {
  builder.prismaObjectFields(typeName, (t) => {
    const range = {
      from: t.arg({ type: 'Date', description: 'First day of publishing, in UTC; open if left out.' }),
      to: t.arg({ type: 'Date', description: 'Last day of publishing, in UTC; open if left out.' }),
    }
    return {
      analyticsTotals: t.field({
        type: [Total],
        ...fullOnly,
        description:
          'The latest values of the posts published in a range, together; metrics nobody observed are absent.',
        args: { ...range, metrics: t.arg({ type: [AnalyticsMetric], description: 'All, if left out.' }) },
        complexity: { field: 10, multiplier: metricNames.length },
        resolve: (parent, args, ctx) =>
          batched(ctx, `totals ${scope} ${JSON.stringify(args)}`, parent.id, (ids) => totalsOf(ctx, scope, ids, args)),
      }),
      bestPosts: t.field({
        type: [Best],
        ...fullOnly,
        description: 'The posts published in a range with the highest latest value of a metric, highest first.',
        args: {
          ...range,
          metric: t.arg({ type: AnalyticsMetric, required: true }),
          limit: t.arg.int({ required: true, defaultValue: 10, description: '1 to 100.' }),
        },
        complexity: ({ limit }) => ({ field: 10, multiplier: Math.min(Math.max(limit, 1), 100) }),
        resolve: (parent, args, ctx) =>
          batched(ctx, `best ${scope} ${JSON.stringify(args)}`, parent.id, (ids) => bestPostsOf(ctx, scope, ids, args)),
      }),
    }
  })
}
