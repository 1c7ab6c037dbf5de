import type { Context } from '../../context.ts'
import { ServiceError } from '../../lib/service-error.ts'
import type { PlatformName } from '../../platforms/names.ts'
import { PlatformError } from '../../platforms/platform-error.ts'
import { platforms } from '../../platforms/registry.ts'
import { accessToken } from './access-token.ts'
import { connectorContext } from './connector-context.ts'
import { disconnectAccount } from './disconnect-account.ts'
import { findAccount } from './find-account.ts'

export interface PlatformInputs {
  socialAccountId: string
  platformSpecificInputs: { platform: PlatformName } & Record<string, unknown>
}

/**
 * The choices for platform-specific fields of an account (`GET /social-accounts/{socialAccountId}/platform-inputs`).
 * Errors: SOCIAL_ACCOUNT_NOT_FOUND, SOCIAL_ACCOUNT_NOT_CONNECTED, SERVICE_UNAVAILABLE when the platform cannot tell now.
 */
export async function readPlatformInputs(ctx: Context, input: { socialAccountId: string }): Promise<PlatformInputs> {
  const account = await findAccount(ctx, input.socialAccountId)
  const platform = account.platform as PlatformName
  const result: PlatformInputs = { socialAccountId: account.id, platformSpecificInputs: { platform } }
  const connector = ctx.connectors.get(platform)
  if (Object.keys(platforms[platform].inputs).length === 0) return result
  if (!connector?.platformInputs) {
    throw new ServiceError('SERVICE_UNAVAILABLE', `${platform} is not configured on this service.`)
  }
  const notConnected = `The social account ${account.id} is disconnected; connect it again.`
  if (account.status !== 'CONNECTED') throw new ServiceError('SOCIAL_ACCOUNT_NOT_CONNECTED', notConnected)
  try {
    const grant = account.grantId ? await ctx.db.prisma.oauthGrant.findUnique({ where: { id: account.grantId } }) : null
    const token = await accessToken(ctx, {
      platform,
      accountToken: account.accountToken,
      grantId: account.grantId,
      accessToken: grant?.accessToken ?? null,
      accessExpiresAt: grant?.accessExpiresAt ?? null,
    })
    const choices = await connector.platformInputs(connectorContext(ctx), {
      externalAccountId: account.externalAccountId,
      accessToken: token,
    })
    Object.assign(result.platformSpecificInputs, choices)
    return result
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    if (error.kind === 'reconnect') {
      await disconnectAccount(ctx, { socialAccountId: account.id, grantId: account.grantId })
      throw new ServiceError('SOCIAL_ACCOUNT_NOT_CONNECTED', notConnected)
    }
    throw new ServiceError('SERVICE_UNAVAILABLE', `The platform gives no answer now: ${error.message}`, {
      retryAfter: Math.max(1, Math.ceil(error.retryAfter ?? 5)),
    })
  }
}
