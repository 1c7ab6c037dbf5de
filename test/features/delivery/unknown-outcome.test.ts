/** An unknown outcome from the lost answer to its end, as its user sees it: child, attempts, webhook, log. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PlatformError } from '../../../src/platforms/platform-error.ts'
import { eventually } from '../../helpers/eventually.ts'
import { type Receiver, startReceiver, trustReceivers } from '../../helpers/receiver.ts'
import { type ScriptedConnector, scriptConnector } from '../../helpers/scripted-connector.ts'
import { type Client, startService, type TestService } from '../../helpers/service.ts'
import { type AnyPost, create, errorLog, movableClock } from './follow.ts'

const { clock, advance } = movableClock()
const { log, errors } = errorLog()
let receiver: Receiver
let service: TestService
let client: Client
let platform: ScriptedConnector
let account: string

beforeAll(async () => {
  trustReceivers()
  receiver = await startReceiver()
  service = await startService({ config: { webhookAllowPrivate: ['127.0.0.0/8'] }, clock, log })
  client = await service.client()
  const eventTypes = ['published', 'failed'].map((end) => `socialAccountPost.delivery.${end}`)
  await client.call('POST', '/webhooks', { url: `${receiver.url}/hook`, eventTypes })
  ;[account = ''] = await client.connect(await client.project())
  platform = scriptConnector(service)
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
  expect(errors).toEqual([])
})

const outcomes = `query($id: ID!) { post(postId: $id) { socialAccountPosts { deliveryStatus outcome errorMessage
  attempts { number step startedAt finishedAt durationMs outcome errorClass message nextTryAt } } } }`

async function look(id: string): Promise<AnyPost> {
  const { data } = await client.graphql(outcomes, { id })
  return data.post.socialAccountPosts[0]
}

/** What arrived of a child, in order of its times. A clock that jumps may have a webhook sent twice: at least once. */
async function received(socialAccountPostId: string, count: number): Promise<AnyPost[]> {
  return eventually(() => {
    const events = new Map(receiver.received.map(({ event }) => [event.id, event]))
    const own = [...events.values()].filter((event) => event.socialAccountPostId === socialAccountPostId)
    return own.length === count && own.sort((a, b) => a.occurredAt.localeCompare(b.occurredAt))
  })
}

test('is told as such everywhere, with every attempt, and is settled by a person', async () => {
  platform.script.commit = async () => {
    throw PlatformError.outcomeUnknown('The connection broke.')
  }
  const post = await create(client, [account])
  const [{ socialAccountPostId }] = post.socialAccountPosts
  await eventually(
    async () => {
      advance(30_000)
      return (await look(post.id)).deliveryStatus === 'FAILED'
    },
    { timeout: 60_000 },
  )

  const child = await look(post.id)
  const errorMessage = expect.stringMatching(/outcome is unknown: the post may or may not be published/)
  expect(child).toMatchObject({ outcome: 'UNKNOWN', errorMessage })
  expect(child.attempts.map((attempt: AnyPost) => [attempt.number, attempt.step, attempt.errorClass])).toEqual([
    [1, 'commit', 'OUTCOME_UNKNOWN'],
    ...[2, 3, 4, 5].map((number) => [number, 'check', 'OUTCOME_UNKNOWN']),
  ])
  for (const { startedAt, finishedAt, durationMs } of child.attempts) {
    expect(durationMs).toBe(Date.parse(finishedAt) - Date.parse(startedAt))
  }
  const waits = child.attempts.map(({ nextTryAt }: AnyPost) => nextTryAt !== null)
  expect(waits).toEqual([true, true, true, true, false])
  expect(platform.calls.filter((call) => call === 'commit')).toHaveLength(1)

  const rest = (await client.call('GET', `/posts/${post.id}`)).body.socialAccountPosts[0]
  expect(rest).not.toHaveProperty('outcome')
  const [failed] = await received(socialAccountPostId, 1)
  expect(failed).toMatchObject({ eventType: 'socialAccountPost.delivery.failed', outcome: 'UNKNOWN', errorMessage })

  advance(1000)
  const resolution = { resolution: 'PUBLISHED', externalPostId: 'seen-1' }
  const resolved = await client.call('POST', `/social-account-posts/${socialAccountPostId}/resolve`, resolution)
  expect(resolved.status).toBe(200)
  const [, published] = await received(socialAccountPostId, 2)
  expect(published).toMatchObject({ eventType: 'socialAccountPost.delivery.published', externalPostId: 'seen-1' })
  expect(published).not.toHaveProperty('outcome')
  expect(await look(post.id)).toMatchObject({ deliveryStatus: 'PUBLISHED', outcome: 'RESOLVED', errorMessage: null })

  const [{ id: webhookId }] = (await client.call('GET', '/webhooks')).body
  const { data } = await client.graphql(
    'query($id: ID!) { webhookDeliveries(webhookId: $id) { deliveries { event { outcome } } } }',
    { id: webhookId },
  )
  expect(data.webhookDeliveries.deliveries.map(({ event }: AnyPost) => event.outcome)).toEqual([null, 'UNKNOWN'])
}, 90_000)

test('resolved as not published, the retry is delivered at once and told', async () => {
  platform.script.commit = async () => {
    delete platform.script.commit
    throw PlatformError.outcomeUnknown('The connection broke.')
  }
  const post = await create(client, [account])
  const [{ socialAccountPostId }] = post.socialAccountPosts
  await eventually(
    async () => {
      advance(30_000)
      return (await look(post.id)).outcome === 'UNKNOWN'
    },
    { timeout: 60_000 },
  )
  platform.calls.length = 0
  const body = { resolution: 'NOT_PUBLISHED', retry: true }
  expect((await client.call('POST', `/social-account-posts/${socialAccountPostId}/resolve`, body)).status).toBe(200)
  const retry = await eventually(async () => {
    const { data } = await client.graphql(
      'query($id: ID!) { post(postId: $id) { socialAccountPosts { retries { socialAccountPosts { socialAccountPostId deliveryStatus } } } } }',
      { id: post.id },
    )
    const [child] = data.post.socialAccountPosts[0].retries[0].socialAccountPosts
    return child.deliveryStatus === 'PUBLISHED' && child
  })
  expect(platform.calls).toEqual(['prepare', 'commit', 'confirm'])
  const told = await received(socialAccountPostId, 2)
  expect(told.map((event) => event.outcome)).toEqual(['UNKNOWN', undefined])
  expect(await received(retry.socialAccountPostId, 1)).toMatchObject([{ externalPostId: 'external-1' }])
}, 90_000)

test('an ordinary failure has no outcome, in the child and in the event', async () => {
  platform.script.prepare = () => Promise.reject(PlatformError.rejected('Too rude.'))
  const post = await create(client, [account])
  const [event] = await received(post.socialAccountPosts[0].socialAccountPostId, 1)
  expect(event).toMatchObject({ eventType: 'socialAccountPost.delivery.failed', errorMessage: 'Too rude.' })
  expect(event).not.toHaveProperty('outcome')
  expect(await look(post.id)).toMatchObject({ outcome: null, attempts: [{ errorClass: 'REJECTED', nextTryAt: null }] })
})
