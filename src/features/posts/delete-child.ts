import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { isId } from '../../lib/ids.ts'
import { ServiceError } from '../../lib/service-error.ts'
import { cancelAlarms } from '../delivery/jobs.ts'
import { tenantSql, tenantValues } from './post-rows.ts'

/**
 * Deletes one child in whatever state it is (`DELETE /social-account-posts/{socialAccountPostId}`): a delivery that has
 * not started is cancelled, one in progress finishes unseen, a finished one loses its record here but not its post on
 * the platform. The last child takes its post along. Errors: SOCIAL_ACCOUNT_POST_NOT_FOUND.
 */
export async function deleteChild(ctx: Context, input: { socialAccountPostId: string }): Promise<void> {
  const { socialAccountPostId: id } = input
  const found = isId(id)
    ? await transaction(ctx.db.pool, async (tx) => {
        const parent = await tx.query<{ id: string }>(
          `SELECT p.id FROM posts p JOIN social_account_posts c ON c.post_id = p.id
           WHERE ${tenantSql('c')} AND c.id = $3 FOR UPDATE OF p`,
          [...tenantValues(ctx.actor), id],
        )
        const deleted = await tx.query<{ jobId: string | null }>(
          'DELETE FROM social_account_posts WHERE id = $1 AND post_id = $2 RETURNING job_id AS "jobId"',
          [id, parent.rows[0]?.id ?? null],
        )
        const [child] = deleted.rows
        if (!child) return false
        await tx.query(
          `DELETE FROM posts p WHERE p.id = $1 AND NOT EXISTS (SELECT 1 FROM social_account_posts c WHERE c.post_id = p.id)`,
          [parent.rows[0]?.id],
        )
        await cancelAlarms(ctx, tx, [child.jobId])
        return true
      })
    : false
  if (!found) throw new ServiceError('SOCIAL_ACCOUNT_POST_NOT_FOUND', `There is no social account post ${id}.`)
}
