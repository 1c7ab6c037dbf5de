/** The process's one connection for LISTEN: what is announced through the database arrives here. */
import pg from 'pg'
import type { Logger } from 'pino'
import { type Clock, wait } from '../lib/clock.ts'

const pingEveryMs = 10_000
const answerWithinMs = 10_000
const longestPauseMs = 2_000

export interface Listener {
  /**
   * Calls `hear` for every notification on `channel`, and after each (re)connection with undefined: whatever was
   * announced in between is lost, so that the listener has to look. Returns the function that ends it.
   */
  on(channel: string, hear: (payload: string | undefined) => void): () => void
  /** Runs a statement on the very connection, for locks that end with it. Throws while there is none. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
  close(): Promise<void>
}

/** Runs a statement on a connection once those before it are through. */
type Connection = <Result>(run: (client: pg.Client) => Promise<Result>) => Promise<Result>

function fail(): never {
  throw new Error('The listening connection is lost.')
}

/**
 * Connects and stays connected: a lost connection is replaced, with growing pauses up to 2 seconds. Resolves after the
 * first attempt to connect.
 */
export async function startListener(options: { url: string; clock: Clock; log: Logger }): Promise<Listener> {
  const { url, clock, log } = options
  const handlers = new Map<string, Set<(payload: string | undefined) => void>>()
  let current: Connection | undefined
  let closed = false
  let end = () => {}
  const closing = new Promise<void>((resolve) => {
    end = resolve
  })
  let tried = () => {}
  const firstTry = new Promise<void>((resolve) => {
    tried = resolve
  })

  function tell(channel: string, payload: string | undefined): void {
    for (const hear of handlers.get(channel) ?? []) {
      try {
        hear(payload)
      } catch (error) {
        log.error({ err: error, channel }, 'a notification could not be handled')
      }
    }
  }

  /** One connection from beginning to end. */
  async function connection(): Promise<void> {
    const own = new pg.Client({
      connectionString: url,
      application_name: 'social-publishing-listener',
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
    })
    const lost = new Promise<void>((resolve) => {
      own.on('error', () => resolve())
      own.on('end', () => resolve())
    })
    own.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    let last: Promise<unknown> = Promise.resolve()
    const inTurn: Connection = (run) => {
      const turn = last.then(
        () => run(own),
        () => run(own),
      )
      last = turn.catch(() => {})
      // What was asked of a connection that is gone may never be answered.
      return Promise.race([turn, lost.then(fail)])
    }
    let ping: unknown
    try {
      await own.connect()
      for (const channel of handlers.keys()) await own.query(`LISTEN ${channel}`)
      current = inTurn
      tried()
      ping = clock.setInterval(
        () => inTurn((client) => client.query('SELECT')).catch(() => own.end().catch(() => {})),
        pingEveryMs,
      )
      for (const channel of handlers.keys()) tell(channel, undefined)
      await Promise.race([lost, closing])
    } finally {
      current = undefined
      clock.clearInterval(ping)
      void own.end().catch(() => {})
    }
  }

  const running = (async () => {
    for (let pause = 50; !closed; pause = Math.min(pause * 2, longestPauseMs)) {
      try {
        await connection()
        pause = 50
        if (!closed) log.warn('the listening connection was lost; connecting again')
      } catch (error) {
        if (!closed) log.warn({ err: error }, 'the listening connection could not be made; trying again')
      }
      tried()
      if (!closed) await Promise.race([wait(clock, pause), closing])
    }
  })()

  await firstTry
  return {
    on(channel, hear) {
      const known = handlers.get(channel)
      handlers.set(channel, (known ?? new Set()).add(hear))
      if (current) {
        const listening = known ? Promise.resolve() : current((client) => client.query(`LISTEN ${channel}`))
        listening.then(
          () => hear(undefined),
          () => {},
        )
      }
      return () => handlers.get(channel)?.delete(hear)
    },
    async query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
      return current ? current((client) => client.query<Row>(text, values)) : fail()
    },
    async close() {
      closed = true
      end()
      await running
    },
  }
}
