/** Deliveries: how many are made, with and without waiting for the platform. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { systemClock, wait } from '../../../src/lib/clock.ts'
import { deliverInSets } from '../baselines/set-based-delivery.ts'
import { addDeliveries, createTenants, startWorker } from '../deliveries.ts'
import type { Scenario } from '../scenario.ts'

/** Longer than the worker looks ahead, so that it sees everything coming. */
const aheadMs = 2500
const meanLatencyMs = 355
const slots = 100

const drained = 'deliveries without network work'
const bound = `deliveries, ${slots} at once, platform answers in ${meanLatencyMs} ms on average`

const drain: Scenario = {
  name: 'deliver',
  rows: [{ path: drained, unit: 'per second', goal: { ratio: 0.45 } }],
  async prepare(bench) {
    const count = bench.quick ? 1000 : 10_000
    const ourUrl = await bench.createDatabase()
    const ourTenants = await createTenants(ourUrl, 10, 4)
    const worker = await startWorker(bench, ourUrl)
    const itsUrl = await bench.createDatabase()
    // Only for its queues.
    await (await startWorker(bench, itsUrl)).stop()
    const itsTenants = await createTenants(itsUrl, 10, 4)
    const pool = new pg.Pool({ connectionString: itsUrl })
    bench.onClose(() => pool.end())
    return {
      async ours() {
        const dueAt = Date.now() + aheadMs + count / 2
        await addDeliveries(worker.pool, ourTenants, count, () => dueAt)
        if (Date.now() > dueAt) throw new Error('The deliveries were due before they were all there.')
        await worker.commits(count, () => ({ externalPostId: randomUUID() }))
        await worker.settled(ourTenants)
        return { [drained]: (count * 1000) / (Date.now() - dueAt) }
      },
      async baseline() {
        await addDeliveries(pool, itsTenants, count, () => Date.now())
        const startedAt = Date.now()
        const delivered = await deliverInSets(pool, randomUUID(), () => ({ externalPostId: randomUUID() }))
        if (delivered !== count) throw new Error(`${delivered} of ${count} were delivered.`)
        return { [drained]: (count * 1000) / (Date.now() - startedAt) }
      },
    }
  },
}

const networkBound: Scenario = {
  name: 'deliver-network',
  rows: [{ path: bound, unit: 'per second', goal: { ratio: 0.7 } }],
  async prepare(bench) {
    const url = await bench.createDatabase()
    const tenants = await createTenants(url, 10, 4)
    const worker = await startWorker(bench, url, slots)
    const count = bench.quick ? 600 : 4000
    const latencies: number[] = []
    return {
      async ours() {
        const dueAt = Date.now() + aheadMs + count / 2
        await addDeliveries(worker.pool, tenants, count, () => dueAt)
        let begun = 0
        let all = () => {}
        const allBegun = new Promise<void>((resolve) => {
          all = resolve
        })
        const done = worker.commits(count, async () => {
          begun += 1
          if (begun === count) all()
          // Exponential, as waiting times are, with a shortest time for the way there and back.
          const latency = 50 - (meanLatencyMs - 50) * Math.log(1 - Math.random())
          latencies.push(latency)
          await wait(systemClock, latency)
          return { externalPostId: randomUUID() }
        })
        await allBegun
        // What follows runs with fewer and fewer slots in use.
        const perSecond = ((count - slots) * 1000) / (Date.now() - dueAt)
        await done
        await worker.settled(tenants)
        return { [bound]: perSecond }
      },
      async baseline() {
        const mean = latencies.reduce((sum, latency) => sum + latency, 0) / latencies.length || meanLatencyMs
        return { [bound]: (slots * 1000) / mean }
      },
      notes: () => ['the baseline is slots / mean latency'],
    }
  },
}

export const deliverScenarios: Scenario[] = [drain, networkBound]
