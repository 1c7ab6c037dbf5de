/** What every storage driver must do. */
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSource } from '../../src/inspection/source-reader.ts'
import { ObjectMissingError, type Storage, type Upload } from '../../src/storage/storage.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

export interface StorageUnderTest {
  storage: Storage
  stop(): Promise<void>
}

const partSize = 5 * 1024 * 1024
const newKey = () => randomBytes(20).toString('hex')

/**
 * @param takesLateParts Swift's absence: it goes on taking parts after completion, and does not serve an object any more
 *   of which one was replaced by other bytes. S3 itself, R2 and MinIO have no such upload by then.
 */
export function storageConformance(start: () => Promise<StorageUnderTest>, { takesLateParts = false } = {}): void {
  let started: StorageUnderTest
  let storage: Storage
  let directory: Awaited<ReturnType<typeof createTempDir>>

  beforeAll(async () => {
    started = await start()
    storage = started.storage
    directory = await createTempDir()
  }, 90_000)
  afterAll(async () => {
    await started.stop()
    await directory.remove()
  })

  async function put(content: Buffer): Promise<string> {
    const key = newKey()
    const path = join(directory.path, randomUUID())
    await writeFile(path, content)
    await storage.putFile(key, path, 'image/png')
    return key
  }

  async function startUpload(): Promise<Upload> {
    const key = newKey()
    return { key, uploadId: await storage.startUpload(key), sessionId: randomUUID() }
  }

  async function send(upload: Upload, partNumber: number, content: Buffer, bytes = content.length): Promise<number> {
    const url = await storage.partUrl(upload, partNumber, bytes, new Date(Date.now() + 60_000))
    return (await fetch(url, { method: 'PUT', body: new Uint8Array(content) })).status
  }

  const read = async (key: string, range?: { start: number; end: number }) => buffer(await storage.read(key, range))

  test('a file is read back whole, in ranges, with its size', async () => {
    const content = randomBytes(300_000)
    const key = await put(content)
    expect(await storage.size(key)).toBe(content.length)
    expect((await read(key)).equals(content)).toBe(true)
    for (const [start, end] of [
      [0, 0],
      [0, 299_999],
      [12_345, 67_890],
      [299_999, 299_999],
    ] as const) {
      expect((await read(key, { start, end })).equals(content.subarray(start, end + 1))).toBe(true)
    }
  })

  test('a missing object has no size, cannot be read, and can be deleted', async () => {
    const key = newKey()
    expect(await storage.size(key)).toBeUndefined()
    await expect(storage.read(key)).rejects.toThrow(ObjectMissingError)
    await expect(storage.source(key)).rejects.toThrow(ObjectMissingError)
    await storage.delete(key)
  })

  test('a deleted object is gone', async () => {
    const key = await put(randomBytes(10))
    await storage.delete(key)
    expect(await storage.size(key)).toBeUndefined()
    await expect(storage.read(key)).rejects.toThrow(ObjectMissingError)
  })

  describe('uploads in parts', () => {
    test('parts in any order and again become one object, whose ranges cross them', async () => {
      const content = randomBytes(2 * partSize + 777)
      const upload = await startUpload()
      const part = (number: number) => content.subarray((number - 1) * partSize, number * partSize)
      expect(await storage.listParts(upload)).toEqual([])
      await send(upload, 1, randomBytes(partSize))
      expect(await Promise.all([3, 1, 2].map((number) => send(upload, number, part(number))))).toEqual([200, 200, 200])
      expect(await storage.listParts(upload)).toEqual(
        [1, 2, 3].map((partNumber) => ({ partNumber, bytes: part(partNumber).length })),
      )
      expect(await storage.size(upload.key)).toBeUndefined()
      await storage.completeUpload(upload)
      await storage.completeUpload(upload)
      expect(await storage.size(upload.key)).toBe(content.length)
      expect((await read(upload.key)).equals(content)).toBe(true)
      const range = { start: partSize - 10, end: 2 * partSize + 9 }
      expect((await read(upload.key, range)).equals(content.subarray(range.start, range.end + 1))).toBe(true)
      const source = openSource(await storage.source(upload.key))
      expect(source.bytes).toBe(content.length)
      expect((await source.read(partSize - 3, 6)).equals(content.subarray(partSize - 3, partSize + 3))).toBe(true)
      expect((await source.read(content.length - 4, 100)).equals(content.subarray(-4))).toBe(true)
    })

    test('a part that comes after completion never puts other bytes into the object', async () => {
      const content = randomBytes(partSize + 99)
      const upload = await startUpload()
      await send(upload, 1, content.subarray(0, partSize))
      await send(upload, 2, content.subarray(partSize))
      await storage.completeUpload(upload)
      expect(await send(upload, 1, content.subarray(0, partSize))).toBeGreaterThanOrEqual(takesLateParts ? 200 : 400)
      expect((await read(upload.key)).equals(content)).toBe(true)
      await send(upload, 2, randomBytes(99))
      await storage.completeUpload(upload)
      const found = await read(upload.key).then(
        (bytes) => bytes.equals(content),
        () => 'not served',
      )
      expect(found).toBe(takesLateParts ? 'not served' : true)
    })

    test('a part of another length than announced is refused', async () => {
      const upload = await startUpload()
      expect(await send(upload, 1, randomBytes(9), 10)).toBeGreaterThanOrEqual(400)
      expect(await send(upload, 1, randomBytes(11), 10)).toBeGreaterThanOrEqual(400)
      expect(await storage.listParts(upload)).toEqual([])
    })

    test('an upload that is deleted takes nothing more and leaves nothing', async () => {
      const upload = await startUpload()
      await send(upload, 1, randomBytes(10))
      await storage.delete(upload.key)
      expect(await storage.listParts(upload)).toBeUndefined()
      expect(await send(upload, 1, randomBytes(10))).toBeGreaterThanOrEqual(400)
      await expect(storage.completeUpload(upload)).rejects.toThrow()
      expect(await storage.size(upload.key)).toBeUndefined()
    })
  })
}
