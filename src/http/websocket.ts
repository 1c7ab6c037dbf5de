/** GraphQL over WebSocket (graphql-transport-ws) at /graphql, on the same server as HTTP. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ExecutionArgs, type ExecutionResult, execute, GraphQLError, getOperationAST, validate } from 'graphql'
import { handleProtocols, makeServer } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Actor, Context, Services } from '../context.ts'
import { ServiceError } from '../lib/service-error.ts'
import { schema } from '../schema.ts'
import type { Authenticator } from './authenticate.ts'
import type { ConcurrencyLimit } from './concurrency.ts'
import { toGraphqlError } from './graphql-error.ts'
import { parseBounded, refuseCostly } from './graphql-limits.ts'
import type { Connection, Subscriptions } from './subscriptions.ts'

/** Why we close a connection, beyond what the protocol says. */
const closeCodes = {
  goingAway: 1001,
  unauthorized: 4401,
  idle: 4408,
  slowConsumer: 4413,
  tooMany: 4429,
} as const

const maxMessageBytes = 256 * 1024
const pingEveryMs = 12_000
const idleMs = 60_000

interface Socket {
  webSocket: WebSocket
  request: IncomingMessage
  actor: Actor | undefined
  authorization: string | undefined
  idleSince: number
  onClosed: Set<() => void>
}

interface Parts {
  authenticator: Authenticator
  concurrency: ConcurrencyLimit
  subscriptions: Subscriptions
  /** Connections that a key may have open in this process. */
  perKey: number
}

export interface WebSocketDoor {
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes every connection with 1001. */
  close(): void
}

export function createWebSocket(services: Services, parts: Parts): WebSocketDoor {
  const { log, clock } = services
  const { authenticator, concurrency, subscriptions, perKey } = parts
  const sockets = new Set<Socket>()
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, handleProtocols })

  const protocol = makeServer<Record<string, unknown>, Socket>({
    connectionInitWaitTimeout: 10_000,
    async onConnect({ extra, connectionParams }) {
      const { Authorization, authorization } = connectionParams ?? {}
      const given = Authorization ?? authorization ?? extra.request.headers.authorization
      try {
        extra.authorization = typeof given === 'string' ? given : undefined
        extra.actor = await authenticator.authenticateHeader(extra.authorization)
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        extra.webSocket.close(closeCodes.unauthorized, error.message)
        return false
      }
      const ofKey = [...sockets].filter(({ actor }) => actor?.keyId === extra.actor?.keyId)
      if (ofKey.length <= perKey) return true
      extra.webSocket.close(closeCodes.tooMany, `This API key has ${perKey} connections open, the most there may be.`)
      return false
    },
    onSubscribe: ({ extra }, _id, { query, operationName, variables }) =>
      prepare(extra, query, operationName, variables),
    execute: (args) => run(args),
    subscribe: (args) => subscribe(args),
    onOperation: ({ extra }) => {
      extra.idleSince = clock.now()
    },
    onComplete: ({ extra }) => {
      extra.idleSince = clock.now()
    },
  })

  const owners = new WeakMap<Context, Socket>()

  function prepare(
    socket: Socket,
    query: string,
    operationName?: string | null,
    variables?: Record<string, unknown> | null,
  ) {
    const actor = socket.actor as Actor
    const requestId = randomUUID()
    const contextValue: Context = { ...services, log: log.child({ requestId }), actor, requestId }
    owners.set(contextValue, socket)
    try {
      const document = parseBounded(query)
      const errors = validate(schema, document)
      if (errors.length > 0) return errors.map(invalid)
      refuseCostly({ document, operationName, variableValues: variables }, contextValue)
      if (!getOperationAST(document, operationName))
        return [toGraphqlError(new GraphQLError('Name the operation to run.'), log)]
      return { schema, document, operationName, variableValues: variables, contextValue } as ExecutionArgs
    } catch (error) {
      return [toGraphqlError(error, log)]
    }
  }

  async function run(args: ExecutionArgs): Promise<ExecutionResult> {
    try {
      const { keyId } = (owners.get(args.contextValue as Context) as Socket).actor as Actor
      const leave = concurrency.enter(keyId)
      try {
        const result = await execute(args)
        return { ...result, ...(result.errors && { errors: result.errors.map((error) => toGraphqlError(error, log)) }) }
      } finally {
        leave()
      }
    } catch (error) {
      return { errors: [toGraphqlError(error, log)] }
    }
  }

  async function subscribe(args: ExecutionArgs) {
    const socket = owners.get(args.contextValue as Context) as Socket
    const { webSocket, authorization } = socket
    const { keyId } = socket.actor as Actor
    const connection: Connection = {
      keyId,
      authorization,
      started() {},
      dropped(error) {
        const code = error.code === 'SLOW_CONSUMER' ? closeCodes.slowConsumer : closeCodes.unauthorized
        webSocket.close(code, error.code === 'SLOW_CONSUMER' ? 'Too slow: resume with after' : error.message)
      },
      onClose(gone) {
        socket.onClosed.add(gone)
        return () => socket.onClosed.delete(gone)
      },
    }
    return subscriptions.subscribe(args, connection)
  }

  function accept(webSocket: WebSocket, request: IncomingMessage): void {
    const socket: Socket = {
      webSocket,
      request,
      actor: undefined,
      authorization: undefined,
      idleSince: clock.now(),
      onClosed: new Set(),
    }
    sockets.add(socket)
    let isAlive = true
    const timer = clock.setInterval(() => {
      if (!isAlive) return webSocket.terminate()
      isAlive = false
      webSocket.ping()
      if (socket.onClosed.size === 0 && clock.now() - socket.idleSince > idleMs) {
        webSocket.close(closeCodes.idle, 'Nothing was asked for 60 seconds.')
      }
    }, pingEveryMs)
    webSocket.on('pong', () => {
      isAlive = true
    })
    webSocket.on('error', (error) => log.debug({ err: error }, 'a WebSocket connection failed'))
    const closed = protocol.opened(
      {
        protocol: webSocket.protocol,
        send: (data) => sendTo(webSocket, data),
        close: (code, reason) => webSocket.close(code, reason),
        onMessage(receive) {
          webSocket.on('message', (data) => {
            receive(String(data)).catch((error: unknown) => {
              log.error({ err: error }, 'internal error')
              webSocket.close(4500, 'Internal server error')
            })
          })
        },
      },
      socket,
    )
    webSocket.once('close', (code, reason) => {
      clock.clearInterval(timer)
      sockets.delete(socket)
      for (const gone of socket.onClosed) gone()
      Promise.resolve(closed(code, String(reason))).catch((error: unknown) =>
        log.error({ err: error }, 'internal error'),
      )
    })
  }

  return {
    upgrade(req, socket, head) {
      socket.on('error', () => socket.destroy())
      if (req.url?.split('?', 1)[0] !== '/graphql') {
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      server.handleUpgrade(req, socket, head, accept)
    },
    close() {
      for (const { webSocket } of sockets) {
        webSocket.close(closeCodes.goingAway, 'The service is stopping.')
        setTimeout(() => webSocket.terminate(), 1000).unref()
      }
    },
  }
}

function invalid(error: GraphQLError): GraphQLError {
  return new GraphQLError(error.message, { nodes: error.nodes, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })
}

function sendTo(webSocket: WebSocket, data: string): Promise<void> {
  return new Promise((resolve) => {
    if (webSocket.readyState !== webSocket.OPEN) return resolve()
    webSocket.send(data, () => resolve())
  })
}
