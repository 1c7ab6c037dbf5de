/** One attempt of one webhook delivery: sign, send, and what the answer means. */
import type { Services } from '../../context.ts'
import { toPayload } from '../../events/event.ts'
import { reach } from '../../lib/fault-points.ts'
import type { OutboundAnswer } from '../../lib/outbound.ts'
import type { ClaimedWebhook } from './claim.ts'
import { nextAttempt } from './next-attempt.ts'
import { type Attempt, disableEndpoint, recordFailure, recordSuccess } from './record-attempt.ts'
import { sign } from './signature.ts'

const timeoutMs = 15_000

/** An endpoint without a success for so long is disabled, milliseconds. */
const mostFailingMs = 5 * 24 * 3600_000

/** Sends a claimed event once and writes down how it ended. Never throws. */
export async function deliverWebhook(services: Services, claimed: ClaimedWebhook): Promise<void> {
  const { webhookId, id: eventId } = claimed
  const log = services.log.child({ webhookId, eventId })
  const startedAt = services.clock.now()
  try {
    reach('webhook.before-send')
    const answer = await send(services, claimed, startedAt)
    reach('webhook.after-send')
    const endedAt = services.clock.now()
    if (answer instanceof Error) await fail(services, claimed, { startedAt, endedAt }, answer.message)
    else {
      const attempt = { startedAt, endedAt, statusCode: answer.status, response: answer.body }
      if (answer.status >= 200 && answer.status < 300) await recordSuccess(services.db.pool, claimed, attempt)
      else await fail(services, claimed, attempt, explain(answer.status), answer.retryAfter)
    }
  } catch (error) {
    log.error({ err: error }, 'a webhook delivery could not be written down; it will be taken up again')
  }
}

async function send(services: Services, claimed: ClaimedWebhook, now: number): Promise<OutboundAnswer | Error> {
  const { secret, previousSecret, previousSecretUntil } = claimed
  const body = Buffer.from(JSON.stringify(toPayload(claimed)))
  const isOldValid = previousSecret && previousSecretUntil && previousSecretUntil.getTime() > now
  const secrets = [secret, ...(isOldValid ? [previousSecret] : [])].map((sealed) => services.secrets.decrypt(sealed))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Social-Publishing-Service-Webhooks/1',
    'x-service-signature': sign(secrets, body, now),
  }
  return services.outbound.post(claimed.url, headers, body, timeoutMs).catch((error: Error) => error)
}

async function fail(
  services: Services,
  claimed: ClaimedWebhook,
  attempt: Attempt,
  message: string,
  retryAfter?: string,
) {
  const { pool } = services.db
  const { endedAt, statusCode } = attempt
  const failingMs = claimed.failingSince ? endedAt - claimed.failingSince.getTime() : 0
  if (statusCode === 410) {
    const reason = 'The webhook was disabled: it answered 410 Gone.'
    return disableEndpoint(pool, claimed, attempt, { message, reason })
  }
  if (failingMs >= mostFailingMs) {
    const reason = 'The webhook was disabled: it has failed for 5 days without a success.'
    return disableEndpoint(pool, claimed, attempt, { message, reason })
  }
  const nextAt = nextAttempt(claimed.tries + 1, endedAt, Math.random(), retryAfter) ?? null
  return recordFailure(pool, claimed, attempt, { message, nextAt })
}

function explain(status: number): string {
  const isRedirect = status >= 300 && status < 400
  return isRedirect ? `The answer was ${status}; redirects are not followed.` : `The answer was ${status}, not 2xx.`
}
