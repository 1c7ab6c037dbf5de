/** Every behaviour of sandbox accounts, from the consent page to the end: what the API shows, and what was published. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Behaviour, behaviours } from '../../src/sandbox/behaviours.ts'
import {
  type AnyPost,
  attemptsOf,
  create,
  errorLog,
  movableClock,
  textsAtSandbox,
} from '../features/delivery/follow.ts'
import { eventually } from '../helpers/eventually.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'
import { overWebSocket, type Subscriber } from '../helpers/subscribe.ts'

const slowMs = 300
const { clock, advance } = movableClock()
const { log, errors } = errorLog()
const names = Object.keys(behaviours) as Behaviour[]
const accounts = {} as Record<Behaviour, string>
const posts = {} as Record<Behaviour, AnyPost>
let service: TestService
let client: Client
let projectId: string
let subscriber: Subscriber

beforeAll(async () => {
  service = await startService({ clock, log, sandboxTimes: { slowMs } })
  client = await service.client()
  projectId = await client.project()
  subscriber = await overWebSocket(service.url, client.token, { projectIds: [projectId] })
  for (const behaviour of names) {
    const ids = await client.connect(projectId, { username: 'ada', behaviour })
    accounts[behaviour] = ids[0] as string
  }
  // Tokens that live shortly are over by now.
  advance(120_000)
  const retryPolicy = { maxRetries: 1, delaySeconds: 7200 }
  for (const behaviour of names) posts[behaviour] = await create(client, [accounts[behaviour]], { retryPolicy })
  await followAll(Object.values(posts))
}, 120_000)
afterAll(async () => {
  subscriber.stop()
  await service.stop()
  expect(errors).toEqual([])
})

const childId = (post: AnyPost): string => post.socialAccountPosts[0].socialAccountPostId

/** Moves the time to the next try whenever nobody is at work, until all posts are over. */
async function followAll(followed: AnyPost[]): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await service.app.services.db.pool.query<{ due_at: Date; lease_id: string | null }>(
        'SELECT due_at, lease_id FROM social_account_posts WHERE id = ANY($1) AND due_at IS NOT NULL ORDER BY due_at',
        [followed.map(childId)],
      )
      const [next] = rows
      if (!next) return true
      if (rows.every((row) => row.lease_id === null)) advance(Math.max(0, next.due_at.getTime() - clock.now()))
      return false
    },
    { timeout: 60_000 },
  )
}

/** What became of an account's post, once this many events of it have come. */
async function end(behaviour: Behaviour, eventCount: number, post = posts[behaviour]) {
  const { body } = await client.call('GET', `/posts/${post.id}`)
  const connected = (await client.call('GET', `/social-accounts?projectId=${projectId}`)).body
  const attempts = await attemptsOf(service, childId(post))
  const events = await eventually(() => {
    const ofPost = subscriber.events.filter(({ postId }) => postId === post.id)
    return ofPost.length >= eventCount && ofPost
  })
  return {
    child: body.socialAccountPosts[0],
    account: connected.find(({ id }: { id: string }) => id === accounts[behaviour]),
    attempts,
    story: attempts.map(({ step, outcome }) => `${step}: ${outcome}`),
    events: events.map(({ eventType }) => eventType.replace('socialAccountPost.', '')),
    failed: events.find(({ eventType }) => eventType.endsWith('failed')),
    published: (await textsAtSandbox(service, childId(post))).length,
  }
}

const publishedEvents = ['delivery.started', 'delivery.published']
const failedEvents = ['delivery.started', 'delivery.failed']

async function expectPublished(behaviour: Behaviour, story: string[]) {
  const told = await end(behaviour, publishedEvents.length)
  expect(told.child).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostUrl: expect.any(String) })
  expect(told.child).not.toHaveProperty('errorMessage')
  expect((await fetch(told.child.externalPostUrl)).status).toBe(200)
  expect(told.account).toMatchObject({ status: 'CONNECTED' })
  expect(told).toMatchObject({ story, events: publishedEvents, published: 1 })
  return told
}

async function expectFailed(behaviour: Behaviour, errorMessage: unknown, story: string[], events = failedEvents) {
  const told = await end(behaviour, events.length)
  expect(told.child).toMatchObject({ deliveryStatus: 'FAILED', errorMessage })
  expect(told.child).not.toHaveProperty('externalPostId')
  expect(told.failed.errorMessage).toBe(told.child.errorMessage)
  expect(told.story).toEqual(story)
  expect(told.events.toSorted()).toEqual(events.toSorted())
  return told
}

test('each account says in its username how it behaves', async () => {
  const { body } = await client.call('GET', `/social-accounts?projectId=${projectId}`)
  const usernames = new Map(body.map(({ id, username }: { id: string; username: string }) => [id, username]))
  for (const behaviour of names) {
    if (behaviour === 'revoked-token') continue
    const expected = behaviour === 'healthy' ? 'ada-1' : `ada-${behaviour}-1`
    expect(usernames.get(accounts[behaviour])).toBe(expected)
  }
})

