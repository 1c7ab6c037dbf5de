/** Uploads pass through the process; they do not gather in it. */
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../../helpers/media.ts'
import { type ServiceProcess, startServiceProcess } from '../../helpers/service-process.ts'

const fileBytes = 100 * 1024 * 1024
const padding = Buffer.alloc(1024 * 1024, 'x')

describe.runIf(process.platform === 'linux')('the memory of a process of its own', () => {
  let service: ServiceProcess
  let projectId: string
  let video: Buffer

  beforeAll(async () => {
    service = await startServiceProcess()
    projectId = await service.client.project()
    video = await fixture('video.mp4')
  })
  afterAll(() => service.stop())

  /** A form with a sound video of 100 MB, most of it skipped by players. */
  function* form(): Generator<Buffer> {
    yield Buffer.from(opening)
    const head = Buffer.concat([video, Buffer.alloc(8)])
    head.writeUInt32BE(fileBytes - video.length, video.length)
    head.write('free', video.length + 4)
    yield head
    for (let left = fileBytes - head.length; left > 0; left -= padding.length) yield padding.subarray(0, left)
    yield Buffer.from(closing)
  }
  const opening = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
  const closing = '\r\n--x--\r\n'

  async function upload(): Promise<unknown> {
    const sending = request(`${service.url}/v1/media?projectId=${projectId}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.client.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': fileBytes + opening.length + closing.length,
      },
    })
    Readable.from(form()).pipe(sending)
    const [response] = await once(sending, 'response')
    return json(response)
  }

  test('ten 100 MB uploads at once add less than 100 MB', { timeout: 60_000 }, async () => {
    expect(await upload()).toEqual({ mediaId: expect.any(String) })
    const { now } = await service.memory()
    await service.forgetPeak()
    const answers = await Promise.all(Array.from({ length: 10 }, upload))
    for (const answer of answers) expect(answer).toEqual({ mediaId: expect.any(String) })
    const { peak } = await service.memory()
    expect(peak - now).toBeLessThan(100)
  })
})
