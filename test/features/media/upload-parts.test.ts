/** Parts of local storage: what is refused says what was expected, and leaves nothing. */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../helpers/eventually.ts'
import { complete, picture, processed, sendPart, startSession } from '../../helpers/media.ts'
import { type Client, startService, type TestService } from '../../helpers/service.ts'

const partSize = 8 * 1024 * 1024
let service: TestService
let client: Client
let projectId: string

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  projectId = await client.project()
})
afterAll(() => service.stop())

const leftovers = () => readdir(service.app.services.temporaryDir)

/** Sends without saying how much is to come. */
async function sendChunked(url: string, content: Buffer) {
  const sending = request(url, { method: 'PUT' })
  sending.end(content)
  const [response] = await once(sending, 'response')
  return { status: response.statusCode as number, text: await text(response) }
}

test.each([
  ['one byte less', partSize - 1],
  ['one byte more', partSize + 1],
  ['nothing', 0],
  ['nearly twice as much', 2 * partSize],
])('a part of %s is refused with the size expected, announced or not, and does not count', async (_, bytes) => {
  const session = await startSession(client, projectId, partSize + 5)
  const url = session.parts[0]?.uploadUrl ?? ''
  for (const sent of [await sendPart(url, Buffer.alloc(bytes)), await sendChunked(url, Buffer.alloc(bytes))]) {
    expect(sent.status).toBe(422)
    expect(JSON.parse(sent.text)).toMatchObject({
      code: 'VALIDATION_FAILED',
      validationErrors: [{ path: 'parts[0]', message: expect.stringContaining(`must have exactly ${partSize} bytes`) }],
    })
  }
  expect((await complete(client, session.uploadSessionId)).body).toMatchObject({
    code: 'UPLOAD_INCOMPLETE',
    validationErrors: [{ path: 'parts[0]', message: 'Part 1 is missing.' }, { path: 'parts[1]' }],
  })
  expect(await leftovers()).toEqual([])
})

test('a part that breaks off does not count and leaves nothing', async () => {
  const session = await startSession(client, projectId, partSize)
  const sending = request(session.parts[0]?.uploadUrl ?? '', {
    method: 'PUT',
    headers: { 'content-length': partSize },
  })
  sending.on('error', () => {})
  sending.write(Buffer.alloc(partSize / 2))
  await eventually(async () => (await leftovers()).length === 1)
  sending.destroy()
  await eventually(async () => (await leftovers()).length === 0)
  expect((await complete(client, session.uploadSessionId)).body.code).toBe('UPLOAD_INCOMPLETE')
})

test('a part of unknown length that fits is taken; a session that is completed takes no more', async () => {
  const content = await picture()
  const session = await startSession(client, projectId, content.length)
  const url = session.parts[0]?.uploadUrl ?? ''
  expect((await sendChunked(url, content)).status).toBe(200)
  await complete(client, session.uploadSessionId)
  const late = await sendPart(url, content)
  expect([late.status, JSON.parse(late.text).code]).toEqual([409, 'UPLOAD_SESSION_CLOSED'])
  expect(await processed(client, session.uploadSessionId)).toMatchObject({ status: 'READY' })
})
