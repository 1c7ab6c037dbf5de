/** The journeys of media, for every storage driver. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '../../src/config.ts'
import { sweepMedia } from '../../src/features/media/sweep-media.ts'
import { eventually } from '../helpers/eventually.ts'
import { addMedia, complete, fixture, picture, processed, readItem, sendPart, startSession } from '../helpers/media.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

const partSize = 8 * 1024 * 1024

/** A sound MP4 of exactly `bytes` bytes, most of them random and skipped by players. */
async function paddedVideo(bytes: number): Promise<Buffer> {
  const video = await fixture('video.mp4')
  const padding = randomBytes(bytes - video.length)
  padding.writeUInt32BE(padding.length, 0)
  padding.write('free', 4)
  return Buffer.concat([video, padding])
}

const cut = (content: Buffer, partNumber: number) =>
  content.subarray((partNumber - 1) * partSize, partNumber * partSize)

/** @param settings where media is stored */
export function mediaJourneys(settings: () => Promise<Partial<Config>>): void {
  let service: TestService
  let client: Client
  let projectId: string
  let accounts: string[]

  beforeAll(async () => {
    service = await startService({ config: await settings() })
    client = await service.client()
    projectId = await client.project()
    accounts = await client.connect(projectId, { accounts: 2 })
  })
  afterAll(() => service.stop())

  const add = (content?: Buffer) => addMedia(client, service.url, projectId, content)
  const reference = (mediaId: string) => ({ type: 'MEDIA_LIBRARY', mediaId })
  const showing = (...ids: string[]) => ({ content: [{ text: 'Look', media: ids.map(reference) }] })
  const finished = (postId: string) =>
    eventually(async () => {
      const { body } = await client.call('GET', `/posts/${postId}`)
      const open = body.socialAccountPosts.some(
        (child: { deliveryStatus: string }) => !/PUBLISHED|FAILED/.test(child.deliveryStatus),
      )
      return !open && body
    })
  const stored = async (mediaId: string) => {
    const { storageKey } = await service.app.services.db.prisma.media.findUniqueOrThrow({ where: { id: mediaId } })
    return service.app.services.storage.size(storageKey)
  }

  test('a file sent in parts, in any order, at once and again, becomes the item it was', async () => {
    const content = await paddedVideo(2 * partSize + 4321)
    const session = await startSession(client, projectId, content.length)
    expect(session).toMatchObject({ partSizeInBytes: partSize, partCount: 3 })
    const urls = session.parts.map((part) => part.uploadUrl) as [string, string, string]
    expect((await complete(client, session.uploadSessionId)).body).toMatchObject({
      code: 'UPLOAD_INCOMPLETE',
      validationErrors: [{ path: 'parts[0]' }, { path: 'parts[1]' }, { path: 'parts[2]' }],
    })
    expect((await sendPart(urls[1], Buffer.alloc(7))).status).toBeGreaterThanOrEqual(400)
    await sendPart(urls[0], randomBytes(partSize))
    const sent = await Promise.all(
      [3, 1, 2].map((number) => sendPart(urls[number - 1] as string, cut(content, number))),
    )
    expect(sent.map((answer) => answer.status)).toEqual([200, 200, 200])
    const completed = await Promise.all([
      complete(client, session.uploadSessionId),
      complete(client, session.uploadSessionId),
    ])
    for (const answer of completed) {
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({
        uploadSessionId: session.uploadSessionId,
        status: expect.stringMatching(/UPLOADED|READY/),
      })
    }
    const { status, mediaId } = await processed(client, session.uploadSessionId)
    expect(status).toBe('READY')
    expect((await complete(client, session.uploadSessionId)).body).toEqual({
      uploadSessionId: session.uploadSessionId,
      status,
      mediaId,
    })
    const item = await readItem(client, mediaId)
    expect(item.mediaType).toBe('VIDEO')
    expect(Buffer.from(await (await fetch(item.url)).arrayBuffer()).equals(content)).toBe(true)
    await sendPart(urls[0], cut(content, 1))
    const start = { headers: { range: 'bytes=0-99' } }
    expect(Buffer.from(await (await fetch(item.url, start)).arrayBuffer()).equals(content.subarray(0, 100))).toBe(true)
    expect(
      (await client.call('GET', '/media?limit=100')).body.media.filter((one: { id: string }) => one.id === mediaId),
    ).toHaveLength(1)
  })

  test('curl -T sends a part; a small file needs one part only', async () => {
    const content = await picture('png')
    const session = await startSession(client, projectId, content.length)
    const directory = await createTempDir()
    await writeFile(join(directory.path, 'part'), content)
    await promisify(execFile)('curl', ['-sfT', join(directory.path, 'part'), session.parts[0]?.uploadUrl ?? ''])
    await directory.remove()
    await complete(client, session.uploadSessionId)
    expect(await processed(client, session.uploadSessionId)).toMatchObject({ status: 'READY' })
  })

  test('an address with another signature, part or time takes nothing', async () => {
    const session = await startSession(client, projectId, partSize + 5)
    const url = session.parts[1]?.uploadUrl ?? ''
    const other = url.replace(/\/2\?/, '/1?').replace('partNumber=2', 'partNumber=1')
    const later = url
      .replace(/expires=\d+/i, 'expires=9999999999')
      .replace(/X-Amz-Date=\w+/, 'X-Amz-Date=20301121T000000Z')
    for (const wrong of [other, later]) expect((await sendPart(wrong, Buffer.alloc(5))).status).toBe(403)
    expect((await sendPart(url, Buffer.alloc(6))).status).toBeGreaterThanOrEqual(400)
    expect((await sendPart(url, Buffer.alloc(5))).status).toBe(200)
    expect((await complete(client, session.uploadSessionId)).body.validationErrors).toMatchObject([
      { path: 'parts[0]' },
    ])
  })

  test('a file that is none of the library ends its session as FAILED with a code, and leaves nothing', async () => {
    const content = Buffer.from('<html>not a picture</html>')
    const session = await startSession(client, projectId, content.length)
    await sendPart(session.parts[0]?.uploadUrl ?? '', content)
    await complete(client, session.uploadSessionId)
    expect(await processed(client, session.uploadSessionId)).toMatchObject({
      status: 'FAILED',
      failureCode: 'UNSUPPORTED_MEDIA_TYPE',
      failureMessage: expect.any(String),
    })
    const row = await service.app.services.db.prisma.uploadSession.findUniqueOrThrow({
      where: { id: session.uploadSessionId },
    })
    await eventually(async () => (await service.app.services.storage.size(row.storageKey)) === undefined)
  })

  test('a session that expired is ABORTED, takes nothing more, and its parts are swept', async () => {
    const session = await startSession(client, projectId, 10)
    await sendPart(session.parts[0]?.uploadUrl ?? '', Buffer.alloc(10))
    const { services } = service.app
    await services.db.pool.query(`UPDATE upload_sessions SET expires_at = $2 WHERE id = $1`, [
      session.uploadSessionId,
      new Date(Date.now() - 1000),
    ])
    expect((await complete(client, session.uploadSessionId)).body).toEqual({
      uploadSessionId: session.uploadSessionId,
      status: 'ABORTED',
    })
    await sweepMedia(services)
    const row = await services.db.prisma.uploadSession.findUniqueOrThrow({ where: { id: session.uploadSessionId } })
    expect(row.status).toBe('ABORTED')
    expect(
      await services.storage.listParts({ key: row.storageKey, uploadId: row.uploadId, sessionId: row.id }),
    ).toBeUndefined()
  })

  test('bad sizes, unknown projects and sessions, and those of others, are named', async () => {
    const start = (body: unknown) => client.call('POST', '/media/upload-sessions', body)
    for (const fileSizeInBytes of [0, 5_368_709_121, 1.5, '5', null]) {
      expect((await start({ projectId, fileSizeInBytes })).body).toMatchObject({
        code: 'VALIDATION_FAILED',
        validationErrors: [{ path: 'fileSizeInBytes' }],
      })
    }
    expect((await start({ projectId: 'nothing', fileSizeInBytes: 1 })).body.code).toBe('PROJECT_NOT_FOUND')
    const { uploadSessionId } = await startSession(client, projectId, 1)
    const stranger = await service.client()
    expect((await stranger.call('GET', `/media/upload-sessions/${uploadSessionId}`)).body.code).toBe(
      'UPLOAD_SESSION_NOT_FOUND',
    )
    expect((await complete(stranger, uploadSessionId)).body.code).toBe('UPLOAD_SESSION_NOT_FOUND')
    expect((await client.call('GET', '/media/upload-sessions/nothing')).status).toBe(404)
  })

  test('media is served in ranges, to HEAD, for ever, and never as a page', async () => {
    const content = await picture('png', 200, 200)
    const { url } = await readItem(client, await add(content))
    expect(url).toMatch(/\/media\/[\w-]{32}$/)
    const whole = await fetch(url)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'content-length': String(content.length),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
    await whole.body?.cancel()
    const thumbnail = await fetch(`${url}/thumbnail`)
    expect(Object.fromEntries(thumbnail.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
    })
    await thumbnail.body?.cancel()
    const known = { headers: { 'if-none-match': thumbnail.headers.get('etag') ?? '' } }
    expect((await fetch(`${url}/thumbnail`, known)).status).toBe(304)
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)])
    const last = content.length - 1
    for (const [range, start, end] of [
      ['0-0', 0, 0],
      ['10-19', 10, 19],
      [`${last}-`, last, last],
      ['-5', last - 4, last],
      ['5-99999999', 5, last],
    ] as const) {
      const part = await fetch(url, { headers: { range: `bytes=${range}` } })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${content.length}`])
      expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(start, end + 1))).toBe(true)
    }
    expect((await fetch(url, { headers: { range: `bytes=${content.length}-` } })).status).toBe(416)
    expect((await fetch(url, { headers: { range: 'lines=1-2' } })).status).toBe(200)
    expect((await fetch(url, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })).status).toBe(304)
    expect((await fetch(`${url.slice(0, -1)}!`)).status).toBe(404)
    expect((await fetch(`${service.url}/media/${'a'.repeat(32)}`)).status).toBe(404)
    expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  })

  test('a post with media is published with them, and its answer shows them', async () => {
    const [image, video] = [await add(), await add(await fixture('video.mp4'))]
    const override = {
      platform: 'SERVICETEST',
      socialAccountId: accounts[1],
      contentOverride: [{ media: [reference(image)] }],
    }
    const created = await client.call(
      'POST',
      '/posts',
      postTo([], {
        ...showing(image, video),
        socialAccounts: [{ platform: 'SERVICETEST', socialAccountId: accounts[0] }, override],
      }),
    )
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const { url } = await readItem(client, image)
    const shown = { type: 'MEDIA_LIBRARY', mediaId: image, mediaType: 'IMAGE', url, thumbnailUrl: `${url}/thumbnail` }
    expect(created.body.content[0].media).toEqual([
      shown,
      expect.objectContaining({ mediaId: video, mediaType: 'VIDEO' }),
    ])
    const post = await finished(created.body.id)
    expect(post.socialAccountPosts).toMatchObject([
      { deliveryStatus: 'PUBLISHED' },
      { deliveryStatus: 'PUBLISHED', content: [{ media: [shown] }] },
    ])
    const page = await (await fetch(post.socialAccountPosts[0].externalPostUrl)).text()
    for (const item of post.content[0].media)
      expect(page).toContain(`<a href="${item.url}"><img src="${item.thumbnailUrl}"`)
    expect(await sharp(Buffer.from(await (await fetch(shown.thumbnailUrl)).arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
    })
    const listed = await client.call('GET', `/social-account-posts?postId=${post.id}`)
    expect(listed.body.socialAccountPosts[1].content[0].media).toHaveLength(2)
  })

  test('media that is unknown, deleted or of another project is INVALID_MEDIA_ID, wherever it stands', async () => {
    const other = await addMedia(client, service.url, await client.project())
    const gone = await add()
    await client.call('DELETE', `/media/${gone}`)
    const good = await add()
    const codes = await client.call('POST', '/posts', postTo(accounts, showing(good, other, gone, 'nothing')))
    expect(codes.body).toMatchObject({
      code: 'INVALID_MEDIA_ID',
      validationErrors: [1, 2, 3].map((index) => ({ path: `content[0].media[${index}].mediaId`, field: 'MEDIA' })),
    })
    const cover = { platform: 'INSTAGRAM', socialAccountId: accounts[0], postType: 'REEL', cover: reference(gone) }
    const checked = await client.call(
      'POST',
      '/posts/validate',
      postTo([], { socialAccounts: [{ ...cover, contentOverride: [{ media: [reference(other)] }] }] }),
    )
    const paths = checked.body.errors.map((issue: { path: string }) => issue.path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'socialAccounts[0].cover.mediaId',
        'socialAccounts[0].contentOverride[0].media[0].mediaId',
      ]),
    )
  })

  test('a delivery whose media a client deleted is FAILED and says so; the post keeps its reference', async () => {
    const mediaId = await add()
    const later = { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() + 1500).toISOString() }
    const { body } = await client.call(
      'POST',
      '/posts',
      postTo(accounts.slice(0, 1), { ...showing(mediaId), schedule: later }),
    )
    await client.call('DELETE', `/media/${mediaId}`)
    const post = await finished(body.id)
    expect(post.socialAccountPosts[0]).toMatchObject({
      deliveryStatus: 'FAILED',
      errorMessage: expect.stringContaining(`${mediaId} was deleted`),
    })
    expect(post.content[0].media[0].mediaId).toBe(mediaId)
  })

  test('auto-delete takes the media once everything is published; its bytes stay while another delivery needs them', async () => {
    const [shared, own, kept] = [await add(), await add(), await add()]
    const later = { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() + 3600_000).toISOString() }
    const waiting = await client.call(
      'POST',
      '/posts',
      postTo(accounts.slice(0, 1), { ...showing(shared), schedule: later }),
    )
    const auto = { autoDeleteMediaAfterPublish: true }
    const draft = await client.call(
      'POST',
      '/posts',
      postTo(accounts, { ...showing(shared), schedule: { type: 'DRAFT' } }),
    )
    const published = await client.call('POST', '/posts', postTo(accounts, { ...showing(shared, own), ...auto }))
    const failing = { platform: 'SERVICETEST', socialAccountId: accounts[0], shouldSucceed: false }
    const half = await client.call(
      'POST',
      '/posts',
      postTo(accounts.slice(1), {
        ...showing(kept),
        ...auto,
        socialAccounts: [failing, { platform: 'SERVICETEST', socialAccountId: accounts[1] }],
      }),
    )
    await eventually(async () => (await client.call('GET', `/media?mediaId=${shared},${own}`)).body.media.length === 0)
    await eventually(async () => (await stored(own)) === undefined)
    expect(await stored(shared)).toBeGreaterThan(0)
    const patch = (post: { body: { id: string } }, body: object) => client.call('PATCH', `/posts/${post.body.id}`, body)
    const text = { content: [{ text: 'Changed' }] }
    expect((await patch(published, text)).body.code).toBe('POST_NOT_EDITABLE')
    expect((await patch(published, { schedule: later })).body.code).toBe('POST_NOT_EDITABLE')
    expect((await patch(draft, { schedule: later })).body.code).toBe('INVALID_MEDIA_ID')
    expect((await patch(draft, text)).status).toBe(200)
    expect((await patch(waiting, { ...showing(own), schedule: later })).body.code).toBe('INVALID_MEDIA_ID')
    const tomorrow = { ...later, scheduledFor: new Date(Date.now() + 86_400_000).toISOString() }
    const moved = await patch(waiting, { schedule: tomorrow, ...showing(shared) })
    expect(moved.body).toMatchObject({ schedule: tomorrow, content: [{ media: [{ mediaId: shared }] }] })
    await finished(half.body.id)
    expect((await client.call('GET', `/media?mediaId=${kept}`)).body.media).toHaveLength(1)
    await client.call('DELETE', `/posts/${waiting.body.id}`)
    const { services } = service.app
    await services.db.pool.query(`UPDATE storage_garbage SET due_at = '-infinity'`)
    await sweepMedia(services)
    expect(await stored(shared)).toBeUndefined()
  })

  test('a deleted project takes its media along, bytes and all', async () => {
    const doomed = await client.project()
    const mediaId = await addMedia(client, service.url, doomed)
    const { services } = service.app
    const { storageKey } = await services.db.prisma.media.findUniqueOrThrow({ where: { id: mediaId } })
    await client.call('DELETE', `/projects/${doomed}`)
    await sweepMedia(services)
    expect(await services.storage.size(storageKey)).toBeUndefined()
  })
}
