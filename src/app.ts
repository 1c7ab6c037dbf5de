/** Builds the parts of a running service from its settings, and closes them again in order. */
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import { openDatabase } from './db/database.ts'
import { sweepKeys } from './db/idempotency.ts'
import { startListener } from './db/listener.ts'
import { migrate } from './db/migrate.ts'
import { startPlacing } from './events/place-events.ts'
import { sweepEvents } from './events/sweep-events.ts'
import { startAnalyticsWorker } from './features/analytics/worker.ts'
import { startDeliveryWorker } from './features/delivery/worker.ts'
import { partPurpose, partText } from './features/media/accept-part.ts'
import { sweepMedia } from './features/media/sweep-media.ts'
import { startMediaWorker } from './features/media/worker.ts'
import { sweepFlows } from './features/social-accounts/sweep-flows.ts'
import { startWebhookWorker } from './features/webhooks/worker.ts'
import { answerBroken, refuseWithoutHost } from './http/broken-request.ts'
import { errorReply, send } from './http/respond.ts'
import { createRouter, type Patience } from './http/router.ts'
import { createInspector } from './inspection/inspector.ts'
import type { Clock } from './lib/clock.ts'
import { createOutbound } from './lib/outbound.ts'
import { createSecretBox, type EncryptionKey } from './lib/secret-box.ts'
import { ServiceError } from './lib/service-error.ts'
import type { Connector } from './platforms/platform.ts'
import { createServicetest } from './platforms/servicetest/index.ts'
import { queueNames } from './queue/names.ts'
import { startQueue } from './queue/queue.ts'
import type { BehaviourTimes } from './sandbox/behaviours.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { sweepSandbox } from './sandbox/sweep-sandbox.ts'
import { createLocalStorage } from './storage/local.ts'
import { createS3Storage } from './storage/s3.ts'
import type { Storage, Upload } from './storage/storage.ts'

/** How long deliveries and requests in progress may take at the end, milliseconds. */
const graceMs = 25_000
const webhookGraceMs = 3_000

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

export interface AppOptions {
  config: Config
  databaseUrl: string
  encryptionKeys: EncryptionKey[]
  /** Already listening, see `listen`. */
  door: Door
  clock: Clock
  log: Logger
  /** How long the sandbox's misbehaviour lasts. */
  sandboxTimes?: Partial<BehaviourTimes> | undefined
  /** With slow clients; the router's own by default. */
  patience?: Patience | undefined
}

export interface App {
  services: Services
  /** Finishes what is in progress and closes everything it opened; the door too. */
  stop(): Promise<void>
}

/** The HTTP server: open before anything else, so that a port in use is known before anything is touched. */
export interface Door {
  server: Server
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  url: string
  serve(listener: RequestListener): void
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
  }
}

/** Deliveries come first: while they finish, our own sandbox must be served and subscribers told of them. */
const closingOrder = [
  'deliveries',
  'media work',
  'analytics',
  'subscriptions',
  'door',
  'webhooks',
  'outbound',
  'webhooks cut off',
  'events',
  'queue',
  'listener',
  'inspector',
  'database',
] as const

type Part = (typeof closingOrder)[number]

