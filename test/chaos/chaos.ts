/** One run of chaos: a service of five processes and a Postgres, a client, an adversary, and the books at the end. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { openDatabase } from '../../src/db/database.ts'
import { eventTypes } from '../../src/events/event.ts'
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts'
import { createOrganization } from '../../src/features/api-keys/create-organization.ts'
import { sweepMedia } from '../../src/features/media/sweep-media.ts'
import { systemClock, wait } from '../../src/lib/clock.ts'
import { createSecretBox } from '../../src/lib/secret-box.ts'
import { type Behaviour, behaviours } from '../../src/sandbox/behaviours.ts'
import { certificate } from '../helpers/certificate.ts'
import { eventually } from '../helpers/eventually.ts'
import { freePorts } from '../helpers/free-ports.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { endProcess, runNode, startNode } from '../helpers/run-node.ts'
import { seededRandom } from '../helpers/seeded-random.ts'
import { startService } from '../helpers/service.ts'
import { overWebSocket, resuming } from '../helpers/subscribe.ts'
import { createTempDir } from '../helpers/temp-dir.ts'
import { type Blows, chooseFaults, runAdversary } from './adversary.ts'
import { type Balance, balance } from './books.ts'
import { createPatientClient, newJournal, type PatientClient } from './client.ts'
import { readFacts } from './facts.ts'
import { type LoadAccount, runLoad } from './load.ts'
import { type PlatformSettings, refreshLogName } from './platform-settings.ts'
import { startPostgres } from './postgres.ts'
import { type Deaths, keepRunning } from './processes.ts'
import { endLeases, letPass } from './time-lapse.ts'

export interface ChaosOptions {
  seed: number
  /** How long things are broken at most, milliseconds; setting up and coming to rest come on top. */
  forMs: number
  /** After so many blows it is over before. */
  mostBlows?: number
  /** Between two blows on average, milliseconds. */
  gapMs: number
  batch: { items: number; below: number }
  lanes: number
  /** How many minutes pass in one for whatever waits minutes to try again. */
  lapse: number
  /** How long the service may take to come to rest, milliseconds. */
  restMs: number
  say?: (line: string) => void
  /** Ends the blows before their time. */
  signal?: AbortSignal
}

export interface ChaosReport extends Balance {
  seed: number
  kills: Map<string, number>
  /** Where logs and tables are kept when the books do not balance. */
  directory: string
}

