/** Slow, broken and endless requests over bare sockets: bounded, told why, and no hindrance to others. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setInterval } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sendPart, startSession } from '../helpers/media.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let address: { port: number; host: string }

const timeouts = { headersTimeout: 400, requestTimeout: 60_000, keepAliveTimeout: 400, connectionsCheckingInterval: 50 }

beforeAll(async () => {
  service = await startService({ timeouts, patience: { arrivalMs: 400, lingerMs: 400 } })
  client = await service.client()
  const { hostname: host, port } = new URL(service.url)
  address = { host, port: Number(port) }
})
afterAll(() => service.stop())

afterEach(async () => {
  const { status } = await client.call('GET', '/health')
  expect(status).toBe(200)
})

interface Wire {
  socket: Socket
  /** What has arrived. */
  text(): string
  /** What had arrived when the connection ended. */
  end: Promise<string>
}

async function open(port = address.port): Promise<Wire> {
  const socket = connect({ ...address, port, allowHalfOpen: true })
  const chunks: Buffer[] = []
  const text = () => Buffer.concat(chunks).toString('latin1')
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.on('end', () => socket.end())
  const end = new Promise<string>((resolve) => socket.once('close', () => resolve(text())))
  await once(socket, 'connect')
  return { socket, text, end }
}

/** Sends bytes and waits for the connection to end. */
async function exchange(bytes: string): Promise<string> {
  const { socket, end } = await open()
  socket.write(bytes, 'latin1')
  return end
}

/** Sends one byte after the other, until the connection ends. */
async function drip(wire: Wire, byte: string): Promise<string> {
  for await (const _ of setInterval(20)) {
    if (wire.socket.destroyed || wire.socket.writableEnded) break
    wire.socket.write(byte)
  }
  return wire.end
}

/** Sends chunks as fast as they are taken, until the connection ends. */
async function flood(wire: Wire): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const gone = wire.end
  while (!wire.socket.destroyed && !wire.socket.writableEnded) {
    wire.socket.write('10000\r\n')
    wire.socket.write(chunk)
    if (!wire.socket.write('\r\n')) await Promise.race([once(wire.socket, 'drain').catch(() => {}), gone])
  }
  await gone
}

const auth = () => `Authorization: Bearer ${client.token}\r\n`
const get = (headers = '') => `GET /v1/health HTTP/1.1\r\nHost: a\r\n${auth()}${headers}\r\n`
const post = (headers: string, key = auth()) =>
  `POST /v1/projects HTTP/1.1\r\nHost: a\r\n${key}Content-Type: application/json\r\n${headers}\r\n`
const close = 'Connection: close\r\n'
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

/** What a request gets that never reaches an operation. */
function expectRefusal(text: string, status: number, code: string): void {
  expect(statuses(text)).toEqual([status])
  expect(text).toMatch(/\r\nX-Request-Id: [\w-]{36}\r\n/i)
  expect(text).toMatch(/\r\nConnection: close\r\n/i)
  expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({ code, message: expect.any(String) })
}

