import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { publishEvents } from '../../events/publish.ts'
import type { PlatformName } from '../../platforms/names.ts'
import { queueNames } from '../../queue/names.ts'
import { findProject } from './find-project.ts'

/**
 * Deletes a project for good with its accounts, grants, posts and their jobs (`DELETE /projects/{projectId}`). Accounts
 * that were CONNECTED are told as disconnected. A delivery in progress ends without a trace. Errors: PROJECT_NOT_FOUND.
 */
export async function deleteProject(ctx: Context, input: { projectId: string }): Promise<void> {
  const { id: projectId } = await findProject(ctx, input.projectId)
  const { organizationId } = ctx.actor
  await transaction(ctx.db.pool, async (tx) => {
    await tx.query('SELECT FROM social_account_posts WHERE project_id = $1 ORDER BY id FOR UPDATE', [projectId])
    // Waits for posts and accounts that are just being made, and lets no others come.
    await tx.query('SELECT FROM projects WHERE id = $1 FOR UPDATE', [projectId])
    const alarms = await tx.query<{ jobId: string }>(
      'SELECT job_id AS "jobId" FROM social_account_posts WHERE project_id = $1 AND job_id IS NOT NULL',
      [projectId],
    )
    const connected = await tx.query<{ socialAccountId: string; platform: PlatformName }>(
      `SELECT id AS "socialAccountId", platform FROM social_accounts WHERE project_id = $1 AND status = 'CONNECTED'`,
      [projectId],
    )
    const deleted = await tx.query('DELETE FROM projects WHERE id = $1', [projectId])
    if (deleted.rowCount !== 1) return
    await ctx.queue.remove(
      tx,
      queueNames.deliver,
      alarms.rows.map(({ jobId }) => jobId),
    )
    const occurredAt = new Date(ctx.clock.now())
    const eventType = 'socialAccount.disconnected'
    await publishEvents(
      tx,
      connected.rows.map((account) => ({ ...account, eventType, organizationId, projectId, occurredAt })),
    )
  })
}
