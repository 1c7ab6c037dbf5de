/** The HTTP server itself: where it listens, how long connections may take, how it closes. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ServiceError } from '../lib/service-error.ts'
import { answerBroken, refuseWithoutHost } from './broken-request.ts'
import { errorReply, send } from './respond.ts'

/** How long connections may take, milliseconds. */
export interface Timeouts {
  /** A request to arrive, a large upload over a slow line at most. */
  requestTimeout: number
  /** A request's headers to arrive. */
  headersTimeout: number
  /** A connection between two requests. */
  keepAliveTimeout: number
  /** How often the first two are looked after. */
  connectionsCheckingInterval: number
}

const timeouts: Timeouts = {
  requestTimeout: 3600_000,
  headersTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
}

/** The HTTP server: open before anything else, so that a port in use is known before anything is touched. */
export interface Door {
  server: Server
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  url: string
  serve(listener: RequestListener): void
  /** Takes no new connections, lets requests in progress finish, and drops after `graceMs` what is left. */
  close(graceMs: number): Promise<void>
}

/** Another program listens on the port. */
export class PortInUseError extends Error {}

/** Opens the door; until `serve` is called, requests are told to come back. Throws PortInUseError. */
export async function listen(host: string, port: number, limits: Partial<Timeouts> = {}): Promise<Door> {
  let listener: RequestListener = starting
  const server = createServer(
    // Some clients offer HTTP/2 with their first request; what is not WebSocket is answered as if nothing was offered.
    {
      ...timeouts,
      ...limits,
      requireHostHeader: false,
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    (req, res) => void (refuseWithoutHost(req, res) || listener(req, res)),
  )
  server.on('clientError', answerBroken)
  server.on('checkExpectation', (req, res) => listener(req, res))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error)
      reject(new PortInUseError(`Port ${port} on ${host} is in use; stop the other program or set PORT to a free one.`))
    })
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  const name = ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return {
    server,
    url: `http://${name}:${actual}`,
    serve: (next) => {
      listener = next
    },
    close: (graceMs) => close(server, graceMs),
  }
}

function starting(_req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('x-request-id', randomUUID())
  send(res, errorReply(new ServiceError('SERVICE_UNAVAILABLE', 'The service is starting.', { retryAfter: 1 })))
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(timer)
}