describe('slow clients', () => {
  test('headers byte by byte', async () => {
    const wire = await open()
    wire.socket.write('GET /v1/health HTTP/1.1\r\nHost: a\r\nX-Slow: ')
    expectRefusal(await drip(wire, 'x'), 408, 'REQUEST_TIMEOUT')
  })

  test('300 connections that say nothing, while others are served', async () => {
    const idle = await Promise.all(Array.from({ length: 300 }, () => open()))
    expect((await client.call('GET', '/projects')).status).toBe(200)
    for (const text of await Promise.all(idle.map(({ end }) => end))) expectRefusal(text, 408, 'REQUEST_TIMEOUT')
  })

  test('a body byte by byte', async () => {
    const wire = await open()
    wire.socket.write(post('Content-Length: 100000\r\n'))
    expectRefusal(await drip(wire, ' '), 408, 'REQUEST_TIMEOUT')
  })

  test('as many slow bodies as a key may have requests are the trouble of that key alone', async () => {
    const other = await service.client()
    const wires = await Promise.all(Array.from({ length: 20 }, () => open()))
    for (const { socket } of wires) socket.write(post('Content-Length: 100000\r\n'))
    expect((await other.call('GET', '/health')).status).toBe(200)
    for (const text of await Promise.all(wires.map(({ end }) => end))) expectRefusal(text, 408, 'REQUEST_TIMEOUT')
  })

  test('a body byte by byte to GraphQL', async () => {
    const wire = await open()
    wire.socket.write(
      `POST /graphql HTTP/1.1\r\nHost: a\r\n${auth()}Content-Type: application/json\r\nContent-Length: 90000\r\n\r\n`,
    )
    expectRefusal(await drip(wire, ' '), 408, 'REQUEST_TIMEOUT')
  })

  test.each(['/v1/projects', '/v1/nothing', '/nothing', '/graphql', '/uploads/a/1'])(
    'a body that nobody wants, at %s, byte by byte',
    async (path) => {
      const wire = await open()
      wire.socket.write(`PUT ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n`)
      const text = await drip(wire, ' ')
      expect(statuses(text)).toHaveLength(1)
      expect(statuses(text)[0]).toBeGreaterThanOrEqual(401)
    },
  )

  test('a form and a part that stall', async () => {
    const form = await open()
    form.socket.write(
      `POST /v1/media?projectId=${await client.project()} HTTP/1.1\r\nHost: a\r\n${auth()}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 9999\r\n\r\n--b\r\n`,
    )
    expectRefusal(await form.end, 408, 'REQUEST_TIMEOUT')
    const { parts } = await startSession(client, await client.project(), 1000)
    const url = new URL(parts[0]?.uploadUrl ?? '')
    const part = await open()
    part.socket.write(`PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nxx`)
    expectRefusal(await part.end, 408, 'REQUEST_TIMEOUT')
    expect((await sendPart(url.href, Buffer.alloc(1000))).status).toBe(200)
  })
})

describe('too much', () => {
  test.each([
    ['one header of 20 KB', () => get(`X-Large: ${'x'.repeat(20_000)}\r\n`)],
    ['2,500 headers of next to nothing', () => get('a:\r\n'.repeat(2_500))],
    ['10,000 headers', () => get('a: b\r\n'.repeat(10_000))],
    ['an address of 20 KB', () => get().replace('/v1/health', `/v1/health?a=${'x'.repeat(20_000)}`)],
    ['a header that does not end', () => `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`],
  ])('%s', async (_name, make) => {
    expectRefusal(await exchange(make()), 431, 'HEADERS_TOO_LARGE')
  })

  test('a body that does not end, with a key', async () => {
    const { databaseUrl, encryptionKeys } = service
    const patience = { arrivalMs: 60_000, lingerMs: 400 }
    const patient = await startService({ databaseUrl, encryptionKeys, patience })
    const wire = await open(Number(new URL(patient.url).port))
    wire.socket.write(post('Transfer-Encoding: chunked\r\n'))
    await flood(wire)
    expect(statuses(await wire.end)).toEqual([413])
    await patient.stop()
  })

  test('a body that does not end, without a key', async () => {
    const wire = await open()
    wire.socket.write(post('Transfer-Encoding: chunked\r\n', ''))
    await flood(wire)
    expect(statuses(await wire.end)).toEqual([401])
  })

  test('a body announced as too large', async () => {
    const { socket, end } = await open()
    socket.write(post(`Content-Length: 11000000\r\n`))
    expect(await end).toContain('PAYLOAD_TOO_LARGE')
  })

  test('chunk extensions that do not end', async () => {
    const text = await exchange(`${post('Transfer-Encoding: chunked\r\n')}5;${'x'.repeat(100_000)}`)
    expectRefusal(text, 413, 'PAYLOAD_TOO_LARGE')
  })
})

