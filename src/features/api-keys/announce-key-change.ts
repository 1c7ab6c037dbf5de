import type { Prisma } from '../../../prisma/generated/client/client.ts'

/** Tells every process to forget what it knows about keys, once the transaction commits. */
export async function announceKeyChange(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify('api_keys_changed', '')`
}
