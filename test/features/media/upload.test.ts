import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMedia, fixture, picture, readItem, upload } from '../../helpers/media.ts'
import { type Client, startService, type TestService } from '../../helpers/service.ts'

let service: TestService
let client: Client
let projectId: string

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  projectId = await client.project()
})
afterAll(() => service.stop())

const send = (content: Buffer | Blob, options = {}) => upload(client, service.url, projectId, content, options)
const leftovers = () => readdir(service.app.services.temporaryDir)

test.each([
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
] as const)('a %s is taken, whatever its name says, and is usable at once', async (format, contentType) => {
  const content = await picture(format, 1000, 500)
  const { status, body } = await send(content, { name: 'movie.mp4' })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toEqual({ mediaId: expect.any(String) })
  const item = await readItem(client, body.mediaId)
  expect(item).toEqual({
    id: body.mediaId,
    projectId,
    mediaType: 'IMAGE',
    url: expect.any(String),
    createdAt: expect.any(String),
  })
  const file = await fetch(item.url)
  expect(file.headers.get('content-type')).toBe(contentType)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(content)
  const thumbnail = await fetch(`${item.url}/thumbnail`)
  expect(thumbnail.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata()).toMatchObject({ width: 480, height: 240 })
})

test.each([
  ['video.mp4', 'video/mp4', { width: 320, height: 180, frameRate: 30, videoCodec: 'h264', audioCodec: 'aac' }],
  ['rotated.mov', 'video/quicktime', { width: 180, height: 320, frameRate: 25, videoCodec: 'h264', audioCodec: null }],
  ['video.webm', 'video/webm', { width: 320, height: 180, frameRate: 24, videoCodec: 'vp9', audioCodec: 'opus' }],
])('%s is inspected and gets a frame as its thumbnail', async (name, contentType, expected) => {
  const id = await addMedia(client, service.url, projectId, await fixture(name))
  const { data } = await client.graphql(
    `query ($id: [ID!]) { media(mediaId: $id) { media { mediaType contentType width height durationSeconds frameRate videoCodec
       audioCodec animated thumbnailUrl } } }`,
    { id: [id] },
  )
  const [item] = data.media.media
  expect(item).toMatchObject({ mediaType: 'VIDEO', contentType, animated: false, ...expected })
  expect(item.durationSeconds).toBeCloseTo(2, 1)
  const thumbnail = sharp(Buffer.from(await (await fetch(item.thumbnailUrl)).arrayBuffer()))
  expect(await thumbnail.metadata()).toMatchObject({ width: expected.width, height: expected.height })
  expect((await thumbnail.stats()).entropy).toBeGreaterThan(1)
})

test('an image that is stored on its side counts as it is shown; an animation is found', async () => {
  const turned = await sharp(await picture('jpeg', 40, 20))
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const frames = await Promise.all([0, 1, 2].map(() => picture('png', 16, 16)))
  const animated = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const ids = [
    await addMedia(client, service.url, projectId, turned),
    await addMedia(client, service.url, projectId, animated),
  ]
  const { data } = await client.graphql(
    'query ($ids: [ID!]) { media(mediaId: $ids) { media { width height animated } } }',
    { ids },
  )
  expect(data.media.media).toEqual([
    { width: 16, height: 16, animated: true },
    { width: 20, height: 40, animated: false },
  ])
})

