import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { isId } from '../../lib/ids.ts'
import { ServiceError } from '../../lib/service-error.ts'
import { discardKeys } from './garbage.ts'

/**
 * Deletes a media item at once, its bytes soon after (`DELETE /media/{mediaId}`). Posts keep their reference; a delivery
 * that still needs it fails and says so. Errors: MEDIA_NOT_FOUND.
 */
export async function deleteMedia(ctx: Context, input: { mediaId: string }): Promise<void> {
  const { mediaId } = input
  const deleted =
    isId(mediaId) &&
    (await transaction(ctx.db.pool, async (tx) => {
      const found = await tx.query<{ storageKey: string }>(
        `UPDATE media SET deleted_at = $4
         WHERE id = $1 AND organization_id = $2 AND ($3::uuid[] IS NULL OR project_id = ANY($3)) AND deleted_at IS NULL
         RETURNING storage_key AS "storageKey"`,
        [mediaId, ctx.actor.organizationId, ctx.actor.projectIds, new Date(ctx.clock.now())],
      )
      await discardKeys(
        ctx,
        tx,
        found.rows.map((row) => row.storageKey),
      )
      return found.rowCount === 1
    }))
  if (!deleted) throw new ServiceError('MEDIA_NOT_FOUND', `There is no media item ${mediaId}.`)
}
