/** The alarm clocks of deliveries: one job per child, at the time it is due. The row stays the truth. */
import type { ClientBase } from 'pg'
import type { Services } from '../../context.ts'
import { queueNames } from '../../queue/names.ts'

export interface DeliveryJob {
  socialAccountPostId: string
  socialAccountId: string
  organizationId: string
}

export interface Alarm extends DeliveryJob {
  jobId: string
  dueAt: Date
}

/** Sets the alarms in the caller's transaction. */
export async function setAlarms(services: Services, tx: ClientBase, alarms: Alarm[]): Promise<void> {
  const now = services.clock.now()
  await services.queue.insert(
    tx,
    queueNames.deliver,
    alarms.map(({ jobId, dueAt, ...data }) => ({
      id: jobId,
      data,
      ...(dueAt.getTime() > now && { startAfter: dueAt }),
    })),
  )
}

/** Takes alarms back in the caller's transaction. */
export async function cancelAlarms(services: Services, tx: ClientBase, jobIds: (string | null)[]): Promise<void> {
  await services.queue.remove(
    tx,
    queueNames.deliver,
    jobIds.filter((id) => id !== null),
  )
}
