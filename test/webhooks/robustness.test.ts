/** Receivers that misbehave harm nobody else, and what the examples say of a real delivery. */
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
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

  const other = Buffer.alloc(32).toString('base64')
  const stale = signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) - 301}`)
  const rotated = signature.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`)
  /** Secret, header and body, one after the other: only the first two are genuine. */
  const given = [
    [signingSecret, signature, body],
    [signingSecret, rotated, body],
    [signingSecret, signature, `${body} `],
    [other, signature, body],
    [signingSecret, stale, body],
    [signingSecret, 'nonsense', body],
    [signingSecret, signature.replace(/v1=.*/, 'v1=Grüße'), body],
    [signingSecret, 't=²,v1', body],
  ].flat()
  const verdicts = [true, true, false, false, false, false, false, false]
  const programs = {
    python3: [
      '-Bc',
      `import sys, json; sys.path.insert(0, 'test/examples'); from verify_webhook import is_genuine as g; a = sys.argv[1:]; print(json.dumps([g(s, h, b.encode()) for s, h, b in zip(a[::3], a[1::3], a[2::3])]))`,
    ],
    php: [
      '-r',
      `require 'test/examples/verify_webhook.php'; echo json_encode(array_map(fn ($g) => is_genuine(...$g), array_chunk(array_slice($argv, 1), 3)));`,
      '--',
    ],
  }
  for (const [program, start] of Object.entries(programs)) {
    const run = spawnSync(program, [...start, ...given], { encoding: 'utf8' })
    if ((run.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') continue
    expect({ program, said: run.stdout.trim(), stderr: run.stderr }).toEqual({
      program,
      said: expect.stringMatching(/^\[.*\]$/),
      stderr: '',
    })
    expect({ program, verdicts: JSON.parse(run.stdout) }).toEqual({ program, verdicts })
  }
})

test('README shows the examples as they are tested', async () => {
  const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')
  const readme = await read('../../README.md')
  for (const file of ['verify-webhook.ts', 'verify_webhook.py', 'verify_webhook.php']) {
    const example = (await read(`../examples/${file}`)).replace('<?php\n', '').trim()
    expect(readme.includes(example), file).toBe(true)
  }
})
