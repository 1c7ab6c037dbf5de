/** A file may end the process that looks at it, and nothing else. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInspector, type Inspector } from '../../src/inspection/inspector.ts'
import { addMedia, picture, upload } from '../helpers/media.ts'
import { startService } from '../helpers/service.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

let directory: Awaited<ReturnType<typeof createTempDir>>
let sound: Buffer
/** A few kilobytes that become 144 MB: an interlaced picture can only be decoded as a whole. */
let greedy: Buffer

beforeAll(async () => {
  directory = await createTempDir()
  sound = await picture()
  const create = { width: 6000, height: 6000, channels: 4, background: '#00000080' } as const
  greedy = await sharp({ create }).png({ progressive: true }).toBuffer()
})
afterAll(() => directory.remove())

async function source(name: string, content: Buffer) {
  const path = join(directory.path, name)
  await writeFile(path, content)
  return { files: [{ path, bytes: content.length }] }
}

async function withInspector<T>(
  limits: Parameters<typeof createInspector>[0],
  use: (inspector: Inspector) => Promise<T>,
): Promise<T> {
  const inspector = createInspector({ processes: 1, ...limits })
  try {
    return await use(inspector)
  } finally {
    inspector.close()
  }
}

test('a file that takes more memory than allowed is refused, and those that wait behind it are inspected', async () => {
  const [large, small] = [await source('greedy', greedy), await source('small', sound)]
  await withInspector({ memoryBytes: 200 * 1024 ** 2 }, async (inspector) => {
    const answers = await Promise.allSettled([large, small, large, small].map((one) => inspector.inspect(one)))
    const refused = {
      status: 'rejected',
      reason: expect.objectContaining({ code: 'CORRUPT_MEDIA', message: expect.stringContaining('more memory') }),
    }
    const inspected = { status: 'fulfilled', value: expect.objectContaining({ mediaType: 'IMAGE', width: 64 }) }
    expect(answers).toEqual([refused, inspected, refused, inspected])
  })
  await withInspector({}, async (inspector) => expect(await inspector.inspect(large)).toMatchObject({ width: 6000 }))
})

describe.runIf(process.platform !== 'win32')('a file whose bytes never come', () => {
  test('is refused when its time is over, and those that wait behind it are inspected', async () => {
    const path = join(directory.path, 'pipe')
    await promisify(execFile)('mkfifo', [path])
    const [never, small] = [{ files: [{ path, bytes: 1000 }] }, await source('small', sound)]
    await withInspector({ timeoutMs: 5000 }, async (inspector) => {
      const answers = await Promise.allSettled([never, small].map((one) => inspector.inspect(one)))
      expect(answers).toMatchObject([
        {
          status: 'rejected',
          reason: { code: 'CORRUPT_MEDIA', message: 'The file cannot be decoded within 5 seconds.' },
        },
        { status: 'fulfilled', value: { mediaType: 'IMAGE', width: 64 } },
      ])
    })
  })
})

test('the service answers 422 for a file beyond its limits and goes on serving', async () => {
  const service = await startService()
  const client = await service.client()
  const projectId = await client.project()
  await withInspector({ memoryBytes: 200 * 1024 ** 2 }, async (inspector) => {
    Object.assign(service.app.services, { inspector })
    const sending = upload(client, service.url, projectId, greedy)
    expect((await client.call('GET', '/health')).status).toBe(200)
    expect(await sending).toMatchObject({ status: 422, body: { code: 'CORRUPT_MEDIA' } })
    expect(await addMedia(client, service.url, projectId, sound)).toEqual(expect.any(String))
  })
  await service.stop()
})
