import type { Services } from '../../context.ts'
import { redact } from '../../lib/redact.ts'
import type { Connector, Delivery, PublishedPost } from '../../platforms/platform.ts'
import { PlatformError } from '../../platforms/platform-error.ts'
import { connectorContext } from '../social-accounts/connector-context.ts'
import type { ClaimedDelivery } from './claim.ts'
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
  if (!send || !outbound) return 'The first comment was not published: the account can no longer be spoken for.'
  await saveResult(services, delivery, { ...post, firstComment: 'sending' })
  for (let tries = 1; ; tries += 1) {
    try {
      await comment(services, send, outbound, post, firstComment)
      return undefined
    } catch (error) {
      if (error instanceof LeaseLostError) throw error
      services.log.warn({ err: error, step: 'comment' }, 'the first comment was not taken')
      if (!(error instanceof PlatformError) || error.kind === 'outcome-unknown') return unknown
      if (error.kind !== 'retry' || tries === mostTries) {
        return `The first comment was not published: ${redact(error.message, [outbound.accessToken])}`
      }
      await connectorContext(services).wait(Math.min((error.retryAfter ?? tries) * 1000, longestWaitMs))
    }
  }
}

const unknown = 'The first comment may or may not be published: the answer to it was lost.'
