import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { queueNames } from '../../queue/names.ts'
import { findProject } from './find-project.ts'

/**
 * Deletes a project for good with its accounts, grants, posts and their jobs (`DELETE /projects/{projectId}`).
 * A delivery in progress ends without a trace. Errors: PROJECT_NOT_FOUND.
 */
export async function deleteProject(ctx: Context, input: { projectId: string }): Promise<void> {
  const project = await findProject(ctx, input.projectId)
  await transaction(ctx.db.pool, async (tx) => {
    const children = await tx.query<{ jobId: string }>(
      `SELECT job_id AS "jobId" FROM social_account_posts WHERE project_id = $1 AND job_id IS NOT NULL
       ORDER BY id FOR UPDATE`,
      [project.id],
    )
    await tx.query('DELETE FROM projects WHERE id = $1', [project.id])
    await ctx.queue.remove(
      tx,
      queueNames.deliver,
      children.rows.map((child) => child.jobId),
    )
  })
}
