import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { ServiceError } from '../../lib/service-error.ts'
import { cancelAlarms } from '../delivery/jobs.ts'
import { lockPost } from './lock-post.ts'
import { readPost } from './read-posts.ts'

/**
 * Deletes a post none of whose deliveries has started (`DELETE /posts/{postId}`).
 * Errors: POST_NOT_FOUND, POST_NOT_DELETABLE.
 */
export async function deletePost(ctx: Context, input: { postId: string }): Promise<void> {
  const post = await readPost(ctx, input)
  await transaction(ctx.db.pool, async (tx) => {
    const { children } = await lockPost(tx, post.id)
    const started = children.find((child) => child.status !== 'NOT_STARTED')
    if (started) {
      const message = `The delivery ${started.id} of this post is ${started.status}; only posts that have not started can be deleted.`
      throw new ServiceError('POST_NOT_DELETABLE', message)
    }
    await tx.query('DELETE FROM posts WHERE id = $1', [post.id])
    await cancelAlarms(
      ctx,
      tx,
      children.map((child) => child.jobId),
    )
  })
}
