import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { type Queue, startQueue } from '../../src/queue/queue.ts'
import { createTestDatabase } from '../helpers/database.ts'

test('processes that start at the same moment on a new database all start', async () => {
  const { url, drop } = await createTestDatabase()
  const database = new pg.Client(url)
  await database.connect()
  const queues: Queue[] = []
  try {
    for (let round = 0; round < 10; round += 1) {
      await database.query('DROP INDEX IF EXISTS pgboss.job_due')
      const log = pino({ level: 'silent' })
      const starts = Array.from({ length: 6 }, () => startQueue({ url, clock: systemClock, log, connections: 1 }))
      const started = await Promise.allSettled(starts)
      queues.push(...started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : [])))
      expect(started.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))).toEqual([])
      await Promise.all(queues.splice(0).map((queue) => queue.stop(1000)))
    }
  } finally {
    await Promise.all(queues.map((queue) => queue.stop(1000)))
    await database.end()
    await drop()
  }
}, 60_000)
