import type { Services } from '../../context.ts'
import { announceEvents } from '../../events/announce.ts'
import { eventCtes } from '../../events/publish.ts'

/**
 * Marks an account whose grant the platform refuses for good and tells it; deliveries then fail with a message that tells the user
 * to reconnect. Connecting it again in the browser makes it CONNECTED under the same id.
 * @param refused the account with the grant it was refused with; a newer grant stays untouched
 * @returns whether it was CONNECTED until now
 */
export async function disconnectAccount(
  services: Services,
  refused: { socialAccountId: string; grantId: string | null },
): Promise<boolean> {
  const { socialAccountId, grantId } = refused
  const changed = await services.db.pool.query({
    name: 'account_disconnect',
    text: `WITH changed AS (
        UPDATE social_accounts SET status = 'DISCONNECTED', updated_at = $2
        WHERE id = $1 AND status = 'CONNECTED' AND grant_id IS NOT DISTINCT FROM $3
        RETURNING organization_id, project_id, 'socialAccount.disconnected' AS event_type, updated_at AS occurred_at,
          NULL::uuid AS post_id, NULL::uuid AS social_account_post_id, id AS social_account_id, platform,
          '{}'::jsonb AS details),
      ${eventCtes('changed')}
      SELECT FROM changed`,
    values: [socialAccountId, new Date(services.clock.now()), grantId],
  })
  const disconnected = changed.rowCount === 1
  if (disconnected) {
    announceEvents(services)
    services.log.warn({ socialAccountId }, 'social account disconnected')
  }
  return disconnected
}
