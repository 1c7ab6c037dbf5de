/** One subscriber's way through the feed: first what it missed, from the table, then what comes, from memory. */
import type { ServiceError } from '../lib/service-error.ts'
import type { EventPayload } from './event.ts'

export interface FeedEvent {
  position: number
  organizationId: string
  payload: EventPayload
}

export interface EventStream extends AsyncIterableIterator<EventPayload> {
  /** Ends the stream; whoever reads it gets `error` once. */
  fail(error: ServiceError): void
  /** Called when the stream fails while nobody asks for the next event. */
  onFail: ((error: ServiceError) => void) | undefined
}

export interface StreamSource {
  /** Events after `position` up to where the feed is, and how far that reaches. */
  read(position: number): Promise<{ events: FeedEvent[]; upTo: number }>
  /** Whether the feed has nothing that comes after `position`. */
  isCurrent(position: number): boolean
  /** Hands over every event from now on. */
  attach(): void
  detach(): void
}

export interface PushStream extends EventStream {
  push(event: FeedEvent): void
}

/**
 * @param position after which the stream begins
 * @param most events that may wait for the reader once the stream is live; one more and `overflow` ends it
 */
export function createStream(
  source: StreamSource,
  position: number,
  most: number,
  overflow: () => ServiceError,
): PushStream {
  const queue: EventPayload[] = []
  let isLive = false
  let ended = false
  let failure: ServiceError | undefined
  let wake = () => {}

  function end(): void {
    if (ended) return
    ended = true
    queue.length = 0
    source.detach()
    wake()
  }

  const stream: PushStream = {
    onFail: undefined,
    push({ position: at, payload }) {
      if (ended || at <= position) return
      if (queue.length >= most) return stream.fail(overflow())
      queue.push(payload)
      wake()
    },
    fail(error) {
      if (ended) return
      failure = error
      end()
      stream.onFail?.(error)
    },
    async next() {
      for (;;) {
        const [payload] = queue.splice(0, 1)
        if (payload) return { value: payload, done: false }
        if (failure) {
          const error = failure
          failure = undefined
          throw error
        }
        if (ended) return { value: undefined, done: true }
        if (isLive) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        } else if (source.isCurrent(position)) {
          // Nothing is awaited between the question and this, so nothing falls between.
          isLive = true
          source.attach()
        } else {
          const { events, upTo } = await source.read(position)
          position = upTo
          if (!ended) queue.push(...events.map((event) => event.payload))
        }
      }
    },
    async return() {
      end()
      return { value: undefined, done: true }
    },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}
