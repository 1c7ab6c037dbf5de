/** Builds the parts of a running service from its settings, and closes them again in order. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import { openDatabase } from './db/database.ts'
import { sweepKeys } from './db/idempotency.ts'
import { migrate } from './db/migrate.ts'
import { startAnalyticsWorker } from './features/analytics/worker.ts'
import { type DeliveryWorker, startDeliveryWorker } from './features/delivery/worker.ts'
import { sweepFlows } from './features/social-accounts/sweep-flows.ts'
import { errorReply, send } from './http/respond.ts'
import { createRouter } from './http/router.ts'
import type { Clock } from './lib/clock.ts'
import { createSecretBox, type EncryptionKey } from './lib/secret-box.ts'
import { ServiceError } from './lib/service-error.ts'
import type { Connector } from './platforms/platform.ts'
import { createServicetest } from './platforms/servicetest/index.ts'
import { queueNames } from './queue/names.ts'
import { startQueue } from './queue/queue.ts'
import { createSandbox } from './sandbox/sandbox.ts'

/** How long deliveries and requests in progress may take at the end, milliseconds. */
const graceMs = 25_000

export interface AppOptions {
  config: Config
  databaseUrl: string
  encryptionKeys: EncryptionKey[]
  /** Already listening, see `listen`. */
  door: Door
  clock: Clock
  log: Logger
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
export async function listen(host: string, port: number): Promise<Door> {
  let listener: RequestListener = starting
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 15_000 }, (req, res) => listener(req, res))
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

/** Starts what the role says. Throws what the database, the migrations and the queue throw. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, door, clock, log } = options
  const closers: (() => Promise<void>)[] = [() => close(door.server)]
  const stop = async () => {
    for (const closer of closers.splice(0)) {
      await closer().catch((error: unknown) => log.error({ err: error }, 'a part could not be closed'))
    }
  }
  try {
    const db = await openDatabase({ url: options.databaseUrl, connections: config.databaseConnections, log })
    closers.push(() => db.close())
    await migrate({ pool: db.pool, log })
    const queue = await startQueue({ url: options.databaseUrl, clock, log, connections: 5 })
    closers.splice(1, 0, () => queue.stop(graceMs))
    await queue.declare(queueNames.deliver, {
      notify: true,
      retryLimit: 100,
      expireInSeconds: 60,
      deleteAfterSeconds: 600,
    })
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
    const services: Services = {
      db,
      queue,
      connectors: new Map(connectors.map((connector) => [connector.platform, connector])),
      secrets,
      fetch: globalThis.fetch,
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
      onError: (error) => log.error({ err: error }, 'sandbox error'),
    })

    if (config.role !== 'api') {
      const worker = await startDeliveryWorker(services, config.concurrentDeliveries)
      closers.splice(1, 0, () => within(graceMs, worker))
      if (config.analytics) {
        const collector = await startAnalyticsWorker(services)
        closers.splice(1, 0, () => within(graceMs, collector))
      }
      await queue.repeat(queueNames.cleanUp, '17 * * * *', async () => {
        await sweepKeys(db.pool, clock.now())
        await sweepFlows(services)
      })
    }
    door.serve(
      createRouter(services, {
        api: config.role !== 'worker',
        concurrentRequestsPerKey: config.concurrentRequestsPerKey,
        isReady: () => answers(services),
        sandbox: config.sandbox && !config.sandboxUrl ? (req, res) => sandbox.handle(req, res) : undefined,
      }),
    )
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

async function within(milliseconds: number, worker: Pick<DeliveryWorker, 'stop'>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([worker.stop(), limit])
  clearTimeout(timer)
}
