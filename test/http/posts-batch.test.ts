import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlatformName } from '../../src/platforms/names.ts'
import { addAccount } from '../helpers/accounts.ts'
import { addMedia, fixture, picture } from '../helpers/media.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'
import { statementsOf } from '../helpers/statements.ts'

let service: TestService
let client: Client
let projectId: string
let socialAccountId: string
let count = 0

beforeAll(async () => {
  service = await startService({ config: { role: 'api' } })
  client = await service.client()
  projectId = await client.project()
  ;[socialAccountId] = (await client.connect(projectId)) as [string]
})
afterAll(() => service.stop())

function item(changes: Record<string, unknown> = {}) {
  count += 1
  return {
    idempotencyKey: `item-${count}`,
    projectId,
    socialAccountId,
    scheduledForUTC: new Date(Date.now() + 3600_000).toISOString(),
    description: `Post ${count}`,
    ...changes,
  }
}

const create = async (items: unknown) => (await client.call('POST', '/posts/create', items)).body.results
const countPosts = async () => {
  const { rows } = await service.app.services.db.pool.query('SELECT count(*)::int AS count FROM posts')
  return rows[0].count
}

describe('items that are good', () => {
  test('are created in order, scheduled, with text and title', async () => {
    const items = [
      item({ title: 'First' }),
      item(),
      item({ platformSpecificData: { servicetest: { shouldSucceed: false } } }),
    ]
    const answer = await client.call('POST', '/posts/create', items)
    expect(answer.status).toBe(200)
    expect(answer.body.results).toEqual(
      items.map(({ idempotencyKey }) => ({ idempotencyKey, status: 'CREATED', id: expect.any(String) })),
    )
    const posts = await Promise.all(
      answer.body.results.map(async ({ id }: { id: string }) => (await client.call('GET', `/posts/${id}`)).body),
    )
    expect(posts[0]).toMatchObject({
      projectId,
      content: [{ text: items[0]?.description }],
      schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor: items[0]?.scheduledForUTC },
      autoDeleteMediaAfterPublish: false,
      socialAccountPosts: [
        { platform: 'SERVICETEST', deliveryStatus: 'NOT_STARTED', title: 'First', shouldSucceed: true },
      ],
    })
    expect(posts[2].socialAccountPosts[0].shouldSucceed).toBe(false)
  })

  test('carry a first comment, and their media in the order given', async () => {
    const media = [await addMedia(client, service.url, projectId), await addMedia(client, service.url, projectId)]
    const [result] = await create([item({ firstComment: 'First!', mediaIds: media.toReversed() })])
    const { rows } = await service.app.services.db.pool.query(
      'SELECT first_comment FROM social_account_posts WHERE post_id = $1',
      [result.id],
    )
    expect(rows).toEqual([{ first_comment: 'First!' }])
    const { body } = await client.call('GET', `/posts/${result.id}`)
    expect(body.content[0].media.map(({ mediaId }: { mediaId: string }) => mediaId)).toEqual(media.toReversed())
  })

  test('1,000 of them take few statements', async () => {
    const items = Array.from({ length: 1000 }, () => item())
    let results: { status: string }[] = []
    const statements = await statementsOf(async () => {
      results = await create(items)
    })
    expect(results.every(({ status }) => status === 'CREATED')).toBe(true)
    expect(statements.length).toBeLessThan(20)
  })
})

