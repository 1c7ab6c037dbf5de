import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { recordCreated } from '../../db/idempotency.ts'
import { newId } from '../../lib/ids.ts'
import { ServiceError, validationFailed } from '../../lib/service-error.ts'
import { findProject } from '../projects/find-project.ts'
import { keepKey, reserveKey } from './garbage.ts'
import { findSession, partBytes, partCount, partSizeInBytes, type SessionRow } from './upload-session.ts'

/** Largest file of an upload session, bytes: 5 GB. */
const maxBytes = 5_368_709_120
const lifeMs = 24 * 3600_000

export interface UploadSession {
  uploadSessionId: string
  partSizeInBytes: number
  partCount: number
  expiresAt: Date
  parts: { partNumber: number; uploadUrl: string }[]
}

/**
 * Starts an upload in parts (`POST /media/upload-sessions`); it and its part addresses live 24 hours.
 * @param input.fileSizeInBytes 1 to 5368709120
 * Errors: VALIDATION_FAILED, PROJECT_NOT_FOUND.
 */
export async function createUploadSession(
  ctx: Context,
  input: { projectId: string; fileSizeInBytes: number },
): Promise<UploadSession> {
  const { projectId, fileSizeInBytes } = input
  if (fileSizeInBytes < 1 || fileSizeInBytes > maxBytes) {
    const message = `fileSizeInBytes must be 1 to ${maxBytes}, is ${fileSizeInBytes}.`
    throw validationFailed([{ path: 'fileSizeInBytes', message, field: 'MEDIA' }])
  }
  await findProject(ctx, projectId)
  const now = ctx.clock.now()
  const id = newId()
  const storageKey = await reserveKey(ctx)
  const uploadId = await ctx.storage.startUpload(storageKey)
  const expiresAt = new Date(now + lifeMs)
  try {
    await transaction(ctx.db.pool, async (tx) => {
      await keepKey(tx, storageKey)
      await tx.query(
        `INSERT INTO upload_sessions (id, organization_id, project_id, bytes, storage_key, upload_id, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, ctx.actor.organizationId, projectId, fileSizeInBytes, storageKey, uploadId, new Date(now), expiresAt],
      )
      await recordCreated(tx, ctx, id)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error
    throw new ServiceError('PROJECT_NOT_FOUND', `There is no project ${projectId}.`)
  }
  return describe(ctx, { id, storageKey, uploadId, bytes: fileSizeInBytes, expiresAt })
}

/** The session as its creation answered it. Errors: UPLOAD_SESSION_NOT_FOUND. */
export async function readUploadSession(ctx: Context, uploadSessionId: string): Promise<UploadSession> {
  return describe(ctx, await findSession(ctx, uploadSessionId))
}

async function describe(
  ctx: Context,
  session: Pick<SessionRow, 'id' | 'storageKey' | 'uploadId' | 'bytes' | 'expiresAt'>,
): Promise<UploadSession> {
  const upload = { key: session.storageKey, uploadId: session.uploadId, sessionId: session.id }
  const count = partCount(session.bytes)
  const parts = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const partNumber = index + 1
      const bytes = partBytes(session.bytes, partNumber)
      return { partNumber, uploadUrl: await ctx.storage.partUrl(upload, partNumber, bytes, session.expiresAt) }
    }),
  )
  return { uploadSessionId: session.id, partSizeInBytes, partCount: count, expiresAt: session.expiresAt, parts }
}
