/** The log of an endpoint: what was sent, how often, and what it answered. */
import type { Context } from '../../context.ts'
import { type EventPayload, type EventRow, eventColumns, toPayload } from '../../events/event.ts'
import { closePage, openPage, type PageInput } from '../../graphql/pagination.ts'

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const

export interface WebhookDelivery {
  id: string
  webhookId: string
  event: EventPayload
  status: (typeof deliveryStatuses)[number]
  attempts: number
  statusCode: number | null
  durationMs: number | null
  response: string | null
  errorMessage: string | null
  createdAt: Date
  lastAttemptAt: Date | null
  nextAttemptAt: Date | null
}

export interface DeliveryPage {
  deliveries: WebhookDelivery[]
  nextCursor: string | null
}

export type DeliveryRow = Omit<WebhookDelivery, 'event' | 'id'> & EventRow & { deliveryId: string }

/** The columns of a DeliveryRow, of a delivery `d` and its event `e`. */
export const deliveryColumns = `
  d.id AS "deliveryId", d.endpoint_id AS "webhookId", d.status, d.attempts, d.status_code AS "statusCode",
  d.duration_ms AS "durationMs", d.response, d.error_message AS "errorMessage", d.created_at AS "createdAt",
  d.last_attempt_at AS "lastAttemptAt", CASE WHEN d.lease_id IS NULL THEN d.due_at END AS "nextAttemptAt",
  ${eventColumns('e')}`

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { webhookId, status, attempts, statusCode, durationMs, response, errorMessage } = row
  const { createdAt, lastAttemptAt, nextAttemptAt } = row
  const result = { statusCode, durationMs, response, errorMessage, createdAt, lastAttemptAt, nextAttemptAt }
  return { id: row.deliveryId, webhookId, event: toPayload(row), status, attempts, ...result }
}

/**
 * A page of the log of each endpoint, newest first (`GET /webhooks/{webhookId}/deliveries`). The caller has checked that
 * the key may see them. Errors: VALIDATION_FAILED for `limit` and `cursor`.
 */
export async function listDeliveries(
  ctx: Context,
  webhookIds: readonly string[],
  input: PageInput,
): Promise<DeliveryPage[]> {
  const { limit, before } = openPage(ctx, 'webhookDeliveries', input)
  const found = await ctx.db.pool.query<DeliveryRow>({
    name: 'webhook_log',
    text: `SELECT ${deliveryColumns} FROM unnest($1::uuid[]) AS w(id)
           CROSS JOIN LATERAL (
             SELECT * FROM webhook_deliveries WHERE endpoint_id = w.id AND ($2::uuid IS NULL OR id < $2)
             ORDER BY id DESC LIMIT $3) AS d
           JOIN events e ON e.id = d.event_id
           ORDER BY d.id DESC`,
    values: [webhookIds, before, limit + 1],
  })
  const byWebhook = Map.groupBy(found.rows.map(toDelivery), ({ webhookId }) => webhookId)
  return webhookIds.map((id) => {
    const { rows, nextCursor } = closePage(ctx, 'webhookDeliveries', byWebhook.get(id) ?? [], limit)
    return { deliveries: rows, nextCursor }
  })
}
