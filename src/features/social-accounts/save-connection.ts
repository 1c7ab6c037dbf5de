import type { ClientBase } from 'pg'
import type { Services } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { publishEvents } from '../../events/publish.ts'
import { newId } from '../../lib/ids.ts'
import type { PlatformName } from '../../platforms/names.ts'
import type { ExternalAccount, TokenSet } from '../../platforms/platform.ts'

/** Which half of a connection could not be stored. */
export class PersistenceError extends Error {
  readonly code: 'account_persistence_failed' | 'grant_persistence_failed'
  constructor(code: PersistenceError['code'], cause: unknown) {
    super(code, { cause })
    this.code = code
  }
}

interface Connection {
  organizationId: string
  projectId: string
  platform: PlatformName
  tokens: TokenSet
  accounts: ExternalAccount[]
}

/**
 * Stores a grant and the accounts it reaches, all or nothing. An account that the project has already keeps its id,
 * gets the new grant and is CONNECTED again; grants that no account uses any more are dropped. Accounts that were not
 * CONNECTED until now are told.
 * @returns the accounts' ids, in the platform's order. Throws PersistenceError.
 */
export async function saveConnection(services: Services, connection: Connection): Promise<string[]> {
  let failing: PersistenceError['code'] = 'grant_persistence_failed'
  try {
    return await transaction(services.db.pool, async (tx) => {
      failing = 'grant_persistence_failed'
      const grantId = await insertGrant(services, tx, connection)
      failing = 'account_persistence_failed'
      const ids: string[] = []
      const connected = await readConnected(tx, connection)
      for (const account of connection.accounts)
        ids.push(await upsertAccount(services, tx, connection, grantId, account))
      await checkAllowance(tx, connection.organizationId)
      await tx.query(
        `DELETE FROM oauth_grants g WHERE g.project_id = $1
         AND NOT EXISTS (SELECT 1 FROM social_accounts a WHERE a.grant_id = g.id)`,
        [connection.projectId],
      )
      const { organizationId, projectId, platform } = connection
      const occurredAt = new Date(services.clock.now())
      const news = ids.filter((id) => !connected.has(id))
      await publishEvents(
        tx,
        news.map((socialAccountId) => ({
          eventType: 'socialAccount.connected',
          organizationId,
          projectId,
          platform,
          socialAccountId,
          occurredAt,
        })),
      )
      return ids
    })
  } catch (error) {
    throw new PersistenceError(failing, error)
  }
}

async function readConnected(tx: ClientBase, { projectId, platform }: Connection): Promise<Set<string>> {
  const found = await tx.query<{ id: string }>(
    `SELECT id FROM social_accounts WHERE project_id = $1 AND platform = $2 AND status = 'CONNECTED'`,
    [projectId, platform],
  )
  return new Set(found.rows.map(({ id }) => id))
}

async function insertGrant(services: Services, tx: ClientBase, { projectId, platform, tokens }: Connection) {
  const id = newId()
  await tx.query(
    `INSERT INTO oauth_grants
       (id, project_id, platform, access_token, refresh_token, access_expires_at, refresh_expires_at, scopes, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      id,
      projectId,
      platform,
      services.secrets.encrypt(tokens.accessToken),
      tokens.refreshToken ? services.secrets.encrypt(tokens.refreshToken) : null,
      toDate(tokens.accessExpiresAt),
      toDate(tokens.refreshExpiresAt),
      tokens.scopes,
      new Date(services.clock.now()),
    ],
  )
  return id
}

async function upsertAccount(
  services: Services,
  tx: ClientBase,
  connection: Connection,
  grantId: string,
  account: ExternalAccount,
): Promise<string> {
  const stored = await tx.query<{ id: string }>(
    `INSERT INTO social_accounts
       (id, organization_id, project_id, grant_id, platform, external_account_id, username, image_url, account_token, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
     ON CONFLICT (project_id, platform, external_account_id) WHERE status <> 'DELETED' DO UPDATE
       SET grant_id = $4, username = $7, image_url = $8, account_token = $9, updated_at = $10, status = 'CONNECTED'
     RETURNING id`,
    [
      newId(),
      connection.organizationId,
      connection.projectId,
      grantId,
      connection.platform,
      account.externalAccountId,
      account.username,
      account.imageUrl ?? null,
      account.accountToken ? services.secrets.encrypt(account.accountToken) : null,
      new Date(services.clock.now()),
    ],
  )
  return (stored.rows[0] as { id: string }).id
}

/** Two flows that start below the allowance must not end above it. Both hold a key lock on the organization by then. */
async function checkAllowance(tx: ClientBase, organizationId: string): Promise<void> {
  const organization = await tx.query<{ limit: number | null }>(
    'SELECT account_limit AS limit FROM organizations WHERE id = $1 FOR NO KEY UPDATE',
    [organizationId],
  )
  const limit = organization.rows[0]?.limit
  if (limit == null) return
  const connected = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM social_accounts WHERE organization_id = $1 AND status = 'CONNECTED'`,
    [organizationId],
  )
  const count = (connected.rows[0] as { count: number }).count
  if (count > limit) throw new Error(`The organization's allowance is ${limit} connected accounts.`)
}

function toDate(milliseconds: number | undefined): Date | null {
  return milliseconds === undefined ? null : new Date(milliseconds)
}
