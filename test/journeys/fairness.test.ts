import { afterEach, beforeEach, expect, test } from 'vitest'
import { create, drained, finished } from '../features/delivery/follow.ts'
import { eventually } from '../helpers/eventually.ts'
import { type ScriptedConnector, scriptConnector } from '../helpers/scripted-connector.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let platform: ScriptedConnector
let open: (() => void)[]

beforeEach(async () => {
  service = await startService({ config: { concurrentDeliveries: 5, concurrentRequestsPerKey: 100 } })
  platform = scriptConnector(service)
  open = []
})
afterEach(async () => {
  delete platform.script.commit
  for (const finish of open.splice(0)) finish()
  await service.stop()
})

async function organization(accounts: number): Promise<{ client: Client; accounts: string[] }> {
  const client = await service.client()
  return { client, accounts: await client.connect(await client.project(), { accounts }) }
}

async function published(client: Client): Promise<number> {
  const { rows } = await service.app.services.db.pool.query(
    `SELECT count(*)::int AS count FROM social_account_posts WHERE organization_id = $1 AND delivery_status = 'PUBLISHED'`,
    [client.organizationId],
  )
  return rows[0].count
}

test('a backlog of 200 posts of one organization does not keep another one waiting', async () => {
  const big = await organization(5)
  const small = await organization(1)
  platform.script.commit = async (ctx) => {
    await ctx.wait(10)
    return {}
  }
  await Promise.all(Array.from({ length: 40 }, () => create(big.client, big.accounts)))
  await eventually(async () => (await published(big.client)) > 0)
  await finished(small.client, (await create(small.client, small.accounts)).id)
  expect(await published(big.client)).toBeLessThan(150)
  await drained(service)
  expect(await published(big.client)).toBe(200)
}, 40_000)

test('an organization whose platform hangs holds four fifths of the slots, and the others go on', async () => {
  const hanging = await organization(5)
  platform.script.commit = () => new Promise((resolve) => open.push(() => resolve({})))
  await create(hanging.client, hanging.accounts)
  await eventually(() => open.length === 4)
  delete platform.script.commit
  for (let post = 0; post < 5; post += 1) {
    const other = await organization(2)
    const done = await finished(other.client, (await create(other.client, other.accounts)).id)
    expect(done.socialAccountPosts).toMatchObject([{ deliveryStatus: 'PUBLISHED' }, { deliveryStatus: 'PUBLISHED' }])
  }
  for (const finish of open.splice(0)) finish()
  await drained(service)
  expect(await published(hanging.client)).toBe(5)
}, 40_000)

test('a slow account does not stop the other accounts of its organization', async () => {
  const { client, accounts } = await organization(3)
  const [slow = '', ...fast] = accounts
  platform.script.commit = (_ctx, delivery) =>
    delivery.externalAccountId.endsWith('-1')
      ? new Promise((resolve) => open.push(() => resolve({})))
      : Promise.resolve({})
  for (let post = 0; post < 10; post += 1) await create(client, [slow])
  await eventually(() => open.length > 0)
  for (let post = 0; post < 10; post += 1) await create(client, fast)
  await eventually(async () => (await published(client)) === 20)
  expect(open).toHaveLength(1)
}, 40_000)