describe('what is refused', () => {
  const bomb = () =>
    sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#000' }, limitInputPixels: false })
      .png()
      .toBuffer()
  const cut = async (content: Promise<Buffer>, part = 0.6) =>
    (await content).subarray(0, Math.floor((await content).length * part))
  const zip = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')

  test.each<[string, number, string, () => Promise<Buffer>]>([
    ['an empty file', 415, 'UNSUPPORTED_MEDIA_TYPE', async () => Buffer.alloc(0)],
    [
      'an SVG named .png',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    [
      'HTML named .png',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      async () => Buffer.from('<html><script>alert(1)</script></html>'),
    ],
    ['a Matroska video', 415, 'UNSUPPORTED_MEDIA_TYPE', () => fixture('video.mkv')],
    ['sound in an MP4', 415, 'UNSUPPORTED_MEDIA_TYPE', () => fixture('audio-only.mp4')],
    ['a decompression bomb', 415, 'UNSUPPORTED_MEDIA_TYPE', bomb],
    ['a JPEG cut off', 422, 'CORRUPT_MEDIA', () => cut(picture('jpeg', 300, 300))],
    ['a PNG cut off', 422, 'CORRUPT_MEDIA', () => cut(picture('png'))],
    ['a WebP cut off', 422, 'CORRUPT_MEDIA', () => cut(picture('webp'))],
    ['a GIF cut off', 422, 'CORRUPT_MEDIA', () => cut(picture('gif'))],
    ['an MP4 cut off', 422, 'CORRUPT_MEDIA', () => cut(fixture('video.mp4'))],
    ['a MOV cut off', 422, 'CORRUPT_MEDIA', () => cut(fixture('rotated.mov'))],
    ['a WebM cut off', 422, 'CORRUPT_MEDIA', () => cut(fixture('video.webm'))],
    [
      'a PNG that is a web page too',
      422,
      'CORRUPT_MEDIA',
      async () => Buffer.concat([await picture(), Buffer.from('<SCRIPT>1</SCRIPT>')]),
    ],
    ['a GIF that is an archive too', 422, 'CORRUPT_MEDIA', async () => Buffer.concat([await picture('gif'), zip])],
    ['a GIF header with a script', 422, 'CORRUPT_MEDIA', async () => Buffer.from('GIF89a/*a*/=1;alert(1)')],
    [
      'a PNG header with noise',
      422,
      'CORRUPT_MEDIA',
      async () => Buffer.from(`\x89PNG\r\n\x1a\n${'x'.repeat(500)}`, 'latin1'),
    ],
  ])('%s: %i %s, and nothing is kept', async (_name, status, code, make) => {
    const answer = await send(await make(), { name: 'picture.png' })
    expect(answer.body).toMatchObject({ code, message: expect.any(String) })
    expect(answer.status).toBe(status)
    expect(await leftovers()).toEqual([])
  })

  test('100 MB are taken and one byte more is 413, and nothing of it is kept', async () => {
    const most = 100 * 1024 * 1024
    const video = await fixture('video.mp4')
    const free = Buffer.alloc(8)
    free.writeUInt32BE(most - video.length, 0)
    free.write('free', 4)
    const padding = (bytes: number) =>
      new Blob([new Uint8Array(video), new Uint8Array(free), new Uint8Array(bytes - video.length - 8)])
    expect(await send(padding(most + 1))).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
    const whole = await send(padding(most))
    expect(whole.body).toEqual({ mediaId: expect.any(String) })
    expect(await leftovers()).toEqual([])
  })

  test('no file, another field, no project, a project of somebody else, a key that only reads', async () => {
    const file = await picture()
    const codes = async (answer: Promise<{ status: number; body: { code: string } }>) =>
      `${(await answer).status} ${(await answer).body.code}`
    expect(await codes(send(file, { field: 'picture' }))).toBe('422 VALIDATION_FAILED')
    expect(await codes(upload(client, service.url, 'nothing', file))).toBe('404 PROJECT_NOT_FOUND')
    const stranger = await service.client()
    expect(await codes(upload(stranger, service.url, projectId, file))).toBe('404 PROJECT_NOT_FOUND')
    const reader = await service.client({ organizationId: client.organizationId, readOnly: true })
    expect(await codes(upload(reader, service.url, projectId, file))).toBe('403 FORBIDDEN')
    expect(await codes(client.call('POST', `/media?projectId=${projectId}`, {}))).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    expect(await codes(client.call('POST', '/media', {}))).toBe('422 VALIDATION_FAILED')
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await codes(client.call('POST', `/media?projectId=${projectId}`, '--x\r\nbroken', headers))).toBe(
      '422 VALIDATION_FAILED',
    )
    expect(await leftovers()).toEqual([])
  })
})

test.each([
  ['in its first file', 'a'],
  ['in a file that is one too many', 'a', 'b'],
  ['in a file of the same name as the one before', 'file', 'file'],
])('a form that ends %s is refused, and the service goes on', async (_where, ...names) => {
  const parts = names.map(
    (name) => `--x\r\ncontent-disposition: form-data; name="${name}"; filename="f.png"\r\n\r\ncut`,
  )
  const response = await fetch(`${service.url}/v1/media?projectId=${projectId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    body: parts.join('\r\n'),
  })
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([422, 'VALIDATION_FAILED'])
  expect((await client.call('GET', '/health')).status).toBe(200)
})

test('the same Idempotency-Key and file give the same item; another file is refused', async () => {
  const headers = { 'idempotency-key': 'one picture' }
  const file = await picture()
  const first = await send(file, { headers })
  const second = await send(file, { headers })
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect((await send(await picture('jpeg'), { headers })).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
})

test('pages of the library are stable, filtered by project, and end', async () => {
  const other = await client.project()
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) ids.unshift(await addMedia(client, service.url, other))
  const first = await client.call('GET', `/media?projectId=${other}&limit=2`)
  expect(first.body.media.map((item: { id: string }) => item.id)).toEqual(ids.slice(0, 2))
  const second = await client.call('GET', `/media?projectId=${other}&limit=2&cursor=${first.body.nextCursor}`)
  expect(second.body).toEqual({ media: [expect.objectContaining({ id: ids[2] })] })
  expect((await client.call('GET', '/media?mediaId=nothing')).body).toEqual({ media: [] })
  expect((await (await service.client()).call('GET', `/media?projectId=${other}`)).body).toEqual({ media: [] })
})

test('a deleted item is gone at once, its bytes soon after', async () => {
  const id = await addMedia(client, service.url, projectId)
  const { url } = await readItem(client, id)
  const found = await service.app.services.db.prisma.media.findUniqueOrThrow({ where: { id } })
  expect((await client.call('DELETE', `/media/${id}`)).status).toBe(204)
  expect((await fetch(url)).status).toBe(404)
  expect((await client.call('DELETE', `/media/${id}`)).body.code).toBe('MEDIA_NOT_FOUND')
  await expect.poll(() => service.app.services.storage.size(found.storageKey), { timeout: 10_000 }).toBeUndefined()
})
