/** Webhook endpoints as their readers see them. */
import type { WebhookEndpoint } from '../../../prisma/generated/client/client.ts'
import type { Actor } from '../../context.ts'
import type { EventType } from '../../events/event.ts'

/** Most endpoints of an organization. */
export const maxWebhooks = 200

export interface Webhook {
  id: string
  url: string
  eventTypes: EventType[]
  createdAt: Date
  /** The only projects whose events it gets, or null for all. */
  projectIds: string[] | null
  disabledAt: Date | null
  disabledReason: string | null
  /** Shown once, when it is made. */
  signingSecret?: string
}

export function toWebhook(row: WebhookEndpoint, signingSecret?: string): Webhook {
  return {
    id: row.id,
    url: row.url,
    eventTypes: row.eventTypes as EventType[],
    createdAt: row.createdAt,
    projectIds: row.projectLimited ? row.projectIds : null,
    disabledAt: row.disabledAt,
    disabledReason: row.disabledReason,
    ...(signingSecret && { signingSecret }),
  }
}

/** A key limited to projects sees the endpoints that get events of these projects and no others. */
export function maySee(actor: Actor, { projectLimited, projectIds }: WebhookEndpoint): boolean {
  const own = actor.projectIds
  return own === null || (projectLimited && projectIds.every((id) => own.includes(id)))
}
