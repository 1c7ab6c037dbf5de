/**
 * Telling everybody that events were written, right after the commit. A NOTIFY inside the transaction would make all
 * transactions that have one commit one after another, each waiting for the disk. An announcement that a crash swallows
 * costs a second: whoever listens also looks once a second.
 */
import type { Services } from '../context.ts'
import type { Database } from '../db/database.ts'
import { wait } from '../lib/clock.ts'
import { channels } from './publish.ts'

/** Between two announcements, however many events are written. */
const pauseMs = 20

/** By database, whether there is something to announce since the running announcement began. */
const running = new Map<Database, boolean>()

/** Announces events that were written just now. Returns at once; what is asked for meanwhile is announced in one. */
export function announceEvents({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>): void {
  const isRunning = running.has(db)
  running.set(db, true)
  if (isRunning) return
  void (async () => {
    try {
      while (running.get(db)) {
        running.set(db, false)
        await db.pool.query({ name: 'events_announce', text: `SELECT pg_notify('${channels.written}', '')` })
        await wait(clock, pauseMs)
      }
    } catch (error) {
      log.warn({ err: error }, 'events could not be announced; they are found within a second')
    } finally {
      running.delete(db)
    }
  })()
}
