import type { Services } from '../../context.ts'
import { type Database, transaction } from '../../db/database.ts'
import { reach } from '../../lib/fault-points.ts'
import type { PlatformName } from '../../platforms/names.ts'
import type { TokenSet } from '../../platforms/platform.ts'
import { PlatformError } from '../../platforms/platform-error.ts'
import { callWithin } from './connector-context.ts'

/** A token that expires within this time is renewed before use, milliseconds. */
const renewBeforeMs = 120_000
/** One small request; meanwhile the grant's row is locked and a connection taken, milliseconds. */
const renewalLimitMs = 60_000

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

/** Across processes, the grant's row lock: refresh tokens are single-use, and a second refresh would lose the account. */
async function refreshGrant(services: Services, grantId: string, platform: PlatformName): Promise<string> {
  const connector = services.connectors.get(platform)
  if (!connector) throw PlatformError.operator(`${platform} is no longer configured on this service.`)
  return transaction(services.db.pool, async (tx) => {
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
    const tokens: TokenSet = await callWithin(services, renewalLimitMs, renewalLate, (ctx) =>
      connector.oauth.refresh(ctx, { refreshToken }),
    )
    reach('token.after-refresh')
    await tx.query(
      `UPDATE oauth_grants
       SET access_token = $2, refresh_token = COALESCE($3, refresh_token), access_expires_at = $4,
           refresh_expires_at = COALESCE($5, refresh_expires_at), updated_at = $6
       WHERE id = $1`,
      [
        grantId,
        services.secrets.encrypt(tokens.accessToken),
        tokens.refreshToken ? services.secrets.encrypt(tokens.refreshToken) : null,
        tokens.accessExpiresAt === undefined ? null : new Date(tokens.accessExpiresAt),
        tokens.refreshExpiresAt === undefined ? null : new Date(tokens.refreshExpiresAt),
        new Date(services.clock.now()),
      ],
    )
    services.log.info({ grantId, platform }, 'access token renewed')
    return tokens.accessToken
  })
}

function renewalLate(): PlatformError {
  return PlatformError.retry(`The platform did not renew the access within ${renewalLimitMs / 1000} seconds.`)
}
