/** 5 GiB through an upload session: memory stays flat and what is read back is what was sent. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complete, fixture, processed, readItem, startSession } from '../helpers/media.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

const bytes = 5 * 1024 ** 3
let service: TestService
let client: Client
let directory: Awaited<ReturnType<typeof createTempDir>>

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  directory = await createTempDir()
})
afterAll(async () => {
  await service.stop()
  await directory.remove()
})

/** A sound video whose second half of boxes is a hole in the file. */
async function sparseVideo(): Promise<string> {
  const path = join(directory.path, 'sparse.mp4')
  const video = await fixture('video.mp4')
  const header = Buffer.alloc(16)
  header.writeUInt32BE(1, 0)
  header.write('free', 4)
  header.writeBigUInt64BE(BigInt(bytes - video.length), 8)
  const file = await open(path, 'w')
  await file.write(Buffer.concat([video, header]))
  await file.truncate(bytes)
  await file.close()
  return path
}

async function hashOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}

test('a sparse video of 5 GiB', { timeout: 240_000 }, async () => {
  const path = await sparseVideo()
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  const started = performance.now()
  const session = await startSession(client, await client.project(), bytes)
  expect(session.parts).toHaveLength(640)
  for (const { partNumber, uploadUrl } of session.parts) {
    const start = (partNumber - 1) * session.partSizeInBytes
    const sending = request(uploadUrl, { method: 'PUT', headers: { 'content-length': session.partSizeInBytes } })
    createReadStream(path, { start, end: start + session.partSizeInBytes - 1, highWaterMark: 1024 * 1024 }).pipe(
      sending,
    )
    const [response] = await once(sending, 'response')
    response.resume()
    expect(response.statusCode).toBe(200)
  }
  await complete(client, session.uploadSessionId)
  const status = await processed(client, session.uploadSessionId)
  expect(status).toMatchObject({ status: 'READY' })
  const uploaded = performance.now()
  const { url } = await readItem(client, status.mediaId)
  const served = await fetch(url)
  expect(served.headers.get('content-length')).toBe(String(bytes))
  const [sent, back] = await Promise.all([
    hashOf(createReadStream(path, { highWaterMark: 1024 * 1024 })),
    hashOf(served.body as never),
  ])
  clearInterval(timer)
  expect(back).toBe(sent)
  const megabytes = (count: number) => Math.round(count / 1024 ** 2)
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
  console.log(
    `5 GiB: sent and inspected in ${seconds(uploaded - started)} s, read back in ${seconds(performance.now() - uploaded)} s, RSS ${megabytes(before)} -> ${megabytes(peak)} MB`,
  )
  expect(peak - before).toBeLessThan(250 * 1024 ** 2)
})
