/** One event to a thousand subscribers over WebSocket. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import pg from 'pg'
import { WebSocket } from 'ws'
import { transaction } from '../../../src/db/database.ts'
import { publishEvents } from '../../../src/events/publish.ts'
import { newId } from '../../../src/lib/ids.ts'
import { eventually } from '../../helpers/eventually.ts'
import { median } from '../result.ts'
import type { Bench, Prepared, Row, Scenario } from '../scenario.ts'
import { createTenant } from '../tenant.ts'

const subscribers = 1000
const spread: Row = {
  path: '1 event to 1,000 subscribers, first to last',
  unit: 'ms',
  goal: { ratio: 0.8 },
}
const whole: Row = { path: '1 event to 1,000 subscribers, written to last', unit: 'ms' }

const query = `subscription { deliveryEvents { id eventType occurredAt projectId postId socialAccountPostId socialAccountId
  platform externalPostId externalPostUrl errorMessage retryPostId } }`

/** Clients that note when the first and the last of them got a message. */
interface Crowd {
  clients: WebSocket[]
  /** Sends an event and waits until all have it. Milliseconds from the first to the last, and since the call. */
  time(send: () => unknown): Promise<{ spread: number; whole: number; text: string }>
}

async function gather(bench: Bench, url: string, greet: (client: WebSocket) => Promise<unknown>): Promise<Crowd> {
  let arrived = 0
  let first = 0
  let done = (_text: string) => {}
  const onMessage = (data: unknown) => {
    if (arrived === 0) first = performance.now()
    arrived += 1
    if (arrived === subscribers) done(String(data))
  }
  const clients: WebSocket[] = []
  bench.onClose(async () => {
    for (const client of clients) client.terminate()
  })
  // A few at a time, as a listening socket takes them.
  while (clients.length < subscribers) {
    const some = Array.from({ length: 50 }, () => new WebSocket(url, 'graphql-transport-ws'))
    clients.push(...some)
    await Promise.all(some.map(greet))
  }
  for (const client of clients) client.on('message', onMessage)
  return {
    clients,
    async time(send) {
      arrived = 0
      const all = new Promise<string>((resolve) => {
        done = resolve
      })
      const startedAt = performance.now()
      await send()
      const text = await all
      const now = performance.now()
      return { spread: now - first, whole: now - startedAt, text }
    },
  }
}

async function subscribe(client: WebSocket, token: string): Promise<void> {
  await once(client, 'open')
  client.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${token}` } }))
  await once(client, 'message')
  client.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
}

/** Nobody tells when a subscription has begun: events are written until each client got one, and all got the last one. */
async function allBegun(clients: WebSocket[], write: () => Promise<string>): Promise<void> {
  const latest = new Map<WebSocket, string>()
  const note = function (this: WebSocket, data: unknown) {
    latest.set(this, String(data))
  }
  for (const client of clients) client.on('message', note)
  let last = ''
  await eventually(
    async () => {
      last = await write()
      return eventually(() => latest.size === clients.length, { timeout: 300 })
    },
    { timeout: 60_000 },
  )
  await eventually(() => clients.every((client) => latest.get(client)?.includes(last)), { timeout: 60_000 })
  for (const client of clients) client.off('message', note)
}

async function prepare(bench: Bench): Promise<Prepared> {
  const databaseUrl = await bench.createDatabase()
  const { token, organizationId, projectId } = await createTenant(databaseUrl, 1)
  const { url } = await bench.startService(databaseUrl, { SUBSCRIPTIONS_PER_KEY: '2000' })
  const { line: plainUrl } = await bench.startScript('test/bench/baselines/fan-out-server.ts', [])
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  bench.onClose(() => pool.end())
  /** Returns what the event is known by. */
  const write = async () => {
    const socialAccountId = newId()
    const event = {
      organizationId,
      projectId,
      socialAccountId,
      platform: 'SERVICETEST',
      occurredAt: new Date(),
    } as const
    await transaction(pool, (tx) => publishEvents(tx, [{ ...event, eventType: 'socialAccount.connected' }]))
    return socialAccountId
  }
  const own = await gather(bench, `${url.replace('http', 'ws')}/graphql`, (client) => subscribe(client, token))
  const plain = await gather(bench, plainUrl, (client) => once(client, 'open'))
  const sender = new WebSocket(plainUrl)
  await once(sender, 'open')
  bench.onClose(async () => sender.terminate())

  await allBegun(own.clients, write)
  const { text } = await own.time(write)
  assert.equal(JSON.parse(text).type, 'next')
  assert.equal((await plain.time(() => sender.send(text))).text, text)
  const events = bench.quick ? 10 : 30
  const measure = async (crowd: Crowd, send: () => unknown) => {
    const times: { spread: number; whole: number }[] = []
    for (let n = 0; n < events; n += 1) times.push(await crowd.time(send))
    return {
      [spread.path]: median(times.map((time) => time.spread)),
      [whole.path]: median(times.map((time) => time.whole)),
    }
  }
  return {
    ours: () => measure(own, write),
    baseline: async () => {
      const { [spread.path]: baseline = 0 } = await measure(plain, () => sender.send(text))
      return { [spread.path]: baseline }
    },
  }
}

export const subscriberScenarios: Scenario[] = [{ name: 'subscribers', rounds: 7, rows: [spread, whole], prepare }]
