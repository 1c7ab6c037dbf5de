import type { Services } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { discardKeys } from './garbage.ts'

/** All media ids that a post `p` and its children `c` mention, in content, overrides and options. */
const mentioned = `jsonb_path_query(jsonb_build_array(p.content, c.content_override, c.options), 'strict $.**.mediaId') #>> '{}'`

/**
 * Takes the media of a post out of the library once every delivery of it is PUBLISHED (`autoDeleteMediaAfterPublish`);
 * does nothing before. Their bytes go when no other pending delivery needs them.
 */
export async function releaseMedia(services: Services, postId: string): Promise<void> {
  await transaction(services.db.pool, async (tx) => {
    const released = await tx.query<{ storageKey: string }>(
      `UPDATE media SET deleted_at = $2, auto_deleted = true
       FROM posts post
       WHERE post.id = $1 AND post.auto_delete_media AND media.project_id = post.project_id AND media.deleted_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM social_account_posts c WHERE c.post_id = post.id AND c.delivery_status <> 'PUBLISHED')
         AND media.id::text IN (SELECT lower(${mentioned}) FROM posts p JOIN social_account_posts c ON c.post_id = p.id WHERE p.id = $1)
       RETURNING media.storage_key AS "storageKey"`,
      [postId, new Date(services.clock.now())],
    )
    await discardKeys(
      services,
      tx,
      released.rows.map((row) => row.storageKey),
    )
  })
}
