import type { PrismaClient } from '../../../prisma/generated/client/client.ts'
import { isId } from '../../lib/ids.ts'
import { ServiceError } from '../../lib/service-error.ts'

/** Sets how many social accounts an organization may connect (0 or more, null for any number). Throws NOT_FOUND. */
export async function setAccountLimit(
  ctx: { prisma: PrismaClient },
  input: { organizationId: string; accountLimit: number | null },
): Promise<void> {
  const { organizationId: id, accountLimit } = input
  const { count } = isId(id)
    ? await ctx.prisma.organization.updateMany({ where: { id }, data: { accountLimit } })
    : { count: 0 }
  if (count === 0) throw new ServiceError('NOT_FOUND', `There is no organization ${id}.`)
}
