/** Upload sessions as rows: INITIATED -> UPLOADED -> READY | FAILED; ABORTED when they expire first. */
import type { Context, Services } from '../../context.ts'
import { tenantWhere } from '../../context.ts'
import { isId } from '../../lib/ids.ts'
import { ServiceError } from '../../lib/service-error.ts'

/** Length of every part but the last. */
export const partSizeInBytes = 8 * 1024 * 1024

export type SessionStatus = 'INITIATED' | 'UPLOADED' | 'READY' | 'FAILED' | 'ABORTED'

export interface SessionRow {
  id: string
  organizationId: string
  projectId: string
  bytes: number
  status: SessionStatus
  storageKey: string
  uploadId: string
  expiresAt: Date
  mediaId: string | null
  failureCode: 'UNSUPPORTED_MEDIA_TYPE' | 'CORRUPT_MEDIA' | 'STORAGE_ERROR' | null
  failureMessage: string | null
}

export const sessionColumns = `id, organization_id AS "organizationId", project_id AS "projectId", bytes, status,
  storage_key AS "storageKey", upload_id AS "uploadId", expires_at AS "expiresAt", media_id AS "mediaId",
  failure_code AS "failureCode", failure_message AS "failureMessage"`

export function partCount(bytes: number): number {
  return Math.ceil(bytes / partSizeInBytes)
}

/** The exact length of a part of a file of `bytes`; `partNumber` counts from 1. */
export function partBytes(bytes: number, partNumber: number): number {
  return Math.min(partSizeInBytes, bytes - (partNumber - 1) * partSizeInBytes)
}

/** A session that the key may see, ABORTED once it expired without completion. Errors: UPLOAD_SESSION_NOT_FOUND. */
export async function findSession(ctx: Context, uploadSessionId: string): Promise<SessionRow> {
  const { organizationId } = tenantWhere(ctx.actor)
  const found = isId(uploadSessionId)
    ? await ctx.db.pool.query<SessionRow>({
        name: 'upload_session',
        text: `SELECT ${sessionColumns} FROM upload_sessions
               WHERE id = $1 AND organization_id = $2 AND ($3::uuid[] IS NULL OR project_id = ANY($3))`,
        values: [uploadSessionId, organizationId, ctx.actor.projectIds],
      })
    : { rows: [] }
  const [session] = found.rows
  if (!session) throw new ServiceError('UPLOAD_SESSION_NOT_FOUND', `There is no upload session ${uploadSessionId}.`)
  return isOver(ctx, session) ? { ...session, status: 'ABORTED' } : session
}

/** Whether it expired without completion. */
export function isOver({ clock }: Services, { status, expiresAt }: Pick<SessionRow, 'status' | 'expiresAt'>): boolean {
  return status === 'INITIATED' && expiresAt.getTime() <= clock.now()
}
