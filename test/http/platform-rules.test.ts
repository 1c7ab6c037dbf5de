/** The platforms' rules as clients meet them: in validate, create and change, after every other problem. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount } from '../helpers/accounts.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let sandbox: object
let x: { platform: string; socialAccountId: string }
let threads: typeof x
let facebook: typeof x
let linkedin: typeof x

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  const { organizationId } = client
  const projectId = await client.project()
  const [socialAccountId] = await client.connect(projectId)
  sandbox = { platform: 'SERVICETEST', socialAccountId }
  const add = (platform: 'X' | 'THREADS' | 'FACEBOOK' | 'LINKEDIN') =>
    addAccount(service, { organizationId, projectId, platform })
  x = { platform: 'X', socialAccountId: await add('X') }
  threads = { platform: 'THREADS', socialAccountId: await add('THREADS') }
  facebook = { platform: 'FACEBOOK', socialAccountId: await add('FACEBOOK') }
  linkedin = { platform: 'LINKEDIN', socialAccountId: await add('LINKEDIN') }
})
afterAll(() => service.stop())

const long = 'a'.repeat(281)
const post = (text: string, socialAccounts: object[], changes: object = {}) =>
  postTo([], { content: [{ text }], schedule: { type: 'DRAFT' }, socialAccounts, ...changes })
const validate = async (body: object) => (await client.call('POST', '/posts/validate', body)).body

test('SERVICETEST accepts any text', async () => {
  const body = await validate(post(`<${'👍 https://example.com #a @b '.repeat(10_000)}>`, [sandbox]))
  expect(body).toEqual({ isValid: true, errors: [], warnings: [] })
})

test('a broken rule is an error of validate with path, field and both numbers', async () => {
  expect(await validate(post(long, [sandbox, x]))).toEqual({
    isValid: false,
    errors: [
      {
        path: 'content[0].text',
        field: 'DESCRIPTION',
        message: 'The text of an X post may have at most 280 characters as X weighs them, has 281.',
      },
    ],
    warnings: [],
  })
})

test('advice is a warning of validate and does not keep the post from being created', async () => {
  const body = post('#one #two', [threads])
  expect(await validate(body)).toEqual({
    isValid: true,
    errors: [],
    warnings: [
      { path: 'content[0].text', field: 'DESCRIPTION', message: expect.stringContaining('at most 1 hashtag,') },
    ],
  })
  expect((await client.call('POST', '/posts', body)).status).toBe(201)
})

test('each target is judged by the content it publishes', async () => {
  const short = { ...x, contentOverride: [{ text: 'short' }] }
  expect(await validate(post(long, [threads, short]))).toMatchObject({ isValid: true })
  const { errors } = await validate(post('short', [threads, { ...x, contentOverride: [{ text: long }] }]))
  expect(errors).toMatchObject([{ path: 'socialAccounts[1].contentOverride[0].text', field: 'DESCRIPTION' }])
})

test('create answers VALIDATION_FAILED, and only when nothing else is wrong', async () => {
  const create = async (target: object) => (await client.call('POST', '/posts', post(long, [target]))).body
  expect(await create(x)).toMatchObject({
    code: 'VALIDATION_FAILED',
    validationErrors: [{ path: 'content[0].text', field: 'DESCRIPTION' }],
  })
  expect(await create({ ...x, socialAccountId: randomUUID() })).toMatchObject({
    code: 'INVALID_SOCIAL_ACCOUNT_ID',
    validationErrors: [{ path: 'socialAccounts[0].socialAccountId' }, { path: 'content[0].text' }],
  })
})

test('the rules of a platform wait until the fields of its target are right', async () => {
  const { errors } = await validate(post(long, [{ ...x, title: 'No' }]))
  expect(errors).toMatchObject([{ path: 'socialAccounts[0].title' }])
  const { errors: mismatched } = await validate(post(long, [{ ...sandbox, platform: 'X' }]))
  expect(mismatched).toMatchObject([{ path: 'socialAccounts[0].platform' }])
})

test('content that says nothing is told once, not by every platform', async () => {
  const { errors } = await validate(post(' ', [x, threads]))
  expect(errors).toMatchObject([{ path: 'content[0]', field: 'CONTENT' }])
})

test('a Facebook link says enough on its own; the post answers an empty text', async () => {
  const linking = { ...facebook, postType: 'TEXT_ONLY', link: 'https://example.com/a' }
  for (const content of [[{}], [{ text: '' }], [{ text: ' ' }]]) {
    const { status, body } = await client.call('POST', '/posts', post('', [linking], { content }))
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.content).toEqual([{ text: '' }])
    expect(body.socialAccountPosts).toMatchObject([{ content: [{ text: '' }], link: linking.link }])
  }
  const own = { ...linking, contentOverride: [{ text: '' }] }
  expect(await validate(post('Hello', [own]))).toMatchObject({ isValid: true })
})

test.each([
  ['a Facebook post without a link', () => [{ ...facebook, postType: 'TEXT_ONLY' }]],
  ['an empty Facebook link', () => [{ ...facebook, postType: 'TEXT_ONLY', link: '' }]],
  ['a link on LinkedIn, which wants a text beside it', () => [{ ...linkedin, link: 'https://example.com/a' }]],
  [
    'a Facebook link beside a target without one',
    () => [{ ...facebook, postType: 'TEXT_ONLY', link: 'https://a.example' }, x],
  ],
])('nothing but %s says nothing', async (_, targets) => {
  const { errors } = await validate(post('', targets()))
  expect(errors).toContainEqual({ path: 'content[0]', field: 'CONTENT', message: 'content[0] needs text or media.' })
})

test('a Facebook image post needs its image, whatever it links to', async () => {
  const linking = { ...facebook, postType: 'IMAGE', link: 'https://example.com/a' }
  const { errors } = await validate(post('', [linking]))
  expect(errors).toMatchObject([{ path: 'content[0].media', field: 'MEDIA' }])
})

test('media that are unknown keep the rules of text', async () => {
  const content = [{ text: long, media: [{ type: 'MEDIA_LIBRARY', mediaId: randomUUID() }] }]
  const { body } = await client.call('POST', '/posts', post('', [x], { content }))
  expect(body).toMatchObject({
    code: 'INVALID_MEDIA_ID',
    validationErrors: [{ path: 'content[0].media[0].mediaId' }, { path: 'content[0].text' }],
  })
})

test('a change that breaks a rule is refused and changes nothing', async () => {
  const { body: created } = await client.call('POST', '/posts', post('fine', [x]))
  const { status, body } = await client.call('PATCH', `/posts/${created.id}`, { content: [{ text: long }] })
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'VALIDATION_FAILED' })
  expect((await client.call('GET', `/posts/${created.id}`)).body.content).toEqual([{ text: 'fine' }])
})
