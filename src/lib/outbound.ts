/** Requests to addresses that users give: bounded in time and bytes, never to an address that is not public. */
import { lookup } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { type AddressJudge, createAddressJudge } from './public-address.ts'

/** Most of an answer that is read, bytes. */
const maxAnswerBytes = 1024
/** How long an answer's body is waited for once its status is known, milliseconds. */
const maxBodyMs = 2_000
const maxUrlLength = 2048

export interface OutboundOptions {
  /** CIDR blocks that may be reached although they are not public. */
  allowPrivate: readonly string[]
  /** Whether http:// is allowed. */
  allowHttp: boolean
  /** How names become addresses; as the system does it by default. */
  resolve?: typeof lookup
}

export interface OutboundAnswer {
  status: number
  /** The Retry-After header. */
  retryAfter: string | undefined
  /** The first 1 KB of the body, as text. */
  body: string
}

export interface Outbound {
  /** What is wrong with an address that is to be posted to, in words that follow its name; undefined if nothing. */
  check(url: string): string | undefined
  /**
   * Posts JSON and reads the beginning of the answer. Redirects are answers like others.
   * @param timeoutMs for everything: resolving, connecting, sending and the answer
   * Throws an Error with a plain message when there is no answer.
   */
  post(url: string, headers: Record<string, string>, body: Buffer, timeoutMs: number): Promise<OutboundAnswer>
  /** Closes the connections that are kept for reuse. */
  close(): void
}

export function createOutbound({ allowPrivate, allowHttp, resolve = lookup }: OutboundOptions): Outbound {
  const judge = createAddressJudge(allowPrivate)
  const options = { keepAlive: true, maxFreeSockets: 128, timeout: 15_000, lookup: guardedLookup(judge, resolve) }
  const agents = { 'https:': new https.Agent(options), 'http:': new http.Agent(options) }

  function check(text: string): string | undefined {
    const url = URL.parse(text)
    if (text.length > maxUrlLength) return `must have at most ${maxUrlLength} characters.`
    if (!url || !/^https?:\/\//i.test(text)) return 'must be an https:// address.'
    if (url.protocol !== 'https:' && !allowHttp) return 'must be an https:// address.'
    if (url.username || url.password) return 'must not contain a user name or password.'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !judge(host)) return 'must not be a private or otherwise not public address.'
    return undefined
  }

  function post(
    text: string,
    headers: Record<string, string>,
    body: Buffer,
    timeoutMs: number,
  ): Promise<OutboundAnswer> {
    const problem = check(text)
    if (problem) return Promise.reject(new Error(`The address ${problem}`))
    const url = new URL(text)
    const isTls = url.protocol === 'https:'
    return new Promise((settle, reject) => {
      const request = (isTls ? https : http).request(url, {
        method: 'POST',
        agent: agents[isTls ? 'https:' : 'http:'],
        headers: { ...headers, 'content-length': body.length },
      })
      const timer = setTimeout(
        () => request.destroy(new Error(`There was no answer within ${timeoutMs / 1000} s.`)),
        timeoutMs,
      )
      request.once('socket', (socket) =>
        onceConnected(socket, () => {
          if (!judge(socket.remoteAddress ?? '')) request.destroy(notPublic(url.hostname))
        }),
      )
      request.once('response', (response) => {
        readBeginning(response).then((read) => {
          clearTimeout(timer)
          settle({ status: response.statusCode as number, retryAfter: response.headers['retry-after'], body: read })
        })
      })
      request.on('error', (error) => {
        clearTimeout(timer)
        reject(new Error(plainMessage(error)))
      })
      request.end(body)
    })
  }

  return {
    check,
    post,
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** Resolves names to the addresses that may be reached; the socket connects to these and no others. */
function guardedLookup(judge: AddressJudge, resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const reachable = addresses.filter(({ address }) => judge(address))
      const [first] = reachable
      if (!first) return callback(notPublic(hostname), [])
      if (options.all) callback(null, reachable)
      else callback(null, first.address, first.family)
    })
  }
}

function onceConnected(socket: Socket, then: () => void): void {
  if (socket.connecting) socket.once('connect', then)
  else then()
}

/** At most `maxAnswerBytes`, of whatever came in time; what is longer or slower loses its connection. */
function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((settle) => {
    const end = () => {
      clearTimeout(timer)
      if (!response.complete) response.destroy()
      settle(Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8').replaceAll('\0', ''))
    }
    const timer = setTimeout(end, maxBodyMs)
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxAnswerBytes) end()
    })
    response.once('end', end)
    response.once('error', end)
    response.once('close', end)
  })
}

function notPublic(hostname: string): Error {
  return new Error(`${hostname} does not lead to a public address.`)
}

function plainMessage(error: Error & { code?: string }): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as Error) : error
  return inner.message || error.code || 'The connection failed.'
}
