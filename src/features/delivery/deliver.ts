/** One try of one delivery: token, prepare, commit, confirm, and what the platform's answers mean. */
import type { Services } from '../../context.ts'
import type { Connector, Delivery, Progress, PublishedPost } from '../../platforms/platform.ts'
import { PlatformError, type PlatformErrorKind } from '../../platforms/platform-error.ts'
import { platforms } from '../../platforms/registry.ts'
import { accessToken } from '../social-accounts/access-token.ts'
import { connectorContext } from '../social-accounts/connector-context.ts'
import { disconnectAccount } from '../social-accounts/disconnect-account.ts'
import type { ClaimedDelivery } from './claim.ts'
import { deliveryMedia } from './delivery-media.ts'
import { publishFirstComment } from './first-comment.ts'
import { nextTry } from './next-try.ts'
import { isRetried } from './schedule-retry.ts'
import { LeaseLostError, putOff, type Step, saveIntent, saveProgress, saveResult, settle } from './settle.ts'

interface Try {
  services: Services
  delivery: ClaimedDelivery
  startedAt: Date
  step: Step
}

/**
 * Tries a claimed delivery once and writes down how it ended: PUBLISHED, FAILED, or put off. Never throws for what a
 * platform answers; a delivery that was deleted meanwhile ends quietly.
 */
export async function deliver(services: Services, delivery: ClaimedDelivery): Promise<void> {
  const log = services.log.child({
    socialAccountPostId: delivery.id,
    postId: delivery.postId,
    socialAccountId: delivery.socialAccountId,
    platform: delivery.platform,
  })
  const attempt: Try = {
    services: { ...services, log },
    delivery,
    startedAt: new Date(services.clock.now()),
    step: delivery.commitResult ? 'confirm' : delivery.commitIntentAt ? 'check' : 'prepare',
  }
  try {
    await run(attempt).catch((error: unknown) => conclude(attempt, error))
  } catch (error) {
    if (error instanceof LeaseLostError) log.info('delivery ended quietly: it was deleted or taken over')
    else log.error({ err: error }, 'delivery could not be written down; it will be taken up again')
  }
}

async function run(attempt: Try): Promise<void> {
  const { services, delivery } = attempt
  const connector = services.connectors.get(delivery.platform)
  const done = delivery.commitResult
  if (done) return publish(attempt, connector, await target(attempt).catch(() => undefined), done)
  if (!connector)
    throw PlatformError.operator(`${platforms[delivery.platform].title} is not configured on this service.`)

  const outbound = await target(attempt)
  if (delivery.commitIntentAt && (await settledByCheck(attempt, connector, outbound))) return

  attempt.step = 'prepare'
  const ctx = connectorContext(services)
  const progress = await connector.publish.prepare(ctx, outbound, delivery.progress ?? {}, (made) =>
    saveProgress(services, delivery, made),
  )
  services.log.debug({ step: 'prepare' }, 'delivery prepared')
  attempt.step = 'commit'
  await saveIntent(services, delivery, new Date(services.clock.now()))
  const post = await commit(attempt, connector, outbound, progress)
  await saveResult(services, delivery, post)
  await publish(attempt, connector, outbound, post, progress)
}

/** What the connector gets. Throws PlatformError when the account cannot be spoken for. */
async function target({ services, delivery }: Try): Promise<Delivery> {
  if (delivery.accountStatus === 'DELETED') throw PlatformError.reconnect('The social account was deleted.')
  if (delivery.accountStatus !== 'CONNECTED') {
    throw PlatformError.reconnect('The social account is disconnected; connect it again.')
  }
  return {
    socialAccountPostId: delivery.referenceId ?? delivery.id,
    externalAccountId: delivery.externalAccountId,
    accessToken: await accessToken(services, delivery),
    text: delivery.text ?? '',
    options: delivery.options,
    ...(await deliveryMedia(services, delivery)),
    startedAt: Math.min(delivery.startedAt.getTime(), delivery.commitIntentAt?.getTime() ?? Number.POSITIVE_INFINITY),
  }
}

/** The irreversible call. Whatever goes wrong in it without the platform saying "refused" may have published. */
async function commit(
  { services, delivery }: Try,
  connector: Connector,
  outbound: Delivery,
  progress: Progress,
): Promise<PublishedPost> {
  try {
    return await connector.publish.commit(connectorContext(services), outbound, progress)
  } catch (error) {
    const refused = error instanceof PlatformError && error.kind !== 'outcome-unknown'
    if (refused) await saveIntent(services, delivery, null)
    throw error
  }
}

