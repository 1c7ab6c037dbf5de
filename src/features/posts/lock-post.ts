import type { ClientBase } from 'pg'
import { ServiceError } from '../../lib/service-error.ts'

export interface LockedChild {
  id: string
  socialAccountId: string
  status: string
  jobId: string | null
}

/**
 * Locks a post and then its children, in order of their ids: whoever changes or deletes a post takes this way, so that
 * nobody waits in a circle and a claim either came before or finds the change. Errors: POST_NOT_FOUND when it is gone.
 */
export async function lockPost(tx: ClientBase, postId: string): Promise<{ updatedAt: Date; children: LockedChild[] }> {
  const post = await tx.query<{ updatedAt: Date }>({
    name: 'post_lock',
    text: 'SELECT updated_at AS "updatedAt" FROM posts WHERE id = $1 FOR UPDATE',
    values: [postId],
  })
  const [found] = post.rows
  if (!found) throw new ServiceError('POST_NOT_FOUND', `There is no post ${postId}.`)
  const children = await tx.query<LockedChild>({
    name: 'children_lock',
    text: `SELECT id, social_account_id AS "socialAccountId", delivery_status AS status, job_id AS "jobId"
           FROM social_account_posts WHERE post_id = $1 ORDER BY id FOR UPDATE`,
    values: [postId],
  })
  return { updatedAt: found.updatedAt, children: children.rows }
}
