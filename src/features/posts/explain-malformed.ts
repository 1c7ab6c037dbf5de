import type { Context } from '../../context.ts'
import type { ShapeIssue } from '../../graphql/input-shape.ts'
import { type Issue, validationFailed } from '../../lib/service-error.ts'
import type { BatchItemDraft, BatchResult } from './batch-input.ts'
import { checkPost, toError } from './check-post.ts'
import { createPosts } from './create-posts.ts'
import type { PostDraft } from './post-input.ts'

/**
 * Refuses a request for a post that has parts of a wrong shape, and says in the same answer what is wrong with the
 * rest of it. Always throws.
 */
export async function explainMalformed(ctx: Context, draft: PostDraft, shape: ShapeIssue[]): Promise<never> {
  throw toError(await checkPost(ctx, draft, shape))
}

/**
 * A batch with items of a wrong shape: each of these fails alone, unless it has no key to be reported under.
 * Errors: VALIDATION_FAILED when it is not an array of objects with keys.
 */
export async function createMalformedPosts(
  ctx: Context,
  items: BatchItemDraft[],
  shape: ShapeIssue[],
): Promise<{ results: BatchResult[] }> {
  const byItem = new Map<number, ShapeIssue[]>()
  for (const issue of shape) {
    const [, index, field] = /^\[(\d+)\]\.?([^.[]*)/.exec(issue.path) ?? []
    if (!index || !field || field === 'idempotencyKey') throw validationFailed(shape.map(withoutMark))
    const path = issue.path.slice(issue.path.indexOf('.') + 1)
    const message = issue.message.replace(issue.path, path)
    byItem.set(Number(index), [...(byItem.get(Number(index)) ?? []), { ...issue, path, message }])
  }
  return createPosts(ctx, items, byItem)
}

function withoutMark({ path, message }: ShapeIssue): Issue {
  return { path, message }
}
