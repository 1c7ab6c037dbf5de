import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { recordCreated } from '../../db/idempotency.ts'
import type { EventType } from '../../events/event.ts'
import { newId } from '../../lib/ids.ts'
import { type Issue, ServiceError, validationFailed } from '../../lib/service-error.ts'
import { newSecret } from './signature.ts'
import { maxWebhooks, type Webhook } from './webhook.ts'

/**
 * Registers an endpoint (`POST /webhooks`). The signing secret is returned here and stored encrypted. A key that is
 * limited to projects makes endpoints that get the events of these projects alone.
 * @param input.url https, at most 2,048 characters, not a private address
 * @param input.eventTypes at least 1; repetitions count once
 * Errors: VALIDATION_FAILED, WEBHOOK_LIMIT_REACHED at 200 endpoints.
 */
export async function createWebhook(ctx: Context, input: { url: string; eventTypes: EventType[] }): Promise<Webhook> {
  const issues: Issue[] = []
  const problem = ctx.outbound.check(input.url)
  if (problem) issues.push({ path: 'url', message: `url ${problem}` })
  if (input.eventTypes.length === 0) {
    issues.push({ path: 'eventTypes', message: 'eventTypes must have at least 1 item.' })
  }
  if (issues.length > 0) throw validationFailed(issues)

  const { organizationId, projectIds } = ctx.actor
  const signingSecret = newSecret()
  const webhook = {
    id: newId(),
    url: input.url,
    eventTypes: [...new Set(input.eventTypes)],
    createdAt: new Date(ctx.clock.now()),
    projectIds,
    disabledAt: null,
    disabledReason: null,
  }
  await transaction(ctx.db.pool, async (tx) => {
    await tx.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId])
    const inserted = await tx.query(
      `INSERT INTO webhook_endpoints (id, organization_id, project_limited, project_ids, url, event_types, secret, created_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8
       WHERE (SELECT count(*) FROM webhook_endpoints WHERE organization_id = $2) < $9`,
      [
        webhook.id,
        organizationId,
        projectIds !== null,
        projectIds ?? [],
        webhook.url,
        webhook.eventTypes,
        ctx.secrets.encrypt(signingSecret),
        webhook.createdAt,
        maxWebhooks,
      ],
    )
    if (inserted.rowCount !== 1) {
      throw new ServiceError('WEBHOOK_LIMIT_REACHED', `An organization may have at most ${maxWebhooks} webhooks.`)
    }
    await recordCreated(tx, ctx, webhook.id)
  })
  return { ...webhook, signingSecret }
}
