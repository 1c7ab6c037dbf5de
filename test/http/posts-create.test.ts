import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount } from '../helpers/accounts.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let projectId: string
let first: string
let second: string
let other: string
let disconnected: string
let x: string
let pinterest: string
let instagram: string
let threads: string

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  projectId = await client.project()
  ;[first = '', second = ''] = await client.connect(projectId, { accounts: 2 })
  ;[other = ''] = await client.connect(await client.project('Other'))
  const { organizationId } = client
  disconnected = await addAccount(service, {
    organizationId,
    projectId,
    platform: 'SERVICETEST',
    status: 'DISCONNECTED',
  })
  x = await addAccount(service, { organizationId, projectId, platform: 'X' })
  pinterest = await addAccount(service, { organizationId, projectId, platform: 'PINTEREST' })
  instagram = await addAccount(service, { organizationId, projectId, platform: 'INSTAGRAM' })
  threads = await addAccount(service, { organizationId, projectId, platform: 'THREADS' })
})
afterAll(() => service.stop())

const draft = (socialAccounts: unknown[], changes: object = {}) =>
  postTo([], { schedule: { type: 'DRAFT' }, socialAccounts, ...changes })
const sandbox = (socialAccountId: string, fields: object = {}) => ({
  platform: 'SERVICETEST',
  socialAccountId,
  ...fields,
})
const create = (body: unknown) => client.call('POST', '/posts', body)
const count = async () => (await client.call('GET', '/social-account-posts')).body.socialAccountPosts.length
const paths = (body: { validationErrors: { path: string }[] }) => body.validationErrors.map(({ path }) => path)

describe('201', () => {
  test('a post with its children in the order of the targets, defaults filled in', async () => {
    const { status, body } = await create(draft([sandbox(second), sandbox(first, { shouldSucceed: false })]))
    expect(status).toBe(201)
    expect(body).toMatchObject({ projectId, autoDeleteMediaAfterPublish: false, schedule: { type: 'DRAFT' } })
    expect(body).not.toHaveProperty('retryPolicy')
    expect(body.socialAccountPosts).toMatchObject([
      { socialAccountId: second, shouldSucceed: true, deliveryStatus: 'NOT_STARTED', postId: body.id, projectId },
      { socialAccountId: first, shouldSucceed: false, content: [{ text: 'Hello' }] },
    ])
  })

  test('a schedule with an offset is kept in UTC', async () => {
    const time = new Date(Date.now() + 3600_000)
    const local = new Date(time.getTime() + 2 * 3600_000).toISOString().replace('Z', '+02:00')
    const schedule = { type: 'SCHEDULE_FOR_LATER', scheduledFor: local }
    const { body } = await create(draft([sandbox(first)], { schedule }))
    expect(body.schedule).toEqual({ type: 'SCHEDULE_FOR_LATER', scheduledFor: time.toISOString() })
  })

  test('an override replaces the content of its child alone; a retry policy comes back', async () => {
    const contentOverride = [{ text: 'Only here' }]
    const retryPolicy = { maxRetries: 10, delaySeconds: 604_800 }
    const changes = { retryPolicy, autoDeleteMediaAfterPublish: true }
    const { body } = await create(draft([sandbox(first), sandbox(second, { contentOverride })], changes))
    expect(body).toMatchObject(changes)
    expect(body.socialAccountPosts[0].content).toEqual([{ text: 'Hello' }])
    expect(body.socialAccountPosts[1].content).toEqual(contentOverride)
  })

  test('every platform’s own fields come back flat, with defaults, and without those of others', async () => {
    const { organizationId } = client
    const facebook = await addAccount(service, { organizationId, projectId, platform: 'FACEBOOK' })
    const linkedin = await addAccount(service, { organizationId, projectId, platform: 'LINKEDIN' })
    const link = 'https://a.test'
    const { status, body } = await create(
      draft([
        { platform: 'FACEBOOK', socialAccountId: facebook, postType: 'TEXT_ONLY', link, locationId: '1' },
        { platform: 'LINKEDIN', socialAccountId: linkedin, link },
        { platform: 'X', socialAccountId: x },
        sandbox(first),
      ]),
    )
    expect(status).toBe(201)
    const [page, share, tweet, sent] = body.socialAccountPosts
    expect(page).toMatchObject({ platform: 'FACEBOOK', postType: 'TEXT_ONLY', link, locationId: '1' })
    expect(share).toMatchObject({ platform: 'LINKEDIN', link })
    expect(tweet).not.toHaveProperty('postType')
    expect(sent).toMatchObject({ platform: 'SERVICETEST', shouldSucceed: true })
  })

  test('null is the same as absent, and an upper-case id the same as a lower-case one', async () => {
    const target = sandbox(first.toUpperCase(), { shouldSucceed: null, contentOverride: null, pinterestBoardId: null })
    const nulls = { retryPolicy: null, autoDeleteMediaAfterPublish: null }
    const { status, body } = await create(draft([target], { ...nulls, content: [{ text: 'Hi', media: null }] }))
    expect(status).toBe(201)
    expect(body.socialAccountPosts[0]).toMatchObject({ socialAccountId: first, shouldSucceed: true })
  })
})

