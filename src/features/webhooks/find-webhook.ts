import type { WebhookEndpoint } from '../../../prisma/generated/client/client.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../lib/ids.ts'
import { ServiceError } from '../../lib/service-error.ts'
import { maySee } from './webhook.ts'

/** Finds an endpoint that the key may see. Errors: WEBHOOK_NOT_FOUND. */
export async function findWebhook(ctx: Context, webhookId: string): Promise<WebhookEndpoint> {
  const { organizationId } = ctx.actor
  const found = isId(webhookId)
    ? await ctx.db.prisma.webhookEndpoint.findFirst({ where: { id: webhookId, organizationId } })
    : null
  if (!found || !maySee(ctx.actor, found)) {
    throw new ServiceError('WEBHOOK_NOT_FOUND', `There is no webhook ${webhookId}.`)
  }
  return found
}
