/** Deliveries: how many are made, with and without waiting for the platform, and how late. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { deliverInSets } from '../baselines/set-based-delivery.ts'
import { addDeliveries, createTenants, startWorker } from '../deliveries.ts'
import type { Scenario } from '../scenario.ts'

const drained = 'delivery without network work'

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
        const dueAt = Date.now() + 2500
        await addDeliveries(worker.pool, ourTenants, count, () => dueAt)
        let last = 0
        await new Promise<void>((resolve) => {
          let committed = 0
          worker.commit = () => {
            committed += 1
            if (committed === count) resolve()
            return { externalPostId: randomUUID() }
          }
        })
        await worker.settled(ourTenants)
        last = Date.now()
        return { [drained]: (count * 1000) / (last - dueAt) }
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

export const deliverScenarios: Scenario[] = [drain]
