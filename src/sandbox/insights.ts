import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { validate } from 'uuid'
import { json, Refusal, type Reply, single } from './http.ts'
import { findPublications } from './post-tables.ts'
import type { SandboxSettings } from './settings.ts'
import { authenticate } from './tokens.ts'

const maxPosts = 50
const dayMs = 24 * 60 * 60 * 1000

/** GET insights of the posts in `postIds` (1 to 50, comma list); posts that the grant does not reach are left out. */
export async function getInsights(
  settings: SandboxSettings,
  req: IncomingMessage,
  query: URLSearchParams,
): Promise<Reply> {
  const grant = await authenticate(settings, req, 'posts.write')
  const ids = (single(query, 'postIds') ?? '').split(',')
  if (ids[0] === '' || ids.length > maxPosts) {
    throw new Refusal(400, 'invalid_request', `postIds must be 1 to ${maxPosts} post ids, separated by commas.`)
  }
  const posts = await findPublications(settings.pool, { ids: ids.filter((id) => validate(id)), ...grant })
  const now = settings.now()
  return json(200, {
    insights: posts.map(({ id, publishedAt }) => ({ postId: id, ...measure(id, now - publishedAt.getTime()) })),
  })
}

/**
 * The audience a post has found after `ageMs`: counts that only grow, fast at first and ever slower, and differ from
 * post to post; the same id and age always give the same.
 */
export function measure(postId: string, ageMs: number) {
  const seed = createHash('sha256').update(postId).digest()
  const share = (place: number) => seed.readUInt16BE(place * 2) / 0xffff
  const reach = 100 * 100 ** share(0)
  const grown = 1 - Math.exp(-Math.max(0, ageMs) / (dayMs * (1 + 4 * share(1))))
  const views = Math.floor(reach * grown)
  const impressions = Math.floor(views * (1.2 + share(2)))
  const likes = Math.floor(views * (0.02 + 0.08 * share(3)))
  const comments = Math.floor(views * 0.015 * share(4))
  const shares = Math.floor(views * 0.02 * share(5))
  const engagementRate = impressions === 0 ? 0 : Math.round(((likes + comments + shares) / impressions) * 1e4) / 1e4
  return { views, impressions, likes, comments, shares, engagementRate }
}
