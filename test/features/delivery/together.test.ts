import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { claimDue } from '../../../src/features/delivery/claim.ts'
import { deliver } from '../../../src/features/delivery/deliver.ts'
import { eventually } from '../../helpers/eventually.ts'
import { type ScriptedConnector, scriptConnector } from '../../helpers/scripted-connector.ts'
import { type Client, startService, type TestService } from '../../helpers/service.ts'
import { statementsOf } from '../../helpers/statements.ts'
import { attemptsOf, create, errorLog } from './follow.ts'

const { log, errors } = errorLog()
let service: TestService
let client: Client
let platform: ScriptedConnector
let projectId: string

beforeAll(async () => {
  service = await startService({ config: { role: 'api' }, log })
  client = await service.client()
  projectId = await client.project()
  platform = scriptConnector(service)
})
afterAll(() => service.stop())
beforeEach(() => {
  platform.script = {}
  platform.calls.length = 0
  errors.length = 0
})

/** Posts to accounts of their own, claimed by one worker. */
async function claimed(count: number) {
  const accounts: string[] = []
  while (accounts.length < count) {
    accounts.push(...(await client.connect(projectId, { accounts: 1, username: `account-${Math.random()}` })))
  }
  for (const account of accounts) await create(client, [account])
  const wanted = accounts.map((socialAccountId) => ({ socialAccountId, limit: 1 }))
  const deliveries = await claimDue(service.app.services.db.pool, wanted, Date.now())
  expect(deliveries).toHaveLength(count)
  return deliveries
}

async function statusesOf(ids: string[]): Promise<(string | undefined)[]> {
  const { rows } = await service.app.services.db.pool.query<{ id: string; status: string }>(
    'SELECT id, delivery_status AS status FROM social_account_posts WHERE id = ANY($1)',
    [ids],
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

test('twenty deliveries at the same time write three times together, each with its own end', async () => {
  const deliveries = await claimed(20)
  platform.script.commit = async (_ctx, { socialAccountPostId }) => ({ externalPostId: `at-${socialAccountPostId}` })
  const statements = await statementsOf(() =>
    Promise.all(deliveries.map((delivery) => deliver(service.app.services, delivery))),
  )
  const writes = statements.filter((text) => /UPDATE social_account_posts/.test(text))
  expect(writes).toHaveLength(3)
  for (const { id } of deliveries) {
    const [attempt] = await attemptsOf(service, id)
    expect(attempt).toMatchObject({ number: 1, outcome: 'published', step: 'confirm' })
    const row = await service.app.services.db.prisma.socialAccountPost.findUnique({ where: { id } })
    expect(row).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: `at-${id}` })
  }
  const events = await service.app.services.db.pool.query(
    `SELECT FROM events WHERE event_type = 'socialAccountPost.delivery.published' AND social_account_post_id = ANY($1)`,
    [deliveries.map(({ id }) => id)],
  )
  expect(events.rowCount).toBe(20)
})

test('a delivery that somebody is changing holds up none of the others, and ends after it', async () => {
  const deliveries = await claimed(3)
  const [held, ...others] = deliveries.map(({ id }) => id)
  const somebody = new pg.Client(service.databaseUrl)
  await somebody.connect()
  await somebody.query('BEGIN')
  await somebody.query('SELECT FROM social_account_posts WHERE id = $1 FOR UPDATE', [held])
  const delivering = Promise.all(deliveries.map((delivery) => deliver(service.app.services, delivery)))
  await eventually(async () => (await statusesOf(others)).every((status) => status === 'PUBLISHED'))
  expect(await statusesOf([held as string])).toEqual(['SENDING'])
  expect(platform.calls.filter((call) => call === 'commit')).toHaveLength(2)
  await somebody.query('COMMIT')
  await somebody.end()
  await delivering
  expect(await statusesOf([held as string])).toEqual(['PUBLISHED'])
  expect(errors).toEqual([])
})

test('a lease that was lost stops its own delivery alone', async () => {
  const deliveries = await claimed(3)
  const [lost, ...others] = deliveries.map(({ id }) => id)
  await service.app.services.db.pool.query(
    'UPDATE social_account_posts SET lease_id = gen_random_uuid() WHERE id = $1',
    [lost],
  )
  await Promise.all(deliveries.map((delivery) => deliver(service.app.services, delivery)))
  expect(await statusesOf(others)).toEqual(['PUBLISHED', 'PUBLISHED'])
  expect(await statusesOf([lost as string])).toEqual(['SENDING'])
  expect(platform.calls.filter((call) => call === 'commit')).toHaveLength(2)
  expect(errors).toEqual([])
})

test('when they cannot be written together, each is written alone', async () => {
  const deliveries = await claimed(3)
  const { pool } = service.app.services.db
  const query = pool.query
  const refused: string[] = []
  pool.query = ((...input: unknown[]) => {
    const { name } = input[0] as { name?: string }
    if (!name?.startsWith('deliveries_') && name !== 'delivery_settle') return Reflect.apply(query, pool, input)
    refused.push(name)
    return Promise.reject(new Error('one of them cannot be written'))
  }) as never
  platform.script.commit = async () => ({ externalPostId: 'zero \0 and half \ud800' })
  await Promise.all(deliveries.map((delivery) => deliver(service.app.services, delivery)))
  pool.query = query
  expect([...new Set(refused)]).toEqual(['deliveries_commit_intent_at', 'deliveries_commit_result', 'delivery_settle'])
  const rows = await service.app.services.db.prisma.socialAccountPost.findMany({
    where: { id: { in: deliveries.map(({ id }) => id) } },
  })
  for (const row of rows) {
    expect(row).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'zero  and half \ufffd', tries: 1 })
  }
  expect(rows).toHaveLength(3)
  expect(errors).toEqual([])
})
