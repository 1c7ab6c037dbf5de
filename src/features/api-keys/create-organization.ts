import type { Organization, PrismaClient } from '../../../prisma/generated/client/client.ts'
import { newId } from '../../lib/ids.ts'
import { validationFailed } from '../../lib/service-error.ts'

/**
 * Creates a tenant. `name` has 1 to 200 characters; `accountLimit` is how many social accounts it may connect, 0 or more,
 * null for any number. Throws VALIDATION_FAILED.
 */
export async function createOrganization(
  ctx: { prisma: PrismaClient },
  input: { name: string; accountLimit?: number | null },
): Promise<Organization> {
  const name = input.name.trim()
  if (name.length < 1 || name.length > 200) {
    throw validationFailed([{ path: 'name', message: 'A name of 1 to 200 characters is needed.' }])
  }
  return ctx.prisma.organization.create({ data: { id: newId(), name, accountLimit: input.accountLimit ?? null } })
}
