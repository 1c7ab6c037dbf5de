import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../helpers/eventually.ts'
import { type Receiver, signatureBy, startReceiver, trustReceivers } from '../helpers/receiver.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

const published = 'socialAccountPost.delivery.published'
const failed = 'socialAccountPost.delivery.failed'

let service: TestService
let receiver: Receiver
let client: Client
let projectId: string
let account: string

beforeAll(async () => {
  trustReceivers()
  receiver = await startReceiver()
  service = await startService({ config: { webhookAllowPrivate: ['127.0.0.0/8'] } })
  client = await service.client()
  projectId = await client.project()
  account = (await client.connect(projectId))[0] as string
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
})
afterEach(async () => {
  const { body } = await client.call('GET', '/webhooks')
  for (const { id } of body) await client.call('DELETE', `/webhooks/${id}`)
  receiver.received.length = 0
  receiver.answer = (_req, res) => res.writeHead(204).end()
})

async function register(eventTypes: string[] = [published], path = '/hook', by = client) {
  const { status, body } = await by.call('POST', '/webhooks', { url: `${receiver.url}${path}`, eventTypes })
  expect(status).toBe(201)
  return body as { id: string; url: string; signingSecret: string }
}

async function publish(changes = {}) {
  const { body } = await client.call('POST', '/posts', postTo([account], changes))
  return body.socialAccountPosts[0] as { socialAccountPostId: string; postId: string }
}

const arrival = (path = '/hook') => eventually(() => receiver.received.find((entry) => entry.path === path) ?? false)
const log = async (id: string) => (await client.call('GET', `/webhooks/${id}/deliveries`)).body.deliveries