const media = (mediaId: string) => [{ text: 'With a picture', media: [{ type: 'MEDIA_LIBRARY', mediaId }] }]
const unknown = randomUUID()

describe('422', () => {
  test.each<[string, () => object, string[]]>([
    ['VALIDATION_FAILED', () => draft([]), ['socialAccounts']],
    [
      'DUPLICATE_SOCIAL_ACCOUNT_ID',
      () => draft([sandbox(first), sandbox(first)]),
      ['socialAccounts[1].socialAccountId'],
    ],
    [
      'DUPLICATE_SOCIAL_ACCOUNT_ID',
      () => draft([sandbox(first), sandbox(first.toUpperCase())]),
      ['socialAccounts[1].socialAccountId'],
    ],
    ['INVALID_SOCIAL_ACCOUNT_ID', () => draft([sandbox(unknown)]), ['socialAccounts[0].socialAccountId']],
    ['INVALID_SOCIAL_ACCOUNT_ID', () => draft([sandbox('nonsense')]), ['socialAccounts[0].socialAccountId']],
    ['SOCIAL_ACCOUNT_NOT_CONNECTED', () => draft([sandbox(disconnected)]), ['socialAccounts[0].socialAccountId']],
    [
      'SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT',
      () => draft([sandbox(first), sandbox(other)]),
      ['socialAccounts[1].socialAccountId'],
    ],
    ['INVALID_MEDIA_ID', () => draft([sandbox(first)], { content: media(unknown) }), ['content[0].media[0].mediaId']],
    [
      'INVALID_MEDIA_ID',
      () => draft([sandbox(first, { contentOverride: media('nonsense') })]),
      ['socialAccounts[0].contentOverride[0].media[0].mediaId'],
    ],
    [
      'INVALID_PLATFORM_SPECIFIC_DATA',
      () => draft([{ platform: 'X', socialAccountId: x, pinterestBoardId: 'b' }]),
      ['socialAccounts[0].pinterestBoardId'],
    ],
    [
      'INVALID_PLATFORM_SPECIFIC_DATA',
      () => draft([{ platform: 'PINTEREST', socialAccountId: pinterest }]),
      ['socialAccounts[0].pinterestBoardId'],
    ],
    [
      'INVALID_PLATFORM_SPECIFIC_DATA',
      () =>
        draft([
          {
            platform: 'PINTEREST',
            socialAccountId: pinterest,
            pinterestBoardId: 'b',
            link: `https://a.test/${'a'.repeat(2048)}`,
          },
        ]),
      ['socialAccounts[0].link'],
    ],
    [
      'INVALID_PLATFORM_SPECIFIC_DATA',
      () => draft([{ platform: 'INSTAGRAM', socialAccountId: instagram, postType: 'TEXT_ONLY' }]),
      ['socialAccounts[0].postType'],
    ],
    [
      'INVALID_PLATFORM_SPECIFIC_DATA',
      () => draft([{ platform: 'INSTAGRAM', socialAccountId: instagram, postType: 'NONSENSE' }]),
      ['socialAccounts[0].postType'],
    ],
    [
      'INVALID_PLATFORM_SPECIFIC_DATA',
      () =>
        draft([
          {
            platform: 'INSTAGRAM',
            socialAccountId: instagram,
            postType: 'POST',
            trialParams: { graduationStrategy: 'MANUAL' },
          },
        ]),
      ['socialAccounts[0].trialParams'],
    ],
    [
      'INVALID_PLATFORM_SPECIFIC_DATA',
      () => draft([{ platform: 'INSTAGRAM', socialAccountId: instagram, postType: 'REEL', trialParams: {} }]),
      ['socialAccounts[0].trialParams.graduationStrategy'],
    ],
    [
      'INVALID_PLATFORM_SPECIFIC_DATA',
      () => draft([{ platform: 'X', socialAccountId: first }]),
      ['socialAccounts[0].platform'],
    ],
    [
      'VALIDATION_FAILED',
      () =>
        draft([{ platform: 'PINTEREST', socialAccountId: pinterest, pinterestBoardId: '123', firstComment: 'First!' }]),
      ['socialAccounts[0].firstComment', 'content[0].media'],
    ],
  ])('%s: %#', async (code, body, expected) => {
    const before = await count()
    const answer = await create(body())
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 422, code })
    expect(paths(answer.body)).toEqual(expected)
    expect(await count()).toBe(before)
  })

  test('exactly two accounts of different projects are named, whatever the rest', async () => {
    const [third = ''] = await client.connect(await client.project('Third'))
    const { body } = await create(draft([sandbox(first), sandbox(second), sandbox(other), sandbox(third)]))
    expect(body.code).toBe('SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT')
    expect(body.conflictingSocialAccountIds).toEqual([first, other])
  })

  test.each<[object, string[]]>([
    [{ content: [] }, ['content']],
    [{ content: [{ text: 'a' }, { text: 'b' }] }, ['content']],
    [{ content: [{}] }, ['content[0]']],
    [{ content: [{ text: '  ' }] }, ['content[0]']],
    [{ content: [null] }, ['content[0]']],
    [{ content: 'Hello' }, ['content']],
    [{ content: [{ text: 5 }] }, ['content[0].text', 'content[0]']],
    [{ content: undefined }, ['content']],
    [{ schedule: undefined }, ['schedule']],
    [{ socialAccounts: undefined }, ['socialAccounts']],
    [{ schedule: { type: 'LATER' } }, ['schedule.type']],
    [{ schedule: {} }, ['schedule.type']],
    [{ schedule: { type: 'SCHEDULE_FOR_LATER' } }, ['schedule.scheduledFor']],
    [{ schedule: { type: 'DRAFT', scheduledFor: '2099-01-01T00:00:00Z' } }, ['schedule.scheduledFor']],
    [{ schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor: '2020-01-01T00:00:00Z' } }, ['schedule.scheduledFor']],
    [{ schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor: '2099-01-01T00:00:00Z' } }, ['schedule.scheduledFor']],
    [{ schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor: '2027-01-01T00:00:00' } }, ['schedule.scheduledFor']],
    [{ schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor: '2027-02-30T00:00:00Z' } }, ['schedule.scheduledFor']],
    [{ retryPolicy: { maxRetries: 0, delaySeconds: 604_801 } }, ['retryPolicy.maxRetries', 'retryPolicy.delaySeconds']],
    [{ retryPolicy: { maxRetries: 1.5 } }, ['retryPolicy.delaySeconds', 'retryPolicy.maxRetries']],
    [{ autoDeleteMediaAfterPublish: 'yes' }, ['autoDeleteMediaAfterPublish']],
    [{ surprise: 1 }, ['surprise']],
    [{ socialAccounts: [{ platform: 'SERVICETEST' }] }, ['socialAccounts[0].socialAccountId']],
    [
      { socialAccounts: [{ platform: 'MYSPACE', socialAccountId: 'a' }] },
      ['socialAccounts[0].platform', 'socialAccounts[0].socialAccountId'],
    ],
    [{ socialAccounts: [{ platform: 'SERVICETEST', socialAccountId: 5 }] }, ['socialAccounts[0].socialAccountId']],
    [
      { content: media('a').map((item) => ({ ...item, media: [{ type: 'URL', mediaId: 5 }] })) },
      ['content[0].media[0].mediaId', 'content[0].media[0].type'],
    ],
  ])('VALIDATION_FAILED names the place: %j', async (changes, expected) => {
    const { status, body } = await create({ ...draft([sandbox(first)]), ...changes })
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'VALIDATION_FAILED' })
    expect(paths(body).sort()).toEqual(expected.sort())
  })

  test('within 5 minutes in the past is not too late', async () => {
    const schedule = { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() - 4 * 60_000).toISOString() }
    expect((await create(draft([sandbox(second)], { schedule }))).status).toBe(201)
  })

  test('the codes win in their order, and every problem is listed whatever the code', async () => {
    const tooLong = [{ text: 'a'.repeat(501) }]
    const faults: [
      string,
      string,
      (body: { content: object[]; socialAccounts: object[]; surprise?: number }) => void,
    ][] = [
      ['VALIDATION_FAILED', 'surprise', (body) => Object.assign(body, { surprise: 1 })],
      ['DUPLICATE_SOCIAL_ACCOUNT_ID', 'socialAccountId', (body) => body.socialAccounts.push(sandbox(first))],
      ['INVALID_SOCIAL_ACCOUNT_ID', 'socialAccountId', (body) => body.socialAccounts.push(sandbox(unknown))],
      ['SOCIAL_ACCOUNT_NOT_CONNECTED', 'socialAccountId', (body) => body.socialAccounts.push(sandbox(disconnected))],
      [
        'SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT',
        'socialAccountId',
        (body) => body.socialAccounts.push(sandbox(other)),
      ],
      ['INVALID_MEDIA_ID', 'mediaId', (body) => Object.assign(body, { content: media(unknown) })],
      [
        'INVALID_PLATFORM_SPECIFIC_DATA',
        'title',
        (body) => body.socialAccounts.push({ platform: 'X', socialAccountId: x, title: 'No' }),
      ],
      [
        'VALIDATION_FAILED',
        'text',
        (body) => body.socialAccounts.push({ platform: 'THREADS', socialAccountId: threads, contentOverride: tooLong }),
      ],
    ]
    for (const [index, [code]] of faults.entries()) {
      const body = draft([sandbox(first)])
      for (const [, , add] of faults.slice(index)) add(body as never)
      const answer = await create(body)
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 422, code })
      const last = answer.body.validationErrors.map(({ path }: { path: string }) => path.split('.').at(-1))
      expect(last.sort()).toEqual(
        faults
          .slice(index)
          .map(([, name]) => name)
          .sort(),
      )
    }
  })
})

test('403: a key that may only read creates nothing', async () => {
  const reader = await service.client({ readOnly: true, organizationId: client.organizationId })
  const { status, body } = await reader.call('POST', '/posts', draft([sandbox(first)]))
  expect({ status, code: body.code }).toEqual({ status: 403, code: 'FORBIDDEN' })
})
