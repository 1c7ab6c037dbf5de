import type { Services } from '../../context.ts'

/**
 * Marks an account whose grant the platform refuses for good; deliveries then fail with a message that tells the user
 * to reconnect. Connecting it again in the browser makes it CONNECTED under the same id.
 * @param refused the account with the grant it was refused with; a newer grant stays untouched
 * @returns whether it was CONNECTED until now
 */
export async function disconnectAccount(
  services: Services,
  refused: { socialAccountId: string; grantId: string | null },
): Promise<boolean> {
  const { socialAccountId, grantId } = refused
  const changed = await services.db.prisma.socialAccount.updateMany({
    where: { id: socialAccountId, grantId, status: 'CONNECTED' },
    data: { status: 'DISCONNECTED', updatedAt: new Date(services.clock.now()) },
  })
  if (changed.count > 0) services.log.warn({ socialAccountId }, 'social account disconnected')
  return changed.count > 0
}
