/** The numbers of an upload session and how long it lives, and the pages of the library. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
