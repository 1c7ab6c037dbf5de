import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimDue } from '../../src/features/delivery/claim.ts'
import { deliver } from '../../src/features/delivery/deliver.ts'
import { PlatformError } from '../../src/platforms/platform-error.ts'
import { type AnyPost, attemptsOf, create, errorLog, movableClock } from '../features/delivery/follow.ts'
import { eventually } from '../helpers/eventually.ts'
import { type ScriptedConnector, scriptConnector } from '../helpers/scripted-connector.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'

const { clock, advance } = movableClock()
const { log, errors } = errorLog()
const delaySeconds = 7200
const retryPolicy = { maxRetries: 2, delaySeconds }
const externalPostId = 'seen-1'
const externalPostUrl = 'https://www.example.com/p/1'
let service: TestService
let client: Client
let platform: ScriptedConnector
let projectId: string
let account: string

beforeAll(async () => {
  service = await startService({ config: { role: 'api', concurrentRequestsPerKey: 100 }, clock, log })
  client = await service.client()
})
afterAll(() => service.stop())
beforeEach(async () => {
  projectId = await client.project()
  ;[account = ''] = await client.connect(projectId)
  platform = scriptConnector(service)
})
afterEach(() => {
  platform.restore()
  expect(errors.splice(0)).toEqual([])
})

const query = async (text: string, values: unknown[] = []) =>
  (await service.app.services.db.pool.query(text, values)).rows
const claim = () => claimDue(service.app.services.db.pool, [{ socialAccountId: account, limit: 1 }], clock.now())
const child = async (id: string): Promise<AnyPost> =>
  (await client.call('GET', '/social-account-posts')).body.socialAccountPosts.find(
    (entry: AnyPost) => entry.socialAccountPostId === id,
  )
const events = (id: string) =>
  query('SELECT event_type, details FROM events WHERE social_account_post_id = $1 ORDER BY seq', [id])
const resolve = (id: string, body: unknown, headers: Record<string, string> = {}, by = client) =>
  by.call('POST', `/social-account-posts/${id}/resolve`, body, headers)
const retriesOf = (id: string) =>
  query(
    `SELECT p.id AS post, r.id AS child, r.job_id, r.due_at FROM posts p JOIN social_account_posts r ON r.post_id = p.id
     WHERE p.retry_of_id = $1 ORDER BY p.id`,
    [id],
  )

/** One try by a worker of what is due; false when nothing is. */
async function tryOnce(): Promise<boolean> {
  const [claimed] = await claim()
  if (claimed) await deliver(service.app.services, claimed)
  return claimed !== undefined
}

/** A child whose publishing call lost its answer after the platform was asked about others in vain. Returns its id. */
async function unknown(changes: Record<string, unknown> = {}): Promise<string> {
  const post = await create(client, [account], changes)
  const id = post.socialAccountPosts[0].socialAccountPostId
  await query('UPDATE social_account_posts SET checks = 4, tries = 4 WHERE id = $1', [id])
  platform.script.commit = async () => {
    delete platform.script.commit
    throw PlatformError.outcomeUnknown('The connection broke.')
  }
  await tryOnce()
  platform.calls.length = 0
  return id
}

const outcomeOf = async (id: string): Promise<string | null> => {
  const { data } = await client.graphql(
    'query($id: [ID!]) { socialAccountPosts(projectId: $id) { socialAccountPosts { socialAccountPostId outcome } } }',
    { id: [projectId] },
  )
  const rows: AnyPost[] = data.socialAccountPosts.socialAccountPosts
  return rows.find((row) => row.socialAccountPostId === id)?.outcome
}

