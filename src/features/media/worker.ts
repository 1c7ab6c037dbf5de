/** The media worker: inspects uploads, releases and removes media. Alarms wake it; a regular look finds what they missed. */
import type { Services } from '../../context.ts'
import { queueNames } from '../../queue/names.ts'
import type { ProcessUploadJob, ReleaseMediaJob } from './jobs.ts'
import { findWaiting, processUpload } from './process-upload.ts'
import { releaseMedia } from './release-media.ts'
import { collectGarbage } from './sweep-media.ts'

const lookEveryMs = 5_000
const uploadsAtOnce = 2

/** Starts the work on media. Returns the function that ends it, once what is in progress has ended. */
export async function startMediaWorker(services: Services): Promise<() => Promise<void>> {
  const { clock, queue, log } = services
  const polling = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }
  for (let worker = 0; worker < uploadsAtOnce; worker += 1) {
    await queue.work(queueNames.processUpload, polling, async (jobs) => {
      for (const job of jobs as ProcessUploadJob[]) await processUpload(services, job.uploadSessionId)
    })
  }
  await queue.work(queueNames.releaseMedia, polling, async (jobs) => {
    for (const job of jobs as ReleaseMediaJob[]) await releaseMedia(services, job.postId)
  })
  await queue.work(queueNames.collectGarbage, { ...polling, batchSize: 100 }, () => collectGarbage(services))

  let looking: Promise<void> | undefined
  async function look(): Promise<void> {
    for (const id of await findWaiting(services)) await processUpload(services, id)
  }
  const interval = clock.setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'waiting uploads could not be looked up; trying again'))
      .finally(() => {
        looking = undefined
      })
  }, lookEveryMs)
  return async () => {
    clock.clearInterval(interval)
    await looking
  }
}
