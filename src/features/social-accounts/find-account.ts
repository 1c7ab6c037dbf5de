import { type Context, tenantWhere } from '../../context.ts'
import { isId } from '../../lib/ids.ts'
import { ServiceError } from '../../lib/service-error.ts'

/**
 * Finds an account that was not deleted: DELETED ones stay as rows without tokens, because the posts that were published
 * through them remain readable. Errors: SOCIAL_ACCOUNT_NOT_FOUND.
 */
export async function findAccount(ctx: Context, socialAccountId: string) {
  const account = isId(socialAccountId)
    ? await ctx.db.prisma.socialAccount.findFirst({
        where: { id: socialAccountId, status: { not: 'DELETED' }, ...tenantWhere(ctx.actor) },
      })
    : null
  if (!account) throw new ServiceError('SOCIAL_ACCOUNT_NOT_FOUND', `There is no social account ${socialAccountId}.`)
  return account
}
