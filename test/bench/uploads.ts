/**
 * `npm run bench:uploads`: an upload session of 1 GiB in the same run as two yardsticks of node:http, and what ten uploads of
 * 100 MB at once add to the process's memory. `-- <rounds>` (3 by default).
 * - plain: one request, one pipeline to a file. It promises less than a session: nothing is ever synced, and the file is
 *   deleted before the kernel writes it to the disk.
 * - parts: the session's own pattern, four requests of 8 MiB at once, each a file that is synced before the answer.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { endProcess, nextLine, startNode } from '../helpers/run-node.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

const bytes = 1024 ** 3
const rounds = Number(process.argv[2] ?? 3)
const chunk = randomBytes(1024 * 1024)
const video = await readFile(new URL('../fixtures/media/video.mp4', import.meta.url))

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

async function send(
  method: string,
  url: string,
  length: number,
  body: Iterable<Buffer>,
  headers = {},
): Promise<{ status: number; text: string }> {
  const outgoing = request(url, { method, headers: { 'content-length': length, ...headers } })
  Readable.from(body).pipe(outgoing)
  const [response] = await once(outgoing, 'response')
  let text = ''
  for await (const piece of response) text += piece
  return { status: response.statusCode, text }
}

const rss = async (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function watched<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; seconds: number; before: number; peak: number }> {
  const before = await rss(pid)
  let peak = before
  const timer = setInterval(
    () =>
      void rss(pid).then((now) => {
        peak = Math.max(peak, now)
      }),
    20,
  )
  const started = performance.now()
  const result = await work()
  clearInterval(timer)
  return { result, seconds: (performance.now() - started) / 1000, before, peak }
}

const directory = await createTempDir()
const port = 20_000 + Math.floor(Math.random() * 10_000)
const service = startNode('src/main.ts', [], {
  env: { DATA_DIR: join(directory.path, 'data'), PORT: String(port), LOG_LEVEL: 'error' },
})
service.stderr?.pipe(process.stderr)
const url = `http://127.0.0.1:${port}`
await nextLine(service)
while (
  !(await fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  ))
)
  await new Promise((resolve) => setTimeout(resolve, 100))
const key = (await readFile(join(directory.path, 'data', 'api-key'), 'utf8')).trim()
const pid = service.pid as number

async function api(method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return response.status === 204 ? undefined : await response.json()
}

interface Part {
  partNumber: number
  uploadUrl: string
}

/** Sends parts, four at once. */
async function sendParts(all: Part[], partBytes: number, total: number): Promise<void> {
  const parts = [...all]
  const lane = async () => {
    for (let part = parts.shift(); part; part = parts.shift()) {
      const start = (part.partNumber - 1) * partBytes
      const end = Math.min(total, start + partBytes)
      const { status, text } = await send('PUT', part.uploadUrl, end - start, content(start, end, total))
      if (status !== 200) throw new Error(`Part ${part.partNumber}: ${status} ${text}`)
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
}

/** An upload session of `total` bytes, four parts at once, until it is READY. */
async function uploadSession(projectId: string, total: number): Promise<string> {
  const session = await api('POST', '/media/upload-sessions', { projectId, fileSizeInBytes: total })
  await sendParts(session.parts, session.partSizeInBytes, total)
  for (let status = await api('POST', `/media/upload-sessions/${session.uploadSessionId}/complete`); ; ) {
    if (status.status === 'READY') return status.mediaId
    if (status.status !== 'UPLOADED') throw new Error(JSON.stringify(status))
    await new Promise((resolve) => setTimeout(resolve, 10))
    status = await api('GET', `/media/upload-sessions/${session.uploadSessionId}`)
  }
}

const plain = startNode('test/bench/plain-upload.ts', [directory.path])
const plainUrl = await nextLine(plain)
const { id: projectId } = await api('POST', '/projects', { name: 'Bench' })
const partBytes = 8 * 1024 * 1024
const synced = Array.from({ length: bytes / partBytes }, (_, index) => ({
  partNumber: index + 1,
  uploadUrl: `${plainUrl}/synced`,
}))
const ratios: { plain: number[]; parts: number[] } = { plain: [], parts: [] }
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]?.toFixed(2)
for (let round = 0; round < rounds; round += 1) {
  const base = await watched(pid, () => send('PUT', plainUrl, bytes, content(0, bytes, bytes)))
  const durable = await watched(pid, () => sendParts(synced, partBytes, bytes))
  const own = await watched(pid, () => uploadSession(projectId, bytes))
  await api('DELETE', `/media/${own.result}`)
  ratios.plain.push(base.seconds / own.seconds)
  ratios.parts.push(durable.seconds / own.seconds)
  console.log(
    `1 GiB: plain ${base.seconds.toFixed(2)} s, parts ${durable.seconds.toFixed(2)} s, session ${own.seconds.toFixed(2)} s, RSS ${own.before.toFixed(0)} -> ${own.peak.toFixed(0)} MB`,
  )
}
console.log(`median ratios: ${median(ratios.plain)} of plain, ${median(ratios.parts)} of parts`)

const single = 100 * 1024 * 1024
const form = (part: string) => Buffer.from(part)
const opening = form(
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n',
)
const closing = form('\r\n--x--\r\n')
const ten = await watched(pid, () =>
  Promise.all(
    Array.from({ length: 10 }, () =>
      send(
        'POST',
        `${url}/v1/media?projectId=${projectId}`,
        single + opening.length + closing.length,
        [opening, ...content(0, single, single), closing],
        { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=x' },
      ),
    ),
  ),
)
const statuses = ten.result.map((answer) => answer.status)
console.log(
  `10 x 100 MB at once: ${ten.seconds.toFixed(2)} s, statuses ${[...new Set(statuses)]}, RSS ${ten.before.toFixed(0)} -> ${ten.peak.toFixed(0)} MB (+${(ten.peak - ten.before).toFixed(0)})`,
)

if (process.argv.includes('--large')) {
  const total = 5 * 1024 ** 3
  const large = await watched(pid, () => uploadSession(projectId, total))
  console.log(`5 GiB: ${large.seconds.toFixed(1)} s, RSS peak ${large.peak.toFixed(0)} MB`)
}
await endProcess(plain, 'SIGKILL')
await endProcess(service, 'SIGTERM')
await directory.remove()
