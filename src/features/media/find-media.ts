/** Reading media: for posts that are checked, responses that show them and deliveries that send them. */
import type { Context, Services } from '../../context.ts'
import { batched } from '../../graphql/batch.ts'
import { isId } from '../../lib/ids.ts'
import type { DeliveryMedia } from '../../platforms/platform.ts'
import { mediaUrl, thumbnailUrl } from './media-address.ts'

/** What a post's checks and the platforms' rules need of an item. */
export interface LibraryItem {
  id: string
  projectId: string
  mediaType: 'IMAGE' | 'VIDEO'
  contentType: string
  bytes: number
  width: number
  height: number
  durationSeconds: number | null
  frameRate: number | null
  videoCodec: string | null
  audioCodec: string | null
  animated: boolean
  /** ImageDetails or VideoDetails of the inspection. */
  details: Record<string, unknown>
}

const itemColumns = `id, project_id AS "projectId", media_type AS "mediaType", content_type AS "contentType", bytes, width,
  height, duration_seconds AS "durationSeconds", frame_rate AS "frameRate", video_codec AS "videoCodec",
  audio_codec AS "audioCodec", animated, details`

/**
 * The items of the library with these ids that the key may see, by id. No statement when there are no ids.
 * @param held ids that a pending delivery needs: they count although they were deleted after another post was published
 */
export async function findLibraryItems(
  ctx: Context,
  ids: readonly string[],
  held: readonly string[] = [],
): Promise<Map<string, LibraryItem>> {
  const wanted = [...new Set(ids.filter(isId))]
  if (wanted.length === 0) return new Map()
  const found = await ctx.db.pool.query<LibraryItem>({
    name: 'media_items',
    text: `SELECT ${itemColumns} FROM media
           WHERE organization_id = $1 AND ($2::uuid[] IS NULL OR project_id = ANY($2)) AND id = ANY($3)
             AND (deleted_at IS NULL OR auto_deleted AND id = ANY($4))`,
    values: [ctx.actor.organizationId, ctx.actor.projectIds, wanted, held.filter(isId)],
  })
  return new Map(found.rows.map((item) => [item.id, item]))
}

/** The contract's PostContentMedia. */
export interface ResolvedMedia {
  type: 'MEDIA_LIBRARY'
  mediaId: string
  mediaType: 'IMAGE' | 'VIDEO'
  url: string
  thumbnailUrl: string
}

/** An item as posts show it, also after it was deleted; all of a request's items are read in one statement. */
export async function resolveMedia(ctx: Context, mediaId: string): Promise<ResolvedMedia | undefined> {
  const found = await batched(ctx, 'post media', mediaId.toLowerCase(), (ids) => readMedia(ctx, ids))
  return found && { ...found, mediaId }
}

async function readMedia(ctx: Context, ids: readonly string[]): Promise<(ResolvedMedia | undefined)[]> {
  const found = await ctx.db.pool.query<{ id: string; mediaType: 'IMAGE' | 'VIDEO'; token: string }>({
    name: 'media_of_posts',
    text: 'SELECT id, media_type AS "mediaType", token FROM media WHERE organization_id = $1 AND id = ANY($2)',
    values: [ctx.actor.organizationId, ids],
  })
  const byId = new Map(found.rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = byId.get(id)
    if (!row) return undefined
    const { mediaType, token } = row
    return {
      type: 'MEDIA_LIBRARY',
      mediaId: id,
      mediaType,
      url: mediaUrl(ctx, token),
      thumbnailUrl: thumbnailUrl(ctx, token),
    }
  })
}

interface DeliveryRow {
  id: string
  mediaType: 'IMAGE' | 'VIDEO'
  contentType: string
  bytes: number
  width: number
  height: number
  durationSeconds: number | null
  token: string
  storageKey: string
}

/** The items that a delivery sends, by id; those that a client deleted are missing. */
export async function findDeliveryMedia(
  services: Services,
  projectId: string,
  ids: string[],
): Promise<Map<string, DeliveryMedia>> {
  if (ids.length === 0) return new Map()
  const found = await services.db.pool.query<DeliveryRow>({
    name: 'media_of_delivery',
    text: `SELECT id, media_type AS "mediaType", content_type AS "contentType", bytes, width, height,
             duration_seconds AS "durationSeconds", token, storage_key AS "storageKey"
           FROM media WHERE project_id = $1 AND id = ANY($2) AND (deleted_at IS NULL OR auto_deleted)`,
    values: [projectId, ids.map((id) => id.toLowerCase())],
  })
  return new Map(
    found.rows.map(({ id, token, storageKey, ...row }) => [
      id,
      {
        ...row,
        mediaId: id,
        url: mediaUrl(services, token),
        thumbnailUrl: thumbnailUrl(services, token),
        open: (range) => services.storage.read(storageKey, range),
      },
    ]),
  )
}

/** What serving a public address needs. */
export interface ServedMedia {
  storageKey: string
  contentType: string
  bytes: number
  thumbnailType: string
}

/** The item behind a public address; undefined when there is none, or a client deleted it. */
export async function findByToken({ db }: Services, token: string): Promise<ServedMedia | undefined> {
  const found = await db.pool.query<ServedMedia>({
    name: 'media_by_token',
    text: `SELECT storage_key AS "storageKey", content_type AS "contentType", bytes, thumbnail_type AS "thumbnailType"
           FROM media WHERE token = $1 AND (deleted_at IS NULL OR auto_deleted)`,
    values: [token],
  })
  return found.rows[0]
}