describe('published once, at last', () => {
  test('healthy', () => expectPublished('healthy', ['confirm: published']))

  test('slow: SENDING for as long as the sandbox works on it', async () => {
    const { attempts } = await expectPublished('slow', ['confirm: published'])
    const [only] = attempts
    expect((only?.finishedAt.getTime() ?? 0) - (only?.startedAt.getTime() ?? 0)).toBeGreaterThanOrEqual(2 * slowMs)
  })

  test('rate-limited: not tried again before Retry-After is over', async () => {
    const { attempts } = await expectPublished('rate-limited', ['commit: retry', 'confirm: published'])
    const [first, second] = attempts
    expect(first?.message).toBe('Too many posts at once: slow down.')
    expect((second?.startedAt.getTime() ?? 0) - (first?.finishedAt.getTime() ?? 0)).toBeGreaterThanOrEqual(30_000)
  })

  test('flaky: tried again; a 503 to publishing is asked about first', async () => {
    await expectPublished('flaky', ['prepare: retry', 'commit: outcome-unknown', 'confirm: published'])
  })

  test('loses-answer: the post is found, and not published again', async () => {
    await expectPublished('loses-answer', ['commit: outcome-unknown', 'check: published'])
  })

  test('expired-token: the token is renewed first, and the account stays', async () => {
    await expectPublished('expired-token', ['confirm: published'])
    const { rows } = await service.app.services.db.pool.query(
      `SELECT count(*)::int AS renewals FROM sandbox.tokens t JOIN sandbox.grants g ON g.id = t.grant_id
       WHERE 'ada-expired-token-1' = ANY(g.account_ids) AND t.kind = 'refresh' AND t.used_at IS NOT NULL`,
    )
    expect(rows).toEqual([{ renewals: 1 }])
  })
})

describe('FAILED, nothing published', () => {
  test('rejects-content: at once, with the reason, and not retried', async () => {
    const reason = 'The sandbox refused the request: The post breaks the rules of this community.'
    const { account, published } = await expectFailed('rejects-content', reason, ['commit: rejected'])
    expect([account.status, published]).toEqual(['CONNECTED', 0])
  })

  test('account-suspended: at once, for the operator to see to; the account stays connected', async () => {
    const reason = 'The account is suspended: an operator has to talk to the sandbox.'
    const { account, published } = await expectFailed('account-suspended', reason, ['prepare: operator'])
    expect([account.status, published]).toEqual(['CONNECTED', 0])
  })

  test('revoked-token: the account is DISCONNECTED and told; connected again, it publishes under the same id', async () => {
    const reason = 'The sandbox no longer accepts this connection: connect the account again.'
    const { account, published } = await expectFailed('revoked-token', reason, ['prepare: reconnect'])
    expect([account, published]).toEqual([undefined, 0])
    const ofAccount = subscriber.events.filter(
      ({ socialAccountId, eventType }) =>
        socialAccountId === accounts['revoked-token'] && eventType.startsWith('socialAccount.'),
    )
    expect(ofAccount.map(({ eventType }) => eventType)).toEqual([
      'socialAccount.connected',
      'socialAccount.disconnected',
    ])

    expect(await client.connect(projectId, { username: 'ada', behaviour: 'revoked-token' })).toEqual([
      accounts['revoked-token'],
    ])
    advance(120_000)
    const again = await create(client, [accounts['revoked-token']])
    await followAll([again])
    const told = await end('revoked-token', publishedEvents.length, again)
    expect(told).toMatchObject({
      child: { deliveryStatus: 'PUBLISHED' },
      account: { status: 'CONNECTED' },
      published: 1,
    })
  })
})

test('loses-answer-for-good: FAILED with an unknown outcome, published once or not at all, and retried with care', async () => {
  const { account, published } = await expectFailed(
    'loses-answer-for-good',
    expect.stringMatching(/outcome is unknown: the post may or may not be published/),
    ['commit: outcome-unknown', ...Array(4).fill('check: outcome-unknown')],
    [...failedEvents, 'retry.scheduled'],
  )
  expect(account.status).toBe('CONNECTED')
  expect([0, 1]).toContain(published)

  const { rows } = await service.app.services.db.pool.query(
    `SELECT c.id, c.post_id FROM social_account_posts c JOIN posts p ON p.id = c.post_id WHERE p.retry_of_id = $1`,
    [childId(posts['loses-answer-for-good'])],
  )
  const retry = { id: rows[0].post_id, socialAccountPosts: [{ socialAccountPostId: rows[0].id }] }
  await followAll([retry])
  const told = await end('loses-answer-for-good', failedEvents.length, retry)
  expect(told.child).toMatchObject({
    deliveryStatus: 'FAILED',
    errorMessage: expect.stringMatching(/outcome is unknown/),
  })
  expect((await textsAtSandbox(service, childId(posts['loses-answer-for-good']))).length).toBe(published)
})
