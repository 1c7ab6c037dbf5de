/** The rows of posts, children, their alarms and batch keys, as the tables hold them. */
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { newId } from '../../../src/lib/ids.ts'
import { queueNames } from '../../../src/queue/names.ts'
import type { Tenant } from '../tenant.ts'

export interface Table {
  name: string
  columns: readonly string[]
}

export const posts: Table = {
  name: 'posts',
  columns: [
    'id',
    'organization_id',
    'project_id',
    'content',
    'schedule_type',
    'scheduled_for',
    'auto_delete_media',
    'created_at',
    'updated_at',
  ],
}

export const children: Table = {
  name: 'social_account_posts',
  columns: [
    'id',
    'post_id',
    'organization_id',
    'project_id',
    'social_account_id',
    'platform',
    'position',
    'options',
    'created_at',
    'updated_at',
    'due_at',
    'job_id',
  ],
}

/** What pg-boss copies from the queue into each of its jobs. */
const jobSettings = [
  'expire_seconds',
  'deletion_seconds',
  'retry_limit',
  'retry_delay',
  'retry_backoff',
  'retry_delay_max',
  'policy',
  'dead_letter',
  'heartbeat_seconds',
]

export const jobs: Table = {
  name: 'pgboss.job_common',
  columns: ['id', 'name', 'data', 'start_after', 'keep_until', ...jobSettings],
}

export const batchItems: Table = {
  name: 'batch_items',
  columns: ['organization_id', 'idempotency_key', 'item_hash', 'post_id', 'created_at'],
}

type Cells = unknown[]

export interface PostRows {
  post: Cells
  children: Cells[]
  jobs: Cells[]
}

/** Makes rows of a new post with a child on each account. */
export async function createRowMaker(
  pool: Pool,
  { organizationId, projectId }: Tenant,
): Promise<(text: string, due: Date, accountIds: readonly string[]) => PostRows> {
  const { rows } = await pool.query(`SELECT *, retention_seconds FROM pgboss.queue WHERE name = $1`, [
    queueNames.deliver,
  ])
  const [queue] = rows
  const settings = jobSettings.map((name) => queue[name])
  return (text, due, accountIds) => {
    const id = newId()
    const now = new Date().toISOString()
    const at = due.toISOString()
    const keepUntil = new Date(due.getTime() + queue.retention_seconds * 1000).toISOString()
    const content = JSON.stringify([{ text }])
    const made: PostRows = {
      post: [id, organizationId, projectId, content, 'SCHEDULE_FOR_LATER', at, false, now, now],
      children: [],
      jobs: [],
    }
    for (const [position, accountId] of accountIds.entries()) {
      const childId = newId()
      const jobId = randomUUID()
      const options = '{"shouldSucceed":true}'
      made.children.push([
        childId,
        id,
        organizationId,
        projectId,
        accountId,
        'SERVICETEST',
        position,
        options,
        now,
        now,
        at,
        jobId,
      ])
      const data = JSON.stringify({ organizationId, socialAccountId: accountId, socialAccountPostId: childId })
      made.jobs.push([jobId, queueNames.deliver, data, at, keepUntil, ...settings])
    }
    return made
  }
}

/** `INSERT` of `count` rows of a table, its parameters counted from `first`. */
export function insertSql({ name, columns }: Table, count: number, first = 1): string {
  const row = (index: number) => `(${columns.map((_, at) => `$${first + index * columns.length + at}`).join(',')})`
  return `INSERT INTO ${name} (${columns.join(',')}) VALUES ${Array.from({ length: count }, (_, index) => row(index)).join(',')}`
}