describe('200', () => {
  test('PUBLISHED with id and address: the child, its event, its metrics, and the outcome RESOLVED', async () => {
    const id = await unknown()
    expect(await outcomeOf(id)).toBe('UNKNOWN')
    advance(60_000)
    const { status, body } = await resolve(id, { resolution: 'PUBLISHED', externalPostId, externalPostUrl })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      socialAccountPostId: id,
      deliveryStatus: 'PUBLISHED',
      externalPostId,
      externalPostUrl,
      analytics: { likes: [] },
    })
    expect(body).not.toHaveProperty('errorMessage')
    expect(body).not.toHaveProperty('outcome')
    expect(await child(id)).toEqual(body)
    expect(await outcomeOf(id)).toBe('RESOLVED')
    expect((await events(id)).slice(2)).toEqual([
      { event_type: 'socialAccountPost.delivery.published', details: { externalPostId, externalPostUrl } },
    ])
    const [collection] = await query(
      `SELECT a.published_at = c.commit_intent_at AS "sinceTheCall", a.next_collect_at > $2 AS later
       FROM analytics_collections a JOIN social_account_posts c ON c.id = a.social_account_post_id WHERE c.id = $1`,
      [id, new Date(clock.now())],
    )
    expect(collection).toEqual({ sinceTheCall: true, later: true })
  })

  test('PUBLISHED without an id: nothing to measure', async () => {
    const id = await unknown()
    const { status, body } = await resolve(id, { resolution: 'PUBLISHED' })
    expect([status, body.deliveryStatus, body.externalPostId]).toEqual([200, 'PUBLISHED', undefined])
    expect(await query('SELECT FROM analytics_collections WHERE social_account_post_id = $1', [id])).toEqual([])
    expect((await events(id)).at(-1)?.details).toEqual({})
  })

  test('PUBLISHED lets the media go that were to be deleted then', async () => {
    const id = await unknown({ autoDeleteMediaAfterPublish: true })
    const { body } = await resolve(id, { resolution: 'PUBLISHED' })
    expect(await query(`SELECT state FROM pgboss.job WHERE data ->> 'postId' = $1`, [body.postId])).toHaveLength(1)
  })

  test('NOT_PUBLISHED: FAILED, known to be so, and told without UNKNOWN', async () => {
    const id = await unknown()
    const errorMessage = 'It was resolved by hand: the post was not published.'
    const { status, body } = await resolve(id, { resolution: 'NOT_PUBLISHED' })
    expect([status, body.deliveryStatus, body.errorMessage]).toEqual([200, 'FAILED', errorMessage])
    expect(await outcomeOf(id)).toBe('RESOLVED')
    expect((await events(id)).slice(1)).toMatchObject([
      { event_type: 'socialAccountPost.delivery.failed', details: { outcome: 'UNKNOWN' } },
      { event_type: 'socialAccountPost.delivery.failed', details: { errorMessage } },
    ])
    expect((await events(id)).at(-1)?.details).not.toHaveProperty('outcome')
    expect(await retriesOf(id)).toEqual([])
  })

  test('NOT_PUBLISHED with retry: a new post is due now, publishes without asking, and no retry is used up', async () => {
    const id = await unknown({ retryPolicy })
    const [scheduled] = await retriesOf(id)
    await client.call('DELETE', `/posts/${scheduled.post}`)
    expect((await resolve(id, { resolution: 'NOT_PUBLISHED', retry: true })).status).toBe(200)
    const [retry] = await retriesOf(id)
    expect((await client.call('GET', `/posts/${retry.post}`)).body.retryPolicy).toEqual(retryPolicy)
    expect((await events(id)).at(-1)).toEqual({
      event_type: 'socialAccountPost.retry.scheduled',
      details: { retryPostId: retry.post },
    })
    expect(await tryOnce()).toBe(true)
    expect(platform.calls).toEqual(['prepare', 'commit', 'confirm'])
    expect(await child(retry.child)).toMatchObject({ deliveryStatus: 'PUBLISHED' })
  })

  test('the mutation does the same', async () => {
    const id = await unknown()
    const { data, errors } = await client.graphql(
      `mutation($id: ID!, $input: ResolveDeliveryInput!) { resolveDelivery(socialAccountPostId: $id, input: $input) {
        deliveryStatus outcome externalPostId attempts { errorClass nextTryAt } } }`,
      { id, input: { resolution: 'PUBLISHED', externalPostId } },
    )
    expect(errors).toEqual([])
    expect(data.resolveDelivery).toEqual({
      deliveryStatus: 'PUBLISHED',
      outcome: 'RESOLVED',
      externalPostId,
      attempts: [{ errorClass: 'OUTCOME_UNKNOWN', nextTryAt: null }],
    })
  })
})