async function publish(
  attempt: Try,
  connector: Connector | undefined,
  outbound: Delivery | undefined,
  committed: PublishedPost,
  progress: Progress = attempt.delivery.progress ?? {},
): Promise<void> {
  const { services, delivery } = attempt
  const step = attempt.step === 'check' ? 'check' : 'confirm'
  attempt.step = 'confirm'
  let post = committed
  if (connector && outbound) {
    try {
      post = {
        ...committed,
        ...(await connector.publish.confirm(connectorContext(services), outbound, progress, committed)),
      }
    } catch (error) {
      services.log.warn({ err: error }, 'the published post could not be read back')
    }
  }
  const errorMessage = await publishFirstComment(services, delivery, connector, outbound, post)
  await settle(
    services,
    delivery,
    { ...attempt, step, outcome: 'published' },
    { status: 'PUBLISHED', post, errorMessage },
  )
  services.log.info({ step: 'confirm', externalPostId: post.externalPostId }, 'delivery published')
}

/** After a lost answer nobody publishes again until the platform has said that nothing came of the first call. */
async function settledByCheck(attempt: Try, connector: Connector, outbound: Delivery): Promise<boolean> {
  const { services, delivery } = attempt
  attempt.step = 'check'
  const result = await connector.publish.check(connectorContext(services), outbound, delivery.progress ?? {})
  services.log.info({ step: 'check', outcome: result.outcome }, 'delivery checked with the platform')
  switch (result.outcome) {
    case 'published':
      await saveResult(services, delivery, result.post)
      await publish(attempt, connector, outbound, result.post)
      return true
    case 'not-published':
      await saveIntent(services, delivery, null)
      return false
    case 'unknown':
      throw PlatformError.outcomeUnknown('The platform cannot tell whether the post was published.')
    default:
      return result satisfies never
  }
}

/** What an error means: try later, or FAILED with a reason its user can act on. */
async function conclude(attempt: Try, thrown: unknown): Promise<void> {
  if (thrown instanceof LeaseLostError) throw thrown
  // The post is out and its result is kept: whoever takes it up next settles it, and nothing may call it failed.
  if (attempt.step === 'confirm') throw thrown
  const { services, delivery } = attempt
  const error = thrown instanceof PlatformError ? thrown : unexpected(attempt, thrown)
  const fail = (errorMessage: string, kind: PlatformErrorKind = error.kind) =>
    settle(
      services,
      delivery,
      { ...attempt, outcome: error.kind, message: error.message },
      { status: 'FAILED', errorMessage, retryAs: isRetried(delivery, kind) ? kind : undefined },
    )
  services.log.warn({ step: attempt.step, outcome: error.kind, reason: error.message }, 'delivery try ended')

  switch (error.kind) {
    case 'retry':
    case 'outcome-unknown': {
      const isCheck = error.kind === 'outcome-unknown' || attempt.step === 'check'
      const tries = isCheck ? delivery.checks : delivery.tries - delivery.checks
      const now = services.clock.now()
      const at = nextTry(isCheck ? 'check' : 'retry', tries + 1, now, Math.random(), error.retryAfter)
      if (at)
        return putOff(services, delivery, { ...attempt, outcome: error.kind, message: error.message }, { at, isCheck })
      return isCheck
        ? fail(unknownOutcome(error.message), 'outcome-unknown')
        : fail(`Given up after ${tries + 1} tries: ${error.message}`)
    }
    case 'reconnect':
      if (delivery.accountStatus === 'CONNECTED') await disconnectAccount(services, delivery)
      return fail(attempt.step === 'check' ? unknownOutcome(error.message) : error.message)
    case 'failed':
      // Failing over the question says nothing of the post: what repeats it must ask again.
      return attempt.step === 'check' ? fail(unknownOutcome(error.message), 'outcome-unknown') : fail(error.message)
    case 'operator':
    case 'rejected':
      return fail(attempt.step === 'check' ? unknownOutcome(error.message) : error.message)
    default:
      return error.kind satisfies never
  }
}

function unknownOutcome(reason: string): string {
  return `The outcome is unknown: the post may or may not be published. ${reason}`
}

function unexpected({ services, step }: Try, thrown: unknown): PlatformError {
  services.log.error({ err: thrown, step }, 'unexpected error in a delivery')
  return step === 'prepare'
    ? PlatformError.retry('An internal error kept the post from being published.')
    : PlatformError.outcomeUnknown('An internal error came between the publishing call and its answer.')
}
