import { randomUUID } from 'node:crypto'
import type { Services } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { InspectionError } from '../../inspection/inspection.ts'
import { reach } from '../../lib/fault-points.ts'
import { newId } from '../../lib/ids.ts'
import { discardKeys } from './garbage.ts'
import { insertMedia, storeThumbnail } from './store-media.ts'
import { type SessionRow, sessionColumns } from './upload-session.ts'

/** How long a worker holds a session without a sign of life, milliseconds. */
const leaseMs = 15_000
const renewMs = 5_000
const mostTries = 5

interface Claimed extends SessionRow {
  leaseId: string
  tries: number
}

/** Sessions that wait for a worker, or whose worker went away. */
export async function findWaiting({ db, clock }: Services): Promise<string[]> {
  const found = await db.pool.query<{ id: string }>(
    `SELECT id FROM upload_sessions WHERE status = 'UPLOADED' AND (leased_until IS NULL OR leased_until < $1)
     ORDER BY id LIMIT 20`,
    [new Date(clock.now())],
  )
  return found.rows.map((row) => row.id)
}

/**
 * Makes the media item of an uploaded session: READY with its id, or FAILED with a reason. Every step can be done again,
 * so a crash at any moment is picked up by the next worker. Does nothing when another worker holds the session.
 */
export async function processUpload(services: Services, uploadSessionId: string): Promise<void> {
  const session = await claim(services, uploadSessionId)
  if (!session) return
  const renewal = services.clock.setInterval(() => {
    renew(services, session).catch((error: unknown) =>
      services.log.warn({ err: error }, 'a lease could not be renewed'),
    )
  }, renewMs)
  try {
    await makeMedia(services, session)
  } catch (error) {
    if (error instanceof InspectionError) return await fail(services, session, error.code, error.message)
    services.log.error({ err: error, uploadSessionId }, 'an upload could not be processed')
    if (session.tries >= mostTries) {
      return await fail(services, session, 'STORAGE_ERROR', 'The file could not be kept in storage; upload it again.')
    }
    await services.db.pool.query(
      'UPDATE upload_sessions SET leased_until = $3, lease_id = NULL WHERE id = $1 AND lease_id = $2',
      [session.id, session.leaseId, new Date(services.clock.now() + session.tries * 10_000)],
    )
  } finally {
    services.clock.clearInterval(renewal)
  }
}

async function claim({ db, clock }: Services, id: string): Promise<Claimed | undefined> {
  const now = clock.now()
  const claimed = await db.pool.query<Claimed>(
    `UPDATE upload_sessions SET lease_id = $2, leased_until = $3, tries = tries + 1
     WHERE id = $1 AND status = 'UPLOADED' AND (leased_until IS NULL OR leased_until < $4)
     RETURNING ${sessionColumns}, lease_id AS "leaseId", tries`,
    [id, randomUUID(), new Date(now + leaseMs), new Date(now)],
  )
  return claimed.rows[0]
}

async function renew({ db, clock }: Services, session: Claimed): Promise<void> {
  await db.pool.query('UPDATE upload_sessions SET leased_until = $3 WHERE id = $1 AND lease_id = $2', [
    session.id,
    session.leaseId,
    new Date(clock.now() + leaseMs),
  ])
}

async function makeMedia(services: Services, session: Claimed): Promise<void> {
  const { storageKey, organizationId, projectId } = session
  await services.storage.completeUpload({ key: storageKey, uploadId: session.uploadId, sessionId: session.id })
  const file = await services.inspector.inspect(await services.storage.source(storageKey))
  await storeThumbnail(services, storageKey, file)
  reach('upload.before-ready')
  const id = newId()
  await transaction(services.db.pool, async (tx) => {
    const ready = await tx.query(
      `UPDATE upload_sessions SET status = 'READY', media_id = $3, leased_until = NULL, lease_id = NULL
       WHERE id = $1 AND lease_id = $2`,
      [session.id, session.leaseId, id],
    )
    if (ready.rowCount !== 1) return
    await insertMedia(tx, { id, organizationId, projectId, storageKey }, file, new Date(services.clock.now()))
  })
}

async function fail(services: Services, session: Claimed, code: string, message: string): Promise<void> {
  await transaction(services.db.pool, async (tx) => {
    const failed = await tx.query(
      `UPDATE upload_sessions SET status = 'FAILED', failure_code = $3, failure_message = $4, leased_until = NULL, lease_id = NULL
       WHERE id = $1 AND lease_id = $2`,
      [session.id, session.leaseId, code, message.replaceAll('\0', '').toWellFormed()],
    )
    if (failed.rowCount === 1) await discardKeys(services, tx, [session.storageKey])
  })
}
