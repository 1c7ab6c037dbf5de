import type { ClientBase } from 'pg'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { type NewEvent, publishEvents } from '../../events/publish.ts'
import type { PlatformName } from '../../platforms/names.ts'
import { queueNames } from '../../queue/names.ts'
import { connectorContext } from './connector-context.ts'
import { findAccount } from './find-account.ts'

/**
 * Deletes a connection and its grant (`DELETE /social-accounts/{socialAccountId}`). Its posts stay readable; those
 * still scheduled FAIL at once with a message that says why. Both are told as events, and the platform is told that the
 * grant is gone, as far as it can be reached.
 * Errors: SOCIAL_ACCOUNT_NOT_FOUND.
 */
export async function deleteAccount(ctx: Context, input: { socialAccountId: string }): Promise<void> {
  const account = await findAccount(ctx, input.socialAccountId)
  const dropped = await transaction(ctx.db.pool, async (tx) => {
    const now = new Date(ctx.clock.now())
    // Connecting again may have replaced the grant since it was read.
    const deleted = await tx.query<{ wasConnected: boolean; grantId: string | null }>(
      `UPDATE social_accounts a SET status = 'DELETED', grant_id = NULL, account_token = NULL, updated_at = $2
       FROM (SELECT id, status, grant_id FROM social_accounts WHERE id = $1 FOR NO KEY UPDATE) AS was
       WHERE a.id = was.id AND was.status <> 'DELETED'
       RETURNING was.status = 'CONNECTED' AS "wasConnected", was.grant_id AS "grantId"`,
      [account.id, now],
    )
    const failed = await failScheduled(tx, account.id, now)
    await ctx.queue.remove(
      tx,
      queueNames.deliver,
      failed.flatMap(({ jobId }) => jobId ?? []),
    )
    const { organizationId, projectId } = account
    const platform = account.platform as PlatformName
    const common = { organizationId, projectId, socialAccountId: account.id, platform, occurredAt: now }
    const events: NewEvent[] = failed.map(({ id, postId }) => ({
      ...common,
      eventType: 'socialAccountPost.delivery.failed',
      postId,
      socialAccountPostId: id,
      details: { errorMessage: deletedMessage },
    }))
    if (deleted.rows[0]?.wasConnected) events.push({ ...common, eventType: 'socialAccount.disconnected' })
    await publishEvents(tx, events)
    return dropGrant(tx, deleted.rows[0]?.grantId ?? null)
  })
  if (dropped) await revoke(ctx, account.platform, dropped)
}

const deletedMessage = 'The social account was deleted before the post was due.'

interface FailedChild {
  id: string
  postId: string
  jobId: string | null
}

interface DroppedGrant {
  accessToken: string
  refreshToken: string | null
}

async function failScheduled(tx: ClientBase, accountId: string, now: Date): Promise<FailedChild[]> {
  const failed = await tx.query<FailedChild>(
    `WITH scheduled AS (
       SELECT id, job_id FROM social_account_posts
       WHERE social_account_id = $1 AND delivery_status = 'NOT_STARTED' AND due_at IS NOT NULL
       ORDER BY id FOR UPDATE)
     UPDATE social_account_posts c
     SET delivery_status = 'FAILED', due_at = NULL, job_id = NULL, delivery_completed_at = $2, updated_at = $2,
         error_message = $3
     FROM scheduled WHERE c.id = scheduled.id
     RETURNING c.id, c.post_id AS "postId", scheduled.job_id AS "jobId"`,
    [accountId, now, deletedMessage],
  )
  return failed.rows
}

/** Deletes the grant unless another account (page) still lives on it. */
async function dropGrant(tx: ClientBase, grantId: string | null): Promise<DroppedGrant | undefined> {
  const dropped = await tx.query<DroppedGrant>(
    `DELETE FROM oauth_grants g WHERE g.id = $1 AND NOT EXISTS (SELECT 1 FROM social_accounts a WHERE a.grant_id = g.id)
     RETURNING access_token AS "accessToken", refresh_token AS "refreshToken"`,
    [grantId],
  )
  return dropped.rows[0]
}

async function revoke(ctx: Context, platform: string, grant: DroppedGrant): Promise<void> {
  const oauth = [...ctx.connectors.values()].find((connector) => connector.platform === platform)?.oauth
  try {
    await oauth?.revoke?.(connectorContext(ctx), {
      accessToken: ctx.secrets.decrypt(grant.accessToken),
      ...(grant.refreshToken && { refreshToken: ctx.secrets.decrypt(grant.refreshToken) }),
    })
  } catch (error) {
    ctx.log.warn({ err: error, platform }, 'the platform could not be told that a grant was deleted')
  }
}
