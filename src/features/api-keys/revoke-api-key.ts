import type { PrismaClient } from '../../../prisma/generated/client/client.ts'
import { isId } from '../../lib/ids.ts'
import { ServiceError } from '../../lib/service-error.ts'
import { announceKeyChange } from './announce-key-change.ts'

/** Revokes a key for good; one that is revoked stays so, with its date. Throws NOT_FOUND for an unknown id. */
export async function revokeApiKey(ctx: { prisma: PrismaClient }, input: { keyId: string }): Promise<void> {
  const { keyId: id } = input
  await ctx.prisma.$transaction(async (tx) => {
    const found = isId(id) && (await tx.apiKey.findUnique({ where: { id }, select: { id: true } }))
    if (!found) throw new ServiceError('NOT_FOUND', `There is no API key ${id}.`)
    await tx.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: new Date() } })
    await announceKeyChange(tx)
  })
}