describe('a retry that the policy has scheduled', () => {
  test('is taken back with PUBLISHED', async () => {
    const id = await unknown({ retryPolicy })
    const [retry] = await retriesOf(id)
    expect((await resolve(id, { resolution: 'PUBLISHED' })).status).toBe(200)
    expect((await client.call('GET', `/posts/${retry.post}`)).status).toBe(404)
    expect(await query('SELECT id FROM pgboss.job WHERE id = $1', [retry.job_id])).toEqual([])
    advance(2 * delaySeconds * 1000)
    expect(await tryOnce()).toBe(false)
  })

  test('keeps its time with NOT_PUBLISHED and no longer asks', async () => {
    const id = await unknown({ retryPolicy })
    const [retry] = await retriesOf(id)
    expect((await resolve(id, { resolution: 'NOT_PUBLISHED' })).status).toBe(200)
    expect(await retriesOf(id)).toEqual([retry])
    expect(await tryOnce()).toBe(false)
    advance(delaySeconds * 1000)
    expect(await tryOnce()).toBe(true)
    expect(platform.calls).toEqual(['prepare', 'commit', 'confirm'])
  })

  test('comes now, and no other is made, with NOT_PUBLISHED and retry', async () => {
    const id = await unknown({ retryPolicy })
    const [retry] = await retriesOf(id)
    expect((await resolve(id, { resolution: 'NOT_PUBLISHED', retry: true })).status).toBe(200)
    const [moved, ...others] = await retriesOf(id)
    expect([moved.child, others]).toEqual([retry.child, []])
    const { body } = await client.call('GET', `/posts/${retry.post}`)
    expect(Date.parse(body.schedule.scheduledFor)).toBeLessThanOrEqual(clock.now())
    const jobs = await query('SELECT id FROM pgboss.job WHERE id = ANY($1)', [[retry.job_id, moved.job_id]])
    expect(jobs).toEqual([{ id: moved.job_id }])
    expect(await tryOnce()).toBe(true)
    expect(platform.calls).toEqual(['prepare', 'commit', 'confirm'])
  })

  test('refuses both once it has started, and when it has ended; then it is the one to resolve', async () => {
    const id = await unknown({ retryPolicy })
    const [retry] = await retriesOf(id)
    advance(delaySeconds * 1000)
    await query('UPDATE social_account_posts SET checks = 4, tries = 4 WHERE id = $1', [retry.child])
    const [claimed] = await claim()
    const refused = async () => {
      for (const resolution of ['PUBLISHED', 'NOT_PUBLISHED']) {
        const { status, body } = await resolve(id, { resolution })
        expect([status, body.code]).toEqual([409, 'RETRY_STARTED'])
        expect(body.message).toContain(retry.child)
      }
    }
    await refused()
    if (claimed) await deliver(service.app.services, claimed)
    expect(await outcomeOf(retry.child)).toBe('UNKNOWN')
    await refused()
    expect(await outcomeOf(id)).toBe('UNKNOWN')
    expect((await resolve(retry.child, { resolution: 'PUBLISHED', externalPostId })).status).toBe(200)
  })

  test('that failed with its account before it started is left as it is', async () => {
    const id = await unknown({ retryPolicy })
    const [retry] = await retriesOf(id)
    await client.call('DELETE', `/social-accounts/${account}`)
    expect(await child(retry.child)).toMatchObject({ deliveryStatus: 'FAILED' })
    expect((await resolve(id, { resolution: 'PUBLISHED' })).status).toBe(200)
    expect(await child(retry.child)).toMatchObject({ deliveryStatus: 'FAILED' })
  })
})

