/** The live feed: what was placed is read once per process and handed to the subscribers it is for. */
import type { Actor, Services } from '../context.ts'
import type { Listener } from '../db/listener.ts'
import { wait } from '../lib/clock.ts'
import { isId } from '../lib/ids.ts'
import { ServiceError } from '../lib/service-error.ts'
import { type EventRow, type EventType, eventColumns, keepEventsMs, toPayload } from './event.ts'
import { channels } from './publish.ts'
import { createStream, type EventStream, type FeedEvent, type PushStream } from './stream.ts'

const batch = 500
const everyMs = 1000
const mostWaiting = 1000
const placedWithinMs = 5_000

/** What a subscriber asked for; null for all. */
interface EventFilter {
  projectIds?: readonly string[] | null | undefined
  postIds?: readonly string[] | null | undefined
  socialAccountIds?: readonly string[] | null | undefined
  eventTypes?: readonly EventType[] | null | undefined
}

export interface Feed {
  /**
   * The events of an organization, and of its projects when the key is limited, from now on or from the event `after`.
   * Errors: EVENT_NOT_FOUND when `after` is unknown or older than 30 days.
   */
  subscribe(actor: Actor, filter: EventFilter, after?: string | null): Promise<EventStream>
}

type Row = EventRow & { position: number; organizationId: string }
type Accepts = (event: FeedEvent) => boolean

const feeds = new WeakMap<Listener, Feed>()

/** The feed of this process. */
export function feedOf(services: Services): Feed {
  const known = feeds.get(services.listener)
  if (known) return known
  const feed = createFeed(services)
  feeds.set(services.listener, feed)
  return feed
}

function createFeed({ db, clock, log, listener }: Services): Feed {
  const open = new Set<PushStream>()
  const live = new Map<PushStream, Accepts>()
  /** Everything up to here was handed out; undefined while nobody subscribes. */
  let head: number | undefined
  let isReading = false
  let again = false
  let stopListening = () => {}
  let interval: unknown

  async function readAfter(position: number, organizationId: string | null): Promise<FeedEvent[]> {
    const found = await db.pool.query<Row>({
      name: organizationId ? 'events_of_organization' : 'events_of_all',
      text: `SELECT e.position, e.organization_id AS "organizationId", ${eventColumns('e')} FROM events e
             WHERE e.position > $1 ${organizationId ? 'AND e.organization_id = $2' : ''} ORDER BY e.position LIMIT ${batch}`,
      values: organizationId ? [position, organizationId] : [position],
    })
    return found.rows.map((row) => ({
      position: row.position,
      organizationId: row.organizationId,
      payload: toPayload(row),
    }))
  }

  async function advance(): Promise<void> {
    while (head !== undefined) {
      const from = head
      const events = await readAfter(from, null)
      // Everybody may have left meanwhile, and others come.
      if (head !== from) return
      for (const event of events) {
        for (const [stream, accepts] of live) if (accepts(event)) stream.push(event)
        // Pushing may have ended the last stream.
        if (head === undefined) return
        head = event.position
      }
      if (events.length < batch) return
    }
  }

  function wake(): void {
    again = true
    if (isReading) return
    isReading = true
    void (async () => {
      try {
        while (again) {
          again = false
          await advance()
        }
      } catch (error) {
        log.warn({ err: error }, 'the event feed could not be read; trying again')
      } finally {
        isReading = false
      }
    })()
  }

  /** The first stream lets the feed run, the last one that leaves lets it rest. */
  function begin(stream: PushStream): void {
    open.add(stream)
    if (open.size > 1) return
    interval = clock.setInterval(wake, everyMs)
    stopListening = listener.on(channels.placed, wake)
  }

  function leave(stream: PushStream): void {
    live.delete(stream)
    if (!open.delete(stream) || open.size > 0) return
    clock.clearInterval(interval)
    stopListening()
    head = undefined
  }

  async function positionOf(actor: Actor, eventId: string): Promise<number> {
    const unknown = new ServiceError(
      'EVENT_NOT_FOUND',
      `There is no event ${eventId} to continue after, or it is older than the ${keepEventsMs / 86_400_000} days that events are kept: read the present state and subscribe without after.`,
    )
    if (!isId(eventId)) throw unknown
    for (const deadline = clock.now() + placedWithinMs; clock.now() < deadline; await wait(clock, 20)) {
      const found = await db.pool.query<{ position: number | null }>({
        name: 'event_position',
        text: `SELECT position FROM events WHERE id = $1 AND organization_id = $2
               AND ($3::uuid[] IS NULL OR project_id = ANY($3)) AND occurred_at > $4`,
        values: [eventId, actor.organizationId, actor.projectIds, new Date(clock.now() - keepEventsMs)],
      })
      const [event] = found.rows
      if (!event) throw unknown
      if (event.position !== null) return event.position
    }
    throw new ServiceError('SERVICE_UNAVAILABLE', 'The event feed is held up; try again shortly.', { retryAfter: 1 })
  }

  async function lastPosition(): Promise<number> {
    const found = await db.pool.query<{ position: number }>('SELECT COALESCE(max(position), 0) AS position FROM events')
    return found.rows[0]?.position ?? 0
  }

  return {
    async subscribe(actor, filter, after) {
      const start = after == null ? undefined : await positionOf(actor, after)
      const last = head ?? (await lastPosition())
      head ??= last
      const { organizationId } = actor
      const accepts = accepting(actor, filter)
      const stream: PushStream = createStream(
        {
          async read(position) {
            // The feed has read up to `to`, so that nothing can come to be below it any more.
            const to = Math.max(head ?? 0, position)
            try {
              const found = await readAfter(position, organizationId)
              const last = found.length === batch ? (found.at(-1) as FeedEvent).position : to
              const upTo = Math.min(last, to)
              return { events: found.filter((event) => event.position <= upTo && accepts(event)), upTo }
            } catch (error) {
              log.warn({ err: error }, 'missed events could not be read; trying again')
              await wait(clock, 500)
              return { events: [], upTo: position }
            }
          },
          isCurrent: (position) => position >= (head ?? 0),
          attach: () => live.set(stream, accepts),
          detach: () => leave(stream),
        },
        start ?? head,
        mostWaiting,
        () =>
          new ServiceError(
            'SLOW_CONSUMER',
            `More than ${mostWaiting} events wait for this client: read faster, and subscribe again with after: the last event's id.`,
          ),
      )
      begin(stream)
      wake()
      return stream
    },
  }
}

function accepting(actor: Actor, filter: EventFilter): Accepts {
  const projects = actor.projectIds && new Set(actor.projectIds)
  const wanted = {
    projectId: filter.projectIds && new Set(filter.projectIds),
    postId: filter.postIds && new Set(filter.postIds),
    socialAccountId: filter.socialAccountIds && new Set(filter.socialAccountIds),
    eventType: filter.eventTypes && new Set<string>(filter.eventTypes),
  }
  const tests = Object.entries(wanted).filter(([, set]) => set) as [keyof typeof wanted, Set<string>][]
  return ({ organizationId, payload }) =>
    organizationId === actor.organizationId &&
    (!projects || projects.has(payload.projectId)) &&
    tests.every(([field, set]) => set.has(payload[field] ?? ''))
}
