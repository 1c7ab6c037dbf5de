import type { Services } from '../../context.ts'
import { queueNames } from '../../queue/names.ts'
import { collectDue } from './collect.ts'

export interface AnalyticsWorker {
  /** Begins no further call and waits for those in progress. */
  stop(): Promise<void>
}

/** Starts looking every minute for posts whose metrics are due; any number of processes share the work. */
export async function startAnalyticsWorker(services: Services): Promise<AnalyticsWorker> {
  let stopped = false
  let running = Promise.resolve()
  await services.queue.repeat(queueNames.collectAnalytics, '* * * * *', async () => {
    if (stopped) return
    running = collectDue(services, () => stopped).catch((error: unknown) => {
      services.log.error({ err: error }, 'metrics could not be collected; trying again in a minute')
    })
    await running
  })
  return {
    async stop() {
      stopped = true
      await running
    },
  }
}
