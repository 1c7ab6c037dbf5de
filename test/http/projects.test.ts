import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addAccount } from '../helpers/accounts.ts'
import { eventually } from '../helpers/eventually.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  client = await service.client()
})
afterAll(() => service.stop())

test('POST 201: a project has an id and its name', async () => {
  const { status, body } = await client.call('POST', '/projects', { name: '  Café “Ümläut” 👋 ' })
  expect({ status, body }).toEqual({ status: 201, body: { id: expect.any(String), name: 'Café “Ümläut” 👋' } })
  expect((await client.call('POST', '/projects', { name: 'a'.repeat(200) })).status).toBe(201)
})

test.each([
  [{}, 'name'],
  [{ name: '' }, 'name'],
  [{ name: '   ' }, 'name'],
  [{ name: 'a'.repeat(201) }, 'name'],
  [{ name: 5 }, 'name'],
  [{ name: null }, 'name'],
  [{ name: 'a', color: 'red' }, 'color'],
  [[], ''],
])('POST 422: %j', async (given, path) => {
  const { status, body } = await client.call('POST', '/projects', given)
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'VALIDATION_FAILED' })
  expect(body.validationErrors).toEqual([{ path, message: expect.any(String) }])
})

test('GET 200: an array, newest first', async () => {
  expect((await client.call('GET', '/projects')).body).toEqual([])
  const ids = [await client.project('A'), await client.project('B')]
  const { status, body } = await client.call('GET', '/projects')
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      { id: ids[1], name: 'B' },
      { id: ids[0], name: 'A' },
    ],
  })
})

test('DELETE 204: the project goes with its accounts, grants, posts and jobs', async () => {
  const kept = await client.project('Kept')
  const projectId = await client.project()
  const accounts = await client.connect(projectId, { accounts: 2 })
  const schedule = { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() + 3600_000).toISOString() }
  const post = await client.call('POST', '/posts', postTo(accounts, { schedule }))
  const deleted = await client.call('DELETE', `/projects/${projectId}`)
  expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 204, body: undefined })
  expect((await client.call('GET', '/projects')).body.map(({ id }: { id: string }) => id)).toEqual([kept])
  expect((await client.call('GET', `/posts/${post.body.id}`)).status).toBe(404)
  expect((await client.call('GET', '/social-accounts')).body).toEqual([])
  const { pool } = service.app.services.db
  const grants = await pool.query('SELECT 1 FROM oauth_grants WHERE project_id = $1', [projectId])
  const jobs = await pool.query(`SELECT 1 FROM pgboss.job WHERE data::text LIKE '%' || $1 || '%'`, [accounts[0]])
  expect({ grants: grants.rows, jobs: jobs.rows }).toEqual({ grants: [], jobs: [] })
  expect((await client.call('DELETE', `/projects/${projectId}`)).status).toBe(404)
})

test('DELETE 204: accounts that were connected are told as disconnected, once', async () => {
  const projectId = await client.project()
  const accounts = await client.connect(projectId, { accounts: 2 })
  const { organizationId } = client
  await addAccount(service, { organizationId, projectId, platform: 'X', status: 'DISCONNECTED' })
  const remove = () => client.call('DELETE', `/projects/${projectId}`)
  const answers = await Promise.all([remove(), remove()])
  expect(answers.map(({ status }) => status)).toContain(204)
  const { rows } = await service.app.services.db.pool.query(
    `SELECT social_account_id AS id, project_id, platform FROM events
     WHERE organization_id = $1 AND event_type = 'socialAccount.disconnected'`,
    [organizationId],
  )
  const told = { project_id: projectId, platform: 'SERVICETEST' }
  expect(rows.map(({ id }) => id).sort()).toEqual(accounts.sort())
  expect(rows).toEqual([expect.objectContaining(told), expect.objectContaining(told)])
})

test('DELETE 204: a post that is being created at this moment leaves no job behind', async () => {
  const { pool } = service.app.services.db
  const projectId = await client.project()
  const [account = ''] = await client.connect(projectId)
  await pool.query(`
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(42); RETURN NEW; END $$;
    CREATE TRIGGER hold AFTER INSERT ON social_account_posts FOR EACH ROW EXECUTE FUNCTION hold()`)
  const holder = await pool.connect()
  const waiting = (count: number) =>
    eventually(async () => {
      const { rows } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rows.length === count
    })
  try {
    await holder.query('SELECT pg_advisory_lock(42)')
    const schedule = { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() + 3600_000).toISOString() }
    const creating = client.call('POST', '/posts', postTo([account], { schedule }))
    await waiting(1)
    const deleting = client.call('DELETE', `/projects/${projectId}`)
    await waiting(2)
    await holder.query('SELECT pg_advisory_unlock(42)')
    expect([(await creating).status, (await deleting).status]).toEqual([201, 204])
  } finally {
    holder.release(true)
    await pool.query('DROP FUNCTION hold CASCADE')
  }
  const { rows } = await pool.query(`SELECT id FROM pgboss.job WHERE data ->> 'socialAccountId' = $1`, [account])
  expect(rows).toEqual([])
})

test('DELETE 404: an unknown project', async () => {
  for (const id of [randomUUID(), 'nonsense']) {
    const { status, body } = await client.call('DELETE', `/projects/${id}`)
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'PROJECT_NOT_FOUND' })
  }
})

test('403: a key that may only read creates and deletes nothing; one limited to projects creates none', async () => {
  const id = await client.project()
  const { organizationId } = client
  const reader = await service.client({ readOnly: true, organizationId })
  const limited = await service.client({ projectIds: [id], organizationId })
  const answers = [
    await reader.call('POST', '/projects', { name: 'a' }),
    await reader.call('DELETE', `/projects/${id}`),
    await limited.call('POST', '/projects', { name: 'a' }),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'FORBIDDEN']))
  expect((await client.call('GET', '/projects')).body).toHaveLength(1)
})
