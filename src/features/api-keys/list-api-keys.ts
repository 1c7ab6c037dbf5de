import type { ApiKey, PrismaClient } from '../../../prisma/generated/client/client.ts'
import { isId } from '../../lib/ids.ts'

/** The keys of one organization, or of all, revoked ones too, oldest first. An unknown organization has none. */
export async function listApiKeys(
  ctx: { prisma: PrismaClient },
  input: { organizationId?: string | undefined },
): Promise<Omit<ApiKey, 'hash'>[]> {
  const { organizationId } = input
  if (organizationId !== undefined && !isId(organizationId)) return []
  return ctx.prisma.apiKey.findMany({
    where: organizationId === undefined ? {} : { organizationId },
    omit: { hash: true },
    orderBy: { id: 'asc' },
  })
}
