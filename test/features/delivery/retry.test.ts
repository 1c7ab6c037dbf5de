import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimDue } from '../../../src/features/delivery/claim.ts'
import { deliver } from '../../../src/features/delivery/deliver.ts'
import type { CheckResult, Delivery } from '../../../src/platforms/platform.ts'
import { PlatformError } from '../../../src/platforms/platform-error.ts'
import { eventually } from '../../helpers/eventually.ts'
import { type ScriptedConnector, scriptConnector } from '../../helpers/scripted-connector.ts'
import { type Client, startService, type TestService } from '../../helpers/service.ts'
import { type AnyPost, create, errorLog, movableClock } from './follow.ts'

const { clock, advance } = movableClock()
const { log, errors } = errorLog()
const delaySeconds = 7200
const retryPolicy = { maxRetries: 2, delaySeconds }
let service: TestService
let client: Client
let platform: ScriptedConnector
let projectId: string
let account: string

beforeAll(async () => {
  service = await startService({ config: { role: 'api' }, clock, log })
  client = await service.client()
})
afterAll(() => service.stop())
beforeEach(async () => {
  projectId = await client.project()
  ;[account = ''] = await client.connect(projectId)
  platform = scriptConnector(service)
  errors.length = 0
})
afterEach(() => platform.restore())

const childId = (post: AnyPost): string => post.socialAccountPosts[0].socialAccountPostId
const query = async (text: string, values: unknown[] = []) =>
  (await service.app.services.db.pool.query(text, values)).rows
const read = async (post: AnyPost): Promise<AnyPost> => (await client.call('GET', `/posts/${post.id}`)).body
const times = (name: string) => platform.calls.filter((call) => call === name).length
const fail = (error: PlatformError) => () => Promise.reject(error)

/** One try by a worker of what is due; false when nothing is. */
async function tryOnce(socialAccountId = account): Promise<boolean> {
  const [claimed] = await claimDue(service.app.services.db.pool, [{ socialAccountId, limit: 1 }], clock.now())
  if (claimed) await deliver(service.app.services, claimed)
  return claimed !== undefined
}

/** Tries a post with one child until it is over, each time when it is due. Returns the child. */
async function tryOn(post: AnyPost): Promise<AnyPost> {
  for (let tries = 0; tries < 20; tries += 1) {
    const [row] = await query('SELECT due_at FROM social_account_posts WHERE id = $1', [childId(post)])
    if (!row.due_at) return (await read(post)).socialAccountPosts[0]
    advance(Math.max(0, row.due_at.getTime() - clock.now()))
    await tryOnce()
  }
  throw new Error('It never ends.')
}

/** The posts that repeat a child, as REST answers them. */
async function retriesOf(id: string): Promise<AnyPost[]> {
  const rows = await query('SELECT id FROM posts WHERE retry_of_id = $1', [id])
  return Promise.all(rows.map(read))
}

async function retryOf(post: AnyPost): Promise<AnyPost> {
  const retries = await retriesOf(childId(post))
  expect(retries).toHaveLength(1)
  return retries[0]
}

const eventsOf = (post: AnyPost) => query('SELECT * FROM events WHERE post_id = $1 ORDER BY seq', [post.id])
const retryEvents = async (post: AnyPost) =>
  (await eventsOf(post)).filter((event) => event.event_type === 'socialAccountPost.retry.scheduled')

async function expectNoRetry(post: AnyPost) {
  expect(await retriesOf(childId(post))).toEqual([])
  expect(await retryEvents(post)).toEqual([])
}

