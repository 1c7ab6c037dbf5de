/** The tenant that scenarios measure: an organization with a key, a project, accounts. */

import { openDatabase } from '../../src/db/database.ts'
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts'
import { createOrganization } from '../../src/features/api-keys/create-organization.ts'
import { newId } from '../../src/lib/ids.ts'

export interface Tenant {
  organizationId: string
  /** Its API key. */
  token: string
  projectId: string
  /** Connected SERVICETEST accounts. */
  accountIds: string[]
}

/** Makes a tenant with `accounts` accounts. */
export async function createTenant(databaseUrl: string, accounts: number): Promise<Tenant> {
  const db = await openDatabase({ url: databaseUrl, connections: 2, log: { warn: console.warn } })
  try {
    const { prisma } = db
    const { id: organizationId } = await createOrganization({ prisma }, { name: 'Bench' })
    const { token } = await createApiKey({ prisma }, { organizationId })
    const projectId = newId()
    await prisma.project.create({ data: { id: projectId, organizationId, name: 'Bench' } })
    const accountIds = Array.from({ length: accounts }, () => newId())
    await prisma.socialAccount.createMany({
      data: accountIds.map((id) => ({
        id,
        organizationId,
        projectId,
        platform: 'SERVICETEST',
        externalAccountId: id,
        username: 'bench',
      })),
    })
    return { organizationId, token, projectId, accountIds }
  } finally {
    await db.close()
  }
}
