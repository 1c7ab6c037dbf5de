import type { ClientBase } from 'pg'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { recordCreated } from '../../db/idempotency.ts'
import { isId } from '../../lib/ids.ts'
import { type Issue, ServiceError, validationFailed } from '../../lib/service-error.ts'
import { makeRetry } from '../delivery/schedule-retry.ts'
import {
  cancelRetries,
  forgetFirstCall,
  lockRetries,
  type RetryChild,
  retryNow,
} from '../delivery/scheduled-retries.ts'
import { settleNotPublished, settlePublished, type UnknownDelivery } from '../delivery/settle-unknown.ts'
import type { SocialAccountPost } from './post.ts'
import { tenantSql, tenantValues } from './post-rows.ts'
import { childrenById } from './read-related.ts'

export interface ResolveDeliveryInput {
  resolution: 'PUBLISHED' | 'NOT_PUBLISHED'
  /** With PUBLISHED: the platform's id of the post, 1 to 255 characters, and its http(s) address, at most 2,048. */
  externalPostId?: string | null | undefined
  externalPostUrl?: string | null | undefined
  /** With NOT_PUBLISHED: whether to publish again, now. */
  retry?: boolean | null | undefined
}

/**
 * Settles an unknown outcome once, by what a person found on the platform
 * (`POST /social-account-posts/{socialAccountPostId}/resolve`), and tells it as an event. A retry that the policy has
 * scheduled is taken back with PUBLISHED; with NOT_PUBLISHED it no longer asks the platform first, and comes now with
 * `retry`, which else makes a retry post of its own without using up one of the policy's.
 * Errors: VALIDATION_FAILED, SOCIAL_ACCOUNT_POST_NOT_FOUND, OUTCOME_NOT_UNKNOWN (also the second time),
 * RETRY_STARTED when a retry has begun to find out itself, SOCIAL_ACCOUNT_NOT_CONNECTED for `retry`.
 */
export async function resolveDelivery(
  ctx: Context,
  socialAccountPostId: string,
  input: ResolveDeliveryInput,
): Promise<SocialAccountPost> {
  const issues = check(input)
  if (issues.length > 0) throw validationFailed(issues)
  await transaction(ctx.db.pool, async (tx) => {
    const delivery = await lockUnknown(ctx, tx, socialAccountPostId)
    const retries = await lockRetries(tx, delivery)
    const started = retries.find((retry) => retry.startedAt)
    if (started) {
      const message = `The retry ${started.id} has begun to find out what became of it: wait for it, or resolve that one.`
      throw new ServiceError('RETRY_STARTED', message)
    }
    const pending = retries.filter((retry) => retry.deliveryStatus === 'NOT_STARTED')
    const now = new Date(ctx.clock.now())
    if (input.resolution === 'PUBLISHED') {
      const { externalPostId, externalPostUrl } = input
      const post = { ...(externalPostId && { externalPostId }), ...(externalPostUrl && { externalPostUrl }) }
      await cancelRetries(ctx, tx, pending)
      await settlePublished(ctx, tx, delivery, post, now)
    } else {
      await forgetFirstCall(tx, pending, now)
      await settleNotPublished(tx, delivery, now)
      if (input.retry) await retry(ctx, tx, delivery, pending[0], now)
    }
    await recordCreated(tx, ctx, delivery.id)
  })
  return readResolved(ctx, socialAccountPostId)
}

/** The child as it is now. Errors: SOCIAL_ACCOUNT_POST_NOT_FOUND. */
export async function readResolved(ctx: Context, socialAccountPostId: string): Promise<SocialAccountPost> {
  const [child] = await childrenById(ctx, [socialAccountPostId])
  if (!child) throw notFound(socialAccountPostId)
  return child
}

function check({ resolution, externalPostId, externalPostUrl, retry }: ResolveDeliveryInput): Issue[] {
  const issues: Issue[] = []
  const report = (path: keyof ResolveDeliveryInput, problem: string) =>
    issues.push({ path, message: `${path} ${problem}` })
  if (externalPostId != null && (externalPostId.length < 1 || externalPostId.length > 255)) {
    report('externalPostId', 'must have 1 to 255 characters.')
  }
  if (externalPostUrl != null && (externalPostUrl.length > 2048 || !isWebAddress(externalPostUrl))) {
    report('externalPostUrl', 'must be an http:// or https:// address of at most 2048 characters.')
  }
  if (resolution === 'NOT_PUBLISHED') {
    if (externalPostId != null) report('externalPostId', 'goes with the resolution PUBLISHED alone.')
    if (externalPostUrl != null) report('externalPostUrl', 'goes with the resolution PUBLISHED alone.')
  } else if (retry) report('retry', 'goes with the resolution NOT_PUBLISHED alone.')
  return issues
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/** Errors: SOCIAL_ACCOUNT_POST_NOT_FOUND, OUTCOME_NOT_UNKNOWN. */
async function lockUnknown(
  ctx: Context,
  tx: ClientBase,
  id: string,
): Promise<UnknownDelivery & { accountStatus: string }> {
  const found = isId(id)
    ? await tx.query<UnknownDelivery & { accountStatus: string; outcome: SocialAccountPost['outcome'] }>(
        `SELECT c.id, c.post_id AS "postId", c.organization_id AS "organizationId", c.project_id AS "projectId",
           c.social_account_id AS "socialAccountId", c.platform, c.lease_id AS "leaseId", c.options, c.outcome,
           COALESCE(c.commit_intent_at, c.delivery_started_at) AS "commitIntentAt", p.auto_delete_media AS "autoDeleteMedia", a.status AS "accountStatus"
         FROM social_account_posts c JOIN posts p ON p.id = c.post_id JOIN social_accounts a ON a.id = c.social_account_id
         WHERE ${tenantSql('c')} AND c.id = $3 FOR NO KEY UPDATE OF c`,
        [...tenantValues(ctx.actor), id],
      )
    : { rows: [] }
  const [delivery] = found.rows
  if (!delivery) throw notFound(id)
  if (delivery.outcome === 'UNKNOWN') return delivery
  const message =
    delivery.outcome === 'RESOLVED'
      ? 'The outcome of this delivery is resolved already.'
      : 'The outcome of this delivery is not unknown: there is nothing to resolve.'
  throw new ServiceError('OUTCOME_NOT_UNKNOWN', message)
}

function notFound(id: string): ServiceError {
  return new ServiceError('SOCIAL_ACCOUNT_POST_NOT_FOUND', `There is no social account post ${id}.`)
}

async function retry(
  ctx: Context,
  tx: ClientBase,
  delivery: UnknownDelivery & { accountStatus: string },
  scheduled: RetryChild | undefined,
  now: Date,
): Promise<void> {
  if (delivery.accountStatus !== 'CONNECTED') {
    const message = 'The social account is not connected: connect it again first, or resolve without a retry.'
    throw new ServiceError('SOCIAL_ACCOUNT_NOT_CONNECTED', message)
  }
  if (scheduled) return retryNow(ctx, tx, delivery, scheduled, now)
  await makeRetry(ctx, tx, delivery, { dueAt: now, asksFirst: false, isCounted: false }, now)
}