describe('a target that the sandbox fails', () => {
  beforeEach(() => platform.restore())

  const failing = (changes: object = {}) => ({
    platform: 'SERVICETEST',
    socialAccountId: account,
    shouldSucceed: false,
    ...changes,
  })

  test('is repeated after the delay by a post of its own with one retry less, until none is left', async () => {
    const post = await create(client, [], { retryPolicy, socialAccounts: [failing()] })
    const failed = await tryOn(post)
    expect(failed).toMatchObject({ deliveryStatus: 'FAILED', errorMessage: expect.stringContaining('shouldSucceed') })

    const first = await retryOf(post)
    const dueAt = new Date(Date.parse(failed.deliveryCompletedAt) + delaySeconds * 1000).toISOString()
    expect(first).toMatchObject({
      content: post.content,
      schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor: dueAt },
      retryPolicy: { maxRetries: 1, delaySeconds },
      autoDeleteMediaAfterPublish: false,
      createdAt: failed.deliveryCompletedAt,
    })
    expect(first.socialAccountPosts).toMatchObject([
      { deliveryStatus: 'NOT_STARTED', platform: 'SERVICETEST', socialAccountId: account, shouldSucceed: false },
    ])
    expect(await tryOnce()).toBe(false)
    advance(delaySeconds * 1000 - 30_000)
    expect(await tryOnce()).toBe(false)

    expect(await tryOn(first)).toMatchObject({ deliveryStatus: 'FAILED' })
    const second = await retryOf(first)
    expect(second).not.toHaveProperty('retryPolicy')
    expect(await tryOn(second)).toMatchObject({ deliveryStatus: 'FAILED' })
    await expectNoRetry(second)
    expect((await read(post)).socialAccountPosts).toEqual([failed])
    expect(await retriesOf(childId(post))).toHaveLength(1)
  })

  test('hands on its override and first comment, and nothing of a target that succeeded', async () => {
    const [, second = ''] = await client.connect(projectId, { accounts: 2 })
    const targets = [
      { platform: 'SERVICETEST', socialAccountId: second, contentOverride: [{ text: 'Fine' }] },
      failing({ contentOverride: [{ text: 'Override' }], firstComment: 'First!' }),
    ]
    const post = await create(client, [], { retryPolicy, autoDeleteMediaAfterPublish: true, socialAccounts: targets })
    await tryOnce(account)
    await tryOnce(second)
    const children = (await read(post)).socialAccountPosts
    expect(children.map((child: AnyPost) => child.deliveryStatus)).toEqual(['PUBLISHED', 'FAILED'])

    expect(await retriesOf(children[0].socialAccountPostId)).toEqual([])
    const [retry] = await retriesOf(children[1].socialAccountPostId)
    expect(retry).toMatchObject({ content: [{ text: 'Override' }], autoDeleteMediaAfterPublish: true })
    expect(retry.socialAccountPosts).toMatchObject([{ socialAccountId: account, content: [{ text: 'Override' }] }])
    expect(await query('SELECT first_comment FROM social_account_posts WHERE post_id = $1', [retry.id])).toEqual([
      { first_comment: 'First!' },
    ])
  })

  test('tells of it in the transaction that fails it, with an alarm for the time', async () => {
    const post = await create(client, [], { retryPolicy, socialAccounts: [failing()] })
    const failed = await tryOn(post)
    const retry = await retryOf(post)
    const occurred_at = new Date(failed.deliveryCompletedAt)
    const common = { social_account_post_id: childId(post), social_account_id: account, project_id: projectId }
    expect(await retryEvents(post)).toMatchObject([
      { ...common, platform: 'SERVICETEST', details: { retryPostId: retry.id }, occurred_at },
    ])
    const [written] = await query(
      `SELECT p.xmin = r.xmin AND r.xmin = f.xmin AS together, r.due_at, j.start_after
       FROM social_account_posts f JOIN posts p ON p.retry_of_id = f.id JOIN social_account_posts r ON r.post_id = p.id
       JOIN pgboss.job j ON j.id = r.job_id WHERE f.id = $1`,
      [childId(post)],
    )
    const dueAt = new Date(retry.schedule.scheduledFor)
    expect(written).toEqual({ together: true, due_at: dueAt, start_after: dueAt })
  })

  test('shows the chain both ways in GraphQL, to its own tenant alone', async () => {
    const post = await create(client, [], { retryPolicy, socialAccounts: [failing()] })
    await tryOn(post)
    const retry = await retryOf(post)
    await tryOn(retry)
    const last = await retryOf(retry)
    const chain = `query($id: ID!) { post(postId: $id) {
      retryOf { socialAccountPostId post { id } } socialAccountPosts { socialAccountPostId retries { id retryPolicy { maxRetries } } } } }`
    const look = async (viewer: Client, id: string) => viewer.graphql(chain, { id })
    const limited = await service.client({ organizationId: client.organizationId, projectIds: [projectId] })
    for (const viewer of [client, limited]) {
      expect((await look(viewer, post.id)).data.post).toEqual({
        retryOf: null,
        socialAccountPosts: [
          { socialAccountPostId: childId(post), retries: [{ id: retry.id, retryPolicy: { maxRetries: 1 } }] },
        ],
      })
      expect((await look(viewer, retry.id)).data.post).toEqual({
        retryOf: { socialAccountPostId: childId(post), post: { id: post.id } },
        socialAccountPosts: [{ socialAccountPostId: childId(retry), retries: [{ id: last.id, retryPolicy: null }] }],
      })
      expect((await look(viewer, last.id)).data.post).toEqual({
        retryOf: { socialAccountPostId: childId(retry), post: { id: retry.id } },
        socialAccountPosts: [{ socialAccountPostId: childId(last), retries: [] }],
      })
    }
    const elsewhere = await service.client({
      organizationId: client.organizationId,
      projectIds: [await client.project('Other')],
    })
    for (const stranger of [elsewhere, await service.client()]) {
      for (const { id } of [post, retry, last]) {
        const { errors } = await look(stranger, id)
        expect(errors).toMatchObject([{ extensions: { code: 'POST_NOT_FOUND' } }])
        expect((await stranger.call('GET', `/posts/${id}`)).status).toBe(404)
      }
    }
  })

  test('without a policy stays as it is', async () => {
    const post = await create(client, [], { socialAccounts: [failing()] })
    expect(await tryOn(post)).toMatchObject({ deliveryStatus: 'FAILED' })
    await expectNoRetry(post)
  })

  test('is not repeated once its retry post was deleted', async () => {
    const post = await create(client, [], { retryPolicy, socialAccounts: [failing()] })
    await tryOn(post)
    const retry = await retryOf(post)
    const [{ job_id }] = await query('SELECT job_id FROM social_account_posts WHERE id = $1', [childId(retry)])
    expect((await client.call('DELETE', `/posts/${retry.id}`)).status).toBe(204)
    advance(2 * delaySeconds * 1000)
    expect(await tryOnce()).toBe(false)
    expect(await query('SELECT id FROM pgboss.job WHERE id = $1', [job_id])).toEqual([])
    const { data } = await client.graphql(
      'query($id: ID!) { post(postId: $id) { socialAccountPosts { deliveryStatus retries { id } } } }',
      { id: post.id },
    )
    expect(data.post.socialAccountPosts).toEqual([{ deliveryStatus: 'FAILED', retries: [] }])
  })

  test('leaves its retry post behind when it is deleted itself', async () => {
    const post = await create(client, [], { retryPolicy, socialAccounts: [failing()] })
    await tryOn(post)
    const retry = await retryOf(post)
    expect((await client.call('DELETE', `/social-account-posts/${childId(post)}`)).status).toBe(204)
    expect((await client.call('GET', `/posts/${post.id}`)).status).toBe(404)
    const { data } = await client.graphql('query($id: ID!) { post(postId: $id) { retryOf { errorMessage } } }', {
      id: retry.id,
    })
    expect(data.post).toEqual({ retryOf: null })
    expect(await tryOn(retry)).toMatchObject({ deliveryStatus: 'FAILED' })
    expect(await retryOf(retry)).not.toHaveProperty('retryPolicy')
  })
})

