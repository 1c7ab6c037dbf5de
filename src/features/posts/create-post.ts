import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { recordCreated } from '../../db/idempotency.ts'
import { ServiceError } from '../../lib/service-error.ts'
import { checkPost, toError } from './check-post.ts'
import type { Post } from './post.ts'
import type { CreatePostInput, PostDraft } from './post-input.ts'
import { insertPosts, type NewPost, toSchedule } from './store-post.ts'

/**
 * Creates a post with its children and their deliveries, in one transaction (`POST /posts`).
 * Errors: every code of `POST /posts`; nothing is created then.
 */
export async function createPost(ctx: Context, input: CreatePostInput): Promise<Post> {
  const checked = await checkNewPost(ctx, input)
  try {
    return await transaction(ctx.db.pool, async (tx) => {
      const [post] = await insertPosts(ctx, tx, [checked], new Date(ctx.clock.now()))
      if (!post) throw new Error('The post was not inserted.')
      await recordCreated(tx, ctx, post.id)
      return post
    })
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    throw new ServiceError('INVALID_SOCIAL_ACCOUNT_ID', 'The project was deleted while the post was being created.')
  }
}

/** Checks a whole post. @param held as in `checkPost`. Errors: every code of `POST /posts`. */
export async function checkNewPost(
  ctx: Context,
  input: CreatePostInput,
  held: readonly string[] = [],
): Promise<NewPost> {
  const findings = await checkPost(ctx, input as PostDraft, [], held)
  const { content, projectId } = findings
  if (findings.problems.length > 0 || !content || !projectId) throw toError(findings)
  return {
    projectId,
    content,
    schedule: toSchedule(input.schedule),
    autoDeleteMediaAfterPublish: input.autoDeleteMediaAfterPublish ?? false,
    retryPolicy: input.retryPolicy ?? null,
    targets: findings.targets,
  }
}

function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503'
}
