/** The numbers of an upload session and how long it lives, and the pages of the library. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { processUpload } from '../../src/features/media/process-upload.ts'
import { newId } from '../../src/lib/ids.ts'
import { movableClock } from '../features/delivery/follow.ts'
import { addMedia, complete, picture, sendPart, startSession } from '../helpers/media.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'

const mebibyte = 1024 * 1024
const day = 24 * 3600_000
const { clock, advance } = movableClock()
let service: TestService
let client: Client
let projectId: string

beforeAll(async () => {
  service = await startService({ clock, config: { role: 'api' } })
})
beforeEach(async () => {
  client = await service.client()
  projectId = await client.project()
})
afterAll(() => service.stop())

test.each([
  [1, 1],
  [8 * mebibyte, 1],
  [8 * mebibyte + 1, 2],
  [100 * mebibyte, 13],
  [5_368_709_120, 640],
])('%d bytes are %d parts of 8 MiB, in order, each with an address of its own', async (bytes, partCount) => {
  const session = await startSession(client, projectId, bytes)
  expect(session).toMatchObject({ partSizeInBytes: 8 * mebibyte, partCount })
  expect(session.parts.map(({ partNumber }) => partNumber)).toEqual(
    Array.from({ length: partCount }, (_, index) => index + 1),
  )
  expect(new Set(session.parts.map(({ uploadUrl }) => uploadUrl)).size).toBe(partCount)
  const { body } = await client.call('GET', `/media/upload-sessions/${session.uploadSessionId}`)
  expect(body).toEqual({ uploadSessionId: session.uploadSessionId, status: 'INITIATED' })
})

test('a session and its addresses live 24 hours', async () => {
  const before = clock.now()
  const { body: session } = await client.call('POST', '/media/upload-sessions', { projectId, fileSizeInBytes: 10 })
  const life = Date.parse(session.expiresAt) - before
  expect(life).toBeGreaterThanOrEqual(day)
  expect(life).toBeLessThan(day + 10_000)
  const [{ uploadUrl }] = session.parts
  const status = async () => (await client.call('GET', `/media/upload-sessions/${session.uploadSessionId}`)).body.status
  advance(day - 60_000)
  expect((await sendPart(uploadUrl, Buffer.alloc(10))).status).toBe(200)
  expect(await status()).toBe('INITIATED')
  advance(60_000)
  expect((await sendPart(uploadUrl, Buffer.alloc(10))).status).toBe(403)
  expect(await status()).toBe('ABORTED')
  expect((await complete(client, session.uploadSessionId)).body.status).toBe('ABORTED')
})

/** A session whose file is complete and waits for a worker. */
async function uploaded(content: Buffer): Promise<string> {
  const session = await startSession(client, projectId, content.length)
  expect((await sendPart(session.parts[0]?.uploadUrl ?? '', content)).status).toBe(200)
  const { body } = await complete(client, session.uploadSessionId)
  expect(body).toEqual({ uploadSessionId: session.uploadSessionId, status: 'UPLOADED' })
  return session.uploadSessionId
}
const read = async (id: string) => (await client.call('GET', `/media/upload-sessions/${id}`)).body

test('a file that is cut off ends its session as FAILED with CORRUPT_MEDIA', async () => {
  const id = await uploaded((await picture('jpeg', 300, 300)).subarray(0, 900))
  await processUpload(service.app.services, id)
  expect(await read(id)).toEqual({
    uploadSessionId: id,
    status: 'FAILED',
    failureCode: 'CORRUPT_MEDIA',
    failureMessage: expect.any(String),
  })
  expect((await complete(client, id)).body.status).toBe('FAILED')
})

test('a file that storage lost ends its session as FAILED with STORAGE_ERROR, after several tries', async () => {
  const id = await uploaded(await picture())
  const { services } = service.app
  const row = await services.db.prisma.uploadSession.findUniqueOrThrow({ where: { id } })
  await services.storage.delete(row.storageKey)
  await processUpload(services, id)
  expect((await read(id)).status).toBe('UPLOADED')
  for (let tries = 0; tries < 10 && (await read(id)).status === 'UPLOADED'; tries += 1) {
    advance(5 * 60_000)
    await processUpload(services, id)
  }
  expect(await read(id)).toMatchObject({ status: 'FAILED', failureCode: 'STORAGE_ERROR' })
})

test('the library shows 50 items of a page unless told, and 1 to 100 when told', async () => {
  const { prisma } = service.app.services.db
  const item = await prisma.media.findUniqueOrThrow({
    where: { id: await addMedia(client, service.url, projectId, await picture()) },
  })
  await prisma.media.createMany({
    data: Array.from({ length: 109 }, () => {
      const id = newId()
      return { ...item, details: {}, id, storageKey: id, token: id }
    }),
  })
  const list = async (query = '') => (await client.call('GET', `/media${query}`)).body
  expect((await list()).media).toHaveLength(50)
  expect((await list('?limit=1')).media).toHaveLength(1)
  const first = await list('?limit=100')
  const rest = await list(`?limit=100&cursor=${first.nextCursor}`)
  expect([first.media.length, rest.media.length]).toEqual([100, 10])
  expect(rest).not.toHaveProperty('nextCursor')
  const ids = [...first.media, ...rest.media].map(({ id }) => id)
  expect(new Set(ids).size).toBe(110)
  expect((await list(`?mediaId=${ids[3]},${ids[70]}`)).media.map(({ id }: { id: string }) => id)).toEqual([
    ids[3],
    ids[70],
  ])
  for (const query of ['limit=0', 'limit=101', 'cursor=nonsense', `cursor=${encodeURIComponent(first.nextCursor)}x`]) {
    const { status, body } = await client.call('GET', `/media?${query}`)
    expect([query, status, body.code]).toEqual([query, 422, 'VALIDATION_FAILED'])
  }
})

test('a media item of another organization is not deleted, and its owner is the only one who may', async () => {
  const mediaId = await addMedia(client, service.url, projectId)
  const stranger = await service.client()
  const reader = await service.client({ organizationId: client.organizationId, readOnly: true })
  const remove = async (by: Client) => (await by.call('DELETE', `/media/${mediaId}`)).body?.code
  expect([await remove(stranger), await remove(reader), await remove(client)]).toEqual([
    'MEDIA_NOT_FOUND',
    'FORBIDDEN',
    undefined,
  ])
})
