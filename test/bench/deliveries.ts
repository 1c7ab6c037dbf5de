/** Deliveries to measure: due posts of tenants, and the worker that publishes them through a connector of the bench. */
import { Pool } from 'pg'
import { pino } from 'pino'
import { type App, startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { listen } from '../../src/http/door.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createSecretBox } from '../../src/lib/secret-box.ts'
import type { Connector, Delivery, PlatformPublish, PublishedPost } from '../../src/platforms/platform.ts'
import { queueNames } from '../../src/queue/names.ts'
import { eventually } from '../helpers/eventually.ts'
import { createTempDir } from '../helpers/temp-dir.ts'
import type { Bench } from './scenario.ts'
import { encryptionKeys } from './surroundings.ts'
import { createTenant, type Tenant } from './tenant.ts'

/** Makes tenants whose accounts carry a token, so that deliveries decrypt one. */
export async function createTenants(databaseUrl: string, tenants: number, accountsEach: number): Promise<Tenant[]> {
  const made: Tenant[] = []
  for (let n = 0; n < tenants; n += 1) made.push(await createTenant(databaseUrl, accountsEach))
  const pool = new Pool({ connectionString: databaseUrl })
  try {
    await pool.query('UPDATE social_accounts SET account_token = $1 WHERE id = ANY($2)', [
      createSecretBox(encryptionKeys).encrypt('bench'),
      made.flatMap(({ accountIds }) => accountIds),
    ])
  } finally {
    await pool.end()
  }
  return made
}

/**
 * Adds `count` posts of one child each with their alarms, in turns over the tenants' accounts. `dueAt` gives the time of
 * the n-th, epoch milliseconds. Returns the children's ids.
 */
export async function addDeliveries(
  pool: Pool,
  tenants: Tenant[],
  count: number,
  dueAt: (n: number) => number,
): Promise<string[]> {
  const lanes = Array.from({ length: Math.max(...tenants.map(({ accountIds }) => accountIds.length)) }, (_, n) =>
    tenants.flatMap(({ organizationId, projectId, accountIds }) =>
      accountIds[n] ? [{ organizationId, projectId, accountId: accountIds[n] }] : [],
    ),
  ).flat()
  const rows = Array.from({ length: count }, (_, n) => n)
  const added = await pool.query<{ id: string }>(
    `WITH lane AS (
       SELECT n - 1 AS n, organization_id, project_id, account_id
       FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY t(organization_id, project_id, account_id, n)),
     made AS MATERIALIZED (
       SELECT l.*, t.n AS place, t.due_at, new_id(now()) AS post_id, new_id(now()) AS child_id, gen_random_uuid() AS job_id
       FROM unnest($4::timestamptz[]) WITH ORDINALITY t(due_at, n) JOIN lane l ON l.n = (t.n - 1) % cardinality($1::uuid[])),
     post AS (
       INSERT INTO posts (id, organization_id, project_id, content, schedule_type, scheduled_for, created_at, updated_at)
       SELECT post_id, organization_id, project_id, '[{"text": "Due"}]', 'SCHEDULE_FOR_LATER', due_at, now(), now()
       FROM made),
     child AS (
       INSERT INTO social_account_posts (id, post_id, organization_id, project_id, social_account_id, platform, position,
         created_at, updated_at, due_at, job_id)
       SELECT child_id, post_id, organization_id, project_id, account_id, 'SERVICETEST', 0, now(), now(), due_at, job_id
       FROM made),
     alarm AS (
       INSERT INTO pgboss.job (id, name, data, start_after)
       SELECT job_id, '${queueNames.deliver}', jsonb_build_object('socialAccountPostId', child_id, 'socialAccountId',
         account_id, 'organizationId', organization_id), due_at
       FROM made)
     SELECT child_id AS id FROM made ORDER BY place`,
    [
      lanes.map(({ organizationId }) => organizationId),
      lanes.map(({ projectId }) => projectId),
      lanes.map(({ accountId }) => accountId),
      rows.map((n) => new Date(dueAt(n))),
    ],
  )
  return added.rows.map(({ id }) => id)
}

/** What a platform does when it publishes. */
export type Commit = (delivery: Delivery) => PublishedPost | Promise<PublishedPost>

export interface BenchWorker {
  pool: Pool
  /** Answers the connector's irreversible calls with `commit` until it has been called `count` times, and resolves then. */
  commits(count: number, commit: Commit): Promise<void>
  /** Waits until nothing of these tenants is due any more. Throws when something FAILED. */
  settled(tenants: Tenant[]): Promise<void>
  /** Lets it look for jobs, as the announcement of a new one does. */
  wake(): void
  stop(): Promise<void>
}

/** Starts a worker in this process, with the settings a service has by default but for `slots`. */
export async function startWorker(bench: Bench, databaseUrl: string, slots?: number): Promise<BenchWorker> {
  const directory = await createTempDir()
  bench.onClose(() => directory.remove())
  const door = await listen('127.0.0.1', 0)
  const config = readConfig({
    PORT: '0',
    DATA_DIR: directory.path,
    ...(slots && { CONCURRENT_DELIVERIES: String(slots) }),
  })
  const app: App = await startApp({
    config: { ...config, role: 'worker' },
    databaseUrl,
    encryptionKeys,
    door,
    clock: systemClock,
    log: pino({ level: config.logLevel }, pino.destination('/dev/null')),
  })
  let stopped: Promise<void> | undefined
  let commit: Commit = () => ({})
  const worker: BenchWorker = {
    pool: new Pool({ connectionString: databaseUrl, max: 2 }),
    async commits(count, answer) {
      let calls = 0
      await new Promise<void>((resolve) => {
        commit = (delivery) => {
          calls += 1
          if (calls === count) resolve()
          return answer(delivery)
        }
        if (count === 0) resolve()
      })
    },
    async settled(tenants) {
      const ids = tenants.map(({ organizationId }) => organizationId)
      await eventually(
        async () => {
          const open = await worker.pool.query(
            `SELECT FROM social_account_posts WHERE organization_id = ANY($1) AND delivery_status IN ('NOT_STARTED', 'SENDING') LIMIT 1`,
            [ids],
          )
          return open.rowCount === 0
        },
        { timeout: 600_000 },
      )
      const failed = await worker.pool.query(
        `SELECT error_message FROM social_account_posts WHERE organization_id = ANY($1) AND delivery_status = 'FAILED' LIMIT 1`,
        [ids],
      )
      if (failed.rows[0]) throw new Error(`A delivery failed: ${failed.rows[0].error_message}`)
    },
    wake: () => app.services.queue.wake(queueNames.deliver),
    stop: () => (stopped ??= app.stop().then(() => worker.pool.end())),
  }
  bench.onClose(() => worker.stop())
  const publish: PlatformPublish = {
    prepare: async (_ctx, _delivery, progress) => progress,
    commit: async (_ctx, delivery) => commit(delivery),
    confirm: async (_ctx, _delivery, _progress, post) => post,
    check: async () => ({ outcome: 'unknown' }),
  }
  const connectors = app.services.connectors as Map<string, Connector>
  const sandbox = connectors.get('SERVICETEST') as Connector
  connectors.set('SERVICETEST', { ...sandbox, publish })
  return worker
}
