import type { Context } from '../../context.ts'
import type { ShapeIssue } from '../../graphql/input-shape.ts'
import { checkPost, toError } from './check-post.ts'
import type { PostDraft } from './post-input.ts'

/**
 * Refuses a request for a post that has parts of a wrong shape, and says in the same answer what is wrong with the
 * rest of it. Always throws.
 */
export async function explainMalformed(ctx: Context, draft: PostDraft, shape: ShapeIssue[]): Promise<never> {
  throw toError(await checkPost(ctx, draft, shape))
}