describe('registering', () => {
  test('returns the secret once and lists the endpoint without it', async () => {
    const { status, body } = await client.call('POST', '/webhooks', {
      url: 'https://hooks.example.com/a',
      eventTypes: [published, failed, published],
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      url: 'https://hooks.example.com/a',
      eventTypes: [published, failed],
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      signingSecret: expect.any(String),
    })
    expect(Buffer.from(body.signingSecret, 'base64')).toHaveLength(32)
    const { signingSecret: _, ...shown } = body
    expect((await client.call('GET', '/webhooks')).body).toEqual([shown])
    expect((await client.call('DELETE', `/webhooks/${body.id}`)).status).toBe(204)
    const again = await client.call('DELETE', `/webhooks/${body.id}`)
    expect([again.status, again.body.code]).toEqual([404, 'WEBHOOK_NOT_FOUND'])
  })

  test.each<[string, object, string[]]>([
    ['an empty address', { url: '', eventTypes: [published] }, ['url']],
    ['plain http', { url: 'http://example.com/', eventTypes: [published] }, ['url']],
    ['a private address', { url: 'https://10.0.0.1/', eventTypes: [published] }, ['url']],
    ['a decimal loopback address', { url: 'https://[::1]/', eventTypes: [published] }, ['url']],
    ['a password in the address', { url: 'https://a:b@example.com/', eventTypes: [published] }, ['url']],
    ['no event type and no address', { eventTypes: [], url: 'x' }, ['url', 'eventTypes']],
    ['an unknown event type', { url: 'https://example.com/', eventTypes: [published, 'post.born'] }, ['eventTypes[1]']],
    ['nothing', {}, ['url', 'eventTypes']],
    ['an unknown field', { url: 'https://example.com/', eventTypes: [failed], secret: 'x' }, ['secret']],
  ])('refuses %s', async (_name, body, paths) => {
    const answer = await client.call('POST', '/webhooks', body)
    expect(answer.status).toBe(422)
    expect(answer.body.code).toBe('VALIDATION_FAILED')
    expect(answer.body.validationErrors.map((issue: { path: string }) => issue.path).sort()).toEqual(paths.sort())
  })

  test('a repeat with the same Idempotency-Key gets the same secret, which is stored encrypted', async () => {
    const send = () =>
      client.call(
        'POST',
        '/webhooks',
        { url: 'https://example.com/', eventTypes: [failed] },
        { 'idempotency-key': 'w' },
      )
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    const { pool } = service.app.services.db
    const { rows } = await pool.query(
      `SELECT i.body, w.secret FROM idempotency_records i, webhook_endpoints w WHERE i.key = 'w' AND w.id = $1`,
      [first.body.id],
    )
    expect(JSON.stringify(rows)).not.toContain(first.body.signingSecret)
    const other = await client.call('POST', '/projects', { name: 'x' }, { 'idempotency-key': 'w' })
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('a key limited to projects makes endpoints for their events alone and sees no others', async () => {
    const otherProject = await client.project()
    const limited = await service.client({ organizationId: client.organizationId, projectIds: [otherProject] })
    const all = await register([published, 'socialAccount.connected'])
    const own = await register([published, 'socialAccount.connected'], '/limited', limited)
    expect((await limited.call('GET', '/webhooks')).body.map((entry: { id: string }) => entry.id)).toEqual([own.id])
    expect((await limited.call('DELETE', `/webhooks/${all.id}`)).status).toBe(404)
    await publish()
    await client.connect(otherProject)
    await eventually(() => receiver.received.length === 3)
    expect(receiver.received.map(({ path, event }) => `${path} ${event.projectId}`).sort()).toEqual(
      [`/hook ${projectId}`, `/hook ${otherProject}`, `/limited ${otherProject}`].sort(),
    )
  })
})

describe('delivering', () => {
  test('posts signed events with the payload of the contract within a second', async () => {
    const { id, signingSecret } = await register()
    const startedAt = Date.now()
    const child = await publish()
    const arrived = await arrival()
    expect(Date.now() - startedAt).toBeLessThan(1000)
    expect(arrived.signature).toBe(
      `t=${/t=(\d+)/.exec(arrived.signature)?.[1]},v1=${signatureBy(signingSecret, arrived)}`,
    )
    expect(arrived.event).toEqual({
      id: expect.any(String),
      eventType: published,
      occurredAt: expect.stringMatching(/\.\d{3}Z$/),
      projectId,
      postId: child.postId,
      socialAccountPostId: child.socialAccountPostId,
      socialAccountId: account,
      platform: 'SERVICETEST',
      externalPostId: expect.any(String),
      externalPostUrl: expect.any(String),
    })
    const [delivery] = await eventually(async () => {
      const entries = await log(id)
      return entries[0]?.status === 'DELIVERED' && entries
    })
    expect(delivery).toMatchObject({ event: arrived.event, attempts: 1, statusCode: 204, response: '' })
  })

  test('a failed delivery is told with its reason; started comes before it', async () => {
    await register(['socialAccountPost.delivery.started', failed])
    await publish({ socialAccounts: [{ platform: 'SERVICETEST', socialAccountId: account, shouldSucceed: false }] })
    await eventually(() => receiver.received.length === 2)
    const types = receiver.received.map(({ event }) => event.eventType).sort()
    expect(types).toEqual([failed, 'socialAccountPost.delivery.started'])
    const told = receiver.received.find(({ event }) => event.eventType === failed)
    expect(told?.event.errorMessage).toContain('shouldSucceed is false')
  })

  test('connecting, and deleting an account with its scheduled posts, are told', async () => {
    await register([failed, 'socialAccount.connected', 'socialAccount.disconnected'])
    const [id] = await client.connect(projectId, { username: 'gone' })
    const scheduledFor = new Date(Date.now() + 3600_000).toISOString()
    await client.call(
      'POST',
      '/posts',
      postTo([id as string], { schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor } }),
    )
    await client.call('DELETE', `/social-accounts/${id}`)
    await eventually(() => receiver.received.length === 3)
    const ofType = (type: string) => receiver.received.find(({ event }) => event.eventType === type)?.event
    const connected = ofType('socialAccount.connected')
    expect(connected).toEqual({
      id: expect.any(String),
      eventType: 'socialAccount.connected',
      occurredAt: expect.any(String),
      projectId,
      socialAccountId: id,
      platform: 'SERVICETEST',
    })
    expect(ofType('socialAccount.disconnected')).toMatchObject({ socialAccountId: id })
    expect(ofType(failed)).toMatchObject({ errorMessage: 'The social account was deleted before the post was due.' })
  })

  test('a rotated secret signs together with the one before', async () => {
    const first = await register()
    const { body: second } = await client.call('POST', `/webhooks/${first.id}/rotate-secret`)
    expect(second.signingSecret).not.toBe(first.signingSecret)
    await publish()
    const arrived = await arrival()
    expect(arrived.signature.split(',').slice(1)).toEqual([
      `v1=${signatureBy(second.signingSecret, arrived)}`,
      `v1=${signatureBy(first.signingSecret, arrived)}`,
    ])
    const { pool } = service.app.services.db
    await pool.query('UPDATE webhook_endpoints SET previous_secret_until = $2 WHERE id = $1', [first.id, new Date()])
    receiver.received.length = 0
    await publish()
    expect((await arrival()).signature.match(/v1=/g)).toHaveLength(1)
  })

  test('after a failure the same event comes again, with the same id and a later signature', async () => {
    receiver.answer = (_req, res) =>
      res.writeHead(receiver.received.length > 1 ? 200 : 503, { 'retry-after': '6' }).end('busy')
    const { id } = await register()
    await publish()
    await arrival()
    const [waiting] = await eventually(async () => {
      const entries = await log(id)
      return entries[0]?.attempts === 1 && entries
    })
    expect(waiting).toMatchObject({
      status: 'PENDING',
      statusCode: 503,
      response: 'busy',
      errorMessage: expect.stringContaining('503'),
    })
    const delay = Date.parse(waiting.nextAttemptAt) - Date.parse(waiting.lastAttemptAt)
    expect(delay).toBeGreaterThanOrEqual(6000)
    await eventually(() => receiver.received.length === 2, { timeout: 12_000 })
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
    await eventually(async () => (await log(id))[0].status === 'DELIVERED')
  })

  test('410 disables the endpoint and ends its deliveries; a redelivery that succeeds enables it', async () => {
    receiver.answer = (_req, res) => res.writeHead(410).end()
    const { id } = await register()
    await publish()
    const [gone] = await eventually(async () => {
      const entries = await log(id)
      return entries[0]?.status === 'FAILED' && entries
    })
    expect(gone.errorMessage).toContain('disabled: it answered 410')
    expect(gone).not.toHaveProperty('nextAttemptAt')
    const state = async () =>
      (await client.graphql(`{ webhook(webhookId: "${id}") { disabledAt disabledReason } }`)).data.webhook
    expect(await state()).toEqual({ disabledAt: expect.any(String), disabledReason: expect.stringContaining('410') })
    receiver.answer = (_req, res) => res.writeHead(200).end()
    const path = `/webhooks/${id}/deliveries/${gone.id}/redeliver`
    expect((await client.call('POST', path)).body).toMatchObject({ id: gone.id, status: 'PENDING' })
    await eventually(async () => (await log(id))[0].status === 'DELIVERED')
    expect(receiver.received.map(({ event }) => event.id)).toEqual([gone.event.id, gone.event.id])
    expect(await state()).toEqual({ disabledAt: null, disabledReason: null })
  })

  test('an endpoint that failed for 5 days is disabled, and its log says so', async () => {
    receiver.answer = (_req, res) => res.writeHead(500).end()
    const { id } = await register()
    const { pool } = service.app.services.db
    const before = new Date(Date.now() - 5 * 24 * 3600_000)
    await pool.query('UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1', [id, before])
    await publish()
    const [last] = await eventually(async () => {
      const entries = await log(id)
      return entries[0]?.status === 'FAILED' && entries
    })
    expect(last.errorMessage).toContain('failed for 5 days')
    const { postId } = await publish()
    await eventually(async () => {
      const { body } = await client.call('GET', `/posts/${postId}`)
      return body.socialAccountPosts[0].deliveryStatus === 'PUBLISHED'
    })
    expect(await log(id)).toHaveLength(1)
  })

  test('the log is paged, and only for those who may see the endpoint', async () => {
    const { id } = await register()
    for (let count = 0; count < 3; count += 1) await publish()
    await eventually(async () => (await log(id)).length === 3)
    const first = (await client.call('GET', `/webhooks/${id}/deliveries?limit=2`)).body
    const second = (await client.call('GET', `/webhooks/${id}/deliveries?limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.deliveries, ...second.deliveries].map((entry) => entry.id)).toEqual(
      (await log(id)).map((entry: { id: string }) => entry.id),
    )
    expect(second).not.toHaveProperty('nextCursor')
    const stranger = await service.client()
    for (const [method, path] of [
      ['GET', `/webhooks/${id}/deliveries`],
      ['POST', `/webhooks/${id}/deliveries/${first.deliveries[0].id}/redeliver`],
      ['POST', `/webhooks/${id}/rotate-secret`],
      ['DELETE', '/webhooks/nonsense'],
    ] as const) {
      const { status, body } = await stranger.call(method, path)
      expect([status, body.code]).toEqual([404, 'WEBHOOK_NOT_FOUND'])
    }
    const { body } = await client.call('POST', `/webhooks/${id}/deliveries/${id}/redeliver`)
    expect(body.code).toBe('WEBHOOK_DELIVERY_NOT_FOUND')
    expect((await client.call('GET', `/webhooks/${id}/deliveries?limit=0`)).status).toBe(422)
  })

  test('without permission nothing is sent to private addresses or over http', async () => {
    const { databaseUrl, encryptionKeys } = service
    const strict = await startService({ databaseUrl, encryptionKeys, config: { role: 'api' } })
    const own = await strict.client({ organizationId: client.organizationId })
    const { status } = await own.call('POST', '/webhooks', { url: receiver.url, eventTypes: [published] })
    expect(status).toBe(422)
    await strict.stop()
  })
})
