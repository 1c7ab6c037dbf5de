/** Creating posts: one by one against the one statement it could be, by the thousand against COPY and a multi-row INSERT. */
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { transaction } from '../../../src/db/database.ts'
import { createPost } from '../../../src/features/posts/create-post.ts'
import { createPosts } from '../../../src/features/posts/create-posts.ts'
import { copyRows } from '../baselines/copy.ts'
import {
  batchItems,
  children,
  createRowMaker,
  insertSql,
  jobs,
  type PostRows,
  posts,
  type Table,
} from '../baselines/rows.ts'
import { enterInProcess } from '../in-process.ts'
import type { Bench, Prepared, Row, Scenario } from '../scenario.ts'
import { createTenant, type Tenant } from '../tenant.ts'

const inParallel = 8
const batchSize = 1000
const text = 'What a text of the usual length looks like, with a link to https://example.com/and-its-path'

const due = () => new Date(Date.now() + 30 * 86_400_000)

async function prepareCreate(bench: Bench, databaseUrl: string, { path }: Row): Promise<Prepared> {
  const tenant = await createTenant(databaseUrl, 3)
  const ctx = await enterInProcess(bench, databaseUrl, tenant)
  const pool = await openPool(bench, databaseUrl)
  const socialAccounts = tenant.accountIds.map((socialAccountId) => ({
    platform: 'SERVICETEST' as const,
    socialAccountId,
  }))
  const ours = () =>
    createPost(ctx, {
      content: [{ text }],
      schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor: due() },
      socialAccounts,
    } as Parameters<typeof createPost>[1])

  const makeRows = await createRowMaker(pool, tenant)
  const sql = `WITH post AS (${insertSql(posts, 1)}),
    child AS (${insertSql(children, 3, 1 + posts.columns.length)})
    ${insertSql(jobs, 3, 1 + posts.columns.length + 3 * children.columns.length)}`
  const baseline = async () => {
    const rows = makeRows(text, due(), tenant.accountIds)
    await pool.query({ name: 'create', text: sql, values: [rows.post, ...rows.children, ...rows.jobs].flat() })
    return { id: rows.post[0] as string }
  }
  const [own, plain] = [await ours(), await baseline()]
  assert.deepEqual(await comparable(pool, own.id), await comparable(pool, plain.id))
  return {
    ours: async () => ({ [path]: await rate(ours, bench.roundMs) }),
    baseline: async () => ({ [path]: await rate(baseline, bench.roundMs) }),
  }
}

async function prepareBatch(
  bench: Bench,
  databaseUrl: string,
  { path }: Row,
  store: (client: pg.ClientBase, tables: [Table, unknown[][]][]) => Promise<void>,
): Promise<Prepared> {
  const tenant = await createTenant(databaseUrl, 3)
  const ctx = await enterInProcess(bench, databaseUrl, tenant)
  const pool = await openPool(bench, databaseUrl)
  const account = (index: number) => tenant.accountIds[index % 3] as string
  const numbers = Array.from({ length: batchSize }, (_, index) => index)
  const ours = async () => {
    const items = numbers.map((index) => ({
      idempotencyKey: randomUUID(),
      projectId: tenant.projectId,
      socialAccountId: account(index),
      scheduledForUTC: due(),
      description: text,
    }))
    const { results } = await createPosts(ctx, items)
    const [first] = results
    if (results.some(({ status }) => status !== 'CREATED')) throw new Error('An item of the batch was not created.')
    return { id: first?.id as string }
  }
  const makeRows = await createRowMaker(pool, tenant)
  const baseline = async () => {
    const made = numbers.map((index) => makeRows(text, due(), [account(index)]))
    await transaction(pool, (client) =>
      store(client, [
        [batchItems, made.map((rows) => toBatchItem(rows, tenant))],
        [posts, made.map((rows) => rows.post)],
        [children, made.flatMap((rows) => rows.children)],
        [jobs, made.flatMap((rows) => rows.jobs)],
      ]),
    )
    return { id: made[0]?.post[0] as string }
  }
  const [own, plain] = [await ours(), await baseline()]
  assert.deepEqual(await comparable(pool, own.id), await comparable(pool, plain.id))
  const perItem = async (work: () => Promise<unknown>) => ({
    [path]: (await rate(work, bench.roundMs, 1)) * batchSize,
  })
  return { ours: () => perItem(ours), baseline: () => perItem(baseline) }
}

