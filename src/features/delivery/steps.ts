/** The connector's steps, each within its time: after it the platform counts as silent, and the slot is free again. */
import type { Services } from '../../context.ts'
import type { CheckResult, Connector, Delivery, Progress, PublishedPost } from '../../platforms/platform.ts'
import { PlatformError } from '../../platforms/platform-error.ts'
import { callWithin } from '../social-accounts/connector-context.ts'

/** Uploads and the platform's processing, minutes. What was made by then is saved, and the next try goes on from it. */
const prepareMinutes = 10
/** One request or a few small ones, minutes: much longer than any connector waits for an answer itself. */
const callMinutes = 2

/** Throws PlatformError, `retry` when the time is over. */
export function prepare(
  services: Services,
  connector: Connector,
  outbound: Delivery,
  progress: Progress,
  save: (progress: Progress) => Promise<void>,
): Promise<Progress> {
  const late = () => PlatformError.retry(`The post could not be handed over within ${prepareMinutes} minutes.`)
  return callWithin(services, prepareMinutes * 60_000, late, (ctx) =>
    connector.publish.prepare(ctx, outbound, progress, save),
  )
}

/** The irreversible call. Throws PlatformError, `outcome-unknown` when the time is over. */
export function commit(
  services: Services,
  connector: Connector,
  outbound: Delivery,
  progress: Progress,
): Promise<PublishedPost> {
  const late = () => PlatformError.outcomeUnknown(silent('the publishing call'))
  return callWithin(services, callMinutes * 60_000, late, (ctx) => connector.publish.commit(ctx, outbound, progress))
}

/** Throws PlatformError, `retry` when the time is over. */
export function confirm(
  services: Services,
  connector: Connector,
  outbound: Delivery,
  progress: Progress,
  post: PublishedPost,
): Promise<PublishedPost> {
  const late = () => PlatformError.retry(silent('the look at the published post'))
  return callWithin(services, callMinutes * 60_000, late, (ctx) =>
    connector.publish.confirm(ctx, outbound, progress, post),
  )
}

/** Throws PlatformError, `retry` when the time is over. */
export function check(
  services: Services,
  connector: Connector,
  outbound: Delivery,
  progress: Progress,
): Promise<CheckResult> {
  const late = () => PlatformError.retry(silent('the question whether the post is published'))
  return callWithin(services, callMinutes * 60_000, late, (ctx) => connector.publish.check(ctx, outbound, progress))
}

/** Throws PlatformError, `outcome-unknown` when the time is over. */
export function comment(
  services: Services,
  send: NonNullable<Connector['publish']['comment']>,
  outbound: Delivery,
  post: PublishedPost,
  text: string,
): Promise<void> {
  const late = () => PlatformError.outcomeUnknown(silent('the first comment'))
  return callWithin(services, callMinutes * 60_000, late, (ctx) => send(ctx, outbound, post, text))
}

function silent(call: string): string {
  return `The platform did not answer ${call} within ${callMinutes} minutes.`
}