describe('a failure', () => {
  test.each([
    ['reconnect', () => PlatformError.reconnect('The grant is gone.')],
    ['operator', () => PlatformError.operator('The credits are spent.')],
    ['rejected', () => PlatformError.rejected('The text is too rude.')],
  ])('that needs a person is not repeated: %s, in prepare and in commit', async (_kind, error) => {
    for (const step of ['prepare', 'commit'] as const) {
      await client.connect(projectId)
      platform.script = { [step]: fail(error()) }
      const post = await create(client, [account], { retryPolicy })
      expect(await tryOn(post)).toMatchObject({ deliveryStatus: 'FAILED', errorMessage: error().message })
      await expectNoRetry(post)
    }
  })

  test('for an account that was disconnected meanwhile is not repeated', async () => {
    const post = await create(client, [account], { retryPolicy })
    await service.app.services.db.prisma.socialAccount.update({
      where: { id: account },
      data: { status: 'DISCONNECTED' },
    })
    expect(await tryOn(post)).toMatchObject({ deliveryStatus: 'FAILED' })
    await expectNoRetry(post)
  })

  test('of a platform that stays busy is repeated once its tries are used up, not before', async () => {
    platform.script.prepare = fail(PlatformError.retry('Busy.'))
    const post = await create(client, [account], { retryPolicy })
    await tryOnce()
    await expectNoRetry(post)
    expect(await tryOn(post)).toMatchObject({ deliveryStatus: 'FAILED', errorMessage: 'Given up after 6 tries: Busy.' })
    const retry = await retryOf(post)
    delete platform.script.prepare
    expect(await tryOn(retry)).toMatchObject({ deliveryStatus: 'PUBLISHED' })
    expect([times('check'), times('commit')]).toEqual([0, 1])
  })
})