function toBatchItem({ post: [id] }: PostRows, { organizationId }: Tenant): unknown[] {
  const hash = createHash('sha256').update(String(id)).digest('hex')
  return [organizationId, randomUUID(), `\\x${hash}`, id, new Date().toISOString()]
}

async function copyAll(client: pg.ClientBase, tables: [Table, unknown[][]][]): Promise<void> {
  for (const [table, rows] of tables) await copyRows(client, table, rows)
}

async function insertAll(client: pg.ClientBase, tables: [Table, unknown[][]][]): Promise<void> {
  for (const [table, rows] of tables) {
    const name = `insert_${table.name}`
    await client.query({ name, text: insertSql(table, rows.length), values: rows.flat() })
  }
}

async function openPool(bench: Bench, databaseUrl: string): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  bench.onClose(() => pool.end())
  return pool
}

/** Runs per second of `work`, `parallel` at a time. */
async function rate(work: () => Promise<unknown>, milliseconds: number, parallel = inParallel): Promise<number> {
  const startedAt = performance.now()
  let count = 0
  const lane = async () => {
    while (performance.now() - startedAt < milliseconds) {
      await work()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: parallel }, lane))
  return (count * 1000) / (performance.now() - startedAt)
}

/** Everything that a post left in the database but what differs from post to post: ids and times. */
async function comparable(pool: pg.Pool, id: string): Promise<unknown> {
  const { rows } = await pool.query(
    `SELECT to_jsonb(p) - '{id,scheduled_for,created_at,updated_at}'::text[] AS post,
       to_jsonb(c) - '{id,post_id,created_at,updated_at,due_at,job_id}'::text[] AS child,
       to_jsonb(j) - '{id,data,start_after,created_on,keep_until}'::text[] AS job,
       (SELECT array_agg(key ORDER BY key) FROM jsonb_object_keys(j.data) AS key) AS job_data,
       j.start_after = c.due_at AS alarm_is_due, extract(epoch FROM j.keep_until - j.start_after)::int AS kept,
       b.organization_id, octet_length(b.item_hash) AS hash_length
     FROM posts p JOIN social_account_posts c ON c.post_id = p.id JOIN pgboss.job_common j ON j.id = c.job_id
     LEFT JOIN batch_items b ON b.post_id = p.id WHERE p.id = $1 ORDER BY c.position`,
    [id],
  )
  assert.ok(rows.length > 0)
  return rows
}

function scenarios(suffix: string, where: string, crowded: boolean): Scenario[] {
  const row = (path: string, ratio?: number): Row => ({
    path: `${path}${where}`,
    unit: 'per second',
    ...(ratio !== undefined && { goal: { ratio } }),
  })
  const create = row('create a post with 3 children, against one statement', 0.45)
  const copy = row('batch of 1,000, items, against COPY', 0.8)
  const insert = row('batch of 1,000, items, against multi-row INSERT')
  const database = (bench: Bench) => (crowded ? bench.crowdedDatabase() : bench.createDatabase())
  const common = { fullOnly: crowded, rounds: 9 }
  return [
    {
      ...common,
      name: `create${suffix}`,
      rows: [create],
      prepare: async (bench) => prepareCreate(bench, await database(bench), create),
    },
    {
      ...common,
      name: `batch-copy${suffix}`,
      rows: [copy],
      prepare: async (bench) => prepareBatch(bench, await database(bench), copy, copyAll),
    },
    {
      ...common,
      name: `batch-insert${suffix}`,
      rows: [insert],
      prepare: async (bench) => prepareBatch(bench, await database(bench), insert, insertAll),
    },
  ]
}

export const createScenarios: Scenario[] = [
  ...scenarios('', '', false),
  ...scenarios('-million', ' among 1,000,000', true),
]
