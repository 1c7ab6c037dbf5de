import type { Context } from '../../context.ts'
import { findWebhook } from './find-webhook.ts'
import { toWebhook, type Webhook } from './webhook.ts'

/**
 * An endpoint as its creation answers it, signing secret included: for the repeat of a `POST /webhooks` whose answer
 * nobody got. Errors: WEBHOOK_NOT_FOUND.
 */
export async function readCreatedWebhook(
  ctx: Context,
  webhookId: string,
): Promise<Pick<Webhook, 'id' | 'url' | 'eventTypes' | 'createdAt' | 'signingSecret'>> {
  const found = await findWebhook(ctx, webhookId)
  const { id, url, eventTypes, createdAt, signingSecret } = toWebhook(found, ctx.secrets.decrypt(found.secret))
  return { id, url, eventTypes, createdAt, ...(signingSecret && { signingSecret }) }
}
