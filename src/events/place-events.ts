/**
 * The feed's order. Transactions commit in another order than they write, so events get their places after the commit,
 * from one process at a time. The other way, reading below the oldest running transaction, would let any long one in the
 * same Postgres hold up everybody's feed.
 */
import type { Services } from '../context.ts'
import { wait } from '../lib/clock.ts'
import { channels } from './publish.ts'

const lockKey = 7_314_209_552
const everyMs = 1000
/** Between two looks, however many events are announced. */
const pauseMs = 10
const batch = 1000

/** Takes part in giving events their places; whichever process holds the lock does it. Returns the function that ends it. */
export function startPlacing({ listener, clock, log }: Services): () => Promise<void> {
  let placing: Promise<void> | undefined
  let again = false
  let isHolder = false

  async function place(): Promise<void> {
    // The lock belongs to the connection that also writes the places: it cannot end before what it guards.
    if (!isHolder) {
      const taken = await listener.query<{ isHolder: boolean }>('SELECT pg_try_advisory_lock($1) AS "isHolder"', [
        lockKey,
      ])
      isHolder = taken.rows[0]?.isHolder === true
    }
    for (let placed = batch; isHolder && placed === batch; ) placed = await placeBatch()
  }

  async function placeBatch(): Promise<number> {
    const placed = await listener.query<{ count: number }>(
      `WITH unplaced AS (SELECT id FROM events WHERE position IS NULL ORDER BY seq LIMIT ${batch}),
         numbered AS (SELECT id, nextval('event_positions') AS position FROM unplaced),
         placed AS (
           UPDATE events e SET position = n.position FROM numbered n WHERE e.id = n.id AND e.position IS NULL RETURNING 1)
       SELECT count(*)::int AS count, CASE WHEN count(*) > 0 THEN pg_notify('${channels.placed}', '')::text END FROM placed`,
    )
    return placed.rows[0]?.count ?? 0
  }

  function wake(): void {
    again = true
    placing ??= (async () => {
      try {
        while (again) {
          again = false
          await place()
          await wait(clock, pauseMs)
        }
      } catch (error) {
        isHolder = false
        log.warn({ err: error }, 'events could not be placed; trying again')
      } finally {
        placing = undefined
      }
    })()
  }

  const stopListening = listener.on(channels.written, (payload) => {
    if (payload === undefined) isHolder = false
    wake()
  })
  const interval = clock.setInterval(wake, everyMs)
  return async () => {
    stopListening()
    clock.clearInterval(interval)
    await placing
  }
}