describe('refusals', () => {
  test('403: a key that may only read', async () => {
    const id = await unknown()
    const reader = await service.client({ organizationId: client.organizationId, readOnly: true })
    const { status, body } = await resolve(id, { resolution: 'PUBLISHED' }, {}, reader)
    expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
    expect(await outcomeOf(id)).toBe('UNKNOWN')
  })

  test('404: what does not exist, or belongs to another organization or project', async () => {
    const id = await unknown()
    const { organizationId } = client
    const elsewhere = await service.client({ organizationId, projectIds: [await client.project('Other')] })
    const here = await service.client({ organizationId, projectIds: [projectId] })
    const answers = [
      await resolve('nothing', { resolution: 'PUBLISHED' }),
      await resolve(randomUUID(), { resolution: 'PUBLISHED' }),
      await resolve(id, { resolution: 'PUBLISHED' }, {}, await service.client()),
      await resolve(id, { resolution: 'PUBLISHED' }, {}, elsewhere),
    ]
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([404, 'SOCIAL_ACCOUNT_POST_NOT_FOUND'])
    }
    expect((await resolve(id, { resolution: 'PUBLISHED' }, {}, here)).status).toBe(200)
  })

  test('409: nothing to resolve, in every state and the second time', async () => {
    const post = await create(client, [account])
    const id = post.socialAccountPosts[0].socialAccountPostId
    const refused = async (which: string) => {
      const { status, body } = await resolve(which, { resolution: 'PUBLISHED' })
      expect([status, body.code]).toEqual([409, 'OUTCOME_NOT_UNKNOWN'])
    }
    await refused(id)
    const [claimed] = await claim()
    await refused(id)
    if (claimed) await deliver(service.app.services, claimed)
    expect(await child(id)).toMatchObject({ deliveryStatus: 'PUBLISHED' })
    await refused(id)
    platform.script.prepare = () => Promise.reject(PlatformError.rejected('Too rude.'))
    const failed = (await create(client, [account])).socialAccountPosts[0].socialAccountPostId
    await tryOnce()
    await refused(failed)
    delete platform.script.prepare
    const settled = await unknown()
    await resolve(settled, { resolution: 'NOT_PUBLISHED' })
    const before = await child(settled)
    await refused(settled)
    expect(await child(settled)).toEqual(before)
  })

  test.each([
    [{}, ['resolution']],
    [{ resolution: 'PERHAPS' }, ['resolution']],
    [{ resolution: 'PUBLISHED', more: 1 }, ['more']],
    [{ resolution: 'PUBLISHED', retry: true }, ['retry']],
    [{ resolution: 'PUBLISHED', retry: 'yes' }, ['retry']],
    [{ resolution: 'PUBLISHED', externalPostId: '' }, ['externalPostId']],
    [{ resolution: 'PUBLISHED', externalPostId: 'x'.repeat(256) }, ['externalPostId']],
    [{ resolution: 'PUBLISHED', externalPostUrl: 'javascript:alert(1)' }, ['externalPostUrl']],
    [{ resolution: 'PUBLISHED', externalPostUrl: 'https://' }, ['externalPostUrl']],
    [{ resolution: 'PUBLISHED', externalPostUrl: `https://example.com/${'x'.repeat(2048)}` }, ['externalPostUrl']],
    [{ resolution: 'NOT_PUBLISHED', externalPostId, externalPostUrl }, ['externalPostId', 'externalPostUrl']],
  ])('422: %j', async (body, paths) => {
    const { status, body: answer } = await resolve(randomUUID(), body)
    expect([status, answer.code]).toEqual([422, 'VALIDATION_FAILED'])
    expect(answer.validationErrors.map((issue: { path: string }) => issue.path)).toEqual(paths)
  })

  test('422: a retry on an account that is not connected; nothing is settled by it', async () => {
    const id = await unknown()
    await service.app.services.db.prisma.socialAccount.update({
      where: { id: account },
      data: { status: 'DISCONNECTED' },
    })
    const { status, body } = await resolve(id, { resolution: 'NOT_PUBLISHED', retry: true })
    expect([status, body.code]).toEqual([422, 'SOCIAL_ACCOUNT_NOT_CONNECTED'])
    expect(await outcomeOf(id)).toBe('UNKNOWN')
    expect((await resolve(id, { resolution: 'NOT_PUBLISHED' })).status).toBe(200)
  })
})

