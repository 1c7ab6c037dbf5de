/** Open subscriptions, over WebSocket and SSE alike: how many there may be, what ends them, and executing once for many. */
import type { ServerResponse } from 'node:http'
import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, execute } from 'graphql'
import type { Context, Services } from '../context.ts'
import type { EventPayload } from '../events/event.ts'
import type { EventStream } from '../events/stream.ts'
import { ServiceError } from '../lib/service-error.ts'
import type { Authenticator } from './authenticate.ts'
import { toGraphqlError } from './graphql-error.ts'

/** What a subscription runs over. */
export interface Connection {
  keyId: string
  /** The Authorization header that is looked up again when keys change. */
  authorization: string | undefined
  /** The subscription begins: from now on it does not count as a request. */
  started(): void
  /** The subscription was ended for `error`, by us; its client may not be reading. */
  dropped(error: ServiceError): void
  /** Calls `gone` when the client is gone. Returns the function that takes this back. */
  onClose(gone: () => void): () => void
}

export interface Subscriptions {
  /** Starts what `args` ask for; errors are a result. */
  subscribe(
    args: ExecutionArgs,
    connection: Connection,
  ): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult>
  /** Ends all. */
  close(): void
}

interface Open {
  stream: EventStream
  connection: Connection
}

/** @param perKey subscriptions that a key may have open in this process */
export function createSubscriptions(services: Services, authenticator: Authenticator, perKey: number): Subscriptions {
  const { log } = services
  const open = new Set<Open>()
  const counts = new Map<string, number>()
  const executions = new WeakMap<EventPayload, Map<string, Promise<ExecutionResult>>>()

  authenticator.onChange(() => {
    for (const [authorization, entries] of Map.groupBy(open, ({ connection }) => connection.authorization)) {
      authenticator.authenticateHeader(authorization).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) return log.error({ err: error }, 'a subscription could not be checked')
        for (const { stream } of entries) stream.fail(error)
      })
    }
  })

  function count(keyId: string): () => void {
    const before = counts.get(keyId) ?? 0
    if (before >= perKey) {
      const message = `This API key has ${before} subscriptions open, the most there may be.`
      throw new ServiceError('TOO_MANY_SUBSCRIPTIONS', message, { retryAfter: 10 })
    }
    counts.set(keyId, before + 1)
    return () => {
      const rest = (counts.get(keyId) as number) - 1
      if (rest === 0) counts.delete(keyId)
      else counts.set(keyId, rest)
    }
  }

  /** Subscribers who ask the same of the same tenant share one execution per event. */
  function executeOnce(args: ExecutionArgs, key: string, event: EventPayload): Promise<ExecutionResult> {
    const known = executions.get(event) ?? new Map<string, Promise<ExecutionResult>>()
    executions.set(event, known)
    const running = known.get(key) ?? Promise.resolve(execute({ ...args, rootValue: event }))
    known.set(key, running)
    return running
  }

  async function start(
    args: ExecutionArgs,
    connection: Connection,
  ): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
    const uncount = count(connection.keyId)
    let source: Awaited<ReturnType<typeof createSourceEventStream>>
    try {
      source = await createSourceEventStream(args)
    } catch (error) {
      uncount()
      throw error
    }
    if (!(Symbol.asyncIterator in source)) {
      uncount()
      return { ...source, errors: source.errors?.map((error) => toGraphqlError(error, log)) ?? [] }
    }
    connection.started()
    const stream = source as EventStream
    const entry = { stream, connection }
    let left = false
    const leave = () => {
      if (left) return
      left = true
      open.delete(entry)
      takeBack()
      uncount()
    }
    open.add(entry)
    const { log: requestLog } = args.contextValue as Context
    stream.onFail = (error) => {
      requestLog.info({ code: error.code, keyId: connection.keyId }, 'a subscription was ended')
      connection.dropped(error)
    }
    const takeBack = connection.onClose(() => {
      leave()
      void stream.return?.()
    })

    const key = executionKey(args)
    const results: AsyncIterableIterator<ExecutionResult> = {
      async next() {
        try {
          const { value, done } = await stream.next()
          if (!done) return { value: await executeOnce(args, key, value), done: false }
          leave()
          return { value: undefined, done: true }
        } catch (error) {
          leave()
          return { value: { errors: [toGraphqlError(error, log)] }, done: false }
        }
      },
      async return() {
        leave()
        await stream.return?.()
        return { value: undefined, done: true }
      },
      [Symbol.asyncIterator]: () => results,
    }
    return results
  }

  return {
    async subscribe(args, connection) {
      try {
        return await start(args, connection)
      } catch (error) {
        return { errors: [toGraphqlError(error, log)] }
      }
    },
    close() {
      for (const { stream } of open) void stream.return?.()
    },
  }
}

/** What an execution's result depends on, besides the event. */
function executionKey({ document, operationName, variableValues, contextValue }: ExecutionArgs): string {
  const { actor } = contextValue as Context
  const text = document.loc?.source.body
  return JSON.stringify([text, operationName, variableValues, actor.organizationId, actor.projectIds])
}

/** How long a client that was dropped may take to read why, milliseconds. */
const lastWordsMs = 1000

/** The connection of a response that is streamed. */
export function openHttpConnection(
  res: ServerResponse,
  { keyId, authorization, started }: Pick<Connection, 'keyId' | 'authorization' | 'started'>,
): Connection {
  return {
    keyId,
    authorization,
    started,
    dropped() {
      setTimeout(() => res.destroy(), lastWordsMs).unref()
    },
    onClose(gone) {
      res.once('close', gone)
      return () => res.off('close', gone)
    },
  }
}
