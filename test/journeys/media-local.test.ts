import { expect, test } from 'vitest'
import { complete, picture, sendPart, startSession } from '../helpers/media.ts'
import { startService } from '../helpers/service.ts'
import { mediaJourneys } from './media-journeys.ts'

mediaJourneys(async () => ({}))

test('a part that comes after completion is refused', async () => {
  const service = await startService()
  const client = await service.client()
  const content = await picture()
  const session = await startSession(client, await client.project(), content.length)
  const url = session.parts[0]?.uploadUrl ?? ''
  expect((await sendPart(url, content)).status).toBe(200)
  await complete(client, session.uploadSessionId)
  expect(await sendPart(url, content)).toMatchObject({
    status: 409,
    text: expect.stringContaining('UPLOAD_SESSION_CLOSED'),
  })
  await service.stop()
})
