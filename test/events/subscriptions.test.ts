import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { revokeApiKey } from '../../src/features/api-keys/revoke-api-key.ts'
import { eventually } from '../helpers/eventually.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'
import { overSse, overWebSocket, type Subscriber } from '../helpers/subscribe.ts'
import { storedEvents, writeEvents } from '../helpers/write-events.ts'

let worker: TestService
let api: TestService
let client: Client
let projectId: string
let account: string
/** What the API process logged. */
const logs: { requestId?: string; msg: string }[] = []

beforeAll(async () => {
  worker = await startService()
  const { databaseUrl, encryptionKeys } = worker
  const log = pino({ level: 'info' }, { write: (line) => void logs.push(JSON.parse(line)) })
  api = await startService({ databaseUrl, encryptionKeys, log, config: { role: 'api', subscriptionsPerKey: 8 } })
  const first = await worker.client()
  projectId = await first.project()
  account = (await first.connect(projectId))[0] as string
  client = await api.client({ organizationId: first.organizationId })
})
afterAll(async () => {
  await api.stop()
  await worker.stop()
})

const transports = [
  ['WebSocket', overWebSocket],
  ['SSE', overSse],
] as const

const write = (count: number, by = client, project = projectId) =>
  writeEvents(worker, { organizationId: by.organizationId, projectId: project, count })

/** A subscriber that is known to be live: it has seen an event. */
async function live(open: typeof overWebSocket, by = client, variables = {}, project = projectId): Promise<Subscriber> {
  const before = (await storedEvents(worker, by.organizationId)).at(-1)
  if (!before) await write(1, by, project)
  const after =
    before ?? (await eventually(async () => (await storedEvents(worker, by.organizationId)).at(-1) ?? false))
  const subscriber = await open(api.url, by.token, { ...variables, after })
  await write(1, by, project)
  await eventually(() => subscriber.events.length > 0 || subscriber.errors.length > 0)
  return subscriber
}