describe('a retry of an unknown outcome', () => {
  const asked: Delivery[] = []
  const answer = (result: CheckResult) => {
    platform.script.check = async (_ctx, delivery) => {
      asked.push(delivery)
      return result
    }
  }
  /** A post whose commit's answer is lost and whose platform cannot tell, and the post that repeats it. */
  const unknownPost = async () => {
    platform.script.prepare = async (_ctx, _delivery, _progress, save) => {
      await save({ uploadId: 'upload-1' })
      return { uploadId: 'upload-1' }
    }
    platform.script.commit = fail(PlatformError.outcomeUnknown('The connection broke.'))
    const post = await create(client, [account], { retryPolicy })
    expect(await tryOn(post)).toMatchObject({ errorMessage: expect.stringMatching(/may or may not be published/) })
    platform.calls.length = 0
    asked.length = 0
    platform.script = {}
    return { post, retry: await retryOf(post) }
  }

  test('asks first, under the first delivery, and is PUBLISHED without publishing when the post is there', async () => {
    const { post, retry } = await unknownPost()
    answer({ outcome: 'published', post: { externalPostId: 'found' } })
    expect(await tryOn(retry)).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'found' })
    expect(platform.calls).toEqual(['check', 'confirm'])
    expect(asked.map(({ socialAccountPostId }) => socialAccountPostId)).toEqual([childId(post)])
    expect((await read(post)).socialAccountPosts).toMatchObject([{ deliveryStatus: 'FAILED' }])
  })

  test('publishes once, with what was prepared before, when the platform certainly has nothing', async () => {
    const { post, retry } = await unknownPost()
    answer({ outcome: 'not-published' })
    const prepared: unknown[] = []
    platform.script.prepare = async (_ctx, delivery, progress) => {
      prepared.push([delivery.socialAccountPostId, progress])
      return progress
    }
    expect(await tryOn(retry)).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'external-1' })
    expect(platform.calls).toEqual(['check', 'prepare', 'commit', 'confirm'])
    expect(prepared).toEqual([[childId(post), { uploadId: 'upload-1' }]])
  })

  test('still asks under the first delivery when it is the second retry', async () => {
    const { post, retry } = await unknownPost()
    expect(await tryOn(retry)).toMatchObject({ deliveryStatus: 'FAILED' })
    expect(times('commit')).toBe(0)
    const second = await retryOf(retry)
    answer({ outcome: 'published', post: { externalPostId: 'found' } })
    expect(await tryOn(second)).toMatchObject({ deliveryStatus: 'PUBLISHED' })
    expect(asked.map(({ socialAccountPostId }) => socialAccountPostId)).toEqual([childId(post)])
    expect(times('commit')).toBe(0)
  })

  test('asks also when the platform failed over the question', async () => {
    platform.script = {
      commit: fail(PlatformError.outcomeUnknown('The connection broke.')),
      check: fail(PlatformError.failed('The question was too hard.')),
    }
    const post = await create(client, [account], { retryPolicy })
    expect(await tryOn(post)).toMatchObject({ errorMessage: expect.stringMatching(/may or may not be published/) })
    platform.script = {}
    answer({ outcome: 'published', post: { externalPostId: 'found' } })
    expect(await tryOn(await retryOf(post))).toMatchObject({ deliveryStatus: 'PUBLISHED', externalPostId: 'found' })
    expect(times('commit')).toBe(1)
  })

  test('at the sandbox finds the post that is there', async () => {
    const { script } = platform
    const post = await create(client, [account], { retryPolicy })
    const [{ id: owner }] = await query('SELECT external_account_id AS id FROM social_accounts WHERE id = $1', [
      account,
    ])
    script.commit = async (_ctx, delivery) => {
      await query(
        `INSERT INTO sandbox.containers (id, account_id, text, should_succeed, client_reference, created_at, ready_at, media)
         VALUES (gen_random_uuid(), $1, $2, true, $3, now(), now(), '[]')`,
        [owner, delivery.text, delivery.socialAccountPostId],
      )
      await query(
        `INSERT INTO sandbox.posts (id, container_id, account_id, text, media, client_reference, published_at)
         SELECT gen_random_uuid(), id, account_id, text, media, client_reference, now() FROM sandbox.containers
         WHERE client_reference = $1`,
        [delivery.socialAccountPostId],
      )
      throw PlatformError.outcomeUnknown('The connection broke.')
    }
    await tryOn(post)
    const retry = await retryOf(post)
    platform.restore()
    const published = await tryOn(retry)
    const there = await query('SELECT id FROM sandbox.posts WHERE account_id = $1 AND client_reference = ANY($2)', [
      owner,
      [childId(post), childId(retry)],
    ])
    expect(published.deliveryStatus).toBe('PUBLISHED')
    expect(there).toEqual([{ id: published.externalPostId }])
  })
})

