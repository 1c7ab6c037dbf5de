/** Builds the parts of a running service from its settings, and closes them again in order. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Services } from './context.ts'
import { DatabaseUnreachableError, isDisconnect, openDatabase } from './db/database.ts'
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
import type { Door } from './http/door.ts'
import { createRouter, type Patience } from './http/router.ts'
import { createInspector } from './inspection/inspector.ts'
import type { Clock } from './lib/clock.ts'
import { createOutbound } from './lib/outbound.ts'
import { createSecretBox, type EncryptionKey } from './lib/secret-box.ts'
import type { Connector } from './platforms/platform.ts'
import { createServicetest } from './platforms/servicetest/index.ts'
import { declareQueues } from './queue/declare-queues.ts'
import { queueNames } from './queue/names.ts'
import { startQueue } from './queue/queue.ts'
import type { BehaviourTimes } from './sandbox/behaviours.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { sweepSandbox } from './sandbox/sweep-sandbox.ts'
import { createLocalStorage } from './storage/local.ts'
import type { Storage, Upload } from './storage/storage.ts'

/** How long deliveries and requests in progress may take at the end, milliseconds. */
const graceMs = 25_000
const webhookGraceMs = 3_000

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

/**
 * Starts what the role says. Throws what the database, the migrations and the queue throw; DatabaseUnreachableError
 * also when the database goes away meanwhile.
 */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, door, clock, log } = options
  const closers = new Map<Part, () => Promise<void>>([['door', () => door.close(graceMs)]])
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
    await declareQueues(queue)

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
    // The AWS SDK is 34 MB of memory that only those pay who use it.
    const storage: Storage = config.s3
      ? (await import('./storage/s3.ts')).createS3Storage(config.s3)
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
    throw isDisconnect(error) ? new DatabaseUnreachableError(options.databaseUrl, error) : error
  }
}

async function answers({ db }: Services): Promise<boolean> {
  try {
    await db.pool.query('SELECT 1')
    return true
  } catch {
    return false
  }
}

async function within(milliseconds: number, worker: { stop(): Promise<void> }): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([worker.stop(), limit])
  clearTimeout(timer)
}
