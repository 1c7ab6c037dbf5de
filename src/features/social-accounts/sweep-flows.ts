import type { Services } from '../../context.ts'

/** Forgets OAuth flows a day after they expired. */
export async function sweepFlows({ db, clock }: Services): Promise<void> {
  await db.prisma.oauthFlow.deleteMany({ where: { expiresAt: { lt: new Date(clock.now() - 24 * 3600_000) } } })
}
