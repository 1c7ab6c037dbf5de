/** Webhooks over hours and days, on a clock that is moved by hand, and what else becomes of an endpoint. */
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { movableClock } from '../features/delivery/follow.ts'
import { eventually } from '../helpers/eventually.ts'
import { type Received, type Receiver, signatureBy, startReceiver, trustReceivers } from '../helpers/receiver.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

const published = 'socialAccountPost.delivery.published'
const hour = 3600_000
const { clock, advance } = movableClock()
const logged: { level: number; msg: string }[] = []

let service: TestService
let receiver: Receiver
let client: Client
let projectId: string
let account: string

beforeAll(async () => {
  trustReceivers()
  receiver = await startReceiver()
  service = await startService({
    clock,
    log: pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) }),
    config: { webhookAllowPrivate: ['127.0.0.0/8'], webhookAllowHttp: true },
  })
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

async function register(path = '/hook', eventTypes = [published]) {
  const { body } = await client.call('POST', '/webhooks', { url: `${receiver.url}${path}`, eventTypes })
  return body as { id: string; signingSecret: string }
}
const publish = async (changes = {}) => (await client.call('POST', '/posts', postTo([account], changes))).body
const arrived = (count: number) => eventually(() => receiver.received.length === count && receiver.received)
const lastOf = async (id: string) => (await client.call('GET', `/webhooks/${id}/deliveries?limit=1`)).body.deliveries[0]
/** The log's newest entry once it was tried so often. */
const tried = (id: string, attempts: number) =>
  eventually(async () => {
    const last = await lastOf(id)
    return last?.attempts === attempts && last
  })
const timeOf = ({ signature }: Received) => Number(/^t=(\d+),/.exec(signature)?.[1])

describe('attempts', () => {
  test('are eight in all, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, each signed for its own time', async () => {
    receiver.answer = (_req, res) => res.writeHead(500).end()
    const { id, signingSecret } = await register()
    await publish()
    const waits: number[] = []
    for (let attempts = 1; attempts < 8; attempts += 1) {
      const { nextAttemptAt, lastAttemptAt, status } = await tried(id, attempts)
      expect(status).toBe('PENDING')
      waits.push((Date.parse(nextAttemptAt) - Date.parse(lastAttemptAt)) / 1000)
      advance(Date.parse(nextAttemptAt) - clock.now())
    }
    for (const [index, least] of [5, 300, 1800, 7200, 18_000, 36_000, 36_000].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(least)
      expect(waits[index]).toBeLessThan(least * 1.2 + 5)
    }
    const last = await tried(id, 8)
    expect(last).toMatchObject({ status: 'FAILED', statusCode: 500 })
    expect(last).not.toHaveProperty('nextAttemptAt')
    const all = await arrived(8)
    expect(new Set(all.map(({ body }) => body)).size).toBe(1)
    for (const [index, one] of all.entries()) {
      expect(one.signature).toBe(`t=${timeOf(one)},v1=${signatureBy(signingSecret, one)}`)
      const before = all[index - 1]
      if (before) expect(timeOf(one) - timeOf(before)).toBeGreaterThanOrEqual(Math.floor(waits[index - 1] as number))
    }
  })

  test('that are redirected have failed, and nobody follows', async () => {
    receiver.answer = (_req, res) => res.writeHead(307, { location: `${receiver.url}/elsewhere` }).end()
    const { id } = await register()
    await publish()
    const first = await tried(id, 1)
    expect(first).toMatchObject({ status: 'PENDING', statusCode: 307 })
    expect(first.errorMessage).toContain('redirects are not followed')
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  })

  test('not yet made are never made once the endpoint is deleted', async () => {
    receiver.answer = (req, res) => res.writeHead(req.url === '/gone' ? 503 : 204).end()
    const { id } = await register('/gone')
    await publish()
    await tried(id, 1)
    expect((await client.call('DELETE', `/webhooks/${id}`)).status).toBe(204)
    await register('/stays')
    advance(48 * hour)
    await publish()
    await arrived(2)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/gone', '/stays'])
  })
})

test('a rotated secret signs along for 24 hours', async () => {
  const { id } = await register()
  await client.call('POST', `/webhooks/${id}/rotate-secret`)
  advance(24 * hour - 60_000)
  await publish()
  expect((await arrived(1))[0]?.signature.match(/v1=/g)).toHaveLength(2)
  advance(120_000)
  await publish()
  expect((await arrived(2))[1]?.signature.match(/v1=/g)).toHaveLength(1)
})

