import type { ApiKey, PrismaClient } from '../../../prisma/generated/client/client.ts'
import { isId, newId } from '../../lib/ids.ts'
import { ServiceError } from '../../lib/service-error.ts'
import { announceKeyChange } from './announce-key-change.ts'
import { hashToken, newToken, tokenPrefix } from './api-key-token.ts'

interface Input {
  organizationId: string
  /** For the operator's lists. */
  name?: string
  readOnly?: boolean
  /** The only projects the key may use; omitted or empty for all of the organization. */
  projectIds?: string[]
}

/**
 * Creates an API key. `token` is the key itself: it is returned here and stored nowhere.
 * Throws NOT_FOUND for an unknown organization, PROJECT_NOT_FOUND for a project that is not the organization's.
 */
export async function createApiKey(
  ctx: { prisma: PrismaClient },
  input: Input,
): Promise<{ apiKey: ApiKey; token: string }> {
  const { organizationId, name = 'API key', readOnly = false, projectIds = [] } = input
  const token = newToken()
  return ctx.prisma.$transaction(async (tx) => {
    const organization = isId(organizationId) && (await tx.organization.findUnique({ where: { id: organizationId } }))
    if (!organization) throw new ServiceError('NOT_FOUND', `There is no organization ${organizationId}.`)
    const projects = await tx.project.findMany({ where: { organizationId, id: { in: projectIds.filter(isId) } } })
    const unknown = projectIds.find((id) => !projects.some((project) => project.id === id.toLowerCase()))
    if (unknown !== undefined) {
      throw new ServiceError('PROJECT_NOT_FOUND', `The organization has no project ${unknown}.`)
    }
    const apiKey = await tx.apiKey.create({
      data: {
        id: newId(),
        organizationId,
        name,
        readOnly,
        projectLimited: projectIds.length > 0,
        projectIds: projects.map((project) => project.id),
        prefix: tokenPrefix(token),
        hash: hashToken(token),
      },
    })
    await announceKeyChange(tx)
    return { apiKey, token }
  })
}
