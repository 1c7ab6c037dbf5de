import type { Context } from '../../context.ts'
import { findWebhook } from './find-webhook.ts'
import { newSecret } from './signature.ts'
import { toWebhook, type Webhook } from './webhook.ts'

/** How long the secret before signs along, milliseconds. */
const overlapMs = 24 * 3600_000

/**
 * Gives an endpoint a new signing secret, returned here alone (`POST /webhooks/{webhookId}/rotate-secret`). For 24 hours
 * deliveries carry a signature by the one before too; a second rotation within them drops the oldest.
 * Errors: WEBHOOK_NOT_FOUND.
 */
export async function rotateSecret(ctx: Context, input: { webhookId: string }): Promise<Webhook> {
  const webhook = await findWebhook(ctx, input.webhookId)
  const signingSecret = newSecret()
  await ctx.db.pool.query(
    'UPDATE webhook_endpoints SET previous_secret = secret, previous_secret_until = $2, secret = $3 WHERE id = $1',
    [webhook.id, new Date(ctx.clock.now() + overlapMs), ctx.secrets.encrypt(signingSecret)],
  )
  return toWebhook(webhook, signingSecret)
}
