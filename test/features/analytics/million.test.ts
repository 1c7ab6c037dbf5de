/** A million snapshots: every read of analytics goes through an index, and how long it takes is printed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../../src/context.ts'
import { bestPostsOf, historyOfChildren, totalsOf } from '../../../src/features/analytics/read-analytics.ts'
import { listChildren, readPost } from '../../../src/features/posts/read-posts.ts'
import { type Client, startService, type TestService } from '../../helpers/service.ts'

/** 10 projects of one account each, 400 posts to an account, 5 metrics on 50 days: a million snapshots. */
const projects = 10
const postsEach = 400
const snapshotDays = 50

let service: TestService
let client: Client
let ctx: Context
let ids: { project: string; account: string; post: string; children: string[] }

beforeAll(async () => {
  service = await startService({ config: { role: 'api' } })
  client = await service.client()
  const { pool } = service.app.services.db
  const actor = { keyId: '', organizationId: client.organizationId, readOnly: false, projectIds: null }
  ctx = { ...service.app.services, actor, requestId: '' }
  const setup = await pool.connect()
  await setup.query('SET session_replication_role = replica')
  await setup.query(
    `CREATE FUNCTION pg_temp.id(kind text, n int, i int DEFAULT 0) RETURNS uuid IMMUTABLE LANGUAGE sql AS
     $$ SELECT overlay(overlay(md5(kind || n || '-' || i) placing '7' from 13) placing 'a' from 17)::uuid $$`,
  )
  await setup.query(
    `INSERT INTO projects (id, organization_id, name)
     SELECT pg_temp.id('project', n), $1, 'Project ' || n FROM generate_series(1, $2::int) n`,
    [client.organizationId, projects],
  )
  await setup.query(
    `INSERT INTO social_accounts (id, organization_id, project_id, platform, external_account_id, username)
     SELECT pg_temp.id('account', n), $1, pg_temp.id('project', n), 'SERVICETEST', 'a-' || n, 'a' FROM generate_series(1, $2::int) n`,
    [client.organizationId, projects],
  )
  await setup.query(
    `INSERT INTO posts (id, organization_id, project_id, content, schedule_type, created_at, updated_at)
     SELECT pg_temp.id('post', n, i), $1, pg_temp.id('project', n), '[{"text": "x"}]', 'PUBLISH_NOW', now(), now()
     FROM generate_series(1, $2::int) n, generate_series(1, $3::int) i`,
    [client.organizationId, projects, postsEach],
  )
  await setup.query(
    `INSERT INTO social_account_posts (id, post_id, organization_id, project_id, social_account_id, platform, position,
       delivery_status, created_at, updated_at)
     SELECT pg_temp.id('child', n, i), pg_temp.id('post', n, i), $1, pg_temp.id('project', n),
       pg_temp.id('account', n), 'SERVICETEST', 0, 'PUBLISHED', now(), now()
     FROM generate_series(1, $2::int) n, generate_series(1, $3::int) i`,
    [client.organizationId, projects, postsEach],
  )
  await setup.query(
    `INSERT INTO post_metrics (social_account_post_id, metric, date, collected_at, value)
     SELECT c.id, m, date '2026-01-01' + d, timestamptz '2026-01-01' + d * interval '1 day', d * 10
     FROM social_account_posts c, unnest(ARRAY['comments', 'impressions', 'likes', 'shares', 'views']) m,
       generate_series(1, $1::int) d`,
    [snapshotDays],
  )
  await setup.query(
    `INSERT INTO post_analytics (social_account_post_id, organization_id, project_id, social_account_id, published_at, latest)
     SELECT c.id, c.organization_id, c.project_id, c.social_account_id,
       timestamptz '2025-01-01' + (hashtext(c.id::text) & 255) * interval '1 day', (
         SELECT jsonb_object_agg(m, jsonb_build_object('value', hashtext(c.id::text) & 1023, 'collectedAt', '2026-02-20T00:00:00.000Z'))
         FROM unnest(ARRAY['comments', 'impressions', 'likes', 'shares', 'views']) m)
     FROM social_account_posts c`,
  )
  await setup.query('RESET session_replication_role')
  setup.release()
  await pool.query('VACUUM ANALYZE')
  const { rows } = await pool.query(
    `SELECT project_id AS project, social_account_id AS account, min(post_id::text) AS post,
       (array_agg(id))[1:20] AS children
     FROM social_account_posts GROUP BY 1, 2 LIMIT 1`,
  )
  ids = rows[0]
}, 120_000)
afterAll(() => service.stop())

