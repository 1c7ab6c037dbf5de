/** How late deliveries are: from the time they are due to the connector's irreversible call. */
import { randomUUID } from 'node:crypto'
import { systemClock, wait } from '../../../src/lib/clock.ts'
import { queueNames } from '../../../src/queue/names.ts'
import { addDeliveries, type BenchWorker, type Commit, createTenants, startWorker } from '../deliveries.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import type { Tenant } from '../tenant.ts'

/** Longer than the worker looks ahead, so that it sees everything coming. */
const aheadMs = 3000
const apartMs = 25
const latencyMs = 355

/** Due at one instant; as many may be in progress. */
const burst = 1000

const answerAtOnce: Commit = () => ({ externalPostId: randomUUID() })

const answerSlowly: Commit = async () => {
  await wait(systemClock, -latencyMs * Math.log(1 - Math.random()))
  return { externalPostId: randomUUID() }
}

/** Delivers at the given times and returns how late each call was, milliseconds, the least first. */
async function lateness(worker: BenchWorker, tenants: Tenant[], dueAt: number[]): Promise<number[]> {
  const ids = await addDeliveries(worker.pool, tenants, dueAt.length, (n) => dueAt[n] as number)
  const due = new Map(ids.map((id, n) => [id, dueAt[n] as number]))
  const late: number[] = []
  await worker.commits(dueAt.length, (delivery) => {
    const at = due.get(delivery.socialAccountPostId)
    if (at !== undefined) late.push(performance.timeOrigin + performance.now() - at)
    return answerAtOnce(delivery)
  })
  await worker.settled(tenants)
  return late.sort((a, b) => a - b)
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] as number
}

function onTime(name: string, among: string, open: (bench: Bench) => Promise<string>): Scenario {
  const middle: Row = { path: `lateness of single deliveries${among}, median`, unit: 'ms' }
  const worst: Row = { path: `lateness of single deliveries${among}, p99`, unit: 'ms', goal: { most: 20 } }
  const worstAtOnce: Row = { path: `lateness of 1,000 due at once${among}, p99`, unit: 'ms', goal: { most: 150 } }
  return {
    name,
    rows: [middle, worst, worstAtOnce],
    async prepare(bench) {
      const url = await open(bench)
      const tenants = await createTenants(url, 10, 4)
      const worker = await startWorker(bench, url, burst)
      const singles = bench.quick ? 60 : 300
      return {
        async ours() {
          const startsAt = Date.now() + aheadMs
          const late = await lateness(
            worker,
            tenants,
            Array.from({ length: singles }, (_, n) => startsAt + n * apartMs),
          )
          const together = Date.now() + aheadMs
          const lateTogether = await lateness(worker, tenants, Array.from({ length: burst }).fill(together) as number[])
          return {
            [middle.path]: percentile(late, 0.5),
            [worst.path]: percentile(late, 0.99),
            [worstAtOnce.path]: percentile(lateTogether, 0.99),
          }
        },
      }
    },
  }
}

const delayed = 'delay of a single post while another tenant has 100,000 due'

const noisyNeighbour: Scenario = {
  name: 'deliver-beside-backlog',
  rows: [{ path: delayed, unit: 'ms', goal: { most: 2000 } }],
  async prepare(bench) {
    const url = await bench.createDatabase()
    const worker = await startWorker(bench, url)
    await worker.commits(0, answerSlowly)
    const [busy, quiet] = await createTenants(url, 2, 10)
    const chunk = bench.quick ? 1000 : 10_000
    for (let n = 0; n < 10; n += 1)
      await addDeliveries(worker.pool, [busy as Tenant], chunk, () => Date.now() + 3600_000)
    await worker.pool.query(`UPDATE social_account_posts SET due_at = now()`)
    await worker.pool.query(`UPDATE pgboss.job SET start_after = now() WHERE name = $1`, [queueNames.deliver])
    return {
      async ours() {
        let most = 0
        for (let n = 0; n < 5; n += 1) {
          const dueAt = Date.now()
          const [id] = await addDeliveries(worker.pool, [quiet as Tenant], 1, () => dueAt)
          // As the announcement of a new job does.
          worker.wake()
          await new Promise<void>((resolve) => {
            void worker.commits(Number.POSITIVE_INFINITY, (delivery) => {
              if (delivery.socialAccountPostId === id) resolve()
              return answerSlowly(delivery)
            })
          })
          most = Math.max(most, Date.now() - dueAt)
        }
        return { [delayed]: most }
      },
    }
  },
}

export const onTimeScenarios: Scenario[] = [
  onTime('deliver-on-time', '', (bench) => bench.createDatabase()),
  onTime('deliver-on-time-crowded', ' among 1,000,000 scheduled', (bench) => bench.crowdedDatabase()),
  noisyNeighbour,
]
