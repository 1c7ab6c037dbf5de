/** kill -9 at any moment loses no finished upload and leaves nothing that the sweep does not take. */
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sweepMedia } from '../../../src/features/media/sweep-media.ts'
import { createTestDatabase } from '../../helpers/database.ts'
import { eventually } from '../../helpers/eventually.ts'
import { complete, fixture, picture, processed, sendPart, startSession } from '../../helpers/media.ts'
import { endProcess, nextLine, startNode } from '../../helpers/run-node.ts'
import { type Client, createClient, startService } from '../../helpers/service.ts'
import { createTempDir } from '../../helpers/temp-dir.ts'

const partSize = 8 * 1024 * 1024
const secret = randomBytes(32)
let database: Awaited<ReturnType<typeof createTestDatabase>>
let directory: Awaited<ReturnType<typeof createTempDir>>
let organizationId: string
let token: string
let projectId: string
let child: ChildProcess

// Each test starts the service up to three times.
vi.setConfig({ testTimeout: 120_000 })

beforeAll(async () => {
  database = await createTestDatabase()
  directory = await createTempDir()
  const service = await inProcess()
  const client = await service.client()
  ;({ organizationId, token } = client)
  projectId = await client.project()
  await service.stop()
})
afterEach(() => endProcess(child, 'SIGKILL'))
afterAll(async () => {
  await database.drop()
  await directory.remove()
})

const encryptionKeys = [{ id: 'test', secret }]

function inProcess(now = Date.now()) {
  const config = { dataDir: directory.path }
  const offset = now - Date.now()
  const clock = {
    now: () => Date.now() + offset,
    setTimeout,
    clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
    setInterval,
    clearInterval: (handle: unknown) => clearInterval(handle as NodeJS.Timeout),
  }
  return startService({ databaseUrl: database.url, encryptionKeys, config, clock })
}

async function startProcess(): Promise<{ client: Client; url: string }> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  child = startNode('src/main.ts', [], {
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: directory.path,
      PORT: String(port),
      LOG_LEVEL: 'fatal',
      ENCRYPTION_KEYS: `test:${secret.toString('base64')}`,
    },
  })
  const url = `http://127.0.0.1:${port}`
  void nextLine(child)
  await eventually(async () => (await fetch(`${url}/readyz`)).ok, { timeout: 60_000 })
  return { url, client: createClient(url, token, organizationId) }
}

async function files(): Promise<string[]> {
  const found = await readdir(join(directory.path, 'media'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const onNewPort = (uploadUrl: string, url: string) => uploadUrl.replace(/^http:\/\/[^/]+/, url)

/** Sends the beginning of a body and goes no further. */
async function hang(method: string, url: string, headers: Record<string, string>, beginning: Buffer): Promise<void> {
  const hanging = request(url, { method, headers })
  hanging.on('error', () => {})
  hanging.write(beginning)
  await eventually(async () => (await readdir(join(directory.path, 'media', 'tmp'))).length > 0)
}

test('during a part and between the parts and completion: what arrived whole is there, and the upload goes on', async () => {
  const content = Buffer.concat([await fixture('video.mp4'), Buffer.alloc(partSize)])
  content.writeUInt32BE(partSize, content.length - partSize)
  content.write('free', content.length - partSize + 4)
  const first = await startProcess()
  const session = await startSession(first.client, projectId, content.length)
  const urls = session.parts.map((part) => part.uploadUrl) as [string, string]
  expect((await sendPart(urls[0], content.subarray(0, partSize))).status).toBe(200)
  const rest = content.subarray(partSize)
  await hang('PUT', urls[1], { 'content-length': String(rest.length) }, rest.subarray(0, 100))
  await endProcess(child, 'SIGKILL')
  const second = await startProcess()
  expect((await complete(second.client, session.uploadSessionId)).body).toMatchObject({
    code: 'UPLOAD_INCOMPLETE',
    validationErrors: [{ path: 'parts[1]' }],
  })
  expect((await sendPart(onNewPort(urls[1], second.url), rest)).status).toBe(200)
  await endProcess(child, 'SIGKILL')
  const third = await startProcess()
  await complete(third.client, session.uploadSessionId)
  expect(await processed(third.client, session.uploadSessionId)).toMatchObject({ status: 'READY' })
})

test('right after completion, while it is processed: the next process finishes it', async () => {
  const content = await picture('png', 2500, 2500)
  const first = await startProcess()
  const session = await startSession(first.client, projectId, content.length)
  for (const part of session.parts) {
    await sendPart(part.uploadUrl, content.subarray((part.partNumber - 1) * partSize, part.partNumber * partSize))
  }
  expect((await complete(first.client, session.uploadSessionId)).body.status).toBe('UPLOADED')
  await endProcess(child, 'SIGKILL')
  const second = await startProcess()
  expect(await processed(second.client, session.uploadSessionId, 40_000)).toMatchObject({ status: 'READY' })
})

test('during an upload in one request; and what a crash left is swept, nothing else', async () => {
  const { url } = await startProcess()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
  const beginning = Buffer.from(
    `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${'a'.repeat(100_000)}`,
  )
  await hang('POST', `${url}/v1/media?projectId=${projectId}`, headers, beginning)
  await endProcess(child, 'SIGKILL')
  const service = await inProcess(Date.now() + 25 * 3600_000)
  const client = createClient(service.url, token, organizationId)
  await sweepMedia(service.app.services)
  const { body } = await client.call('GET', '/media')
  expect(body.media).toHaveLength(2)
  for (const item of body.media) {
    const served = await fetch(item.url)
    expect(served.status).toBe(200)
    expect((await served.arrayBuffer()).byteLength).toBeGreaterThan(0)
  }
  for (const item of body.media) await client.call('DELETE', `/media/${item.id}`)
  await sweepMedia(service.app.services)
  expect(await files()).toEqual([])
  await service.stop()
})
