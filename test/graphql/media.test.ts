/** The media library over GraphQL: files by the multipart request specification, uploads in parts, and posts with media. */
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxUploadBytes } from '../../src/features/media/upload-media.ts'
import { eventually } from '../helpers/eventually.ts'
import { addMedia, picture, readItem, sendPart } from '../helpers/media.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'
import { statementsOf } from '../helpers/statements.ts'

let service: TestService
let client: Client
let projectId: string
let content: Buffer

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  projectId = await client.project()
  content = await picture()
})
afterAll(() => service.stop())

const uploadOne =
  'mutation ($projectId: ID!, $file: File!) { uploadMedia(projectId: $projectId, file: $file) { mediaId } }'
const operation = () => ({ query: uploadOne, variables: { projectId, file: null } })
const nothingLeft = () => eventually(async () => (await readdir(service.app.services.temporaryDir)).length === 0)

interface Form {
  operations?: unknown
  map?: unknown
  files?: Record<string, Buffer>
}

function toForm({ operations = operation(), map = { 0: ['variables.file'] }, files = { 0: content } }: Form): FormData {
  const form = new FormData()
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  if (operations !== null) form.set('operations', text(operations))
  if (map !== null) form.set('map', text(map))
  for (const [name, file] of Object.entries(files)) form.set(name, new Blob([new Uint8Array(file)]), 'file.png')
  return form
}

async function send(body: FormData, { token } = client, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    body,
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the API answers
  return { status: response.status, body: (await response.json()) as any }
}

