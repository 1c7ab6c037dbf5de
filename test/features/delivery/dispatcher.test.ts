import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ClaimedDelivery } from '../../../src/features/delivery/claim.ts'
import { type Dispatcher, startDispatcher } from '../../../src/features/delivery/dispatcher.ts'
import { eventually } from '../../helpers/eventually.ts'
import { type Client, startService, type TestService } from '../../helpers/service.ts'
import { create } from './follow.ts'

let service: TestService
let dispatcher: Dispatcher
let held: { delivery: ClaimedDelivery; finish(): void }[] = []
let startedAccounts: string[] = []

beforeAll(async () => {
  service = await startService({ config: { role: 'api' } })
})
afterAll(() => service.stop())
afterEach(async () => {
  const stopped = dispatcher.stop()
  for (const { finish } of held) finish()
  await stopped
  held = []
  startedAccounts = []
})

/** Deliveries that last until the test finishes them. */
function start(slots: number): void {
  const deliver = (delivery: ClaimedDelivery) =>
    new Promise<void>((resolve) => {
      held.push({ delivery, finish: resolve })
      startedAccounts.push(delivery.socialAccountId)
    })
  dispatcher = startDispatcher(service.app.services, deliver, slots)
}

async function organization(posts: number, accounts = 1): Promise<{ client: Client; accounts: string[] }> {
  const client = await service.client()
  const ids = await client.connect(await client.project(), { accounts })
  for (let made = 0; made < posts; made += 1) await create(client, [ids[made % ids.length] as string])
  return { client, accounts: ids }
}

const ready = ({ client, accounts }: Awaited<ReturnType<typeof organization>>) => {
  for (const socialAccountId of accounts) dispatcher.ready({ organizationId: client.organizationId, socialAccountId })
}

const finishOne = (of: string[]) => {
  const index = held.findIndex(({ delivery }) => of.includes(delivery.socialAccountId))
  const before = startedAccounts.length
  held.splice(index, 1)[0]?.finish()
  return before
}

test('an account is served although the ones asked before it turned out to have nothing due', async () => {
  const idle = await Promise.all(Array.from({ length: 7 }, () => organization(0)))
  const due = await organization(1)
  start(2)
  for (const each of idle) ready(each)
  ready(due)
  await eventually(() => startedAccounts.length === 1)
  expect(startedAccounts).toEqual(due.accounts)
})

test('stopping waits for all deliveries in progress, takes nothing new and comes to an end', async () => {
  const busy = await organization(5, 3)
  start(12)
  ready(busy)
  await eventually(() => held.length === 5)
  let stopped = false
  const stop = dispatcher.stop().then(() => {
    stopped = true
  })
  await create(busy.client, busy.accounts)
  ready(busy)
  for (const { finish } of held.slice(0, 4)) {
    finish()
    await turn()
    expect(stopped).toBe(false)
  }
  held[4]?.finish()
  await stop
  expect(held).toHaveLength(5)
})

test('what a claim brings after the stop goes back at once, untried', async () => {
  const late = await organization(1)
  start(4)
  ready(late)
  await dispatcher.stop()
  expect(held).toHaveLength(0)
  const { body } = await late.client.call('GET', '/social-account-posts')
  expect(JSON.stringify(body)).toContain('"deliveryStatus":"NOT_STARTED"')
  start(4)
  ready(late)
  await eventually(() => held.length === 1)
})

test('an organization holds four fifths of the slots at most, an account a quarter', async () => {
  const big = await organization(30, 5)
  start(8)
  ready(big)
  await eventually(() => held.length === 6)
  const perAccount = Map.groupBy(startedAccounts, (id) => id)
  expect(Math.max(...[...perAccount.values()].map((ids) => ids.length))).toBeLessThanOrEqual(2)
  const small = await organization(1)
  ready(small)
  await eventually(() => held.length === 7)
  expect(startedAccounts.at(-1)).toBe(small.accounts[0])
})

test('organizations that share what is left take turns, however many accounts each has', async () => {
  const first = await organization(12, 4)
  const second = await organization(6, 3)
  const third = await organization(2)
  start(5)
  ready(first)
  await eventually(() => held.length === 4)
  ready(second)
  await eventually(() => held.length === 5)
  ready(third)
  for (let turnNumber = 0; turnNumber < 2; turnNumber += 1) {
    const before = finishOne([...second.accounts, ...third.accounts])
    await eventually(() => startedAccounts.length > before)
  }
  expect(startedAccounts.slice(-2)).toContain(third.accounts[0])
})

test('one at a time, every organization has its turn', async () => {
  const all = await Promise.all([organization(4, 2), organization(4, 2), organization(4, 2)])
  start(1)
  for (const each of all) ready(each)
  const owner = (account: string | undefined) => all.findIndex(({ accounts }) => accounts.includes(account as string))
  const served: number[] = []
  for (let turnNumber = 0; turnNumber < 6; turnNumber += 1) {
    await eventually(() => startedAccounts.length > turnNumber)
    served.push(owner(startedAccounts.at(-1)))
    held.at(-1)?.finish()
  }
  expect(new Set(served.slice(0, 4))).toEqual(new Set([0, 1, 2]))
})

test('a claim that fails leaves the accounts on the list', async () => {
  const unlucky = await organization(1)
  start(3)
  const { pool } = service.app.services.db
  const query = pool.query
  pool.query = (() => Promise.reject(new Error('no connection'))) as never
  ready(unlucky)
  await turn()
  pool.query = query
  expect(held).toHaveLength(0)
  const other = await organization(1)
  ready(other)
  await eventually(() => held.length === 2)
})
