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

/**
 * Connects and stays connected: a lost connection is replaced, with growing pauses up to 2 seconds. Resolves after the
 * first attempt to connect.
 */
export async function startListener(options: { url: string; clock: Clock; log: Logger }): Promise<Listener> {
  const { url, clock, log } = options
  const handlers = new Map<string, Set<(payload: string | undefined) => void>>()
  let client: pg.Client | undefined
  let closed = false
  let end = () => {}
  const closing = new Promise<void>((resolve) => {
    end = resolve
  })
  let tried = () => {}
  const firstTry = new Promise<void>((resolve) => {
    tried = resolve
  })

  /** Statements of this connection, one after the other. */
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const turn = last.then(run, run)
    last = turn.catch(() => {})
    return turn
  }

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
    let ping: unknown
    try {
      await own.connect()
      for (const channel of handlers.keys()) await own.query(`LISTEN ${channel}`)
      client = own
      tried()
      ping = clock.setInterval(
        () => inTurn(() => own.query('SELECT')).catch(() => own.end().catch(() => {})),
        pingEveryMs,
      )
      for (const channel of handlers.keys()) tell(channel, undefined)
      await Promise.race([lost, closing])
    } finally {
      client = undefined
      clock.clearInterval(ping)
      void own.end().catch(() => {})
    }
  }

  const running = (async () => {
    for (let pause = 50; !closed; pause = Math.min(pause * 2, longestPauseMs)) {
      const since = clock.now()
      try {
        await connection()
        if (!closed) log.warn('the listening connection was lost; connecting again')
      } catch (error) {
        if (!closed) log.warn({ err: error }, 'the listening connection could not be made; trying again')
      }
      tried()
      if (clock.now() - since > pingEveryMs) pause = 50
      if (!closed) await Promise.race([wait(clock, pause), closing])
    }
  })()

  await firstTry
  return {
    on(channel, hear) {
      const known = handlers.get(channel)
      handlers.set(channel, (known ?? new Set()).add(hear))
      const own = client
      if (own) {
        const listening = known ? Promise.resolve() : inTurn(() => own.query(`LISTEN ${channel}`))
        listening.then(
          () => hear(undefined),
          () => {},
        )
      }
      return () => handlers.get(channel)?.delete(hear)
    },
    async query(text, values) {
      const own = client
      if (!own) throw new Error('The listening connection is lost.')
      return inTurn(() => own.query(text, values))
    },
    async close() {
      closed = true
      end()
      await running
    },
  }
}
