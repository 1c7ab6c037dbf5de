/** The edge: everything that is served, in one ordered list. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import type { Context, Services } from '../context.ts'
import { ServiceError } from '../lib/service-error.ts'
import { createAuthenticator } from './authenticate.ts'
import { createConcurrencyLimit } from './concurrency.ts'
import { docsPage, docsScript, openapiJson } from './docs.ts'
import { isMultipart, readMultipart } from './graphql-multipart.ts'
import { serveMedia } from './media-files.ts'
import { handleOauthCallback } from './oauth-callback.ts'
import { accountPicture } from './pages.ts'
import { readBytes } from './read-body.ts'
import { errorReply, send, sendHtml } from './respond.ts'
import { mountRest } from './rest/mount.ts'
import { createSubscriptions, openHttpConnection } from './subscriptions.ts'
import { takePart } from './upload-parts.ts'
import { createWebSocket } from './websocket.ts'
import { createGraphql } from './yoga.ts'

/** With clients that are slow to send, milliseconds. */
export interface Patience {
  /** For a body to arrive; for uploads, between two parts of it. */
  arrivalMs: number
  /** For the rest of a body that nobody needs any more: cut off at once, a client might not read its answer. */
  lingerMs: number
}

export interface RouterOptions {
  /** Whether the API is served here; the probes always are. */
  api: boolean
  concurrentRequestsPerKey: number
  subscriptionsPerKey: number
  patience?: Patience | undefined
  /** Whether this process is ready to take requests. */
  isReady: () => Promise<boolean>
  /** The sandbox platform, where this service offers it. */
  sandbox: ((req: IncomingMessage, res: ServerResponse) => Promise<void>) | undefined
}

interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  path: string
  query: URLSearchParams
  /** Services whose log carries the request's id. */
  services: Services
  /** Authenticates the request and counts it. */
  enter: () => Promise<Context>
  /** Stops counting the request before it is over. */
  leave: () => void
}

interface Entry {
  /** Exact, or a prefix when it ends with `/`. */
  path: string
  methods?: readonly string[]
  serve(exchange: Exchange): Promise<void> | void
}

export interface Router {
  listener: RequestListener
  /** Takes WebSocket connections. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends the subscriptions and closes their connections. */
  close(): void
}

