import type { Context, SpooledFile } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { recordCreated } from '../../db/idempotency.ts'
import { type InspectedFile, InspectionError } from '../../inspection/inspection.ts'
import { reach } from '../../lib/fault-points.ts'
import { newId } from '../../lib/ids.ts'
import { ServiceError } from '../../lib/service-error.ts'
import { findProject } from '../projects/find-project.ts'
import { keepKey, reserveKey } from './garbage.ts'
import { insertMedia, storeThumbnail } from './store-media.ts'

/** Largest file of a single request, bytes: 100 MB. */
export const maxUploadBytes = 100 * 1024 * 1024

/** What must hold before a request's file is read. Errors: FORBIDDEN, PROJECT_NOT_FOUND. */
export async function checkUpload(ctx: Context, input: { projectId: string }): Promise<void> {
  if (ctx.actor.readOnly) throw new ServiceError('FORBIDDEN', 'This API key may only read.')
  await findProject(ctx, input.projectId)
}

/**
 * Adds a file to the library (`POST /media`): inspected, with its thumbnail, usable when this resolves.
 * Errors: FORBIDDEN, PROJECT_NOT_FOUND, UNSUPPORTED_MEDIA_TYPE, CORRUPT_MEDIA.
 */
export async function uploadMedia(
  ctx: Context,
  input: { projectId: string; file: SpooledFile },
): Promise<{ mediaId: string }> {
  await checkUpload(ctx, input)
  const { path, bytes } = input.file
  const file = await inspect(ctx, path, bytes)
  const storageKey = await reserveKey(ctx)
  await ctx.storage.putFile(storageKey, path, file.contentType)
  await storeThumbnail(ctx, storageKey, file)
  reach('upload.after-object')
  const id = newId()
  const { organizationId } = ctx.actor
  try {
    await transaction(ctx.db.pool, async (tx) => {
      await keepKey(tx, storageKey)
      const media = { id, organizationId, projectId: input.projectId, storageKey }
      await insertMedia(tx, media, file, new Date(ctx.clock.now()))
      await recordCreated(tx, ctx, id)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error
    throw new ServiceError('PROJECT_NOT_FOUND', `There is no project ${input.projectId}.`)
  }
  return { mediaId: id }
}

async function inspect(ctx: Context, path: string, bytes: number): Promise<InspectedFile> {
  try {
    return await ctx.inspector.inspect({ files: [{ path, bytes }] })
  } catch (error) {
    if (error instanceof InspectionError) throw new ServiceError(error.code, error.message)
    throw error
  }
}
