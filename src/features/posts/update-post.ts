import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import { ServiceError, validationFailed } from '../../lib/service-error.ts'
import { cancelAlarms, setAlarms } from '../delivery/jobs.ts'
import { findReferences } from './check-media.ts'
import { checkNewPost } from './create-post.ts'
import { type LockedChild, lockPost } from './lock-post.ts'
import type { Post } from './post.ts'
import type { CreatePostInput, PostDraft } from './post-input.ts'
import { readPost } from './read-posts.ts'
import { dueAt, insertChildren, type NewPost } from './store-post.ts'

/** What changes; what is left out stays, and a null `retryPolicy` removes the policy. */
export type UpdatePostInput = Partial<CreatePostInput>

/**
 * Changes a post none of whose deliveries has started (`PATCH /posts/{postId}`): how a draft is published and a
 * scheduled post rescheduled. A target whose account stays keeps its id.
 * Errors: POST_NOT_FOUND, POST_NOT_EDITABLE, and those of `POST /posts`.
 */
export async function updatePost(ctx: Context, postId: string, input: UpdatePostInput): Promise<Post> {
  for (;;) {
    const updated = await tryUpdate(ctx, postId, input)
    if (updated) return updated
  }
}

/** Undefined when somebody else changed the post between reading and writing it: what was merged is stale then. */
async function tryUpdate(ctx: Context, postId: string, input: UpdatePostInput): Promise<Post | undefined> {
  const current = await readPost(ctx, { postId })
  if (current.socialAccountPosts.some((child) => child.deliveryStatus !== 'NOT_STARTED')) throw notEditable()
  const checked = await checkNewPost(ctx, merge(current, input), heldMedia(current))
  if (checked.projectId !== current.projectId) {
    throw validationFailed([
      { path: 'socialAccounts', message: 'The targets of a post cannot move to another project.' },
    ])
  }
  const written = await transaction(ctx.db.pool, async (tx) => {
    const { updatedAt, children } = await lockPost(tx, current.id)
    if (updatedAt.getTime() !== current.updatedAt.getTime() || childrenDiffer(current, children)) return false
    if (children.some((child) => child.status !== 'NOT_STARTED')) throw notEditable()
    const now = new Date(Math.max(ctx.clock.now(), updatedAt.getTime() + 1))
    await writePost(tx, current.id, checked, now)
    await writeChildren(ctx, tx, current.id, checked, children, now)
    return true
  })
  return written ? readPost(ctx, { postId }) : undefined
}

/** Said first: what is wrong with a change does not matter when there can be none (its media may be gone by now). */
function notEditable(): ServiceError {
  return new ServiceError('POST_NOT_EDITABLE', 'The delivery of this post has started; it cannot be changed any more.')
}

/** Deleting a child leaves its post as it is. */
function childrenDiffer(current: Post, locked: LockedChild[]): boolean {
  const known = new Set(current.socialAccountPosts.map((child) => child.id))
  return locked.length !== known.size || locked.some((child) => !known.has(child.id))
}

/** What stays usable although another post's auto-delete took it out of the library: what a scheduled delivery needs. */
function heldMedia(current: Post): string[] {
  if (current.schedule.type === 'DRAFT') return []
  return findReferences(merge(current, {}) as PostDraft).map(({ mediaId }) => mediaId.toLowerCase())
}

/** The request that would create the post as it shall be. */
function merge(current: Post, input: UpdatePostInput): CreatePostInput {
  const targets = current.socialAccountPosts.map((child) => ({
    platform: child.platform,
    socialAccountId: child.socialAccountId,
    ...(child.content !== current.content && { contentOverride: child.content }),
    ...(child.firstComment && { firstComment: child.firstComment }),
    ...child.options,
  }))
  return {
    content: input.content ?? current.content,
    schedule: input.schedule ?? current.schedule,
    socialAccounts: input.socialAccounts ?? targets,
    autoDeleteMediaAfterPublish: input.autoDeleteMediaAfterPublish ?? current.autoDeleteMediaAfterPublish,
    retryPolicy: input.retryPolicy === undefined ? current.retryPolicy : input.retryPolicy,
  }
}

async function writePost(tx: ClientBase, id: string, post: NewPost, now: Date): Promise<void> {
  await tx.query(
    `UPDATE posts SET content = $2, schedule_type = $3, scheduled_for = $4, auto_delete_media = $5, max_retries = $6,
       retry_delay_seconds = $7, updated_at = $8 WHERE id = $1`,
    [
      id,
      JSON.stringify(post.content),
      post.schedule.type,
      post.schedule.scheduledFor,
      post.autoDeleteMediaAfterPublish,
      post.retryPolicy?.maxRetries ?? null,
      post.retryPolicy?.delaySeconds ?? null,
      now,
    ],
  )
}

async function writeChildren(
  ctx: Context,
  tx: ClientBase,
  postId: string,
  post: NewPost,
  current: LockedChild[],
  now: Date,
): Promise<void> {
  await cancelAlarms(
    ctx,
    tx,
    current.map((child) => child.jobId),
  )
  const targets = post.targets.map((target, position) => ({ target, position }))
  const wanted = new Set(post.targets.map((target) => target.socialAccountId))
  const removed = current.filter((child) => !wanted.has(child.socialAccountId))
  await tx.query('DELETE FROM social_account_posts WHERE id = ANY($1)', [removed.map((child) => child.id)])

  const due = dueAt(post.schedule, now)
  const added: typeof targets = []
  for (const { target, position } of targets) {
    const child = current.find((candidate) => candidate.socialAccountId === target.socialAccountId)
    if (!child) {
      added.push({ target, position })
      continue
    }
    const jobId = due && randomUUID()
    await tx.query(
      `UPDATE social_account_posts SET position = $2, content_override = $3, first_comment = $4, options = $5,
         updated_at = $6, due_at = $7, job_id = $8 WHERE id = $1`,
      [
        child.id,
        position,
        target.contentOverride && JSON.stringify(target.contentOverride),
        target.firstComment,
        JSON.stringify(target.options),
        now,
        due,
        jobId,
      ],
    )
    if (due && jobId) {
      await setAlarms(ctx, tx, [
        {
          jobId,
          dueAt: due,
          socialAccountPostId: child.id,
          socialAccountId: child.socialAccountId,
          organizationId: ctx.actor.organizationId,
        },
      ])
    }
  }
  await insertChildren(ctx, tx, postId, post, added, now)
}
