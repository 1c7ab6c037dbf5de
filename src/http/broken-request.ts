/** What is no HTTP request, too large a head, or too slow to arrive: answered in the contract's words, and cut off. */
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorCode, ServiceError } from '../lib/service-error.ts'
import { errorReply, send } from './respond.ts'

const known: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The address and headers of the request are larger than 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'The chunk extensions of the body are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request took too long to arrive.'],
}

/** The response that is next on a connection. */
type Begun = Pick<ServerResponse, 'headersSent' | 'once'> & { req: IncomingMessage }

/** Answers a server's `clientError`: 400, 408, 413 or 431, after what is being answered, and ends the connection. */
export function answerBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { _httpMessage: begun } = socket as { _httpMessage?: Begun }
  // What came before the broken request gets its own answer first.
  if (begun?.req.complete) begun.once('finish', () => refuse(error, socket))
  else if (begun?.headersSent || error.code === 'ECONNRESET') socket.destroy()
  else refuse(error, socket)
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const [code, message] = known[error.code ?? ''] ?? ['BAD_REQUEST', 'This is not a valid HTTP request.']
  const { status, body = '' } = errorReply(new ServiceError(code, message))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Answers a request that HTTP/1.1 wants to name a host and does not. Returns whether it did. */
export function refuseWithoutHost(req: IncomingMessage, res: ServerResponse): boolean {
  if (req.headers.host !== undefined || req.httpVersion !== '1.1') return false
  res.setHeader('x-request-id', randomUUID())
  send(res, errorReply(new ServiceError('BAD_REQUEST', 'The header Host is missing.'), { connection: 'close' }))
  return true
}
