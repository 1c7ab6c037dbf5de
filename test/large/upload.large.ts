/** 5 GiB through an upload session: memory stays flat and what is read back is what was sent. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complete, fixture, processed, readItem, startSession } from '../helpers/media.ts'
import { type ServiceProcess, startServiceProcess } from '../helpers/service-process.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

let service: ServiceProcess
let directory: Awaited<ReturnType<typeof createTempDir>>

beforeAll(async () => {
  service = await startServiceProcess()
  directory = await createTempDir()
})
afterAll(async () => {
  await service.stop()
  await directory.remove()
})

/** A sound video of `bytes` bytes whose second half of boxes is a hole in the file. */
async function sparseVideo(bytes: number): Promise<string> {
  const path = join(directory.path, `${bytes}.mp4`)
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

async function sendPart(url: string, path: string, start: number, length: number): Promise<number> {
  const sending = request(url, { method: 'PUT', headers: { 'content-length': length } })
  createReadStream(path, { start, end: start + length - 1, highWaterMark: 1024 * 1024 }).pipe(sending)
  const [response] = await once(sending, 'response')
  response.resume()
  return response.statusCode
}

async function hashOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}

/** Sends a file in parts, two at once, and reads it back. Returns the seconds of both. */
async function roundTrip(projectId: string, bytes: number): Promise<{ sent: number; read: number }> {
  const { client } = service
  const path = await sparseVideo(bytes)
  const started = performance.now()
  const session = await startSession(client, projectId, bytes)
  const { partSizeInBytes } = session
  expect(session.parts).toHaveLength(bytes / partSizeInBytes)
  const left = [...session.parts]
  const lane = async () => {
    for (let part = left.shift(); part; part = left.shift()) {
      const start = (part.partNumber - 1) * partSizeInBytes
      expect(await sendPart(part.uploadUrl, path, start, partSizeInBytes)).toBe(200)
    }
  }
  await Promise.all([lane(), lane()])
  await complete(client, session.uploadSessionId)
  const status = await processed(client, session.uploadSessionId, 120_000)
  expect(status).toMatchObject({ status: 'READY' })
  const uploaded = performance.now()
  const { url } = await readItem(client, status.mediaId)
  const served = await fetch(url)
  expect(served.headers.get('content-length')).toBe(String(bytes))
  const [sent, back] = await Promise.all([
    hashOf(createReadStream(path, { highWaterMark: 1024 * 1024 })),
    hashOf(served.body as never),
  ])
  expect(back).toBe(sent)
  return { sent: (uploaded - started) / 1000, read: (performance.now() - uploaded) / 1000 }
}

test('a sparse video of 5 GiB', { timeout: 900_000 }, async () => {
  const projectId = await service.client.project()
  await roundTrip(projectId, 64 * 1024 ** 2)
  const before = await service.memory()
  await service.forgetPeak()
  const { sent, read } = await roundTrip(projectId, 5 * 1024 ** 3)
  const after = await service.memory()
  console.log(
    `5 GiB: sent and inspected in ${sent.toFixed(1)} s, read back in ${read.toFixed(1)} s, RSS ${before.now.toFixed(0)} -> ${after.peak.toFixed(0)} MB`,
  )
  expect(after.peak - before.now).toBeLessThan(100)
})
