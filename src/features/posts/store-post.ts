/** Writes posts and their children, with the alarms of what is to be delivered. */
import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Context } from '../../context.ts'
import { newId } from '../../lib/ids.ts'
import { setAlarms } from '../delivery/jobs.ts'
import type { ContentItem, Post, RetryPolicy, Schedule, SocialAccountPost } from './post.ts'
import type { CheckedTarget, ScheduleInput } from './post-input.ts'

/** A post that passed every check, with its schedule in absolute time. */
export interface NewPost {
  /** Chosen by the caller when it must be known before. */
  id?: string
  projectId: string
  content: ContentItem[]
  schedule: Schedule
  autoDeleteMediaAfterPublish: boolean
  retryPolicy: RetryPolicy | null
  targets: CheckedTarget[]
}

export function toSchedule(input: ScheduleInput): Schedule {
  return { type: input.type, scheduledFor: input.scheduledFor ?? null }
}

/** When children are due: never for drafts. */
export function dueAt(schedule: Schedule, now: Date): Date | null {
  if (schedule.type === 'DRAFT') return null
  return schedule.scheduledFor ?? now
}

const postColumns = `id, organization_id, project_id, content, schedule_type, scheduled_for, auto_delete_media,
  max_retries, retry_delay_seconds, created_at, updated_at`

/** Inserts posts and their children in one statement, and their alarms in another. */
export async function insertPosts(ctx: Context, tx: ClientBase, inputs: NewPost[], now: Date): Promise<Post[]> {
  const posts = inputs.map((input) => {
    const id = input.id ?? newId()
    const due = dueAt(input.schedule, now)
    const children = input.targets.map((target, position) => newChild(id, input, target, position, due, now))
    return { id, input, children }
  })
  const children = posts.flatMap((post) => post.children)
  await tx.query({
    name: 'posts_insert',
    text: `WITH post AS (
             INSERT INTO posts (${postColumns})
             SELECT ${postColumns} FROM jsonb_to_recordset($1::jsonb) AS p(id uuid, organization_id uuid,
               project_id uuid, content jsonb, schedule_type text, scheduled_for timestamptz,
               auto_delete_media boolean, max_retries int, retry_delay_seconds int, created_at timestamptz,
               updated_at timestamptz))
           ${insertChildrenSql('$2')}`,
    values: [
      JSON.stringify(posts.map(({ id, input }) => postRow(ctx, id, input, now))),
      JSON.stringify(children.map(({ row }) => ({ ...row, organization_id: ctx.actor.organizationId }))),
    ],
  })
  await alarm(ctx, tx, children)
  return posts.map(({ id, input, children: own }) => ({
    id,
    projectId: input.projectId,
    content: input.content,
    schedule: input.schedule,
    autoDeleteMediaAfterPublish: input.autoDeleteMediaAfterPublish,
    retryPolicy: input.retryPolicy,
    retryOfId: null,
    socialAccountPosts: own.map(({ child }) => child),
    createdAt: now,
    updatedAt: now,
  }))
}

function postRow(ctx: Context, id: string, input: NewPost, now: Date) {
  return {
    id,
    organization_id: ctx.actor.organizationId,
    project_id: input.projectId,
    content: input.content,
    schedule_type: input.schedule.type,
    scheduled_for: input.schedule.scheduledFor,
    auto_delete_media: input.autoDeleteMediaAfterPublish,
    max_retries: input.retryPolicy?.maxRetries ?? null,
    retry_delay_seconds: input.retryPolicy?.delaySeconds ?? null,
    created_at: now,
    updated_at: now,
  }
}

/** Adds children to a post that exists. */
export async function insertChildren(
  ctx: Context,
  tx: ClientBase,
  postId: string,
  input: NewPost,
  targets: { target: CheckedTarget; position: number }[],
  now: Date,
): Promise<void> {
  if (targets.length === 0) return
  const due = dueAt(input.schedule, now)
  const children = targets.map(({ target, position }) => newChild(postId, input, target, position, due, now))
  await tx.query({
    name: 'children_insert',
    text: insertChildrenSql('$1'),
    values: [JSON.stringify(children.map(({ row }) => ({ ...row, organization_id: ctx.actor.organizationId })))],
  })
  await alarm(ctx, tx, children)
}

function insertChildrenSql(parameter: string): string {
  const columns = `id, post_id, organization_id, project_id, social_account_id, platform, position, content_override,
    first_comment, options, created_at, updated_at, due_at, job_id`
  return `INSERT INTO social_account_posts (${columns})
    SELECT ${columns} FROM jsonb_to_recordset(${parameter}::jsonb) AS c(id uuid, post_id uuid, organization_id uuid,
      project_id uuid, social_account_id uuid, platform text, position int, content_override jsonb, first_comment text,
      options jsonb, created_at timestamptz, updated_at timestamptz, due_at timestamptz, job_id uuid)`
}

interface NewChild {
  child: SocialAccountPost
  due: Date | null
  jobId: string | null
  row: Record<string, unknown>
}

function newChild(
  postId: string,
  post: NewPost,
  target: CheckedTarget,
  position: number,
  due: Date | null,
  now: Date,
): NewChild {
  const jobId = due && randomUUID()
  const child: SocialAccountPost = {
    id: newId(),
    postId,
    projectId: post.projectId,
    socialAccountId: target.socialAccountId,
    platform: target.platform,
    deliveryStatus: 'NOT_STARTED',
    content: target.contentOverride ?? post.content,
    firstComment: target.firstComment,
    schedule: post.schedule,
    options: target.options,
    createdAt: now,
    updatedAt: now,
    deliveryCompletedAt: null,
    externalPostId: null,
    externalPostUrl: null,
    errorMessage: null,
    outcome: null,
    latestMetrics: null,
  }
  const row = {
    id: child.id,
    post_id: postId,
    project_id: post.projectId,
    social_account_id: target.socialAccountId,
    platform: target.platform,
    position,
    content_override: target.contentOverride,
    first_comment: target.firstComment,
    options: target.options,
    created_at: now,
    updated_at: now,
    due_at: due,
    job_id: jobId,
  }
  return { child, due, jobId, row }
}

async function alarm(ctx: Context, tx: ClientBase, children: NewChild[]): Promise<void> {
  const alarms = children.flatMap(({ child, due, jobId }) =>
    due && jobId
      ? {
          jobId,
          dueAt: due,
          socialAccountPostId: child.id,
          socialAccountId: child.socialAccountId,
          organizationId: ctx.actor.organizationId,
        }
      : [],
  )
  if (alarms.length > 0) await setAlarms(ctx, tx, alarms)
}