const hourMs = 3600_000

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const say = options.say ?? (() => {})
  const randomOf = (name: string) => seededRandom(seedOf(options.seed, name))
  const undo: (() => Promise<unknown>)[] = []
  const dir = await createTempDir()
  let isBalanced = false
  try {
    const report = await run()
    isBalanced = report.imbalances.length === 0
    return report
  } finally {
    for (const step of undo.reverse()) await step().catch((error: unknown) => say(`closing: ${error}`))
    if (isBalanced) await dir.remove()
  }

  async function run(): Promise<ChaosReport> {
    const postgres = await startPostgres(join(dir.path, 'postgres'))
    undo.push(() => postgres.stop())
    const database = new pg.Pool({ connectionString: postgres.url, max: 4, application_name: 'chaos' })
    database.on('error', () => {})
    database.on('connect', (client) => client.on('error', () => {}))
    undo.push(() => database.end())

    const receiver = await startReceiver()
    undo.push(() => receiver.stop())
    const moody = randomOf('receiver')
    receiver.answer = (req, res) => {
      const mood = moody()
      if (mood < 0.01) req.socket.destroy()
      else res.writeHead(mood < 0.03 ? 500 : 204).end()
    }

    const [apiPort = 0, secondApiPort = 0, workerPort = 0, secondWorkerPort = 0, platformPort = 0] = await freePorts(5)
    const secret = randomBytes(32)
    const encryptionKeys = [{ id: 'chaos', secret }]
    const publicUrl = `http://127.0.0.1:${apiPort}`
    const platformUrl = `http://127.0.0.1:${platformPort}/sandbox`
    const dataDir = join(dir.path, 'data')
    await mkdir(dataDir)
    await writeFile(join(dir.path, 'authorities.pem'), certificate)
    const env = {
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      ENCRYPTION_KEYS: `chaos:${secret.toString('base64')}`,
      NODE_EXTRA_CA_CERTS: join(dir.path, 'authorities.pem'),
      PUBLIC_URL: publicUrl,
      SANDBOX_URL: platformUrl,
      WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
      CONCURRENT_REQUESTS_PER_KEY: '100',
      ANALYTICS: 'false',
      NODE_COMPILE_CACHE: join(dir.path, 'compiled'),
      LOG_LEVEL: process.env.TEST_LOG ?? 'warn',
    }

    // Refused for its port after everything is loaded: who is killed leaves nothing in the cache.
    await runNode('src/main.ts', [], { env: { ...env, PORT: 'none' } })
    const deaths: Deaths = { byPoint: new Map(), unexpected: [], starts: 0 }
    const blows: Blows = { byKind: new Map() }
    const incidents: string[] = []
    /** The faults begin after the set-up and end before the rest. */
    let isBreaking = false
    let isOver = false
    const processes = (
      [
        ['api', 'api-1', apiPort],
        ['api', 'api-2', secondApiPort],
        ['worker', 'worker-1', workerPort],
        ['worker', 'worker-2', secondWorkerPort],
      ] as const
    ).map(([role, name, port]) => {
      const pauses = randomOf(`pause ${name}`)
      const chooseFault = chooseFaults(randomOf(`fault ${name}`), () => !isBreaking)
      const pause = () => pauses() * (isBreaking ? 1500 : 50)
      return keepRunning({ role, name, port, directory: dir.path, env, chooseFault, pause, deaths })
    })
    undo.push(async () => {
      await Promise.all(
        processes.map(async (process) => {
          const stopped = process.stop()
          process.kill()
          await stopped
        }),
      )
    })
    const urls = processes.filter(({ role }) => role === 'api').map(({ url }) => url)
    const areUp = () => Promise.all(processes.map(async ({ url }) => (await fetch(`${url}/readyz`)).ok))
    await eventually(async () => (await areUp()).every(Boolean), { timeout: 60_000 })

    const platform = startPlatform({
      port: platformPort,
      databaseUrl: postgres.url,
      baseUrl: platformUrl,
      clientId: 'social-publishing-service',
      clientSecret: createSecretBox(encryptionKeys).sign('sandbox', 'client secret'),
      redirectUri: `${publicUrl}/oauth/callback/servicetest`,
      times: { slowMs: 1000, retryAfterSeconds: 2 },
    })
    undo.push(() => endProcess(platform.child, 'SIGKILL'))
    await eventually(async () => (await fetch(platformUrl)).status > 0)

    const db = await openDatabase({ url: postgres.url, connections: 2, log: pino({ level: 'silent' }) })
    const organization = await createOrganization({ prisma: db.prisma }, { name: 'Chaos' })
    const { token } = await createApiKey({ prisma: db.prisma }, { organizationId: organization.id, name: 'Chaos' })
    await db.close()
    const journal = newJournal()
    const client = createPatientClient({
      urls,
      token,
      organizationId: organization.id,
      journal,
      random: randomOf('client'),
      isOver: () => isOver,
    })
    const projectId = await client.any().project()
    const accounts = await connectAccounts(client, projectId)
    const first = await eventually(async () => {
      const { rows } = await database.query<{ id: string; position: string | null }>(
        'SELECT id, position FROM events ORDER BY position',
      )
      return rows.length === accounts.length && rows.every(({ position }) => position) && (rows.at(-1)?.id ?? false)
    })
    const made = await client.any().call('POST', '/webhooks', { url: `${receiver.url}/hook`, eventTypes })
    if (made.status !== 201) throw new Error(`POST /webhooks answered ${made.status}`)
    const subscriber = resuming(overWebSocket, client.url, token, first)
    undo.push(() => subscriber.stop())

    const count = async (what: string) =>
      (await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${what}`)).rows[0]?.count ?? 0
    const load = runLoad({
      client,
      journal,
      projectId,
      accounts,
      run: `chaos ${options.seed}`,
      isEnding: () => !isBreaking,
      randomOf,
      backlog: () => count('social_account_posts WHERE due_at IS NOT NULL'),
      batch: options.batch,
      lanes: options.lanes,
    })
    isBreaking = true
    const startedAt = Date.now()
    const adversary = runAdversary({
      targets: { processes, postgres, database, stallPlatform: platform.stall },
      random: randomOf('adversary'),
      gapMs: options.gapMs,
      mostBlows: options.mostBlows ?? Number.POSITIVE_INFINITY,
      isEnding: () => !isBreaking,
      blows,
    })
    const everySecond = setInterval(() => {
      letPass(database, options.lapse).catch(() => {})
    }, 1000)
    undo.push(async () => clearInterval(everySecond))
    const watch = setInterval(() => void progress().then(say, () => {}), 10_000)
    undo.push(async () => clearInterval(watch))
    const timeUp = AbortSignal.timeout(options.forMs)
    const enough = options.signal ? AbortSignal.any([options.signal, timeUp]) : timeUp
    if (!enough.aborted) await Promise.race([adversary, once(enough, 'abort')])

    isBreaking = false
    await adversary
    await platform.goOn()
    say('no more blows: everything is killed once, and comes to rest')
    for (const process of processes) process.kill()
    await eventually(() => endLeases(database), { timeout: 30_000 })
    const restBy = Date.now() + options.restMs
    const loaded = load.then(() => say('every request is answered'))
    const resting = async () =>
      (await count('social_account_posts WHERE due_at IS NOT NULL')) === 0 &&
      (await count('webhook_deliveries WHERE due_at IS NOT NULL')) === 0 &&
      (await count(`upload_sessions WHERE status = 'UPLOADED'`)) === 0 &&
      (await count('events WHERE position IS NULL')) === 0 &&
      subscriber.all().length >=
        (await count(`events WHERE position > (SELECT position FROM events WHERE id = '${first}')`))
    await Promise.race([loaded, once(AbortSignal.timeout(options.restMs), 'abort')])
    isOver = true
    await load
    await eventually(resting, { timeout: Math.max(1000, restBy - Date.now()) }).catch(async () => {
      incidents.push(`not at rest after ${options.restMs / 1000} s: ${await progress()}`)
    })

    for (const process of processes) {
      const code = await process.stop()
      if (code !== 0) incidents.push(`${process.name} ended with ${code} after SIGTERM`)
    }
    await sweep(postgres.url, encryptionKeys, dataDir)
    const seen = await subscriber.stop()
    const received = receiver.received.map(({ event }) => event.id as string)
    const facts = await readFacts({
      database,
      journal,
      first,
      received,
      seen,
      dataDir,
      incidents: [...incidents, ...deaths.unexpected],
    })
    const { counts, imbalances } = balance(facts)
    counts.set('requests', journal.requests)
    counts.set('answers lost', journal.lostAnswers)
    counts.set('process starts', deaths.starts)
    counts.set('renewals answered again', platform.renewalsAnsweredAgain())
    const kills = new Map([
      ...blows.byKind,
      ...[...deaths.byPoint].map(([point, times]) => [`at ${point}`, times] as const),
    ])
    return { seed: options.seed, counts, imbalances, kills, directory: dir.path }

    async function progress(): Promise<string> {
      const states = await database
        .query(
          `SELECT delivery_status AS status, count(*) FROM social_account_posts GROUP BY 1
           UNION ALL SELECT 'events', count(*) FROM events
           UNION ALL SELECT 'in their place', count(*) FROM events WHERE position IS NOT NULL ORDER BY 1`,
        )
        .then(({ rows }) => rows.map((row) => `${row.status} ${row.count}`).join(', '))
        .catch(() => 'Postgres is away')
      const seconds = Math.round((Date.now() - startedAt) / 1000)
      const dealt = [...blows.byKind.values(), ...deaths.byPoint.values()].reduce((sum, times) => sum + times, 0)
      return `${seconds} s: ${states}; ${dealt} blows; ${receiver.received.length} webhooks, ${subscriber.all().length} events seen`
    }
  }
}

/** A number of its own for every name, so that one actor's luck does not depend on another's. */
function seedOf(seed: number, name: string): number {
  let mixed = seed
  for (const letter of name) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193)
  return mixed
}

/** Most accounts are healthy; of every other behaviour there are two. */
async function connectAccounts(client: PatientClient, projectId: string): Promise<LoadAccount[]> {
  const accounts: LoadAccount[] = []
  const connect = async (behaviour: Behaviour, username: string, count: number) => {
    const ids = await client.any().connect(projectId, { behaviour, username, accounts: count })
    accounts.push(...ids.map((id) => ({ id, behaviour })))
  }
  for (const name of ['ada', 'bob', 'cleo', 'dan']) await connect('healthy', name, 5)
  for (const behaviour of Object.keys(behaviours) as Behaviour[]) {
    if (behaviour !== 'healthy') await connect(behaviour, 'eve', 2)
  }
  return accounts
}

function startPlatform(settings: PlatformSettings) {
  const child = startNode('test/chaos/platform.ts', [], { env: { PLATFORM: JSON.stringify(settings) } })
  let answeredAgain = 0
  child.stdout?.on('data', (chunk) => {
    answeredAgain += String(chunk).split(refreshLogName).length - 1
  })
  child.stderr?.resume()
  let stall: Promise<void> | undefined
  return {
    child,
    renewalsAnsweredAgain: () => answeredAgain,
    stall(ms: number): boolean {
      if (stall) return false
      child.kill('SIGSTOP')
      stall = wait(systemClock, ms).then(() => {
        child.kill('SIGCONT')
        stall = undefined
      })
      return true
    },
    async goOn(): Promise<void> {
      await stall
    },
  }
}

/** Takes what a crash left in storage, as the service's own sweep would do a day later. */
async function sweep(databaseUrl: string, encryptionKeys: { id: string; secret: Buffer }[], dataDir: string) {
  const clock = { ...systemClock, now: () => Date.now() + 25 * hourMs }
  const service = await startService({ databaseUrl, encryptionKeys, clock, config: { dataDir, role: 'api' } })
  await sweepMedia(service.app.services)
  await service.stop()
}
