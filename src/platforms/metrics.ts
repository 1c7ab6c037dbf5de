/** What a platform says about a published post's reach: the contract's metrics, and which of them a post can have. */

/** The contract's metric keys, in its order. */
export const metricNames = [
  'clicks',
  'comments',
  'engagementRate',
  'impressions',
  'likes',
  'reactions',
  'saves',
  'shares',
  'uniqueImpressions',
  'views',
] as const

export type Metric = (typeof metricNames)[number]

/** Lifetime values of one post as the platform gives them now; zero is a value, what is missing was not told. */
export type Observation = Partial<Record<Metric, number>>

/** The metrics of every post of a platform or, where they differ, those of each `postType`. */
export type PlatformMetrics = readonly Metric[] | Readonly<Record<string, readonly Metric[]>>

/** The metrics that a post with these platform-specific fields can have; empty where the platform has none. */
export function supportedMetrics(
  { metrics }: { readonly metrics: PlatformMetrics },
  options: Readonly<Record<string, unknown>>,
): readonly Metric[] {
  if (isList(metrics)) return metrics
  return metrics[String(options.postType)] ?? []
}

function isList(metrics: PlatformMetrics): metrics is readonly Metric[] {
  return Array.isArray(metrics)
}