describe('one failure never touches the others', () => {
  test('each item has its own code', async () => {
    const otherProject = await client.project()
    const [elsewhere] = await client.connect(otherProject, { username: 'elsewhere' })
    const cases: [Record<string, unknown>, string][] = [
      [{ projectId: crypto.randomUUID() }, 'INVALID_PROJECT_ID'],
      [{ projectId: 'nothing' }, 'INVALID_PROJECT_ID'],
      [{ socialAccountId: crypto.randomUUID() }, 'INVALID_SOCIAL_ACCOUNT_ID'],
      [{ socialAccountId: elsewhere }, 'INVALID_SOCIAL_ACCOUNT_ID'],
      [{ mediaIds: [crypto.randomUUID()] }, 'INVALID_MEDIA_ID'],
      [{ platformSpecificData: { pinterest: { pinterestBoardId: 'b' } } }, 'INVALID_PLATFORM_SPECIFIC_DATA'],
      [{ platformSpecificData: { servicetest: {}, facebook: {} } }, 'INVALID_PLATFORM_SPECIFIC_DATA'],
      [{ description: '' }, 'VALIDATION_FAILED'],
      [{ scheduledForUTC: new Date(Date.now() - 3600_000).toISOString() }, 'VALIDATION_FAILED'],
      [{ scheduledForUTC: 'tomorrow' }, 'VALIDATION_FAILED'],
      [{ scheduledForUTC: undefined }, 'VALIDATION_FAILED'],
      [{ description: 5 }, 'VALIDATION_FAILED'],
      [{ unknownField: 1 }, 'VALIDATION_FAILED'],
      [{ platformSpecificData: { myspace: {} } }, 'VALIDATION_FAILED'],
    ]
    const disconnected = await addAccount(service, {
      organizationId: client.organizationId,
      projectId,
      platform: 'SERVICETEST',
      status: 'DISCONNECTED',
    })
    cases.push([{ socialAccountId: disconnected }, 'SOCIAL_ACCOUNT_NOT_CONNECTED'])
    const good = item()
    const results = await create([...cases.map(([changes]) => item(changes)), good])
    expect(results.map((result: { error?: { code: string } }) => result.error?.code)).toEqual([
      ...cases.map(([, code]) => code),
      undefined,
    ])
    expect(results.at(-1)).toMatchObject({ status: 'CREATED', idempotencyKey: good.idempotencyKey })
    expect(results[0]).toEqual({
      idempotencyKey: expect.any(String),
      status: 'FAILED',
      error: { code: 'INVALID_PROJECT_ID', message: expect.any(String) },
    })
  })

  test('the message names the place in the item', async () => {
    const [result] = await create([item({ scheduledForUTC: '2020-01-01T00:00:00Z' })])
    expect(result.error.message).toBe('scheduledForUTC is more than 5 minutes in the past.')
  })
})

