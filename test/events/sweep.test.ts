import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedOf } from '../../src/events/feed.ts'
import { sweepEvents } from '../../src/events/sweep-events.ts'
import { eventually } from '../helpers/eventually.ts'
import { startService, type TestService } from '../helpers/service.ts'
import { storedEvents, writeEvents } from '../helpers/write-events.ts'

let service: TestService

beforeAll(async () => {
  service = await startService({ config: { role: 'api' } })
})
afterAll(() => service.stop())

test('events are kept for 30 days; after that nobody continues after them', async () => {
  const { organizationId, project } = await service.client()
  await writeEvents(service, { organizationId, projectId: await project(), count: 3 })
  const [old = '', young = ''] = await eventually(async () => {
    const ids = await storedEvents(service, organizationId)
    return ids.length === 3 && ids
  })
  const { services } = service.app
  const day = 24 * 3600_000
  const date = (id: string, days: number) =>
    services.db.pool.query('UPDATE events SET occurred_at = $2 WHERE id = $1', [id, new Date(Date.now() - days * day)])
  await date(old, 30.1)
  await date(young, 29.9)
  const actor = { keyId: '', organizationId, readOnly: true, projectIds: null }
  const feed = feedOf(services)
  await expect(feed.subscribe(actor, {}, old)).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' })
  await sweepEvents(services)
  expect(await storedEvents(service, organizationId)).toHaveLength(2)
  const stream = await feed.subscribe(actor, {}, young)
  expect((await stream.next()).done).toBe(false)
  await stream.return?.()
})
