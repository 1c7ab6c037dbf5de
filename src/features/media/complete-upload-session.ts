import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { type Issue, ServiceError } from '../../lib/service-error.ts'
import { queueNames } from '../../queue/names.ts'
import type { StoredPart } from '../../storage/storage.ts'
import { findSession, partBytes, partCount, type SessionRow } from './upload-session.ts'

/**
 * Accepts a finished upload for processing (`POST /media/upload-sessions/{uploadSessionId}/complete`). Again is
 * harmless, also at the same time. Errors: UPLOAD_SESSION_NOT_FOUND, UPLOAD_INCOMPLETE.
 */
export async function completeUploadSession(ctx: Context, input: { uploadSessionId: string }): Promise<SessionRow> {
  const session = await findSession(ctx, input.uploadSessionId)
  if (session.status !== 'INITIATED') return session
  const upload = { key: session.storageKey, uploadId: session.uploadId, sessionId: session.id }
  const parts = await ctx.storage.listParts(upload)
  const issues = parts ? findMissing(session.bytes, parts) : []
  if (parts && issues.length > 0) throw incomplete(issues)
  await transaction(ctx.db.pool, async (tx) => {
    const accepted = await tx.query(
      `UPDATE upload_sessions SET status = 'UPLOADED' WHERE id = $1 AND status = 'INITIATED'`,
      [session.id],
    )
    if (accepted.rowCount !== 1) return
    await ctx.queue.insert(tx, queueNames.processUpload, [{ id: randomUUID(), data: { uploadSessionId: session.id } }])
  })
  return findSession(ctx, session.id)
}

function findMissing(bytes: number, parts: StoredPart[]): Issue[] {
  const sizes = new Map(parts.map((part) => [part.partNumber, part.bytes]))
  return Array.from({ length: partCount(bytes) }, (_, index) => index + 1).flatMap((partNumber) => {
    const size = sizes.get(partNumber)
    const expected = partBytes(bytes, partNumber)
    if (size === expected) return []
    const problem = size === undefined ? 'is missing' : `has ${size} bytes instead of ${expected}`
    return [{ path: `parts[${partNumber - 1}]`, message: `Part ${partNumber} ${problem}.` }]
  })
}

function incomplete(issues: Issue[]): ServiceError {
  const named = issues.slice(0, 5).map((issue) => issue.message)
  const more = issues.length > named.length ? ` And ${issues.length - named.length} more.` : ''
  return new ServiceError('UPLOAD_INCOMPLETE', `The upload is not complete. ${named.join(' ')}${more}`, {
    validationErrors: issues,
  })
}
