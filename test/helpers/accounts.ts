import { randomUUID } from 'node:crypto'
import { newId } from '../../src/lib/ids.ts'
import type { PlatformName } from '../../src/platforms/names.ts'
import type { TestService } from './service.ts'

interface NewAccount {
  organizationId: string
  projectId: string
  platform: PlatformName
  status?: 'CONNECTED' | 'DISCONNECTED'
}

/** An account of a platform that tests cannot reach, as if it had been connected. Returns its id. */
export async function addAccount({ app }: TestService, account: NewAccount): Promise<string> {
  const id = newId()
  const data = { id, status: 'CONNECTED', externalAccountId: randomUUID(), username: 'somebody', ...account }
  await app.services.db.prisma.socialAccount.create({ data })
  return id
}