describe('at once', () => {
  test('two who resolve: one wins, with one event', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await unknown()
      const answers = await Promise.all(
        ['PUBLISHED', 'NOT_PUBLISHED', 'PUBLISHED', 'NOT_PUBLISHED'].map((resolution) =>
          resolve(id, { resolution, ...(resolution === 'NOT_PUBLISHED' && { retry: true }) }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const published = (await child(id)).deliveryStatus === 'PUBLISHED'
      expect((await events(id)).slice(2).map((event) => event.event_type)).toEqual(
        published
          ? ['socialAccountPost.delivery.published']
          : ['socialAccountPost.delivery.failed', 'socialAccountPost.retry.scheduled'],
      )
      expect(await retriesOf(id)).toHaveLength(published ? 0 : 1)
      await tryOnce()
    }
  })

  test('resolving against the start of the scheduled retry: exactly one of them wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await unknown({ retryPolicy })
      const [retry] = await retriesOf(id)
      advance(delaySeconds * 1000)
      const [{ status, body }, claimed] = await Promise.all([resolve(id, { resolution: 'PUBLISHED' }), claim()])
      if (status !== 200) expect(body.code).toBe('RETRY_STARTED')
      expect(claimed.map((delivery) => delivery.id)).toEqual(status === 200 ? [] : [retry.child])
      expect(await child(id)).toMatchObject({ deliveryStatus: status === 200 ? 'PUBLISHED' : 'FAILED' })
      for (const delivery of claimed) await deliver(service.app.services, delivery)
      await client.call('DELETE', `/social-account-posts/${retry.child}`)
    }
  })

  test('resolving waits for a start of the scheduled retry that is being written, and then refuses', async () => {
    const id = await unknown({ retryPolicy })
    const [retry] = await retriesOf(id)
    const worker = await service.app.services.db.pool.connect()
    try {
      await worker.query('BEGIN')
      await worker.query(
        `UPDATE social_account_posts SET delivery_status = 'SENDING', delivery_started_at = now() WHERE id = $1`,
        [retry.child],
      )
      const resolving = resolve(id, { resolution: 'PUBLISHED' })
      await eventually(async () => {
        const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        return (await query(waiting)).length > 0
      })
      await worker.query('COMMIT')
      const { status, body } = await resolving
      expect([status, body.code]).toEqual([409, 'RETRY_STARTED'])
      expect(await child(retry.child)).toMatchObject({ deliveryStatus: 'SENDING' })
    } finally {
      worker.release()
    }
  })
})

describe('Idempotency-Key', () => {
  test('the same request again gets the same answer, another one is refused', async () => {
    const id = await unknown()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await resolve(id, { resolution: 'PUBLISHED', externalPostId }, headers)
    const second = await resolve(id, { resolution: 'PUBLISHED', externalPostId }, headers)
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const other = await resolve(id, { resolution: 'NOT_PUBLISHED' }, headers)
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('an answer that a crash kept from being stored is read back', async () => {
    const id = await unknown()
    const key = randomUUID()
    const first = await resolve(id, { resolution: 'PUBLISHED', externalPostId }, { 'idempotency-key': key })
    await query('UPDATE idempotency_records SET status = NULL, body = NULL WHERE key = $1', [key])
    const again = await resolve(id, { resolution: 'PUBLISHED', externalPostId }, { 'idempotency-key': key })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await attemptsOf(service, id)).toHaveLength(1)
    expect((await events(id)).slice(2)).toHaveLength(1)
  })
})
