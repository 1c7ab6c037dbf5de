/** The platform-specific fields of targets and children, and the choices of platform-inputs, platform by platform. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PlatformName } from '../../src/platforms/names.ts'
import type { Connector } from '../../src/platforms/platform.ts'
import { PlatformError } from '../../src/platforms/platform-error.ts'
import { platforms } from '../../src/platforms/registry.ts'
import { addAccount } from '../helpers/accounts.ts'
import { addMedia, fixture, picture } from '../helpers/media.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let projectId: string
let photo: string
let film: string

beforeAll(async () => {
  service = await startService({ config: { role: 'api' } })
  client = await service.client()
  projectId = await client.project()
  photo = await addMedia(client, service.url, projectId, await picture('jpeg', 1080, 1350))
  film = await addMedia(client, service.url, projectId, await fixture('video.mp4'))
  // Long and large enough for every platform.
  await service.app.services.db.prisma.media.update({
    where: { id: film },
    data: { width: 1080, height: 1920, durationSeconds: 30 },
  })
})
afterAll(() => service.stop())

const account = (platform: PlatformName) =>
  addAccount(service, { organizationId: client.organizationId, projectId, platform })
const show = (mediaId?: string) => [{ text: 'Hello', ...(mediaId && { media: [{ type: 'MEDIA_LIBRARY', mediaId }] }) }]

async function create(platform: PlatformName, fields: object, mediaId?: string) {
  const target = { platform, socialAccountId: await account(platform), ...fields }
  const changes = { schedule: { type: 'DRAFT' }, content: show(mediaId), socialAccounts: [target] }
  return client.call('POST', '/posts', postTo([], changes))
}

const link = 'https://example.com/page'
const tiktok = {
  postType: 'PHOTO',
  privacyLevel: 'PUBLIC_TO_EVERYONE',
  allowComment: true,
  allowDuet: false,
  allowStitch: true,
  isYourBrand: false,
  isBrandedContent: false,
  autoAddMusic: true,
}
const reel = { postType: 'REEL' }
const common = [
  ...['platform', 'socialAccountPostId', 'postId', 'projectId', 'socialAccountId', 'deliveryStatus', 'content'],
  ...['schedule', 'createdAt', 'updatedAt'],
]

describe('what a target says comes back flat in its child, with defaults and nothing else', () => {
  const cover = () => ({ type: 'MEDIA_LIBRARY', mediaId: photo })
  const addressed = { url: expect.any(String), thumbnailUrl: expect.any(String) }
  test.each<[PlatformName, () => object, (() => string) | undefined, object?]>([
    ['FACEBOOK', () => ({ postType: 'TEXT_ONLY', link, locationId: '110' }), undefined],
    ['FACEBOOK', () => ({ postType: 'IMAGE' }), () => photo],
    ['FACEBOOK', () => ({ postType: 'VIDEO' }), () => film],
    ['FACEBOOK', () => reel, () => film],
    ['INSTAGRAM', () => ({ postType: 'POST' }), () => photo],
    ['INSTAGRAM', () => ({ ...reel, cover: cover() }), () => film],
    ['INSTAGRAM', () => ({ ...reel, trialParams: { graduationStrategy: 'MANUAL' } }), () => film],
    ['INSTAGRAM', () => ({ ...reel, trialParams: { graduationStrategy: 'SS_PERFORMANCE' } }), () => film],
    ['LINKEDIN', () => ({ link }), undefined],
    ['LINKEDIN_PAGES', () => ({ link }), undefined],
    ['PINTEREST', () => ({ pinterestBoardId: '123', link, title: 'A pin' }), () => photo],
    ['TIKTOK', () => tiktok, () => photo, { postMode: 'DIRECT_POST', isAiGeneratedContent: false }],
    ['TIKTOK', () => ({ ...tiktok, postMode: 'MEDIA_UPLOAD', isAiGeneratedContent: true }), () => photo],
    ['YOUTUBE', () => ({ title: 'A film', privacy: 'public' }), () => film, { madeForKids: false }],
    [
      'YOUTUBE',
      () => ({ title: 'A film', privacy: 'unlisted', category: '22', tags: ['a', 'b'], madeForKids: true }),
      () => film,
    ],
    ['X', () => ({}), undefined],
    ['THREADS', () => ({}), undefined],
    ['SERVICETEST', () => ({ shouldSucceed: false }), undefined],
    ['SERVICETEST', () => ({}), undefined, { shouldSucceed: true }],
  ])('%s: %#', async (platform, fields, media, defaults = {}) => {
    const { status, body } = await create(platform, fields(), media?.())
    expect({ status, body }).toMatchObject({ status: 201 })
    const [child] = body.socialAccountPosts
    const own = Object.fromEntries(Object.entries(child).filter(([name]) => !common.includes(name)))
    const expected: Record<string, unknown> = { ...fields(), ...defaults }
    if (expected.cover) expected.cover = { ...expected.cover, mediaType: 'IMAGE', ...addressed }
    expect(own).toEqual(expected)
    expect((await client.call('GET', `/posts/${body.id}`)).body.socialAccountPosts).toEqual([child])
    const listed = await client.call('GET', `/social-account-posts?postId=${body.id}`)
    expect(listed.body.socialAccountPosts).toEqual([child])
  })
})

describe('INVALID_PLATFORM_SPECIFIC_DATA', () => {
  const youtube = { title: 'A film', privacy: 'public' }
  test.each<[PlatformName, string, object | (() => object)]>([
    ['FACEBOOK', 'postType', {}],
    ['FACEBOOK', 'postType', { postType: 'POST' }],
    ['INSTAGRAM', 'postType', {}],
    ['INSTAGRAM', 'cover', () => ({ postType: 'POST', cover: { type: 'MEDIA_LIBRARY', mediaId: photo } })],
    ['INSTAGRAM', 'cover', () => ({ ...reel, cover: { type: 'MEDIA_LIBRARY', mediaId: film } })],
    ['INSTAGRAM', 'trialParams', { postType: 'STORY', trialParams: { graduationStrategy: 'MANUAL' } }],
    ['INSTAGRAM', 'trialParams.graduationStrategy', { ...reel, trialParams: { graduationStrategy: 'SOON' } }],
    ['PINTEREST', 'pinterestBoardId', {}],
    ['TIKTOK', 'postType', { ...tiktok, postType: 'STORY' }],
    ['TIKTOK', 'postMode', { ...tiktok, postMode: 'LATER' }],
    ['TIKTOK', 'privacyLevel', { ...tiktok, privacyLevel: 'FRIENDS' }],
    ...Object.keys(tiktok).map((name): [PlatformName, string, object] => [
      'TIKTOK',
      name,
      { ...tiktok, [name]: undefined },
    ]),
    ['YOUTUBE', 'title', { privacy: 'public' }],
    ['YOUTUBE', 'privacy', { title: 'A film' }],
    ['YOUTUBE', 'privacy', { ...youtube, privacy: 'PUBLIC' }],
    ['LINKEDIN', 'title', { title: 'No' }],
    ['LINKEDIN_PAGES', 'postType', { postType: 'POST' }],
    ['X', 'link', { link }],
    ['THREADS', 'link', { link }],
    ['SERVICETEST', 'privacy', { privacy: 'public' }],
  ])('%s: %s, %#', async (platform, name, fields) => {
    const { status, body } = await create(platform, typeof fields === 'function' ? fields() : fields)
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'INVALID_PLATFORM_SPECIFIC_DATA' })
    const paths = body.validationErrors.map(({ path }: { path: string }) => path)
    expect(paths).toContain(`socialAccounts[0].${name}`)
  })
})

test.each([[[]], [[{ text: 'a' }, { text: 'b' }]], [[{}]]])(
  'an override follows the rules of content: %j',
  async (contentOverride) => {
    const { status, body } = await create('SERVICETEST', { contentOverride })
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'VALIDATION_FAILED' })
    expect(body.validationErrors[0].path).toMatch(/^socialAccounts\[0\]\.contentOverride/)
  },
)

describe('platform-inputs', () => {
  const connectors = () => service.app.services.connectors as Map<string, Connector>
  const asked: unknown[] = []
  afterEach(() => {
    asked.length = 0
    for (const name of connectors().keys()) if (name !== 'SERVICETEST') connectors().delete(name)
  })

  /** A connected account of a platform that answers `choices`. */
  async function offer(platform: PlatformName, choices: () => Promise<Record<string, unknown>>) {
    const connector = connectors().get('SERVICETEST') as Connector
    connectors().set(platform, {
      ...connector,
      platform,
      async platformInputs(_ctx, input) {
        asked.push(input)
        return choices()
      },
    })
    const id = await account(platform)
    const accountToken = service.app.services.secrets.encrypt(`token of ${platform}`)
    await service.app.services.db.prisma.socialAccount.update({ where: { id }, data: { accountToken } })
    return id
  }
  const read = (id: string) => client.call('GET', `/social-accounts/${id}/platform-inputs`)

  test.each<[PlatformName, Record<string, unknown>]>([
    [
      'PINTEREST',
      {
        boards: [
          { id: 'b1', name: 'Recipes' },
          { id: 'b2', name: 'Häuser' },
        ],
      },
    ],
    ['PINTEREST', { boards: [] }],
    [
      'TIKTOK',
      {
        privacyLevelOptions: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
        commentAvailable: true,
        duetAvailable: false,
        stitchAvailable: false,
        maxVideoPostDurationSec: 600,
      },
    ],
    ['YOUTUBE', { categories: [{ id: '22', title: 'People & Blogs' }] }],
  ])('%s: %j', async (platform, choices) => {
    const id = await offer(platform, async () => choices)
    const { status, body } = await read(id)
    const platformSpecificInputs = { platform, ...choices }
    expect({ status, body }).toEqual({ status: 200, body: { socialAccountId: id, platformSpecificInputs } })
    expect(asked).toEqual([{ externalAccountId: expect.any(String), accessToken: `token of ${platform}` }])
  })

  const withChoices = ['PINTEREST', 'TIKTOK', 'YOUTUBE']
  const others = Object.keys(platforms).filter((name) => !withChoices.includes(name)) as PlatformName[]
  test.each(others)('%s: its name alone, without asking anybody', async (platform) => {
    const id = await account(platform)
    const expected = { socialAccountId: id, platformSpecificInputs: { platform } }
    expect((await read(id)).body).toEqual(expected)
  })

  test('a board of the answer is usable', async () => {
    await offer('PINTEREST', async () => ({ boards: [{ id: '549755885175', name: 'Recipes' }] }))
    const id = await account('PINTEREST')
    await service.app.services.db.prisma.socialAccount.update({
      where: { id },
      data: { accountToken: service.app.services.secrets.encrypt('token') },
    })
    const [board] = (await read(id)).body.platformSpecificInputs.boards
    const { status } = await create('PINTEREST', { pinterestBoardId: board.id }, photo)
    expect(status).toBe(201)
  })

  test('503 while the platform does not answer, with when to ask again', async () => {
    const id = await offer('PINTEREST', () => Promise.reject(PlatformError.retry('Busy.', 30)))
    const { status, body, headers } = await read(id)
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '30'])
  })

  test('422 when the grant is refused, and from then on', async () => {
    const id = await offer('PINTEREST', () => Promise.reject(PlatformError.reconnect('Gone.')))
    for (const answer of [await read(id), await read(id)]) {
      expect([answer.status, answer.body.code]).toEqual([422, 'SOCIAL_ACCOUNT_NOT_CONNECTED'])
    }
    expect(asked).toHaveLength(1)
    const { body } = await client.call('GET', `/social-accounts?projectId=${projectId}`)
    expect(body.map((one: { id: string }) => one.id)).not.toContain(id)
    expect((await read(randomUUID())).body.code).toBe('SOCIAL_ACCOUNT_NOT_FOUND')
  })
})