/** Runs `work` with its statement explained beside it; returns the plans and the median of 21 executions, milliseconds. */
async function explain(work: (explained: Context) => Promise<unknown>): Promise<{ plans: string; ms: number }> {
  const plans: string[] = []
  const times: number[] = []
  const { pool } = ctx.db
  const query = async (statement: { name: string; text: string; values: unknown[] }) => {
    const { name: _name, text, values } = statement
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    // Prepared statements may be planned without their values after a few executions.
    const generic = await pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
    plans.push(generic.rows.map((row) => row['QUERY PLAN']).join('\n'))
    let result = await pool.query(statement)
    for (let round = 0; round < 21; round += 1) {
      const started = performance.now()
      result = await pool.query(statement)
      times.push(performance.now() - started)
    }
    return result
  }
  const explaining = new Proxy(pool, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) })
  await work({ ...ctx, db: { ...ctx.db, pool: explaining } })
  return { plans: plans.join('\n\n'), ms: times.sort((a, b) => a - b)[10] as number }
}

const range = { from: '2026-01-10', to: '2026-02-10' }
const everyProject = async () =>
  (await ctx.db.pool.query<{ id: string }>('SELECT id FROM projects')).rows.map(({ id }) => id)

test('there are a million snapshots', async () => {
  const { rows } = await ctx.db.pool.query('SELECT count(*)::int AS count FROM post_metrics')
  expect(rows[0].count).toBe(projects * postsEach * snapshotDays * 5)
})

test.each<[string, (as: Context) => Promise<unknown>]>([
  ['a post', (as) => readPost(as, { postId: ids.post })],
  ['a page of 50 children', (as) => listChildren(as, { limit: 50 })],
  [
    'history: 1 child, 1 metric, 32 days',
    (as) => historyOfChildren(as, ids.children.slice(0, 1), { ...range, metrics: ['likes'] }),
  ],
  [
    'history: 20 children, 1 metric, 32 days',
    (as) => historyOfChildren(as, ids.children, { ...range, metrics: ['likes'] }),
  ],
  ['history: 1 child, all metrics, ever', (as) => historyOfChildren(as, ids.children.slice(0, 1), {})],
  [
    'totals of a project, 90 days',
    (as) => totalsOf(as, 'project', [ids.project], { from: '2025-03-01', to: '2025-05-29' }),
  ],
  ['totals of an account, ever', (as) => totalsOf(as, 'account', [ids.account], {})],
  ['best posts of a project, ever', (as) => bestPostsOf(as, 'project', [ids.project], { metric: 'likes', limit: 10 })],
  [
    'best posts of an account, 90 days',
    (as) =>
      bestPostsOf(as, 'account', [ids.account], { metric: 'views', limit: 10, from: '2025-03-01', to: '2025-05-29' }),
  ],
])('%s: no table of snapshots or values is read as a whole', async (name, work) => {
  const { plans, ms } = await explain(work)
  if (process.env.SHOW_PLANS) console.log(`${name}\n${plans}`)
  console.log(`${name}: ${ms.toFixed(2)} ms`)
  expect(plans).not.toMatch(/Seq Scan on (post_metrics|post_analytics)/)
})

test('totals of every project at once are right', async () => {
  const ofAll = await totalsOf(ctx, 'project', await everyProject(), { metrics: ['likes'] })
  expect(ofAll.map(([total]) => total?.posts)).toEqual(Array.from({ length: projects }, () => postsEach))
})