export function createRouter(services: Services, options: RouterOptions): Router {
  const authenticator = createAuthenticator(services)
  const { authenticate } = authenticator
  const subscriptions = createSubscriptions(services, authenticator, options.subscriptionsPerKey)
  const concurrency = createConcurrencyLimit(options.concurrentRequestsPerKey)
  const rest = mountRest()
  const graphql = createGraphql(services.log, subscriptions)
  const webSocket = createWebSocket(services, {
    authenticator,
    concurrency,
    subscriptions,
    perKey: options.subscriptionsPerKey,
  })
  const get = ['GET', 'HEAD']
  // The line of a request holds no secret, and looking for one costs more than the rest of the line.
  const requestLog = services.log.child({}, { redact: [] })

  const probes: Entry[] = [
    { path: '/livez', methods: get, serve: ({ res }) => send(res, { status: 200, body: '{"status":"alive"}' }) },
    { path: '/readyz', methods: get, serve: ({ res }) => ready(res) },
  ]
  const api: Entry[] = [
    {
      path: '/v1/openapi.json',
      methods: get,
      serve: ({ res }) => send(res, { status: 200, body: openapiJson(services.publicUrl) }),
    },
    {
      path: '/v1/',
      serve: async ({ req, res, path, query, enter }) => send(res, await rest.answer(req, path, query, enter)),
    },
    { path: '/graphql', methods: ['GET', 'POST'], serve: serveGraphql },
    { path: '/docs', methods: get, serve: ({ res }) => docsPage(res) },
    { path: '/docs/', methods: get, serve: ({ res, path }) => docsScript(res, path) },
    {
      path: '/oauth/callback/',
      methods: get,
      serve: ({ res, path, query, services: own }) =>
        handleOauthCallback(own, res, path.slice('/oauth/callback/'.length), query),
    },
    { path: '/media/', methods: get, serve: ({ req, res, path, services: own }) => serveMedia(own, req, res, path) },
    {
      path: '/uploads/',
      methods: ['PUT'],
      serve: ({ req, res, path, query, services: own }) => takePart(own, req, res, path, query),
    },
    { path: '/assets/account.svg', methods: get, serve: ({ res }) => picture(res) },
    ...(options.sandbox ? [{ path: '/sandbox/', serve: sandbox(options.sandbox) }] : []),
  ]

  const entries = options.api ? [...probes, ...api] : probes

  async function serveGraphql({ req, res, enter, leave }: Exchange): Promise<void> {
    const wantsPage = req.method === 'GET' && !req.headers.authorization && req.headers.accept?.includes('text/html')
    if (wantsPage) return sendHtml(res, 200, graphql.page(), graphiqlPolicy)
    const ctx = await enter()
    const { authorization } = req.headers
    const connection = openHttpConnection(res, { keyId: ctx.actor.keyId, authorization, started: leave })
    if (req.method === 'POST' && isMultipart(req)) {
      const { body, uploads, remove } = await readMultipart(req, ctx)
      Object.assign(req.headers, { 'content-type': 'application/json', 'content-length': String(body.length) })
      await graphql.handle(req, res, { ...ctx, uploads }, connection, body).finally(remove)
      return
    }
    const body = req.method === 'POST' ? await readBytes(req) : undefined
    await graphql.handle(req, res, ctx, connection, body)
  }

  async function ready(res: ServerResponse): Promise<void> {
    const isReady = await options.isReady()
    send(res, isReady ? { status: 200, body: '{"status":"ready"}' } : { status: 503, body: '{"status":"not ready"}' })
  }

  async function route(exchange: Exchange): Promise<void> {
    const { path, req, res } = exchange
    limitArrival(exchange, options.patience ?? patience)
    const entry = entries.find((candidate) =>
      candidate.path.endsWith('/') ? path.startsWith(candidate.path) : path === candidate.path,
    )
    if (!entry) throw new ServiceError('NOT_FOUND', `There is nothing at ${path}.`)
    if (entry.methods && !entry.methods.includes(req.method ?? '')) {
      const error = new ServiceError('METHOD_NOT_ALLOWED', `${req.method} is not possible on ${path}.`)
      return send(res, errorReply(error, { allow: entry.methods.join(', ') }))
    }
    await entry.serve(exchange)
  }

  const listener: RequestListener = (req, res) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(req)
    const own = withRequestLog(services, requestId)
    const [path = '/', search = ''] = splitUrl(req.url ?? '/')
    res.setHeader('x-request-id', requestId)
    let keyId: string | undefined
    let leave = () => {}

    const enter = async (): Promise<Context> => {
      const actor = await authenticate(req)
      keyId = actor.keyId
      leave = concurrency.enter(actor.keyId)
      if (res.destroyed) leave()
      return Object.assign(withRequestLog(services, requestId), { actor, requestId })
    }
    res.once('close', () => {
      leave()
      const milliseconds = Math.round(performance.now() - startedAt)
      requestLog.info({ requestId, method: req.method, path, status: res.statusCode, milliseconds, keyId }, 'request')
    })
    route({ req, res, path, query: new URLSearchParams(search), services: own, enter, leave: () => leave() }).catch(
      (error: unknown) => {
        if (error instanceof ServiceError) return send(res, errorReply(error))
        if (res.destroyed || req.errored) return
        own.log.error({ err: error }, 'internal error')
        send(
          res,
          errorReply(new ServiceError('INTERNAL_ERROR', `An internal error occurred; its log has id ${requestId}.`)),
        )
      },
    )
  }

  return {
    listener,
    upgrade: options.api ? webSocket.upgrade : (_req, socket) => socket.destroy(),
    close() {
      webSocket.close()
      subscriptions.close()
      authenticator.close()
    },
  }
}

const patience: Patience = { arrivalMs: 60_000, lingerMs: 15_000 }

/** Uploads may take long as long as bytes keep coming; every other request has to be there within a minute. */
function limitArrival({ req, res, path }: Exchange, { arrivalMs, lingerMs }: Patience): void {
  const isUpload = path.startsWith('/uploads/') || /^multipart\//i.test(req.headers['content-type'] ?? '')
  const drop = () => {
    if (req.complete) return
    if (res.headersSent) return void req.destroy()
    send(
      res,
      errorReply(new ServiceError('REQUEST_TIMEOUT', 'The body took too long to arrive.'), { connection: 'close' }),
    )
  }
  const hasBody = req.headers['content-length'] !== undefined || req.headers['transfer-encoding'] !== undefined
  if (!hasBody) return
  const timer = isUpload ? undefined : setTimeout(drop, arrivalMs).unref()
  if (isUpload) req.setTimeout(arrivalMs, drop)
  res.once('close', () => {
    clearTimeout(timer)
    if (!req.complete) setTimeout(() => req.destroy(), lingerMs).unref()
  })
}

/** GraphiQL's bundle is part of its page and runs inline. */
const graphiqlPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:"

/** The services with a log that carries the request's id, made when something is logged. */
function withRequestLog(services: Services, requestId: string): Services {
  let log: Logger | undefined
  return {
    ...services,
    get log() {
      log ??= services.log.child({ requestId })
      return log
    },
  }
}

function sandbox(handle: NonNullable<RouterOptions['sandbox']>) {
  return ({ req, res }: Exchange) => handle(req, res)
}

function picture(res: ServerResponse): void {
  res
    .writeHead(200, {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'",
      'cache-control': 'public, max-age=86400',
    })
    .end(accountPicture)
}

/** The caller's own request id when it sent a sane one. */
function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
}

function splitUrl(url: string): string[] {
  const at = url.indexOf('?')
  return at < 0 ? [url] : [url.slice(0, at), url.slice(at + 1)]
}
