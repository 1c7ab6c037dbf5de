import type { ClientBase } from 'pg'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { queueNames } from '../../queue/names.ts'
import { connectorContext } from './connector-context.ts'
import { findAccount } from './find-account.ts'

/**
 * Deletes a connection and its grant (`DELETE /social-accounts/{socialAccountId}`). Its posts stay readable; those
 * still scheduled FAIL at once with a message that says why. The platform is told, as far as it can be reached.
 * Errors: SOCIAL_ACCOUNT_NOT_FOUND.
 */
export async function deleteAccount(ctx: Context, input: { socialAccountId: string }): Promise<void> {
  const account = await findAccount(ctx, input.socialAccountId)
  const dropped = await transaction(ctx.db.pool, async (tx) => {
    const now = new Date(ctx.clock.now())
    // Connecting again may have replaced the grant since it was read.
    const locked = await tx.query<{ grantId: string | null }>(
      'SELECT grant_id AS "grantId" FROM social_accounts WHERE id = $1 FOR NO KEY UPDATE',
      [account.id],
    )
    await tx.query(
      `UPDATE social_accounts SET status = 'DELETED', grant_id = NULL, account_token = NULL, updated_at = $2 WHERE id = $1`,
      [account.id, now],
    )
    const jobIds = await failScheduled(tx, account.id, now)
    await ctx.queue.remove(tx, queueNames.deliver, jobIds)
    return dropGrant(tx, locked.rows[0]?.grantId ?? null)
  })
  if (dropped) await revoke(ctx, account.platform, dropped)
}

interface DroppedGrant {
  accessToken: string
  refreshToken: string | null
}

async function failScheduled(tx: ClientBase, accountId: string, now: Date): Promise<string[]> {
  const failed = await tx.query<{ jobId: string | null }>(
    `WITH scheduled AS (
       SELECT id, job_id FROM social_account_posts
       WHERE social_account_id = $1 AND delivery_status = 'NOT_STARTED' AND due_at IS NOT NULL
       ORDER BY id FOR UPDATE)
     UPDATE social_account_posts c
     SET delivery_status = 'FAILED', due_at = NULL, job_id = NULL, delivery_completed_at = $2, updated_at = $2,
         error_message = 'The social account was deleted before the post was due.'
     FROM scheduled WHERE c.id = scheduled.id
     RETURNING scheduled.job_id AS "jobId"`,
    [accountId, now],
  )
  return failed.rows.flatMap(({ jobId }) => (jobId ? [jobId] : []))
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
