/** What ends a WebSocket connection. Its timer is driven by hand. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import { eventually } from '../helpers/eventually.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'

const pingEveryMs = 12_000
const timers = new Set<() => void>()
let ahead = 0
/** The real clock, but for the timers of connections. */
const clock: Clock = {
  ...systemClock,
  now: () => Date.now() + ahead,
  setInterval(fn, ms) {
    if (ms !== pingEveryMs) return systemClock.setInterval(fn, ms)
    timers.add(fn)
    return fn
  },
  clearInterval(handle) {
    if (!timers.delete(handle as () => void)) systemClock.clearInterval(handle)
  },
}
/** As when 12 seconds have passed. */
const tick = () => {
  ahead += pingEveryMs
  for (const fire of timers) fire()
}

let service: TestService
let client: Client

beforeAll(async () => {
  service = await startService({ clock, config: { role: 'api', subscriptionsPerKey: 2 } })
})
beforeEach(async () => {
  client = await service.client()
  await eventually(() => timers.size === 0)
})
afterAll(() => service.stop())

interface Connection {
  socket: WebSocket
  /** Close code and reason. */
  closed: Promise<[number, string]>
  send(message: object): void
  /** The next message of a type, once it is there. */
  received(type: string): Promise<{ type: string; id?: string }>
}

async function connect({ autoPong = true } = {}, at = service): Promise<Connection> {
  const socket = new WebSocket(`${at.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { autoPong })
  const messages: { type: string }[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  const closed = new Promise<[number, string]>((resolve) =>
    socket.once('close', (code, reason) => resolve([code, String(reason)])),
  )
  await new Promise((resolve) => socket.once('open', resolve))
  const send = (message: object) => socket.send(JSON.stringify(message))
  const received = (type: string) =>
    eventually(() => {
      const at = messages.findIndex((message) => message.type === type)
      return at >= 0 && (messages.splice(at, 1)[0] as { type: string })
    })
  send({ type: 'connection_init', payload: { Authorization: `Bearer ${client.token}` } })
  return { socket, closed, send, received }
}

/** Both sides have read what the other sent before. */
async function roundTrip({ send, received }: Connection): Promise<void> {
  send({ type: 'ping' })
  await received('pong')
}

const subscribeMessage = { id: 's', type: 'subscribe', payload: { query: 'subscription { deliveryEvents { id } }' } }
const queryMessage = { id: 'q', type: 'subscribe', payload: { query: '{ health { version } }' } }

describe('a client that does not answer a ping', () => {
  test('is cut off at the next one', async () => {
    const silent = await connect({ autoPong: false })
    await silent.received('connection_ack')
    const pinged = new Promise((resolve) => silent.socket.once('ping', resolve))
    tick()
    await pinged
    tick()
    expect(await silent.closed).toEqual([1006, ''])
  })

  test('is told from one that does, however long it stays', async () => {
    const live = await connect()
    await live.received('connection_ack')
    live.send(subscribeMessage)
    await roundTrip(live)
    for (let count = 0; count < 10; count += 1) {
      const pinged = new Promise((resolve) => live.socket.once('ping', resolve))
      tick()
      await pinged
      await roundTrip(live)
    }
    expect(live.socket.readyState).toBe(WebSocket.OPEN)
    live.socket.close()
    await live.closed
  })
})

describe('a connection on which nothing is asked', () => {
  const tickTo = async (connection: Connection, ms: number) => {
    for (let passed = 0; passed < ms; passed += pingEveryMs) {
      tick()
      if (connection.socket.readyState === WebSocket.OPEN) await roundTrip(connection)
    }
  }

  test('is closed with 4408 after a minute', async () => {
    const idle = await connect()
    await idle.received('connection_ack')
    await tickTo(idle, 48_000)
    expect(idle.socket.readyState).toBe(WebSocket.OPEN)
    tick()
    expect(await idle.closed).toEqual([4408, 'Nothing was asked for 60 seconds.'])
  })

  test('counts its minute from the last operation, and never while a subscription is open', async () => {
    const busy = await connect()
    await busy.received('connection_ack')
    await tickTo(busy, 48_000)
    busy.send(queryMessage)
    await busy.received('complete')
    await tickTo(busy, 48_000)
    busy.send(subscribeMessage)
    await roundTrip(busy)
    await tickTo(busy, 300_000)
    expect(busy.socket.readyState).toBe(WebSocket.OPEN)
    busy.send({ id: 's', type: 'complete' })
    await roundTrip(busy)
    await tickTo(busy, 48_000)
    expect(busy.socket.readyState).toBe(WebSocket.OPEN)
    tick()
    expect((await busy.closed)[0]).toBe(4408)
  })
})

test('more connections of a key than it may have are closed with 4429, those of another are not', async () => {
  const first = [await connect(), await connect()]
  for (const { received } of first) await received('connection_ack')
  expect((await (await connect()).closed)[0]).toBe(4429)
  const { token } = client
  client = await service.client()
  const other = await connect()
  await other.received('connection_ack')
  client = { ...client, token }
  first[0]?.socket.close()
  await first[0]?.closed
  const again = await eventually(async () => {
    const next = await connect()
    const code = await Promise.race([next.closed.then(([closed]) => closed), next.received('connection_ack')])
    return typeof code === 'object' && next
  })
  for (const { socket, closed } of [...first, other, again]) {
    socket.close()
    await closed
  }
})

test('a message of more than 256 KiB closes the connection with 1009', async () => {
  const loud = await connect()
  await loud.received('connection_ack')
  loud.send({ id: '1', type: 'subscribe', payload: { query: `{ health { version } } # ${'x'.repeat(256 * 1024)}` } })
  expect((await loud.closed)[0]).toBe(1009)
})

test('a service that stops closes with 1001', async () => {
  const { databaseUrl, encryptionKeys } = service
  const stopping = await startService({ databaseUrl, encryptionKeys, config: { role: 'api' } })
  const open = await connect({}, stopping)
  await open.received('connection_ack')
  await stopping.stop()
  expect((await open.closed)[0]).toBe(1001)
})
