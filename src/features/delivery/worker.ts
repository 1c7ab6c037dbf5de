/** The worker: alarms and the look-ahead say which accounts have something due, the dispatcher takes and delivers it. */
import type { Services } from '../../context.ts'
import { queueNames } from '../../queue/names.ts'
import { deliver } from './deliver.ts'
import { startDispatcher } from './dispatcher.ts'
import type { DeliveryJob } from './jobs.ts'
import { startLookAhead } from './look-ahead.ts'

export interface DeliveryWorker {
  /** Takes nothing new and waits for the deliveries in progress. */
  stop(): Promise<void>
}

/** Starts delivering. @param slots deliveries in progress at once in this process */
export async function startDeliveryWorker(services: Services, slots: number): Promise<DeliveryWorker> {
  const dispatcher = startDispatcher(services, (delivery) => deliver(services, delivery), slots)
  const stopLookAhead = startLookAhead(services, dispatcher.ready)
  await services.queue.work(
    queueNames.deliver,
    { batchSize: 1000, burstWhenBatchFull: true, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 },
    async (jobs) => {
      for (const job of jobs as DeliveryJob[]) dispatcher.ready(job)
    },
  )
  return {
    async stop() {
      await stopLookAhead()
      await dispatcher.stop()
    },
  }
}
