/** One try of one delivery: token, prepare, commit, confirm, and what the platform's answers mean. */
import type { Services } from '../../context.ts'
import { reach } from '../../lib/fault-points.ts'
import type { Connector, Delivery, Progress, PublishedPost } from '../../platforms/platform.ts'
import { PlatformError } from '../../platforms/platform-error.ts'
import { platforms } from '../../platforms/registry.ts'
import { accessToken } from '../social-accounts/access-token.ts'
import { type ClaimedDelivery, mostClaims } from './claim.ts'
import { conclude, giveUp, type Try } from './conclude.ts'
import { deliveryMedia } from './delivery-media.ts'
import { publishFirstComment } from './first-comment.ts'
import { declareIntent, LeaseLostError, saveIntent, saveProgress, saveResult, settle } from './settle.ts'
import { check, commit, confirm, prepare } from './steps.ts'

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
    secrets: [],
  }
  try {
    await run(attempt).catch((error: unknown) => conclude(attempt, error))
  } catch (error) {
    if (error instanceof LeaseLostError) log.info('delivery ended quietly: it was deleted or taken over')
    else log.error({ err: error }, 'delivery could not be written down; it will be taken up again')
  }
}

/**
 * What was interrupted too often skips what may be to blame: first everything but the questions whether and where the
 * post is published, then those too.
 */
async function run(attempt: Try): Promise<void> {
  const { services, delivery } = attempt
  const interrupted = delivery.claims > mostClaims
  const hopeless = delivery.claims > 2 * mostClaims
  const connector = services.connectors.get(delivery.platform)
  const done = delivery.commitResult
  if (done) {
    return publish(attempt, connector, hopeless ? undefined : await target(attempt).catch(() => undefined), done)
  }
  if (hopeless || (interrupted && !delivery.commitIntentAt)) return giveUp(attempt, delivery.commitIntentAt !== null)
  if (!connector)
    throw PlatformError.operator(`${platforms[delivery.platform].title} is not configured on this service.`)

  const outbound = await target(attempt)
  if (delivery.commitIntentAt && (await settledByCheck(attempt, connector, outbound))) return
  if (interrupted) return giveUp(attempt, false)

  attempt.step = 'prepare'
  const progress = await prepare(services, connector, outbound, delivery.progress ?? {}, (made) =>
    saveProgress(services, delivery, made),
  )
  services.log.debug({ step: 'prepare' }, 'delivery prepared')
  attempt.step = 'commit'
  reach('delivery.before-intent')
  await declareIntent(services, delivery)
  reach('delivery.after-intent')
  const post = await commitOnce(attempt, connector, outbound, progress)
  reach('delivery.after-commit')
  await saveResult(services, delivery, post)
  await publish(attempt, connector, outbound, post, progress)
}

/** What the connector gets. Throws PlatformError when the account cannot be spoken for. */
async function target({ services, delivery, secrets }: Try): Promise<Delivery> {
  if (delivery.accountStatus === 'DELETED') throw PlatformError.reconnect('The social account was deleted.')
  if (delivery.accountStatus !== 'CONNECTED') {
    throw PlatformError.reconnect('The social account is disconnected; connect it again.')
  }
  const token = await accessToken(services, delivery)
  secrets.push(token)
  return {
    socialAccountPostId: delivery.referenceId ?? delivery.id,
    externalAccountId: delivery.externalAccountId,
    accessToken: token,
    text: delivery.text ?? '',
    options: delivery.options,
    ...(await deliveryMedia(services, delivery)),
    startedAt: Math.min(delivery.startedAt.getTime(), delivery.commitIntentAt?.getTime() ?? Number.POSITIVE_INFINITY),
  }
}

/** The irreversible call. Whatever goes wrong in it without the platform saying "refused" may have published. */
async function commitOnce(
  { services, delivery }: Try,
  connector: Connector,
  outbound: Delivery,
  progress: Progress,
): Promise<PublishedPost> {
  try {
    return await commit(services, connector, outbound, progress)
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
  if (connector && outbound && delivery.claims <= mostClaims) {
    try {
      post = { ...committed, ...(await confirm(services, connector, outbound, progress, committed)) }
    } catch (error) {
      services.log.warn({ err: error }, 'the published post could not be read back')
    }
  }
  const errorMessage = await publishFirstComment(services, delivery, connector, outbound, post)
  reach('delivery.before-settle')
  await settle(
    services,
    delivery,
    { ...attempt, step, outcome: 'published' },
    { status: 'PUBLISHED', post, errorMessage },
  )
  reach('delivery.after-settle')
  services.log.info({ step: 'confirm', externalPostId: post.externalPostId }, 'delivery published')
}

/** After a lost answer nobody publishes again until the platform has said that nothing came of the first call. */
async function settledByCheck(attempt: Try, connector: Connector, outbound: Delivery): Promise<boolean> {
  const { services, delivery } = attempt
  attempt.step = 'check'
  const result = await check(services, connector, outbound, delivery.progress ?? {})
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