describe('every platform has its own object and defaults', () => {
  const made = async (platform: PlatformName, changes: (mediaId: string) => Record<string, unknown>, video = false) => {
    const account = await addAccount(service, { organizationId: client.organizationId, projectId, platform })
    const content = video ? await fixture('video.mp4') : await picture('jpeg', 800, 1000)
    const mediaId = await addMedia(client, service.url, projectId, content)
    const [result] = await create([item({ socialAccountId: account, ...changes(mediaId) })])
    if (!result.id) return result.error
    const { body } = await client.call('GET', `/posts/${result.id}`)
    return body.socialAccountPosts[0]
  }

  test('PINTEREST: the board, and the title of the item', async () => {
    const child = await made('PINTEREST', (mediaId) => ({
      mediaIds: [mediaId],
      title: 'A pin',
      platformSpecificData: { pinterest: { pinterestBoardId: '123' } },
    }))
    expect(child).toMatchObject({ platform: 'PINTEREST', pinterestBoardId: '123', title: 'A pin' })
    expect(child.content[0].media).toHaveLength(1)
  })

  test('PINTEREST without a board is refused with the place', async () => {
    const error = await made('PINTEREST', (mediaId) => ({ mediaIds: [mediaId] }))
    expect(error).toEqual({
      code: 'INVALID_PLATFORM_SPECIFIC_DATA',
      message: expect.stringContaining('pinterestBoardId is required'),
    })
  })

  test.each([
    ['without media TEXT_ONLY', false, false, 'TEXT_ONLY'],
    ['with a picture IMAGE', true, false, 'IMAGE'],
    ['with a video VIDEO', true, true, 'VIDEO'],
  ])('FACEBOOK: %s', async (_name, withMedia, video, postType) => {
    const child = await made('FACEBOOK', (mediaId) => (withMedia ? { mediaIds: [mediaId] } : {}), video)
    expect(child).toMatchObject({ platform: 'FACEBOOK', postType })
  })

  test('FACEBOOK: the type and link that are given', async () => {
    const child = await made('FACEBOOK', () => ({
      platformSpecificData: { facebook: { postType: 'TEXT_ONLY', link: 'https://example.com/a' } },
    }))
    expect(child).toMatchObject({ postType: 'TEXT_ONLY', link: 'https://example.com/a' })
  })

  test('INSTAGRAM: POST when nothing else is said', async () => {
    const child = await made('INSTAGRAM', (mediaId) => ({ mediaIds: [mediaId] }))
    expect(child).toMatchObject({ platform: 'INSTAGRAM', postType: 'POST' })
  })

  test('INSTAGRAM: the type that is given', async () => {
    const story = (mediaId: string) => ({
      mediaIds: [mediaId],
      description: undefined,
      platformSpecificData: { instagram: { postType: 'STORY' } },
    })
    expect(await made('INSTAGRAM', story)).toMatchObject({ platform: 'INSTAGRAM', postType: 'STORY' })
  })

  test('TIKTOK: without content disclosure both brand flags are false', async () => {
    const tiktok = {
      postType: 'PHOTO',
      privacyLevel: 'PUBLIC_TO_EVERYONE',
      allowComment: true,
      allowDuet: false,
      allowStitch: false,
      contentDisclosureEnabled: false,
      autoAddMusic: true,
    }
    const child = await made('TIKTOK', (mediaId) => ({ mediaIds: [mediaId], platformSpecificData: { tiktok } }))
    expect(child).toMatchObject({
      postType: 'PHOTO',
      postMode: 'DIRECT_POST',
      isYourBrand: false,
      isBrandedContent: false,
    })
    expect(child).not.toHaveProperty('contentDisclosureEnabled')
    const disclosed = { ...tiktok, contentDisclosureEnabled: true, isYourBrand: true, isBrandedContent: false }
    expect(
      await made('TIKTOK', (mediaId) => ({ mediaIds: [mediaId], platformSpecificData: { tiktok: disclosed } })),
    ).toMatchObject({ isYourBrand: true, isBrandedContent: false })
  })

  test('YOUTUBE: privacy, category, tags and audience; the title is needed', async () => {
    const youtube = { privacy: 'unlisted', category: '22', tags: ['a', 'b'], madeForKids: true }
    const video = (changes: object) => (mediaId: string) => ({
      mediaIds: [mediaId],
      platformSpecificData: { youtube },
      ...changes,
    })
    expect(await made('YOUTUBE', video({ title: 'A video' }), true)).toMatchObject({ title: 'A video', ...youtube })
    expect(await made('YOUTUBE', video({}), true)).toMatchObject({
      message: expect.stringContaining('title is required'),
    })
    expect(await made('YOUTUBE', video({ title: 'A video', platformSpecificData: {} }), true)).toEqual({
      code: 'INVALID_PLATFORM_SPECIFIC_DATA',
      message: expect.stringContaining('privacy is required'),
    })
  })

  test.each(['X', 'LINKEDIN', 'LINKEDIN_PAGES', 'THREADS'] as const)(
    '%s needs no object, or an empty one',
    async (platform) => {
      expect(await made(platform, () => ({}))).toMatchObject({ platform })
      expect(await made(platform, () => ({ platformSpecificData: {} }))).toMatchObject({ platform })
    },
  )
})

describe('a body that is no list of items with keys is refused whole', () => {
  test.each([
    ['an object', {}],
    ['nothing in it', []],
    ['more than 1,000 items', Array.from({ length: 1001 }, () => ({ idempotencyKey: 'x' }))],
    ['an item that is no object', [1]],
    ['an item without a key', [{ projectId: 'x' }]],
    ['an empty key', [{ idempotencyKey: '' }]],
  ])('%s', async (_name, body) => {
    const before = await countPosts()
    const answer = await client.call('POST', '/posts/create', body)
    expect(answer.status).toBe(422)
    expect(answer.body.code).toBe('VALIDATION_FAILED')
    expect(await countPosts()).toBe(before)
  })
})

