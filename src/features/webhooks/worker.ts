/**
 * The worker of webhooks. The delivery's row is the job: what is announced or found due once a second is claimed, some
 * per endpoint at a time, so that one which hangs holds up nobody else.
 */
import type { Services } from '../../context.ts'
import { channels } from '../../events/publish.ts'
import { wait } from '../../lib/clock.ts'
import { startDispatcher } from '../../queue/dispatcher.ts'
import { type ClaimedWebhook, claimWebhooks, findDue } from './claim.ts'
import { deliverWebhook } from './deliver-webhook.ts'

const slots = 256
const perOrganization = 128
const perEndpoint = 8
const everyMs = 1000
/** Between two looks, however many events are announced. */
const pauseMs = 10

export interface WebhookWorker {
  /** Takes nothing new and waits for the attempts in progress. */
  stop(): Promise<void>
}

export function startWebhookWorker(services: Services): WebhookWorker {
  const { clock, db, log, listener } = services
  const dispatcher = startDispatcher<ClaimedWebhook>({
    clock,
    log,
    slots,
    perOrganization,
    perLane: perEndpoint,
    laneOf: ({ organizationId, webhookId }) => ({ organizationId, laneId: webhookId }),
    claim: (wanted) => claimWebhooks(db.pool, wanted, clock.now()),
    run: (claimed) => deliverWebhook(services, claimed),
  })
  let looking: Promise<void> | undefined
  let again = false

  function look(): void {
    again = true
    looking ??= (async () => {
      try {
        while (again) {
          again = false
          for (const lane of await findDue(db.pool, clock.now())) dispatcher.ready(lane)
          await wait(clock, pauseMs)
        }
      } catch (error) {
        log.error({ err: error }, 'due webhook deliveries could not be looked up; trying again')
      } finally {
        looking = undefined
      }
    })()
  }

  const stopListening = listener.on(channels.written, look)
  const interval = clock.setInterval(look, everyMs)
  return {
    async stop() {
      stopListening()
      clock.clearInterval(interval)
      await looking
      await dispatcher.stop()
    },
  }
}
