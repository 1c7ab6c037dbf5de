import type { Context } from '../../context.ts'
import type { MediaFacts } from '../../platforms/media-facts.ts'

/**
 * What the rules of platforms look at in library items, for `POST /posts` and `POST /posts/validate`.
 * @returns facts by media id; items without facts are missing, and no rule of media speaks of a post with one of them
 */
export async function factsOf(_ctx: Context, _mediaIds: readonly string[]): Promise<Map<string, MediaFacts>> {
  return new Map()
}
