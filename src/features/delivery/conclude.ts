/** What it means for a delivery how a try ended: try later, or FAILED with a reason its user can act on. */
import type { Services } from '../../context.ts'
import { redact } from '../../lib/redact.ts'
import { PlatformError } from '../../platforms/platform-error.ts'
import { disconnectAccount } from '../social-accounts/disconnect-account.ts'
import type { ClaimedDelivery } from './claim.ts'
import { nextTry } from './next-try.ts'
import { isRetried } from './schedule-retry.ts'
import { type DeliveryEnd, LeaseLostError, putOff, type Step, settle } from './settle.ts'

export interface Try {
  services: Services
  delivery: ClaimedDelivery
  startedAt: Date
  step: Step
  /** Tokens in use, which no message may repeat. */
  secrets: string[]
}

type Failure = Omit<Extract<DeliveryEnd, { status: 'FAILED' }>, 'status'>

/** Ends or puts off a delivery whose try threw. Throws what says nothing of the delivery itself. */
export async function conclude(attempt: Try, thrown: unknown): Promise<void> {
  if (thrown instanceof LeaseLostError) throw thrown
  // The post is out and its result is kept: whoever takes it up next settles it, and nothing may call it failed.
  if (attempt.step === 'confirm') throw thrown
  const { services, delivery, step } = attempt
  const error = thrown instanceof PlatformError ? thrown : unexpected(attempt, thrown)
  const message = redact(error.message, attempt.secrets)
  const ended = { ...attempt, outcome: error.kind, message }
  const fail = (failure: Failure) => settle(services, delivery, ended, { status: 'FAILED', ...failure })
  const unknown = () => fail({ ...unknownOutcome(message), ...retryAs(delivery, 'outcome-unknown') })
  services.log.warn({ step, outcome: error.kind, reason: message }, 'delivery try ended')

  switch (error.kind) {
    case 'retry':
    case 'outcome-unknown': {
      const isCheck = error.kind === 'outcome-unknown' || step === 'check'
      const tries = isCheck ? delivery.checks : delivery.tries - delivery.checks
      const now = services.clock.now()
      const at = nextTry(isCheck ? 'check' : 'retry', tries + 1, now, Math.random(), error.retryAfter)
      if (at) return putOff(services, delivery, ended, { at, isCheck })
      if (isCheck) return unknown()
      return fail({ errorMessage: `Given up after ${tries + 1} tries: ${message}`, ...retryAs(delivery, error.kind) })
    }
    case 'failed':
      // Failing over the question says nothing of the post: what repeats it must ask again.
      return step === 'check' ? unknown() : fail({ errorMessage: message, ...retryAs(delivery, error.kind) })
    case 'reconnect':
    case 'operator':
    case 'rejected':
      if (error.kind === 'reconnect' && delivery.accountStatus === 'CONNECTED') {
        await disconnectAccount(services, delivery)
      }
      return fail(step === 'check' ? unknownOutcome(message) : { errorMessage: message })
    default:
      return error.kind satisfies never
  }
}

/**
 * Gives a delivery up that was taken up time and again without its try coming to an end, as one does that ends its
 * worker every time. No retry policy repeats it: that would end more of them.
 * @param isUnknown whether it may be published all the same
 */
export function giveUp(attempt: Try, isUnknown: boolean): Promise<void> {
  const { services, delivery } = attempt
  const message = `The service was interrupted ${delivery.claims - 1} times while it worked on this post.`
  services.log.error({ step: attempt.step, claims: delivery.claims }, 'delivery given up: no try of it came to an end')
  const failure = isUnknown ? unknownOutcome(message) : { errorMessage: `Given up, and not published: ${message}` }
  return settle(services, delivery, { ...attempt, outcome: 'interrupted', message }, { status: 'FAILED', ...failure })
}

function retryAs(delivery: ClaimedDelivery, kind: PlatformError['kind']): Pick<Failure, 'retryAs'> {
  return isRetried(delivery, kind) ? { retryAs: kind } : {}
}

function unknownOutcome(reason: string): Failure {
  return {
    errorMessage: `The outcome is unknown: the post may or may not be published. ${reason}`,
    outcome: 'UNKNOWN',
  }
}

function unexpected({ services, step }: Try, thrown: unknown): PlatformError {
  services.log.error({ err: thrown, step }, 'unexpected error in a delivery')
  return step === 'prepare'
    ? PlatformError.retry('An internal error kept the post from being published.')
    : PlatformError.outcomeUnknown('An internal error came between the publishing call and its answer.')
}
