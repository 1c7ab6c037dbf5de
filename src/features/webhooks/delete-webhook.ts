import type { Context } from '../../context.ts'
import { findWebhook } from './find-webhook.ts'

/** Deletes an endpoint with its log; what was not delivered yet never is (`DELETE /webhooks/{webhookId}`). Errors: WEBHOOK_NOT_FOUND. */
export async function deleteWebhook(ctx: Context, input: { webhookId: string }): Promise<void> {
  const { id } = await findWebhook(ctx, input.webhookId)
  await ctx.db.pool.query('DELETE FROM webhook_endpoints WHERE id = $1', [id])
}
