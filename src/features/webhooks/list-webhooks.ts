import type { Context } from '../../context.ts'
import { maySee, toWebhook, type Webhook } from './webhook.ts'

/** The endpoints that the key may see, newest first, without their secrets (`GET /webhooks`). */
export async function listWebhooks(ctx: Context): Promise<Webhook[]> {
  const found = await ctx.db.prisma.webhookEndpoint.findMany({
    where: { organizationId: ctx.actor.organizationId },
    orderBy: { id: 'desc' },
  })
  return found.filter((row) => maySee(ctx.actor, row)).map((row) => toWebhook(row))
}
