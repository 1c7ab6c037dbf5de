import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount } from '../helpers/accounts.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let accounts: string[]

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  accounts = await client.connect(await client.project(), { accounts: 2 })
})
afterAll(() => service.stop())

const validate = (body: unknown, as = client) => as.call('POST', '/posts/validate', body)
const nothingCreated = async () => {
  const { body } = await client.call('GET', '/social-account-posts')
  expect(body.socialAccountPosts).toEqual([])
}

test('200: a good post is valid, and nothing is created', async () => {
  const { status, body } = await validate(postTo(accounts))
  expect({ status, body }).toEqual({ status: 200, body: { isValid: true, errors: [], warnings: [] } })
  await nothingCreated()
})

test('200: a bad post is not valid, with every problem and its field', async () => {
  const fields = { pinterestBoardId: '123', tags: ['No'], firstComment: 'First!' }
  const target = { platform: 'PINTEREST', socialAccountId: randomUUID(), ...fields }
  const changes = { content: [], schedule: { type: 'SCHEDULE_FOR_LATER' }, surprise: true, socialAccounts: [target] }
  const { status, body } = await validate(postTo([], changes))
  expect({ status, isValid: body.isValid, warnings: body.warnings }).toEqual({
    status: 200,
    isValid: false,
    warnings: [],
  })
  const found = body.errors.map(({ path, field }: { path: string; field?: string }) => [path, field])
  expect(found).toEqual(
    expect.arrayContaining([
      ['surprise', undefined],
      ['content', 'CONTENT'],
      ['schedule.scheduledFor', 'SCHEDULE'],
      ['socialAccounts[0].socialAccountId', undefined],
      ['socialAccounts[0].tags', undefined],
      ['socialAccounts[0].firstComment', 'FIRST_COMMENT'],
    ]),
  )
  expect(found).toHaveLength(6)
  await nothingCreated()
})

test('200: problems of platform-specific fields say which field they concern', async () => {
  const { organizationId } = client
  const projectId = await client.project('Platforms')
  const add = (platform: 'PINTEREST' | 'YOUTUBE' | 'TIKTOK') =>
    addAccount(service, { organizationId, projectId, platform })
  const socialAccounts = [
    { platform: 'PINTEREST', socialAccountId: await add('PINTEREST'), link: 'ftp://a.test' },
    { platform: 'YOUTUBE', socialAccountId: await add('YOUTUBE'), title: '', tags: [''] },
    { platform: 'TIKTOK', socialAccountId: await add('TIKTOK'), postType: 'VIDEO' },
  ]
  const { body } = await validate(postTo([], { socialAccounts }))
  const fields = body.errors.map(({ path, field }: { path: string; field?: string }) => `${path} ${field}`)
  expect(fields).toEqual([
    'socialAccounts[0].pinterestBoardId PINTEREST_BOARD',
    'socialAccounts[0].link LINK',
    'socialAccounts[1].title TITLE',
    'socialAccounts[1].privacy YOUTUBE_PRIVACY',
    'socialAccounts[1].tags YOUTUBE_TAGS',
    'socialAccounts[2].privacyLevel TIKTOK_PRIVACY_LEVEL',
    'socialAccounts[2].allowComment undefined',
    'socialAccounts[2].allowDuet undefined',
    'socialAccounts[2].allowStitch undefined',
    'socialAccounts[2].isYourBrand TIKTOK_CONTENT_DISCLOSURE',
    'socialAccounts[2].isBrandedContent TIKTOK_CONTENT_DISCLOSURE',
    'socialAccounts[2].autoAddMusic undefined',
  ])
})

test.each([[[]], ['"text"'], ['null'], ['5']])('200: a body that is no object is not valid: %j', async (body) => {
  const answer = await validate(body)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ isValid: false, errors: [{ path: '' }] })
})

test('400: what is not JSON is an error, not a verdict', async () => {
  const { status, body } = await validate('{"content":')
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'INVALID_JSON' })
})

test('a key that may only read may validate', async () => {
  const reader = await service.client({ readOnly: true, organizationId: client.organizationId })
  expect((await validate(postTo(accounts), reader)).body.isValid).toBe(true)
})