describe.each(transports)('over %s', (_name, open) => {
  test('what a worker elsewhere delivers arrives within a second, in order', async () => {
    const subscriber = await live(open)
    const { body } = await client.call('POST', '/posts', postTo([account]))
    await eventually(() => subscriber.events.filter((event) => event.postId === body.id).length === 2)
    const arrivedAt = Date.now()
    const [started, published] = subscriber.events.filter((event) => event.postId === body.id)
    expect(arrivedAt - Date.parse(published.occurredAt)).toBeLessThan(1000)
    expect(started.eventType).toBe('socialAccountPost.delivery.started')
    expect(published).toEqual({
      id: expect.any(String),
      eventType: 'socialAccountPost.delivery.published',
      occurredAt: expect.stringMatching(/Z$/),
      projectId,
      postId: body.id,
      socialAccountPostId: body.socialAccountPosts[0].socialAccountPostId,
      socialAccountId: account,
      platform: 'SERVICETEST',
      externalPostId: expect.any(String),
      externalPostUrl: expect.any(String),
      errorMessage: null,
      retryPostId: null,
    })
    subscriber.stop()
  })

  test('after replays what was missed and goes on, none twice and none left out, while events are written', async () => {
    const own = await api.client()
    const project = await own.project()
    await write(700, own, project)
    const writing = write(500, own, project)
    const [first] = await eventually(async () => {
      const stored = await storedEvents(worker, own.organizationId)
      return stored.length > 0 && stored
    })
    const subscribers = await Promise.all(Array.from({ length: 3 }, () => open(api.url, own.token, { after: first })))
    await writing
    const stored = await eventually(async () => {
      const ids = await storedEvents(worker, own.organizationId)
      return ids.length === 1200 && subscribers.every(({ events }) => events.length >= 1199) && ids
    })
    for (const { events, stop } of subscribers) {
      expect(events.map(({ id }) => id)).toEqual(stored.slice(1))
      stop()
    }
  })

  test('an after that is unknown or of another organization is refused with EVENT_NOT_FOUND', async () => {
    const stranger = await api.client()
    await write(1, stranger, projectId)
    const [foreign] = await eventually(async () => {
      const ids = await storedEvents(worker, stranger.organizationId)
      return ids.length > 0 && ids
    })
    for (const after of ['nonsense', foreign]) {
      const { errors, stop } = await open(api.url, client.token, { after })
      await eventually(() => errors.length > 0)
      expect(errors[0].extensions.code).toBe('EVENT_NOT_FOUND')
      stop()
    }
  })

  test('a client sees its organization alone, a limited key its projects, a filter what it names', async () => {
    const own = await api.client()
    const [a, b] = [await own.project('A'), await own.project('B')]
    const limited = await api.client({ organizationId: own.organizationId, projectIds: [a] })
    const stranger = await live(open)
    const all = await live(open, own, {}, a)
    const ofA = await live(open, limited, {}, a)
    const filtered = await live(open, own, { projectIds: [b], eventTypes: ['socialAccount.connected'] }, b)
    const before = stranger.events.length
    await write(5, own, a)
    await write(3, own, b)
    await eventually(() => all.events.filter((event) => event.projectId === b).length === 4)
    expect(new Set(ofA.events.map((event) => event.projectId))).toEqual(new Set([a]))
    await eventually(() => filtered.events.length === 4)
    expect(new Set(filtered.events.map((event) => event.projectId))).toEqual(new Set([b]))
    expect(stranger.events).toHaveLength(before)
    for (const { stop } of [stranger, all, ofA, filtered]) stop()
  })

  test('postIds and socialAccountIds choose by post and account, several by any of them', async () => {
    const accounts = await client.connect(projectId, { accounts: 2, username: `filters-${open.name}` })
    const make = async (id: string | undefined) => (await client.call('POST', '/posts', postTo([id as string]))).body
    const post = await make(account)
    const ofPost = await open(api.url, client.token, { postIds: [post.id, randomUUID()] })
    const ofAccounts = await open(api.url, client.token, { socialAccountIds: accounts })
    const draft = await client.call('POST', '/posts', postTo(accounts, { schedule: { type: 'DRAFT' } }))
    const ofDraft = await open(api.url, client.token, { postIds: [draft.body.id], socialAccountIds: [accounts[1]] })
    const all = await live(open)
    await client.call('PATCH', `/posts/${draft.body.id}`, { schedule: { type: 'PUBLISH_NOW' } })
    const other = await make(account)
    await eventually(() => all.events.filter((event) => event.postId === other.id).length === 2)
    await eventually(() => ofAccounts.events.filter((event) => event.postId === draft.body.id).length === 4)
    await eventually(() => ofDraft.events.length === 2)
    expect(new Set(ofAccounts.events.map((event) => event.socialAccountId))).toEqual(new Set(accounts))
    expect(new Set(ofDraft.events.map((event) => event.socialAccountId))).toEqual(new Set([accounts[1]]))
    expect(ofPost.events.every((event) => event.postId === post.id)).toBe(true)
    for (const { stop } of [ofPost, ofAccounts, ofDraft, all]) stop()
  })

  test('a revoked key ends the subscription at once', async () => {
    const own = await api.client()
    const project = await own.project()
    const subscriber = await live(open, own, {}, project)
    const { prisma } = worker.app.services.db
    const key = await prisma.apiKey.findFirstOrThrow({ where: { organizationId: own.organizationId } })
    await revokeApiKey({ prisma }, { keyId: key.id })
    expect(await subscriber.closed).toBe(open === overWebSocket ? 4401 : 0)
    expect((await own.call('GET', '/health')).status).toBe(401)
  })

  test('a key has no more subscriptions open than it may, and requests are counted apart', async () => {
    const own = await api.client()
    const project = await own.project()
    await write(1, own, project)
    const many = await Promise.all(Array.from({ length: 8 }, () => live(open, own, {}, project)))
    const oneMore = await open(api.url, own.token)
    const refused = await Promise.race([
      eventually(() => oneMore.errors[0]?.extensions?.code ?? false),
      oneMore.closed.then((code) => code || 'TOO_MANY_SUBSCRIPTIONS'),
    ])
    expect(['TOO_MANY_SUBSCRIPTIONS', 4429]).toContain(refused)
    expect((await own.call('GET', '/health')).status).toBe(200)
    many[0]?.stop()
    const again = await eventually(async () => {
      const next = await open(api.url, own.token)
      await write(1, own, project)
      const taken = await eventually(() => next.events.length > 0, { timeout: 500 }).catch(() => false as const)
      if (!taken) next.stop()
      return taken && next
    })
    for (const { stop } of [...many, oneMore, again]) stop()
  })

  test('a lost LISTEN connection loses no event', async () => {
    const subscriber = await live(open)
    const from = subscriber.events.length
    const { pool } = worker.app.services.db
    const writing = write(300)
    for (let count = 0; count < 3; count += 1) {
      const pids = await eventually(async () => {
        const { rows } = await pool.query<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'social-publishing-listener'`,
        )
        return rows.length === 2 && rows.map(({ pid }) => pid)
      })
      await pool.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [pids])
    }
    await writing
    await eventually(() => subscriber.events.length >= from + 300)
    const seen = subscriber.events.map(({ id }) => id)
    expect(seen).toEqual((await storedEvents(worker, client.organizationId)).slice(-seen.length))
    subscriber.stop()
  })
})

describe('the WebSocket connection', () => {
  const url = () => `${api.url.replace('http', 'ws')}/graphql`
  const closeOf = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))
  const raw = (protocol = 'graphql-transport-ws') => new WebSocket(url(), protocol)
  const opened = async (payload?: object) => {
    const socket = raw()
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify({ type: 'connection_init', payload }))
    if (payload) await new Promise((resolve) => socket.once('message', resolve).once('close', resolve))
    return socket
  }

  test('is refused without a valid key: 4401', async () => {
    expect(await closeOf(await opened())).toBe(4401)
    const { closed } = await overWebSocket(api.url, 'sps_wrong')
    expect(await closed).toBe(4401)
  })

  test('elsewhere than at /graphql is a 404, another protocol a 4406, garbage a 4400', async () => {
    const elsewhere = new WebSocket(url().replace('/graphql', '/v1/health'))
    elsewhere.on('error', () => {})
    const status = await new Promise((resolve) =>
      elsewhere.once('unexpected-response', (_req, res) => resolve(res.statusCode)),
    )
    expect(status).toBe(404)
    const garbage = await opened({ Authorization: `Bearer ${client.token}` })
    garbage.send('{')
    expect(await closeOf(garbage)).toBe(4400)
  })

  test('runs queries with the limits of HTTP', async () => {
    const socket = await opened({ Authorization: `Bearer ${client.token}` })
    const messages: { type: string; id?: string; payload?: { data?: unknown; errors?: unknown } }[] = []
    socket.on('message', (data) => messages.push(JSON.parse(String(data))))
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: '{ health { version } }' } }))
    const tooDeep = `{ health { ${Array.from({ length: 1001 }, (_, index) => `a${index}: version`).join(' ')} } }`
    socket.send(JSON.stringify({ id: '2', type: 'subscribe', payload: { query: tooDeep } }))
    await eventually(() => messages.some(({ id, type }) => id === '2' && type === 'error'))
    expect(messages).toContainEqual({ id: '1', type: 'next', payload: { data: { health: { version: 'v1' } } } })
    expect(messages.find(({ id }) => id === '2')?.payload).toMatchObject([
      { extensions: { code: 'QUERY_TOO_COMPLEX' } },
    ])
    socket.close()
  })

  test('a client that does not read is dropped with 4413, and the others are not', async () => {
    const own = await api.client()
    const project = await own.project()
    const good = await live(overWebSocket, own, {}, project)
    const socket = await opened({ Authorization: `Bearer ${own.token}` })
    const wide = Array.from({ length: 200 }, (_, index) => `f${index}: errorMessage`).join(' ')
    socket.send(
      JSON.stringify({
        id: '1',
        type: 'subscribe',
        payload: { query: `subscription { deliveryEvents { id ${wide} } }` },
      }),
    )
    await write(1, own, project)
    await new Promise((resolve) =>
      socket.on('message', (data) => String(data).includes('"next"') && resolve(undefined)),
    )
    socket.pause()
    await write(2500, own, project)
    await eventually(() => good.events.length >= 2502)
    const closing = closeOf(socket)
    socket.resume()
    expect(await closing).toBe(4413)
    good.stop()
  }, 60_000)
})

describe('an SSE client that does not read', () => {
  /** A client that stopped reading its subscription, when more than may wait for it has been written. */
  async function stalled() {
    const own = await api.client()
    const project = await own.project()
    // Far more than the network's buffers take, so that what waits is the service's to bound.
    const wide = Array.from({ length: 300 }, (_, index) => `${'f'.repeat(60)}${index}: errorMessage`).join(' ')
    const body = JSON.stringify({ query: `subscription { deliveryEvents { id ${wide} } }` })
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    const requestId = randomUUID()
    const head = [
      'POST /graphql HTTP/1.1',
      'Host: x',
      `X-Request-Id: ${requestId}`,
      `Authorization: Bearer ${own.token}`,
      'Accept: text/event-stream',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    await once(socket, 'data')
    let last = ''
    socket.on('data', (chunk) => {
      last = `${last.slice(-1000)}${chunk}`
    })
    // Cut off with bytes on their way may be a reset.
    socket.on('error', () => {})
    socket.pause()
    const writing = write(2500, own, project)
    const logged = (message: string) =>
      eventually(() => logs.some(({ requestId: id, msg }) => id === requestId && msg === message))
    /** Reads again, to the end of the answer or of the connection. */
    const readOn = async () => {
      socket.resume()
      await eventually(() => socket.closed || last.endsWith('\r\n0\r\n\r\n'))
      socket.destroy()
      await writing
      return last
    }
    return { own, project, logged, readOn }
  }

  test('learns why when it reads again soon', async () => {
    const { logged, readOn } = await stalled()
    await logged('a subscription was ended')
    expect(await readOn()).toContain('"code":"SLOW_CONSUMER"')
  })

  test('is cut off when it does not, and the others are not', async () => {
    const { own, project, logged, readOn } = await stalled()
    await logged('request')
    const good = await live(overSse, own, {}, project)
    expect(await readOn()).not.toContain('"code":"SLOW_CONSUMER"')
    good.stop()
  })
})