describe('what is told', () => {
  test('a scheduled retry, with the post that makes it', async () => {
    await register('/hook', ['socialAccountPost.retry.scheduled'])
    const target = { platform: 'SERVICETEST', socialAccountId: account, shouldSucceed: false }
    const retryPolicy = { maxRetries: 1, delaySeconds: 3600 }
    const post = await publish({ socialAccounts: [target], retryPolicy })
    const [told] = await arrived(1)
    expect(told?.event).toEqual({
      id: expect.any(String),
      eventType: 'socialAccountPost.retry.scheduled',
      occurredAt: expect.stringMatching(/\.\d{3}Z$/),
      projectId,
      postId: post.id,
      socialAccountPostId: post.socialAccountPosts[0].socialAccountPostId,
      socialAccountId: account,
      platform: 'SERVICETEST',
      retryPostId: expect.any(String),
    })
    const retry = await client.call('GET', `/posts/${told?.event.retryPostId}`)
    expect(retry.body).toMatchObject({ schedule: { type: 'SCHEDULE_FOR_LATER' } })
  })

  test('an account whose grant the platform refuses, once, before its post that fails for it', async () => {
    await register('/hook', ['socialAccount.disconnected', 'socialAccountPost.delivery.failed'])
    const [refused = ''] = await client.connect(projectId, { username: 'refused' })
    await service.app.services.db.pool.query(
      `UPDATE sandbox.grants SET revoked_at = now() WHERE 'refused-1' = ANY(account_ids)`,
    )
    const { body } = await client.call('POST', '/posts', postTo([refused]))
    await arrived(2)
    const ofType = (type: string) => receiver.received.find(({ event }) => event.eventType === type)?.event
    expect(ofType('socialAccount.disconnected')).toEqual({
      id: expect.any(String),
      eventType: 'socialAccount.disconnected',
      occurredAt: expect.any(String),
      projectId,
      socialAccountId: refused,
      platform: 'SERVICETEST',
    })
    expect(ofType('socialAccountPost.delivery.failed')).toMatchObject({
      postId: body.id,
      errorMessage: expect.stringContaining('onnect the account again'),
    })
  })

  test('the accounts of a project that is deleted', async () => {
    await register('/hook', ['socialAccount.disconnected'])
    const doomed = await client.project('Doomed')
    const accounts = await client.connect(doomed, { accounts: 2 })
    await client.call('DELETE', `/projects/${doomed}`)
    const told = await arrived(2)
    expect(told.map(({ event }) => event.socialAccountId).sort()).toEqual(accounts.sort())
    expect(new Set(told.map(({ event }) => event.projectId))).toEqual(new Set([doomed]))
  })
})

test('an organization has 200 endpoints at most, also when two come for the last place', async () => {
  const { id } = await register()
  await service.app.services.db.pool.query(
    `INSERT INTO webhook_endpoints (id, organization_id, project_limited, project_ids, url, event_types, secret, created_at)
     SELECT gen_random_uuid(), organization_id, false, '{}', url, event_types, secret, created_at
     FROM webhook_endpoints, generate_series(1, 198) WHERE id = $1`,
    [id],
  )
  const one = () => client.call('POST', '/webhooks', { url: `${receiver.url}/more`, eventTypes: [published] })
  const answers = await Promise.all([one(), one(), one()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  expect(answers.find(({ status }) => status === 422)?.body.code).toBe('WEBHOOK_LIMIT_REACHED')
  await client.call('DELETE', `/webhooks/${id}`)
  expect((await one()).status).toBe(201)
})

test('GraphQL has every operation, the log and its relations', async () => {
  const created = await client.graphql(
    'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id url eventTypes signingSecret } }',
    { input: { url: `${receiver.url}/graphql`, eventTypes: [published] } },
  )
  const { id: webhookId, signingSecret, ...shown } = created.data.createWebhook
  expect(shown).toEqual({ url: `${receiver.url}/graphql`, eventTypes: [published] })
  const { id: postId } = await publish()
  expect((await arrived(1))[0]?.signature).toContain(signatureBy(signingSecret, receiver.received[0] as Received))
  await eventually(async () => (await lastOf(webhookId)).status === 'DELIVERED')
  const log = `{ deliveries { id status attempts statusCode durationMs response nextAttemptAt event { id eventType postId } } nextCursor }`
  const read = await client.graphql(
    `query ($webhookId: ID!) { webhooks { id signingSecret } webhook(webhookId: $webhookId) { deliveries(limit: 1) ${log} }
       webhookDeliveries(webhookId: $webhookId) ${log} }`,
    { webhookId },
  )
  expect(read.data.webhooks).toEqual([{ id: webhookId, signingSecret: null }])
  expect(read.data.webhook.deliveries).toEqual(read.data.webhookDeliveries)
  const [delivery] = read.data.webhookDeliveries.deliveries
  expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: 1, event: { eventType: published, postId } })
  const changed = await client.graphql(
    `mutation ($webhookId: ID!, $deliveryId: ID!) { rotateWebhookSecret(webhookId: $webhookId) { signingSecret }
       redeliverWebhook(webhookId: $webhookId, deliveryId: $deliveryId) { id status } }`,
    { webhookId, deliveryId: delivery.id },
  )
  expect(changed.data.rotateWebhookSecret.signingSecret).not.toBe(signingSecret)
  expect(changed.data.redeliverWebhook).toEqual({ id: delivery.id, status: 'PENDING' })
  expect((await arrived(2))[1]?.event.id).toBe(delivery.event.id)
  const remove = 'mutation ($id: ID!) { deleteWebhook(webhookId: $id) }'
  expect((await client.graphql(remove, { id: webhookId })).data.deleteWebhook).toBe(webhookId)
  expect((await client.graphql(remove, { id: webhookId })).errors[0].extensions.code).toBe('WEBHOOK_NOT_FOUND')
})

test('what opens webhooks for development is said at the start, and allows http', async () => {
  const warnings = logged.map(({ msg }) => msg)
  expect(warnings).toEqual(
    expect.arrayContaining([
      expect.stringContaining('WEBHOOK_ALLOW_HTTP'),
      expect.stringContaining('WEBHOOK_ALLOW_PRIVATE'),
    ]),
  )
  const { status } = await client.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', eventTypes: [published] })
  expect(status).toBe(201)
})