describe('multipart requests', () => {
  test('a file becomes an item of the library, and nothing of it stays behind', async () => {
    const { status, body } = await send(toForm({}))
    expect({ status, body }).toEqual({ status: 200, body: { data: { uploadMedia: { mediaId: expect.any(String) } } } })
    const item = await readItem(client, body.data.uploadMedia.mediaId)
    expect(item).toMatchObject({ projectId, mediaType: 'IMAGE' })
    expect(Buffer.from(await (await fetch(item.url)).arrayBuffer())).toEqual(content)
    await nothingLeft()
  })

  test('several files, each in its own place', async () => {
    const query = `mutation ($projectId: ID!, $png: File!, $jpeg: File!) {
      png: uploadMedia(projectId: $projectId, file: $png) { mediaId }
      jpeg: uploadMedia(projectId: $projectId, file: $jpeg) { mediaId }
    }`
    const operations = { query, variables: { projectId, png: null, jpeg: null } }
    const map = { one: ['variables.jpeg'], two: ['variables.png'] }
    const { body } = await send(toForm({ operations, map, files: { one: await picture('jpeg'), two: content } }))
    const mediaId = [body.data.png.mediaId, body.data.jpeg.mediaId]
    const { data } = await client.graphql(
      'query ($mediaId: [ID!]) { media(mediaId: $mediaId) { media { id contentType } } }',
      {
        mediaId,
      },
    )
    expect(data.media.media).toEqual([
      { id: mediaId[1], contentType: 'image/jpeg' },
      { id: mediaId[0], contentType: 'image/png' },
    ])
  })

  const places = (place: unknown) => ({ map: { 0: place } })
  const [inWords, inIt] = [
    [422, 'VALIDATION_FAILED'],
    [400, 'INVALID_JSON'],
  ]
  test.each<[string, Form, unknown[], string?]>([
    ['without operations', { operations: null }, inWords, 'operations'],
    ['without a map', { map: null }, inWords, 'map'],
    ['with operations that are not JSON', { operations: '{' }, inIt],
    ['with operations nested without end', { operations: '['.repeat(100_000) + ']'.repeat(100_000) }, inIt],
    ['with a map that is not JSON', { map: 'variables.file' }, inIt],
    ['with a batch of operations', { operations: [operation()] }, inWords, 'operations'],
    ['with a map that is a list', { map: [['variables.file']] }, inWords, 'map'],
    ['with a place that is no list', places('variables.file'), inWords, 'map'],
    ['with no place', places([]), inWords, 'map'],
    ['with a place that is not there', places(['variables.other']), inWords, 'map'],
    ['with a place that holds something', places(['variables.projectId']), inWords, 'map'],
    ['with a place outside the variables', { ...places(['query']), operations: { query: null } }, inWords, 'map'],
    ['with a place that every object has', places(['variables.__proto__']), inWords, 'map'],
    ['with more places than there may be', places(Array(101).fill('variables.file')), inWords, 'map'],
    ['with a file less than the map', { files: {} }, inWords, 'map'],
    ['with a file more than the map', { files: { 0: Buffer.from('a'), 1: Buffer.from('b') } }, inWords, 'map'],
  ])('a form %s is refused', async (_name, form, expected, path) => {
    const { status, body } = await send(toForm(form))
    expect([status, body.code]).toEqual(expected)
    if (path) expect(body.validationErrors).toEqual([{ path, message: expect.stringContaining(path) }])
    await nothingLeft()
  })

  test('a field that is neither operation nor map nor a file is refused, and so are 11 files', async () => {
    const form = toForm({})
    form.set('surprise', 'x')
    expect((await send(form)).body.validationErrors).toMatchObject([{ path: 'surprise' }])
    const names = Array.from({ length: 11 }, (_, index) => `file${index}`)
    const files = Object.fromEntries(names.map((name) => [name, Buffer.from('a')]))
    const { status, body } = await send(
      toForm({ files, map: Object.fromEntries(names.map((name) => [name, ['variables.file']])) }),
    )
    expect([status, body.code]).toEqual([422, 'VALIDATION_FAILED'])
    await nothingLeft()
  })

  test('a form without a boundary, and one that ends early', async () => {
    const bodies = [
      ['multipart/form-data', 415],
      ['multipart/form-data; boundary=x', 422],
    ] as const
    for (const [type, expected] of bodies) {
      const { status } = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.token}`, 'content-type': type },
        body: '--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{',
      })
      expect(status).toBe(expected)
    }
  })

  test('a file of more than 100 MB is refused', async () => {
    const { status, body } = await send(toForm({ files: { 0: Buffer.alloc(maxUploadBytes + 1) } }))
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    await nothingLeft()
  })

  test('without a key, or with one that only reads, no file is taken', async () => {
    const anonymous = await send(toForm({}), { ...client, token: '' })
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'UNAUTHORIZED'])
    const reader = await send(
      toForm({}),
      await service.client({ readOnly: true, organizationId: client.organizationId }),
    )
    expect([reader.status, reader.body.code]).toEqual([403, 'FORBIDDEN'])
  })

  test.each<[string, () => Form, string]>([
    ['a file that is no picture', () => ({ files: { 0: Buffer.from('text') } }), 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'a project of others',
      () => ({ operations: { query: uploadOne, variables: { projectId: crypto.randomUUID(), file: null } } }),
      'PROJECT_NOT_FOUND',
    ],
    ['a query that is not valid', () => ({ operations: { query: '{ nothing }', variables: { file: null } } }), ''],
  ])('%s is an error of the operation, and the file is removed', async (_name, form, code) => {
    const { body } = await send(toForm(form()))
    expect(body.data ?? null).toBe(null)
    expect(body.errors[0].extensions?.code ?? '').toContain(code)
    await nothingLeft()
  })

  test('a file is used once', async () => {
    const query = `mutation ($projectId: ID!, $file: File!) {
      first: uploadMedia(projectId: $projectId, file: $file) { mediaId }
      second: uploadMedia(projectId: $projectId, file: $file) { mediaId }
    }`
    const { body } = await send(toForm({ operations: { query, variables: { projectId, file: null } } }))
    expect(body.errors).toMatchObject([{ path: ['second'], extensions: { code: 'VALIDATION_FAILED' } }])
  })

  test('a name in a JSON body is not a file', async () => {
    const { errors } = await client.graphql(uploadOne, { projectId, file: '0' })
    expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED', validationErrors: [{ path: 'file' }] } }])
  })
})

test('an upload in parts: session, part, completion and the item', async () => {
  const { data } = await client.graphql(
    `mutation ($input: CreateUploadSessionInput!) { createUploadSession(input: $input) {
       uploadSessionId partSizeInBytes partCount expiresAt parts { partNumber uploadUrl } } }`,
    { input: { projectId, fileSizeInBytes: content.length } },
  )
  const { uploadSessionId, partCount, parts } = data.createUploadSession
  expect([partCount, parts.length]).toEqual([1, 1])
  const read = `query ($id: ID!) { uploadSession(uploadSessionId: $id) {
    status mediaId failureCode media { id mediaType url contentType bytes width height project { id } } } }`
  const status = async () => (await client.graphql(read, { id: uploadSessionId })).data.uploadSession
  expect(await status()).toEqual({ status: 'INITIATED', mediaId: null, failureCode: null, media: null })

  const finish = 'mutation ($id: ID!) { completeUploadSession(uploadSessionId: $id) { uploadSessionId status } }'
  const early = await client.graphql(finish, { id: uploadSessionId })
  expect(early.errors).toMatchObject([{ extensions: { code: 'UPLOAD_INCOMPLETE' } }])
  expect((await sendPart(parts[0].uploadUrl, content)).status).toBe(200)
  const completed = await client.graphql(finish, { id: uploadSessionId })
  expect(completed.data.completeUploadSession).toMatchObject({ uploadSessionId })

  const ready = await eventually(
    async () => {
      const found = await status()
      return found.status === 'READY' && found
    },
    { timeout: 20_000 },
  )
  expect(ready.media).toEqual({
    id: ready.mediaId,
    mediaType: 'IMAGE',
    url: expect.any(String),
    contentType: 'image/png',
    bytes: content.length,
    width: 64,
    height: 48,
    project: { id: projectId },
  })
  const unknown = await client.graphql(read, { id: crypto.randomUUID() })
  expect(unknown.errors).toMatchObject([{ extensions: { code: 'UPLOAD_SESSION_NOT_FOUND' } }])
})

test('the list goes page by page and loses what is deleted', async () => {
  const own = await client.project('List')
  const ids = [
    await addMedia(client, service.url, own, content),
    await addMedia(client, service.url, own, content),
    await addMedia(client, service.url, own, content),
  ].reverse()
  const list = async (cursor?: string) => {
    const query = `query ($projectId: ID, $cursor: String) {
      media(projectId: $projectId, limit: 2, cursor: $cursor) { media { id } nextCursor } }`
    return (await client.graphql(query, { projectId: own, cursor })).data.media
  }
  const first = await list()
  expect(first.media.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
  expect(await list(first.nextCursor)).toEqual({ media: [{ id: ids[2] }], nextCursor: null })

  const remove = 'mutation ($id: ID!) { deleteMedia(mediaId: $id) }'
  expect((await client.graphql(remove, { id: ids[1] })).data).toEqual({ deleteMedia: ids[1] })
  expect((await list()).media).toEqual([{ id: ids[0] }, { id: ids[2] }])
  const again = await client.graphql(remove, { id: ids[1] })
  expect(again.errors).toMatchObject([{ extensions: { code: 'MEDIA_NOT_FOUND' } }])
})

test('posts show their media in one statement more, however many there are', async () => {
  const own = await client.project('Posts')
  const [account = ''] = await client.connect(own)
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) ids.push(await addMedia(client, service.url, own, content))
  for (const mediaIds of [ids.slice(0, 1), ids]) {
    const media = mediaIds.map((mediaId) => ({ type: 'MEDIA_LIBRARY', mediaId }))
    const changes = { content: [{ text: 'Look', media }], schedule: { type: 'DRAFT' } }
    expect((await client.call('POST', '/posts', postTo([account], changes))).status).toBe(201)
  }
  const ask = (fields: string) => async () => {
    const media = `content { text ${fields} }`
    const query = `query ($own: ID!) { posts(projectId: [$own]) { posts { ${media} socialAccountPosts { ${media} } } } }`
    const { data, errors } = await client.graphql(query, { own })
    expect(errors).toEqual([])
    return data.posts.posts
  }
  const plain = ask('')
  const full = ask('media { type mediaId mediaType url thumbnailUrl }')
  const posts = await full()
  const items = await Promise.all(ids.map((id) => readItem(client, id)))
  const expected = items.map(({ id, mediaType, url }) => {
    return { type: 'MEDIA_LIBRARY', mediaId: id, mediaType, url, thumbnailUrl: `${url}/thumbnail` }
  })
  for (const holder of [posts[0], posts[0].socialAccountPosts[0]]) {
    expect(holder.content).toEqual([{ text: 'Look', media: expected }])
  }
  expect(posts[1].content[0].media).toEqual(expected.slice(0, 1))
  const counts = [(await statementsOf(plain)).length, (await statementsOf(full)).length]
  expect(counts[1]).toBe((counts[0] as number) + 1)
})
