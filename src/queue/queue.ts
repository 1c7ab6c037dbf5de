/** pg-boss: jobs in Postgres, sent in the transaction of whoever sends them. */
import type { ClientBase } from 'pg'
import { PgBoss, type QueueOptions, type WorkOptions } from 'pg-boss'
import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'

interface NewJob {
  id: string
  data: object
  /** When it is due; at once when left out. */
  startAfter?: Date
}

export interface Queue {
  /** Makes the queue when it is missing and brings its settings up to date. Call before sending or working. */
  declare(name: string, options: QueueOptions & { notify?: boolean }): Promise<void>
  /** Sends jobs in the caller's transaction, in one statement. */
  insert(tx: ClientBase, name: string, jobs: NewJob[]): Promise<void>
  /** Deletes jobs by id in the caller's transaction; ids that are gone already are ignored. */
  remove(tx: ClientBase, name: string, ids: string[]): Promise<void>
  /** Hands batches of due jobs to `handler`; they are completed when it resolves. */
  work(name: string, options: WorkOptions, handler: (data: object[]) => Promise<void>): Promise<void>
  /** Runs `handler` once per `cron` tick across all processes. */
  repeat(name: string, cron: string, handler: () => Promise<void>): Promise<void>
  /** Lets this process's workers of a queue look for jobs at once. */
  wake(name: string): void
  /** Stops taking jobs and waits for running handlers, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

/** Starts pg-boss, which brings its own schema up to date. Throws when the database cannot be reached. */
export async function startQueue(input: {
  url: string
  clock: Clock
  log: Logger
  connections: number
}): Promise<Queue> {
  const { log } = input
  const boss = new PgBoss({
    connectionString: input.url,
    application_name: 'social-publishing-jobs',
    max: input.connections,
    clock: input.clock,
    useListenNotify: true,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'))
  await boss.start()

  // pg-boss walks every waiting job of a queue to find the due ones; with many scheduled posts that is slow.
  const db = boss.getDb()
  const found = await db.executeSql(`SELECT 1 FROM pg_indexes WHERE schemaname = 'pgboss' AND indexname = 'job_due'`)
  if (found.rows.length === 0) {
    const create = `CREATE INDEX IF NOT EXISTS job_due ON pgboss.job_common (name, start_after) WHERE state < 'active'`
    await db.executeSql(create).catch((error: { code?: string }) => {
      // IF NOT EXISTS does not hold between processes that start at the same moment.
      if (error.code !== '23505') throw error
    })
  }

  const workers = new Map<string, string[]>()

  return {
    async declare(name, options) {
      await boss.createQueue(name, options)
      await boss.updateQueue(name, options)
    },
    async insert(tx, name, jobs) {
      if (jobs.length > 0) await boss.insert(name, jobs, { db: named(tx) })
    },
    async remove(tx, name, ids) {
      if (ids.length > 0) await boss.deleteJob(name, ids, { db: named(tx) })
    },
    async work(name, options, handler) {
      const id = await boss.work(name, options, async (jobs) => handler(jobs.map((job) => job.data as object)))
      workers.set(name, [...(workers.get(name) ?? []), id])
    },
    async repeat(name, cron, handler) {
      await boss.schedule(name, cron)
      await boss.work(name, async () => handler())
    },
    wake(name) {
      for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, timeout: timeoutMs })
    },
  }
}

const statementNames = new Map<string, string>()

/** pg-boss's statements under fixed names, so that Postgres parses and plans each once per connection. */
function named(tx: ClientBase) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      let name = statementNames.get(text)
      if (!name && statementNames.size < 100) {
        name = `pgboss_${statementNames.size}`
        statementNames.set(text, name)
      }
      return tx.query({ text, values, ...(name && { name }) })
    },
  }
}
