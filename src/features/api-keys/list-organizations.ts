import type { Organization, PrismaClient } from '../../../prisma/generated/client/client.ts'

/** Every tenant, oldest first, with the number of API keys in use. */
export function listOrganizations(ctx: {
  prisma: PrismaClient
}): Promise<(Organization & { _count: { apiKeys: number } })[]> {
  return ctx.prisma.organization.findMany({
    include: { _count: { select: { apiKeys: { where: { revokedAt: null } } } } },
    orderBy: { id: 'asc' },
  })
}
