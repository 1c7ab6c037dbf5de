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

/** Inserts posts and their children in one statement, and their alarms in another. */
export async function insertPosts(ctx: Context, tx: ClientBase, inputs: NewPost[], now: Date): Promise<Post[]> {
  const posts = inputs.map((input) => {
    const id = input.id ?? newId()
    const due = dueAt(input.schedule, now)
    const children = input.targets.map((target, position) => newChild(id, input, target, position, due, now))
    return { id, input, children }
  })
  const children = posts.flatMap((post) => post.children)
  const postRows = posts.map(({ id, input }) => postRow(id, input))
  await tx.query({
    name: 'posts_insert',
    text: `WITH post AS (${insertSql('posts', postColumns, 3)})
           ${insertSql('social_account_posts', childColumns, 3 + postColumns.length)}`,
    values: [
      ctx.actor.organizationId,
      now,
      ...toArrays(postColumns, postRows),
      ...toArrays(
        childColumns,
        children.map(({ row }) => row),
      ),
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
  const rows = children.map(({ row }) => row)
  await tx.query({
    name: 'children_insert',
    text: insertSql('social_account_posts', childColumns, 3),
    values: [ctx.actor.organizationId, now, ...toArrays(childColumns, rows)],
  })
  await alarm(ctx, tx, children)
}

type Column = readonly [name: string, type: string]

/** What rows of one insert do not share. */
const postColumns = [
  ['id', 'uuid'],
  ['project_id', 'uuid'],
  ['content', 'jsonb'],
  ['schedule_type', 'text'],
  ['scheduled_for', 'timestamptz'],
  ['auto_delete_media', 'boolean'],
  ['max_retries', 'int'],
  ['retry_delay_seconds', 'int'],
] as const satisfies Column[]

const childColumns = [
  ['id', 'uuid'],
  ['post_id', 'uuid'],
  ['project_id', 'uuid'],
  ['social_account_id', 'uuid'],
  ['platform', 'text'],
  ['position', 'int'],
  ['content_override', 'jsonb'],
  ['first_comment', 'text'],
  ['options', 'jsonb'],
  ['due_at', 'timestamptz'],
  ['job_id', 'uuid'],
] as const satisfies Column[]

type RowOf<Columns extends readonly Column[]> = Record<Columns[number][0], string | number | boolean | null>

/** `$1` is the organization, `$2` now, and one array per column begins at `$first`: half the price of a JSON document. */
function insertSql(table: string, columns: readonly Column[], first: number): string {
  const names = columns.map(([name]) => name)
  const arrays = columns.map(([, type], index) => `$${first + index}::${type}[]`)
  return `INSERT INTO ${table} (organization_id, created_at, updated_at, ${names})
    SELECT $1, $2, $2, * FROM unnest(${arrays})`
}

function toArrays<Columns extends readonly Column[]>(columns: Columns, rows: RowOf<Columns>[]): unknown[][] {
  return columns.map(([name]) => rows.map((row) => row[name as Columns[number][0]]))
}

function postRow(id: string, input: NewPost): RowOf<typeof postColumns> {
  return {
    id,
    project_id: input.projectId,
    content: JSON.stringify(input.content),
    schedule_type: input.schedule.type,
    scheduled_for: input.schedule.scheduledFor?.toISOString() ?? null,
    auto_delete_media: input.autoDeleteMediaAfterPublish,
    max_retries: input.retryPolicy?.maxRetries ?? null,
    retry_delay_seconds: input.retryPolicy?.delaySeconds ?? null,
  }
}

interface NewChild {
  child: SocialAccountPost
  due: Date | null
  jobId: string | null
  row: RowOf<typeof childColumns>
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
    content_override: target.contentOverride && JSON.stringify(target.contentOverride),
    first_comment: target.firstComment,
    options: JSON.stringify(target.options),
    due_at: due?.toISOString() ?? null,
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