describe('what two servers could understand in two ways is no request', () => {
  const smuggled = 'GET /v1/projects HTTP/1.1\r\nHost: a\r\n\r\n'
  test.each([
    ['length and chunks', () => `${post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n${smuggled}`],
    ['chunks and length', () => `${post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n')}0\r\n\r\n${smuggled}`],
    ['two lengths', () => `${post('Content-Length: 2\r\nContent-Length: 40\r\n')}{}${smuggled}`],
    ['a list of lengths', () => `${post('Content-Length: 2, 2\r\n')}{}${smuggled}`],
    ['a length with a sign', () => `${post('Content-Length: +2\r\n')}{}${smuggled}`],
    ['a hexadecimal length', () => `${post('Content-Length: 0x2\r\n')}{}${smuggled}`],
    ['a negative length', () => `${post('Content-Length: -2\r\n')}{}${smuggled}`],
    ['a length beyond all', () => `${post('Content-Length: 99999999999999999999999\r\n')}{}${smuggled}`],
    ['chunks inside another coding', () => `${post('Transfer-Encoding: chunked, identity\r\n')}0\r\n\r\n${smuggled}`],
    ['an unknown coding', () => `${post('Transfer-Encoding: xchunked\r\n')}0\r\n\r\n${smuggled}`],
    ['a space before the colon', () => `${post('Content-Length : 2\r\n')}{}${smuggled}`],
    ['a folded header', () => `${post('X-A: b\r\n Content-Length: 2\r\n')}${smuggled}`],
    ['a NUL in a header', () => get('X-A: b\0c\r\n')],
    ['a return in a header', () => get('X-A: b\rX-B: c\r\n')],
    ['line feeds alone', () => get().replaceAll('\r\n', '\n')],
    ['a chunk size that is none', () => `${post('Transfer-Encoding: chunked\r\n')}zz\r\n${smuggled}`],
    ['a chunk size with a space', () => `${post('Transfer-Encoding: chunked\r\n')}2 \r\n{}\r\n0\r\n\r\n${smuggled}`],
    ['no host', () => 'GET /v1/health HTTP/1.1\r\n\r\n'],
    ['another protocol', () => `${smuggled.replace('HTTP/1.1', 'HTTP/9.9')}`],
    ['TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['nothing at all', () => '\0\0\0\0'],
  ])('%s', async (_name, make) => {
    expectRefusal(await exchange(make()), 400, 'BAD_REQUEST')
  })

  test('a body longer than announced is the next request, which is none', async () => {
    const text = await exchange(`${post('Content-Length: 2\r\n')}{}{}{}`)
    expect(statuses(text)).toEqual([422, 400])
    expect(text).toContain('BAD_REQUEST')
  })

  test('a body shorter than announced ends with the connection', async () => {
    const { socket, end } = await open()
    socket.end(`${post('Content-Length: 100\r\n')}{}`)
    expect(statuses(await end).filter((status) => status >= 500)).toEqual([])
  })
})

describe('old and unusual ways', () => {
  test('HTTP/1.0', async () => {
    const text = await exchange(`GET /v1/health HTTP/1.0\r\n${auth()}\r\n`)
    expect(statuses(text)).toEqual([200])
  })

  test('requests one after the other without waiting are answered in order', async () => {
    const { socket, end } = await open()
    const ids = Array.from({ length: 60 }, (_, index) => `pipelined-${index}`)
    socket.write(ids.map((id, index) => get(`X-Request-Id: ${id}\r\n${index === 59 ? close : ''}`)).join(''))
    const text = await end
    expect([...text.matchAll(/x-request-id: (pipelined-\d+)/gi)].map(([, id]) => id)).toEqual(ids)
    expect(statuses(text).every((status) => status === 200 || status === 429)).toBe(true)
  })

  test('an offer of HTTP/2 is not taken up', async () => {
    const text = await exchange(
      get('Connection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'),
    )
    expect(statuses(text)).toEqual([200])
  })

  test('expectations that we do not know', async () => {
    expect(statuses(await exchange(get(`${close}Expect: 200-ok\r\n`)))).toEqual([200])
  })

  test.each([
    'OPTIONS * HTTP/1.1',
    'GET http://elsewhere/v1/health HTTP/1.1',
    'TRACE /v1/health HTTP/1.1',
    'GET //v1/health HTTP/1.1',
  ])('%s', async (line) => {
    const [status = 0] = statuses(await exchange(`${line}\r\nHost: a\r\n${auth()}${close}\r\n`))
    expect([404, 405]).toContain(status)
  })

  test('CONNECT', async () => {
    expect(statuses(await exchange('CONNECT elsewhere:80 HTTP/1.1\r\nHost: elsewhere:80\r\n\r\n'))).toEqual([])
  })
})