describe('a worker that lost its delivery while it failed', () => {
  const failAfter = async (act: (id: string) => Promise<unknown>) => {
    const post = await create(client, [account], { retryPolicy })
    platform.script.prepare = async () => {
      await act(childId(post))
      throw PlatformError.failed('It did not work.')
    }
    const jobsBefore = await query(
      `SELECT count(*)::int AS count FROM pgboss.job WHERE data ->> 'socialAccountId' = $1`,
      [account],
    )
    await tryOnce()
    return { post, jobsBefore }
  }
  const jobs = () =>
    query(`SELECT count(*)::int AS count FROM pgboss.job WHERE data ->> 'socialAccountId' = $1`, [account])
  const postsOfProject = () => query('SELECT id FROM posts WHERE project_id = $1', [projectId])

  test('to another worker makes no retry post, no event and no alarm', async () => {
    const { post, jobsBefore } = await failAfter((id) =>
      query('UPDATE social_account_posts SET lease_id = gen_random_uuid() WHERE id = $1', [id]),
    )
    expect((await read(post)).socialAccountPosts).toMatchObject([{ deliveryStatus: 'SENDING' }])
    await expectNoRetry(post)
    expect(await jobs()).toEqual(jobsBefore)
    expect(errors).toEqual([])
  })

  test('because it was deleted makes no retry post', async () => {
    const { post } = await failAfter((id) => client.call('DELETE', `/social-account-posts/${id}`))
    expect(await postsOfProject()).toEqual([])
    expect(await retryEvents(post)).toEqual([])
    expect(errors).toEqual([])
  })

  test('because it is being deleted at this moment makes no retry post and ends quietly', async () => {
    const deleter = await service.app.services.db.pool.connect()
    try {
      await deleter.query('BEGIN')
      const failing = failAfter(async (id) => {
        await deleter.query('SELECT id FROM posts WHERE project_id = $1 FOR UPDATE', [projectId])
        await deleter.query('DELETE FROM social_account_posts WHERE id = $1', [id])
        await deleter.query('DELETE FROM posts WHERE project_id = $1', [projectId])
      })
      await eventually(async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        return (await query(waiting)).length > 0
      })
      await deleter.query('COMMIT')
      const { post } = await failing
      expect(await postsOfProject()).toEqual([])
      expect(await retryEvents(post)).toEqual([])
      expect(errors).toEqual([])
    } finally {
      deleter.release()
    }
  })
})
