import { randomBytes, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import type { Services } from '../../context.ts'
import { type InspectedFile, thumbnailType } from '../../inspection/inspection.ts'
import { thumbnailKey } from './media-address.ts'

export interface NewMedia {
  id: string
  organizationId: string
  projectId: string
  storageKey: string
}

/** Inserts the row of a file whose object and thumbnail are stored. */
export async function insertMedia(tx: ClientBase, media: NewMedia, file: InspectedFile, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO media (id, organization_id, project_id, media_type, content_type, bytes, width, height,
       duration_seconds, frame_rate, video_codec, audio_codec, animated, details, storage_key, thumbnail_type, token,
       created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      media.id,
      media.organizationId,
      media.projectId,
      file.mediaType,
      file.contentType,
      file.bytes,
      file.width,
      file.height,
      file.durationSeconds,
      file.frameRate,
      file.videoCodec,
      file.audioCodec,
      file.animated,
      JSON.stringify(file.details),
      media.storageKey,
      thumbnailType,
      randomBytes(24).toString('base64url'),
      now,
    ],
  )
}

/** Stores the thumbnail beside its object. */
export async function storeThumbnail(services: Services, storageKey: string, file: InspectedFile): Promise<void> {
  const path = join(services.temporaryDir, randomUUID())
  try {
    await writeFile(path, file.thumbnail, { mode: 0o600 })
    await services.storage.putFile(thumbnailKey(storageKey), path, thumbnailType)
  } finally {
    await rm(path, { force: true })
  }
}