describe('idempotency keys', () => {
  test('the same item again gets the first id, also when it is not valid any more', async () => {
    const first = item()
    const [{ id }] = await create([first])
    const { db } = service.app.services
    await db.pool.query('DELETE FROM posts WHERE id = $1', [id])
    const { scheduledForUTC, ...rest } = first
    expect(await create([{ scheduledForUTC, title: null, ...rest }])).toEqual([
      { idempotencyKey: first.idempotencyKey, status: 'CREATED', id },
    ])
  })

  test('another item under the same key fails', async () => {
    const first = item()
    await create([first])
    const [result] = await create([{ ...first, description: 'Something else' }])
    expect(result).toMatchObject({ status: 'FAILED', error: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  test('equal keys inside one request follow the same rule', async () => {
    const first = item()
    const before = await countPosts()
    const results = await create([first, first, { ...first, description: 'Something else' }])
    expect(results[1]).toEqual(results[0])
    expect(results[2]).toMatchObject({ status: 'FAILED', error: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(await countPosts()).toBe(before + 1)
  })

  test('a failed item may be sent again, corrected', async () => {
    const bad = item({ description: '' })
    expect((await create([bad]))[0].status).toBe('FAILED')
    expect((await create([{ ...bad, description: 'Now it says something' }]))[0].status).toBe('CREATED')
  })

  test('the same batch sent many times at once makes each post once', async () => {
    const items = Array.from({ length: 40 }, () => item())
    const before = await countPosts()
    const answers = await Promise.all([0, 1, 2, 3].map((turn) => create(turn % 2 ? items.toReversed() : items)))
    const ids = (results: { idempotencyKey: string; id: string }[]) =>
      Object.fromEntries(results.map(({ idempotencyKey, id }) => [idempotencyKey, id]))
    for (const results of answers) expect(ids(results)).toEqual(ids(answers[0]))
    expect(await countPosts()).toBe(before + 40)
  })

  test('keys of another organization are free', async () => {
    const first = item()
    await create([first])
    const stranger = await service.client()
    const project = await stranger.project()
    const [account] = await stranger.connect(project)
    const { body } = await stranger.call('POST', '/posts/create', [
      { ...first, projectId: project, socialAccountId: account },
    ])
    expect(body.results[0].status).toBe('CREATED')
  })
})

test('a batch whose transaction fails is reported and made by the repeat', async () => {
  const { pool } = service.app.services.db
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON social_account_posts EXECUTE FUNCTION refuse()`)
  const items = [item(), item()]
  const failed = await create(items)
  await pool.query('DROP FUNCTION refuse CASCADE')
  expect(failed.map((result: { error: { code: string } }) => result.error.code)).toEqual([
    'INTERNAL_ERROR',
    'INTERNAL_ERROR',
  ])
  expect((await create(items)).map((result: { status: string }) => result.status)).toEqual(['CREATED', 'CREATED'])
})

test('an item that cannot be stored any more does not touch the others', async () => {
  const { pool } = service.app.services.db
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE foreign_key_violation; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON posts FOR EACH ROW
    WHEN (NEW.content::text LIKE '%gone%') EXECUTE FUNCTION refuse()`)
  const items = [item(), item({ description: 'gone' }), item(), item(), item()]
  const results = await create(items)
  await pool.query('DROP FUNCTION refuse CASCADE')
  expect(results.map((result: { status: string }) => result.status)).toEqual([
    'CREATED',
    'FAILED',
    'CREATED',
    'CREATED',
    'CREATED',
  ])
  expect(results[1].error.code).toBe('INTERNAL_ERROR')
})

test('GraphQL creates the same batch', async () => {
  const items = [item(), item({ projectId: crypto.randomUUID() })]
  const { data, errors } = await client.graphql(
    `mutation ($input: [CreatePostsItemInput!]!) { createPosts(input: $input) { results {
       idempotencyKey status id error { code message } } } }`,
    { input: items },
  )
  expect(errors).toEqual([])
  expect(data.createPosts.results).toMatchObject([
    { status: 'CREATED', error: null },
    { status: 'FAILED', id: null, error: { code: 'INVALID_PROJECT_ID' } },
  ])
  expect((await create(items))[0].id).toBe(data.createPosts.results[0].id)
})
