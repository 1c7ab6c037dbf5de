/** Receivers that misbehave harm nobody else, and what the examples say of a real delivery. */
import { spawnSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isGenuine } from '../examples/verify-webhook.ts'
import { eventually } from '../helpers/eventually.ts'
import { type Receiver, startReceiver, trustReceivers } from '../helpers/receiver.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'
import { writeEvents } from '../helpers/write-events.ts'

const eventTypes = ['socialAccount.connected']

let service: TestService
let receiver: Receiver
let client: Client
let projectId: string
let noTls: Server
const dripping = new Set<NodeJS.Timeout>()

beforeAll(async () => {
  trustReceivers()
  receiver = await startReceiver()
  noTls = createTcpServer((socket) => socket.on('error', () => {}).end('hello\r\n'))
  await new Promise<void>((resolve) => noTls.listen(0, '127.0.0.1', resolve))
  service = await startService({ config: { webhookAllowPrivate: ['127.0.0.0/8'] } })
  client = await service.client()
  projectId = await client.project()
})
afterAll(async () => {
  for (const timer of dripping) clearInterval(timer)
  await service.stop()
  await receiver.stop()
  noTls.close()
})

async function register(url: string): Promise<{ id: string; signingSecret: string }> {
  const { body } = await client.call('POST', '/webhooks', { url, eventTypes })
  return body
}
const write = (count: number) => writeEvents(service, { organizationId: client.organizationId, projectId, count })
const arrived = (path: string) => receiver.received.filter((entry) => entry.path === path).length
const lastOf = async (id: string) => (await client.call('GET', `/webhooks/${id}/deliveries?limit=1`)).body.deliveries[0]

test('receivers that hang, drip, flood or speak no TLS do not delay 95 others', async () => {
  const flood = Buffer.alloc(1024 * 1024, 'x')
  let flooded = 0
  receiver.answer = (req, res) => {
    if (req.url === '/hangs') return
    if (req.url === '/drips') {
      res.writeHead(200)
      dripping.add(setInterval(() => res.write('.'), 100))
    } else if (req.url === '/drips-headers') {
      const { socket } = res
      socket?.write('HTTP/1.1 200 OK\r\nX-A: ')
      dripping.add(setInterval(() => socket?.writable && socket.write('a'), 100))
    } else if (req.url === '/floods') {
      res.writeHead(200, { 'content-length': 1024 ** 3 })
      const pump = () => {
        while (!res.destroyed && flooded < 1024 ** 3) {
          flooded += flood.length
          if (!res.write(flood)) return res.once('drain', pump)
        }
      }
      pump()
    } else res.writeHead(204).end()
  }
  const bad = {
    hangs: await register(`${receiver.url}/hangs`),
    drips: await register(`${receiver.url}/drips`),
    headers: await register(`${receiver.url}/drips-headers`),
    floods: await register(`${receiver.url}/floods`),
    noTls: await register(`https://127.0.0.1:${(noTls.address() as AddressInfo).port}/`),
  }
  const good = Array.from({ length: 95 }, (_, index) => `/good-${index}`)
  for (const path of good) await register(receiver.url + path)

  const memory = process.memoryUsage().rss
  const startedAt = Date.now()
  await write(10)
  await eventually(() => good.every((path) => arrived(path) >= 10))
  expect(Date.now() - startedAt).toBeLessThan(8_000)
  expect((await lastOf(bad.hangs.id)).attempts).toBe(0)
  expect(arrived('/hangs')).toBe(8)

  expect(
    await eventually(async () => {
      const last = await lastOf(bad.floods.id)
      return last.attempts > 0 && last
    }),
  ).toMatchObject({ status: 'DELIVERED', statusCode: 200, response: 'x'.repeat(1024) })
  expect(await lastOf(bad.noTls.id)).toMatchObject({ status: 'PENDING', errorMessage: expect.any(String) })
  expect(flooded).toBeLessThan(200 * 1024 * 1024)
  expect(process.memoryUsage().rss - memory).toBeLessThan(300 * 1024 * 1024)
  const drip = await eventually(async () => {
    const last = await lastOf(bad.drips.id)
    return last.attempts > 0 && last
  })
  expect(drip).toMatchObject({ status: 'DELIVERED', response: expect.stringMatching(/^\.+$/) })
  expect(drip.durationMs).toBeLessThan(4_000)
  for (const { id } of [bad.hangs, bad.headers]) {
    const { deliveries } = await eventually(
      async () => {
        const { body } = await client.call('GET', `/webhooks/${id}/deliveries`)
        return body.deliveries.some((entry: { attempts: number }) => entry.attempts > 0) && body
      },
      { timeout: 20_000 },
    )
    const tried = deliveries.find((entry: { attempts: number }) => entry.attempts > 0)
    expect(tried).toMatchObject({ status: 'PENDING', errorMessage: 'There was no answer within 15 s.' })
    expect(tried.durationMs).toBeLessThan(16_000)
  }
  await client.call('DELETE', `/webhooks/${bad.hangs.id}`)
  await client.call('DELETE', `/webhooks/${bad.headers.id}`)
}, 60_000)

test('the examples take a real delivery for genuine, and no other', async () => {
  receiver.received.length = 0
  const { signingSecret } = await register(`${receiver.url}/examples`)
  await write(1)
  const { signature, body } = await eventually(
    () => receiver.received.find(({ path }) => path === '/examples') ?? false,
  )
  const later = Date.now() + 301_000
  const bytes = Buffer.from(body)
  expect(isGenuine(signingSecret, signature, bytes)).toBe(true)
  expect(isGenuine(signingSecret, `t=1,v1=00,${signature.split(',')[1]}`, bytes)).toBe(false)
  expect(isGenuine(signingSecret, signature, Buffer.from(`${body} `))).toBe(false)
  expect(isGenuine(Buffer.alloc(32).toString('base64'), signature, bytes)).toBe(false)
  expect(isGenuine(signingSecret, signature, bytes, later)).toBe(false)

  const code = `import sys; sys.path.insert(0, 'test/examples'); from verify_webhook import is_genuine as g; s, h, b = sys.argv[1:]; print(g(s, h, b.encode()), g(s, h, b.encode() + b' '))`
  const python = spawnSync('python3', ['-B', '-c', code, signingSecret, signature, body], { encoding: 'utf8' })
  if (python.error) return
  expect(python.stdout.trim()).toBe('True False')
})