/** Starts what the role says. Throws what the database, the migrations and the queue throw. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, door, clock, log } = options
  const closers = new Map<Part, () => Promise<void>>([['door', () => close(door.server)]])
  const stop = async () => {
    for (const part of closingOrder) {
      await closers
        .get(part)?.()
        .catch((error: unknown) => log.error({ err: error, part }, 'a part could not be closed'))
      closers.delete(part)
    }
  }
  try {
    const db = await openDatabase({ url: options.databaseUrl, connections: config.databaseConnections, log })
    closers.set('database', () => db.close())
    await migrate({ pool: db.pool, log })
    const queue = await startQueue({ url: options.databaseUrl, clock, log, connections: 5 })
    closers.set('queue', () => queue.stop(graceMs))
    await queue.declare(queueNames.deliver, {
      notify: true,
      retryLimit: 100,
      expireInSeconds: 60,
      deleteAfterSeconds: 600,
    })
    await queue.declare(queueNames.processUpload, {
      notify: true,
      retryLimit: 5,
      expireInSeconds: 600,
      deleteAfterSeconds: 600,
    })
    await queue.declare(queueNames.releaseMedia, {
      notify: true,
      retryLimit: 20,
      retryBackoff: true,
      deleteAfterSeconds: 600,
    })
    await queue.declare(queueNames.collectGarbage, { notify: true, retryLimit: 2, deleteAfterSeconds: 600 })
    await queue.declare(queueNames.collectAnalytics, { retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3600 })
    await queue.declare(queueNames.cleanUp, { deleteAfterSeconds: 86_400 })

    const secrets = createSecretBox(options.encryptionKeys)
    const publicUrl = config.publicUrl ?? door.url
    const sandboxUrls = {
      apiUrl: config.sandboxUrl ?? `${config.role === 'worker' ? publicUrl : door.url}/sandbox`,
      browserUrl: config.sandboxUrl ?? `${publicUrl}/sandbox`,
    }
    const client = { clientId: 'social-publishing-service', clientSecret: secrets.sign('sandbox', 'client secret') }
    const connectors: Connector[] = config.sandbox ? [createServicetest({ ...sandboxUrls, ...client })] : []
    const temporaryDir = join(config.dataDir, 'media', 'tmp')
    await mkdir(temporaryDir, { recursive: true, mode: 0o700 })
    const partUrl = ({ sessionId }: Upload, partNumber: number, expiresAt: Date) => {
      const expires = Math.floor(expiresAt.getTime() / 1000)
      const signature = secrets.sign(partPurpose, partText(sessionId, partNumber, expires))
      return `${publicUrl}/uploads/${sessionId}/${partNumber}?expires=${expires}&signature=${signature}`
    }
    const storage: Storage = config.s3
      ? createS3Storage(config.s3)
      : await createLocalStorage({ directory: join(config.dataDir, 'media'), temporaryDir, partUrl })
    if (config.databaseUrl && !config.s3) {
      log.warn(
        `Media is kept in ${join(config.dataDir, 'media')}: with several processes, DATA_DIR must be a directory that all of them share, or set STORAGE=s3.`,
      )
    }
    const inspector = createInspector()
    closers.set('inspector', async () => inspector.close())
    const allowed = { allowPrivate: config.webhookAllowPrivate, allowHttp: config.webhookAllowHttp }
    if (allowed.allowHttp) log.warn('webhooks may go to http:// addresses (WEBHOOK_ALLOW_HTTP)')
    if (allowed.allowPrivate.length > 0) {
      log.warn(
        { blocks: allowed.allowPrivate },
        'webhooks may reach addresses that are not public (WEBHOOK_ALLOW_PRIVATE)',
      )
    }
    const outbound = createOutbound(allowed)
    const listener = await startListener({ url: options.databaseUrl, clock, log })
    closers.set('listener', () => listener.close())
    const services: Services = {
      db,
      queue,
      storage,
      inspector,
      temporaryDir,
      connectors: new Map(connectors.map((connector) => [connector.platform, connector])),
      secrets,
      fetch: globalThis.fetch,
      outbound,
      listener,
      clock,
      log,
      analyticsSchedule: config.analyticsSchedule,
      publicUrl,
    }
    const sandbox = createSandbox({
      pool: db.pool,
      baseUrl: sandboxUrls.browserUrl,
      ...client,
      redirectUri: `${publicUrl}/oauth/callback/servicetest`,
      now: () => clock.now(),
      random: Math.random,
      times: options.sandboxTimes,
      onError: (error) => log.error({ err: error }, 'sandbox error'),
    })

    if (config.role !== 'api') {
      const worker = await startDeliveryWorker(services, config.concurrentDeliveries)
      closers.set('deliveries', () => within(graceMs, worker))
      closers.set('media work', await startMediaWorker(services))
      if (config.analytics) {
        const collector = await startAnalyticsWorker(services)
        closers.set('analytics', () => within(graceMs, collector))
      }
      const webhooks = startWebhookWorker(services)
      closers.set('webhooks', () => within(webhookGraceMs, webhooks))
      closers.set('outbound', async () => outbound.close())
      // What was cut off is written down, and sent again by whoever comes next.
      closers.set('webhooks cut off', () => within(webhookGraceMs, webhooks))
      await queue.repeat(queueNames.cleanUp, '17 * * * *', async () => {
        await sweepKeys(db.pool, clock.now())
        await sweepFlows(services)
        await sweepMedia(services)
        await sweepEvents(services)
        await sweepSandbox(db.pool, clock.now())
      })
    }
    closers.set('events', startPlacing(services))
    const router = createRouter(services, {
      api: config.role !== 'worker',
      concurrentRequestsPerKey: config.concurrentRequestsPerKey,
      subscriptionsPerKey: config.subscriptionsPerKey,
      patience: options.patience,
      isReady: () => answers(services),
      sandbox: config.sandbox && !config.sandboxUrl ? (req, res) => sandbox.handle(req, res) : undefined,
    })
    closers.set('subscriptions', async () => router.close())
    door.serve(router.listener)
    door.server.on('upgrade', router.upgrade)
    return { services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function starting(_req: IncomingMessage, res: ServerResponse): void {
  res.setHeader('x-request-id', randomUUID())
  send(res, errorReply(new ServiceError('SERVICE_UNAVAILABLE', 'The service is starting.', { retryAfter: 1 })))
}

async function answers({ db }: Services): Promise<boolean> {
  try {
    await db.pool.query('SELECT 1')
    return true
  } catch {
    return false
  }
}

/** Takes no new connections, lets requests in progress finish, then drops what is left. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(timer)
}

async function within(milliseconds: number, worker: { stop(): Promise<void> }): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([worker.stop(), limit])
  clearTimeout(timer)
}
