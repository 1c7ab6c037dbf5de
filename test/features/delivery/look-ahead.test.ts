import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLookAhead } from '../../../src/features/delivery/look-ahead.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { eventually } from '../../helpers/eventually.ts'
import { type Client, startService, type TestService } from '../../helpers/service.ts'
import { create, inMs } from './follow.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await startService({ config: { role: 'api' } })
  client = await service.client()
})
afterAll(() => service.stop())

test('nobody is called before the time, even when a timer rings early', async () => {
  const [account = ''] = await client.connect(await client.project())
  const post = await create(client, [account], { schedule: inMs(1500) })
  const clock = {
    ...systemClock,
    setTimeout: (fn: () => void, ms: number) => systemClock.setTimeout(fn, Math.max(0, ms - 5)),
  }
  const rung: number[] = []
  const stop = startLookAhead({ ...service.app.services, clock }, () => rung.push(Date.now()))
  await eventually(() => rung.length > 0)
  await stop()
  const at = Date.parse(post.schedule.scheduledFor)
  expect(rung[0]).toBeGreaterThanOrEqual(at)
  expect(rung[0]).toBeLessThan(at + 500)
})

test('after the stop nobody is called any more', async () => {
  const [account = ''] = await client.connect(await client.project())
  const first = await create(client, [account])
  const second = await create(client, [account], { schedule: inMs(1500) })
  let rung = 0
  const stop = startLookAhead(service.app.services, () => {
    rung += 1
  })
  await eventually(() => rung > 0)
  await stop()
  const before = rung
  await eventually(() => Date.now() > Date.parse(second.schedule.scheduledFor) + 100)
  expect(rung).toBe(before)
  await client.call('DELETE', `/posts/${first.id}`)
})
