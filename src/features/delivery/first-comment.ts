import type { Services } from '../../context.ts'
import { redact } from '../../lib/redact.ts'
import type { Connector, Delivery, PublishedPost } from '../../platforms/platform.ts'
import { PlatformError } from '../../platforms/platform-error.ts'
import { accessToken } from '../social-accounts/access-token.ts'
import { connectorContext } from '../social-accounts/connector-context.ts'
import { disconnectAccount } from '../social-accounts/disconnect-account.ts'
import { type ClaimedDelivery, mostClaims } from './claim.ts'
import { LeaseLostError, saveResult } from './settle.ts'
import { comment } from './steps.ts'

/** How often a busy platform is asked to take the comment, and the longest wait between, milliseconds. */
const mostTries = 3
const longestWaitMs = 10_000

/**
 * Publishes the first comment under a post that is out, at most once: that it is being sent is written down before, and
 * after a crash in between nobody sends it again.
 * @returns what went wrong, for the child's errorMessage; a comment never makes a published post fail
 */
export async function publishFirstComment(
  services: Services,
  delivery: ClaimedDelivery,
  connector: Connector | undefined,
  outbound: Delivery | undefined,
  post: PublishedPost,
): Promise<string | undefined> {
  const { firstComment, commitResult } = delivery
  if (!firstComment) return undefined
  if (commitResult?.firstComment === 'sending') return unknown
  const send = connector?.publish.comment
  const isInterrupted = delivery.claims > mostClaims
  if (!send || delivery.accountStatus !== 'CONNECTED' || (!outbound && isInterrupted)) return unspoken
  let sender = outbound
  let begun = false
  for (let tries = 1; ; tries += 1) {
    try {
      sender ??= await commenter(services, delivery)
      if (!begun) await saveResult(services, delivery, { ...post, firstComment: 'sending' })
      begun = true
      await comment(services, send, sender, post, firstComment)
      return undefined
    } catch (error) {
      const isPlatforms = error instanceof PlatformError
      if (error instanceof LeaseLostError || (!isPlatforms && !begun)) throw error
      services.log.warn({ err: error, step: 'comment' }, 'the first comment was not taken')
      if (!isPlatforms || error.kind === 'outcome-unknown') return unknown
      if (error.kind === 'reconnect') await disconnectAccount(services, delivery)
      if (error.kind !== 'retry' || tries === mostTries) {
        return `The first comment was not published: ${redact(error.message, sender ? [sender.accessToken] : [])}`
      }
      await connectorContext(services).wait(Math.min((error.retryAfter ?? tries) * 1000, longestWaitMs))
    }
  }
}

/** Who comments when the delivery itself could not be put together again: its media may be gone, its token expired. */
async function commenter(services: Services, delivery: ClaimedDelivery): Promise<Delivery> {
  return {
    socialAccountPostId: delivery.referenceId ?? delivery.id,
    externalAccountId: delivery.externalAccountId,
    accessToken: await accessToken(services, delivery),
    text: delivery.text ?? '',
    options: delivery.options,
    media: [],
    optionMedia: {},
    startedAt: delivery.startedAt.getTime(),
  }
}

const unspoken = 'The first comment was not published: the account can no longer be spoken for.'
const unknown = 'The first comment may or may not be published: the answer to it was lost.'
