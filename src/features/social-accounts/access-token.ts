import type { ClientBase } from 'pg'
import type { Services } from '../../context.ts'
import { type Database, transaction } from '../../db/database.ts'
import { wait } from '../../lib/clock.ts'
import { reach } from '../../lib/fault-points.ts'
import type { PlatformName } from '../../platforms/names.ts'
import type { TokenSet } from '../../platforms/platform.ts'
import { PlatformError } from '../../platforms/platform-error.ts'
import { callWithin } from './connector-context.ts'

/** A token that expires within this time is renewed before use, milliseconds. */
const renewBeforeMs = 120_000
/** One small request; meanwhile the grant's row is locked and a connection taken, milliseconds. */
const renewalLimitMs = 60_000

/** Renewed tokens that cannot be stored are tried again, as long as a database takes to start. */
const mostStoreTries = 120
const storeAgainMs = 500

/** An account with its tokens, still encrypted. */
export interface AccountCredentials {
  platform: PlatformName
  accountToken: string | null
  grantId: string | null
  accessToken: string | null
  accessExpiresAt: Date | null
}

/** A renewal holds a connection while the platform answers: most of the pool must stay free for everybody else. */
const connectionShare = 0.25

interface Renewals {
  running: Map<string, Promise<string>>
  free: number
  waiting: (() => void)[]
}

const renewalsByDatabase = new WeakMap<Database, Renewals>()

/**
 * The token to speak for an account with: the account's own where it has one, else its grant's, renewed when it is
 * about to expire. Throws PlatformError: `reconnect` when the grant is gone or refused, `retry` when renewal is not
 * possible now.
 */
export async function accessToken(services: Services, account: AccountCredentials): Promise<string> {
  if (account.accountToken) return services.secrets.decrypt(account.accountToken)
  if (!account.grantId || !account.accessToken) {
    throw PlatformError.reconnect('The social account has no grant any more; connect it again.')
  }
  const { accessExpiresAt } = account
  if (!accessExpiresAt || accessExpiresAt.getTime() > services.clock.now() + renewBeforeMs) {
    return services.secrets.decrypt(account.accessToken)
  }
  return refreshOnce(services, account.grantId, account.platform)
}

function renewalsOf({ db }: Services): Renewals {
  const known = renewalsByDatabase.get(db)
  if (known) return known
  const free = Math.max(1, Math.floor(db.pool.options.max * connectionShare))
  const renewals: Renewals = { running: new Map(), free, waiting: [] }
  renewalsByDatabase.set(db, renewals)
  return renewals
}

/** Within this process, everybody who needs the grant renewed waits for one refresh. */
function refreshOnce(services: Services, grantId: string, platform: PlatformName): Promise<string> {
  const renewals = renewalsOf(services)
  const started = renewals.running.get(grantId)
  if (started) return started
  const refresh = inTurn(renewals, () => refreshGrant(services, grantId, platform)).finally(() => {
    renewals.running.delete(grantId)
  })
  renewals.running.set(grantId, refresh)
  return refresh
}

async function inTurn<Result>(renewals: Renewals, work: () => Promise<Result>): Promise<Result> {
  if (renewals.free > 0) renewals.free -= 1
  else await new Promise<void>((resolve) => renewals.waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = renewals.waiting.shift()
    if (next) next()
    else renewals.free += 1
  }
}

interface RenewedTokens {
  tokens: TokenSet
  /** The encrypted access token that they replace. */
  replaced: string
}

/** Across processes, the grant's row lock: refresh tokens are single-use, and a second refresh would lose the account. */
async function refreshGrant(services: Services, grantId: string, platform: PlatformName): Promise<string> {
  const connector = services.connectors.get(platform)
  if (!connector) throw PlatformError.operator(`${platform} is no longer configured on this service.`)
  let renewed: RenewedTokens | undefined
  try {
    return await transaction(services.db.pool, async (tx) => {
      const found = await tx.query<{ accessToken: string; refreshToken: string | null; accessExpiresAt: Date | null }>(
        `SELECT access_token AS "accessToken", refresh_token AS "refreshToken", access_expires_at AS "accessExpiresAt"
         FROM oauth_grants WHERE id = $1 FOR UPDATE`,
        [grantId],
      )
      const grant = found.rows[0]
      if (!grant) throw PlatformError.reconnect('The social account has no grant any more; connect it again.')
      const fresh = !grant.accessExpiresAt || grant.accessExpiresAt.getTime() > services.clock.now() + renewBeforeMs
      if (fresh) return services.secrets.decrypt(grant.accessToken)
      if (!grant.refreshToken) throw PlatformError.reconnect('The access has expired; connect the account again.')

      reach('token.before-refresh')
      const refreshToken = services.secrets.decrypt(grant.refreshToken)
      const tokens =
        renewed?.tokens ??
        (await callWithin(services, renewalLimitMs, renewalLate, (ctx) =>
          connector.oauth.refresh(ctx, { refreshToken }),
        ))
      reach('token.after-refresh')
      renewed = { tokens, replaced: grant.accessToken }
      await storeTokens(services, tx, grantId, renewed)
      services.log.info({ grantId, platform }, 'access token renewed')
      return tokens.accessToken
    })
  } catch (error) {
    if (!renewed) throw error
    services.log.warn({ err: error, grantId, platform }, 'renewed tokens could not be stored; trying again')
    return keepTokens(services, grantId, renewed)
  }
}

/** Until the tokens are stored nobody else has them, and the platform no longer takes the old ones. */
async function keepTokens(services: Services, grantId: string, renewed: RenewedTokens): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      await storeTokens(services, services.db.pool, grantId, renewed)
      return renewed.tokens.accessToken
    } catch (error) {
      if (tries === mostStoreTries) throw error
      await wait(services.clock, storeAgainMs)
    }
  }
}

/** Does nothing when the grant has got other tokens meanwhile, or these already. */
async function storeTokens(
  { clock, secrets }: Services,
  db: Pick<ClientBase, 'query'>,
  grantId: string,
  { tokens, replaced }: RenewedTokens,
): Promise<void> {
  await db.query(
    `UPDATE oauth_grants
     SET access_token = $2, refresh_token = COALESCE($3, refresh_token), access_expires_at = $4,
         refresh_expires_at = COALESCE($5, refresh_expires_at), updated_at = $6
     WHERE id = $1 AND access_token = $7`,
    [
      grantId,
      secrets.encrypt(tokens.accessToken),
      tokens.refreshToken ? secrets.encrypt(tokens.refreshToken) : null,
      tokens.accessExpiresAt === undefined ? null : new Date(tokens.accessExpiresAt),
      tokens.refreshExpiresAt === undefined ? null : new Date(tokens.refreshExpiresAt),
      new Date(clock.now()),
      replaced,
    ],
  )
}

function renewalLate(): PlatformError {
  return PlatformError.retry(`The platform did not renew the access within ${renewalLimitMs / 1000} seconds.`)
}
