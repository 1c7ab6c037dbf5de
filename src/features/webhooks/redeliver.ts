import type { Context } from '../../context.ts'
import { channels } from '../../events/publish.ts'
import { isId } from '../../lib/ids.ts'
import { ServiceError } from '../../lib/service-error.ts'
import { type DeliveryRow, deliveryColumns, toDelivery, type WebhookDelivery } from './delivery-log.ts'
import { findWebhook } from './find-webhook.ts'

/**
 * Sends an event to an endpoint again, at once and with the whole retry schedule before it
 * (`POST /webhooks/{webhookId}/deliveries/{deliveryId}/redeliver`). The event keeps its id. One that is being sent at
 * this moment stays as it is. Errors: WEBHOOK_NOT_FOUND, WEBHOOK_DELIVERY_NOT_FOUND.
 */
export async function redeliver(
  ctx: Context,
  input: { webhookId: string; deliveryId: string },
): Promise<WebhookDelivery> {
  const { deliveryId } = input
  const webhook = await findWebhook(ctx, input.webhookId)
  const unknown = new ServiceError('WEBHOOK_DELIVERY_NOT_FOUND', `The webhook has no delivery ${deliveryId}.`)
  if (!isId(deliveryId)) throw unknown
  await ctx.db.pool.query(
    `UPDATE webhook_deliveries SET status = 'PENDING', due_at = $3, tries = 0
     WHERE id = $1 AND endpoint_id = $2 AND lease_id IS NULL
     RETURNING pg_notify('${channels.written}', '')::text`,
    [deliveryId, webhook.id, new Date(ctx.clock.now())],
  )
  const found = await ctx.db.pool.query<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
     WHERE d.id = $1 AND d.endpoint_id = $2`,
    [deliveryId, webhook.id],
  )
  const [row] = found.rows
  if (!row) throw unknown
  return toDelivery(row)
}
