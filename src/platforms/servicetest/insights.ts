import type { Metric, Observation } from '../metrics.ts'
import type { PlatformInsights } from '../platform.ts'
import type { ServicetestApi } from './api.ts'

/** What the sandbox counts; the contract's other metrics show how clients see what a platform does not support. */
export const metrics: readonly Metric[] = ['comments', 'engagementRate', 'impressions', 'likes', 'shares', 'views']

/** The reading half: one call for up to 50 posts. */
export function createInsights(api: ServicetestApi): PlatformInsights {
  return {
    maxPostsPerCall: 50,
    async read(ctx, { accessToken, posts }) {
      const ids = posts.map((post) => post.externalPostId)
      const found = new Map<string, Observation | 'gone'>(ids.map((id) => [id, 'gone']))
      for (const { id, metrics: told } of await api.readInsights(ctx, accessToken, ids)) {
        const values = metrics.flatMap((name) => (typeof told[name] === 'number' ? [[name, told[name]]] : []))
        found.set(id, Object.fromEntries(values))
      }
      return found
    },
  }
}
