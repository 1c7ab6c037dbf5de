/** Upkeep of the library: sessions that expired, objects nobody needs, files that a crash left behind. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../context.ts'
import { thumbnailKey } from './media-address.ts'

const hourMs = 3600_000
const batch = 500

/** Aborts expired sessions, removes garbage, temporary files a day old and finished sessions after 30 days. */
export async function sweepMedia(services: Services): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  await db.pool.query(
    `WITH aborted AS (
       UPDATE upload_sessions SET status = 'ABORTED' WHERE status = 'INITIATED' AND expires_at < $1 RETURNING storage_key)
     INSERT INTO storage_garbage (key, due_at) SELECT storage_key, $1 FROM aborted ON CONFLICT DO NOTHING`,
    [new Date(now)],
  )
  await collectGarbage(services)
  await sweepTemporary(services.temporaryDir, now - 24 * hourMs)
  await db.pool.query(
    `DELETE FROM upload_sessions WHERE status IN ('READY', 'FAILED', 'ABORTED') AND expires_at < $1`,
    [new Date(now - 30 * 24 * hourMs)],
  )
}

/** Deletes the objects that are due on the garbage list. */
export async function collectGarbage(services: Services): Promise<void> {
  const { db, clock, storage } = services
  for (;;) {
    const due = await db.pool.query<{ key: string }>(
      'SELECT key FROM storage_garbage WHERE due_at <= $1 ORDER BY due_at LIMIT $2',
      [new Date(clock.now()), batch],
    )
    for (const { key } of due.rows) {
      if (await isNeeded(services, key)) {
        await db.pool.query('UPDATE storage_garbage SET due_at = $2 WHERE key = $1', [
          key,
          new Date(clock.now() + hourMs),
        ])
        continue
      }
      await storage.delete(key)
      await storage.delete(thumbnailKey(key))
      await db.pool.query('DELETE FROM storage_garbage WHERE key = $1', [key])
    }
    if (due.rows.length < batch) return
  }
}

/** Whether the object belongs to an item that was deleted after publishing and that another pending delivery shows. */
async function isNeeded({ db }: Services, key: string): Promise<boolean> {
  const found = await db.pool.query(
    `SELECT 1 FROM media m JOIN social_account_posts c ON c.project_id = m.project_id AND c.due_at IS NOT NULL
     JOIN posts p ON p.id = c.post_id
     WHERE m.storage_key = $1 AND m.auto_deleted
       AND position(m.id::text IN lower(concat(COALESCE(c.content_override, p.content)::text, c.options::text))) > 0
     LIMIT 1`,
    [key],
  )
  return found.rowCount === 1
}

async function sweepTemporary(directory: string, before: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(path, { force: true, recursive: true })
  }
}
