/**
 * A file through an upload session, against two yardsticks of node:http.
 * - one stream: one request, one pipeline to a file. It promises less than a session: nothing is ever synced, and the
 *   file is deleted before the kernel writes it to the disk.
 * - synced parts: the session's own pattern, four requests of 8 MiB at once, each a file that is synced before the answer.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { eventually } from '../../helpers/eventually.ts'
import { createTempDir } from '../../helpers/temp-dir.ts'
import type { Bench, Prepared, Row, Scenario } from '../scenario.ts'
import { createTenant, type Tenant } from '../tenant.ts'

const stream: Row = { path: 'MB of an upload session, against one stream', unit: 'per second', goal: { ratio: 0.8 } }
const parts: Row = { path: 'MB of an upload session, against synced parts', unit: 'per second' }
const memory: Row = { path: 'upload session, memory of the service', unit: 'MB', goal: { most: 200 } }

const mebibyte = 1024 ** 2
const partBytes = 8 * mebibyte
const chunk = randomBytes(mebibyte)
const video = await readFile(new URL('../../fixtures/media/video.mp4', import.meta.url))

interface Part {
  partNumber: number
  uploadUrl: string
}

/** Bytes `start` to `end` of a sound video of `total` bytes, most of them skipped by players. */
function* content(start: number, end: number, total: number): Generator<Buffer> {
  const head = Buffer.alloc(video.length + 16)
  video.copy(head)
  head.writeUInt32BE(1, video.length)
  head.write('free', video.length + 4)
  head.writeBigUInt64BE(BigInt(total - video.length), video.length + 8)
  for (let at = start; at < end; ) {
    const piece =
      at < head.length
        ? head.subarray(at, Math.min(head.length, end))
        : chunk.subarray(0, Math.min(chunk.length, end - at))
    yield piece
    at += piece.length
  }
}

async function put(url: string, start: number, end: number, total: number): Promise<void> {
  const outgoing = request(url, { method: 'PUT', headers: { 'content-length': end - start } })
  Readable.from(content(start, end, total)).pipe(outgoing)
  const [response] = await once(outgoing, 'response')
  response.resume()
  await once(response, 'end')
  assert.equal(response.statusCode, 200)
}

/** Sends parts, four at once. */
async function putParts(all: Part[], total: number): Promise<void> {
  const waiting = [...all]
  const lane = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const start = (part.partNumber - 1) * partBytes
      await put(part.uploadUrl, start, Math.min(total, start + partBytes), total)
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
}

/** Megabytes per second. */
async function rate(bytes: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return bytes / 1000 / (performance.now() - startedAt)
}

/** Uploads a file until it is READY. Returns its mediaId. */
async function upload(api: Api, projectId: string, total: number): Promise<string> {
  const session = await api('POST', '/media/upload-sessions', { projectId, fileSizeInBytes: total })
  await putParts(session.parts, total)
  const path = `/media/upload-sessions/${session.uploadSessionId}`
  await api('POST', `${path}/complete`)
  return eventually(
    async () => {
      const { status, mediaId } = await api('GET', path)
      assert.notEqual(status, 'FAILED')
      return status === 'READY' && mediaId
    },
    { timeout: 120_000 },
  )
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the API answers
type Api = (method: string, path: string, body?: unknown) => Promise<any>

function connect(url: string, { token }: Tenant): Api {
  return async (method, path, body) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    assert.ok(response.ok, `${method} ${path}: ${response.status}`)
    return response.status === 204 ? undefined : await response.json()
  }
}

async function peakMegabytes(pid: number | undefined): Promise<number> {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

async function prepare(bench: Bench): Promise<Prepared> {
  const total = (bench.quick ? 64 : 1024) * mebibyte
  const databaseUrl = await bench.createDatabase()
  const tenant = await createTenant(databaseUrl, 0)
  const { url, process } = await bench.startService(databaseUrl)
  const directory = await createTempDir()
  bench.onClose(() => directory.remove())
  const { line: plainUrl } = await bench.startScript('test/bench/baselines/upload-server.ts', [directory.path])
  const api = connect(url, tenant)
  const synced = Array.from({ length: total / partBytes }, (_, index) => ({
    partNumber: index + 1,
    uploadUrl: `${plainUrl}/synced`,
  }))
  return {
    async ours() {
      let mediaId = ''
      const perSecond = await rate(total, async () => {
        mediaId = await upload(api, tenant.projectId, total)
      })
      await api('DELETE', `/media/${mediaId}`)
      return {
        [stream.path]: perSecond,
        [parts.path]: perSecond,
        [memory.path]: await peakMegabytes(process.pid),
      }
    },
    baseline: async () => ({
      [stream.path]: await rate(total, () => put(plainUrl, 0, total, total)),
      [parts.path]: await rate(total, () => putParts(synced, total)),
    }),
  }
}

export const uploadScenarios: Scenario[] = [{ name: 'upload', rows: [stream, parts, memory], prepare }]
