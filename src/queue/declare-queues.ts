/** Every queue there is, and how its jobs are repeated and kept. */
import { queueNames } from './names.ts'
import type { Queue } from './queue.ts'

/** Declares the queues in Postgres, or brings them up to date. Times in seconds. */
export async function declareQueues(queue: Queue): Promise<void> {
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
}
