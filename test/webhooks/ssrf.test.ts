import type { lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createOutbound } from '../../src/lib/outbound.ts'
import { createAddressJudge } from '../../src/lib/public-address.ts'

const judge = createAddressJudge([])

describe('addresses', () => {
  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '::127.0.0.1',
    '::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'fdff::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2001:10::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
    '',
    'localhost',
    '1.2.3',
    '2130706433',
    '0x7f000001',
  ])('%s is refused', (address) => {
    expect(judge(address)).toBe(false)
  })

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '169.253.0.1',
    '192.167.1.1',
    '198.17.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2001:4860:4860::8888',
  ])('%s is public', (address) => {
    expect(judge(address)).toBe(true)
  })

  test('what the operator allows may be reached, in IPv6 notation too, and nothing beside it', () => {
    const open = createAddressJudge(['127.0.0.0/8', 'fd00::/8'])
    expect(['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', 'fd12::1'].map(open)).toEqual([true, true, true, true])
    expect(['10.0.0.1', '::1', 'fc00::1', '169.254.169.254'].map(open)).toEqual([false, false, false, false])
  })
})

describe('addresses in URLs', () => {
  const { check } = createOutbound({ allowPrivate: [], allowHttp: false })

  test.each([
    'https://2130706433/',
    'https://017700000001/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://0/',
    'https://0x0/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'http://example.com/',
    'ftp://example.com/',
    'https:example.com',
    'https://',
    'https://user:pass@example.com/',
    'https://user@example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('%s is refused at once', (url) => {
    expect(check(url)).toBeTypeOf('string')
  })

  test.each(['https://example.com/', 'https://example.com:8443/a?b=c', 'https://8.8.8.8/', 'HTTPS://EXAMPLE.COM/'])(
    '%s is taken',
    (url) => {
      expect(check(url)).toBeUndefined()
    },
  )
})

describe('names', () => {
  /** What a name leads to, answer after answer. */
  function resolving(...answers: string[][]): typeof lookup {
    let asked = 0
    const answer = (_name: string, _options: object, callback: (...result: unknown[]) => void) => {
      const addresses = answers[Math.min(asked, answers.length - 1)] as string[]
      asked += 1
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }
    return answer as typeof lookup
  }

  async function target() {
    let hits = 0
    const server = createServer((_req, res) => {
      hits += 1
      res.end('ok')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return {
      port: (server.address() as AddressInfo).port,
      hits: () => hits,
      close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
    }
  }

  const post = (outbound: ReturnType<typeof createOutbound>, url: string) =>
    outbound.post(url, {}, Buffer.from('{}'), 2000).then(
      ({ status }) => status,
      (error: Error) => error.message,
    )

  test('localhost is refused by what it resolves to', async () => {
    const { port, hits, close } = await target()
    const outbound = createOutbound({ allowPrivate: [], allowHttp: true })
    expect(await post(outbound, `http://localhost:${port}/`)).toBe('localhost does not lead to a public address.')
    expect(hits()).toBe(0)
    await close()
  })

  test('a name that leads to a private address, or to one of several, never gets there', async () => {
    const { port, hits, close } = await target()
    const resolve = resolving(['127.0.0.1', '::1', '169.254.169.254'])
    const outbound = createOutbound({ allowPrivate: [], allowHttp: true, resolve })
    expect(await post(outbound, `http://rebind.example:${port}/`)).toContain('does not lead to a public address')
    expect(hits()).toBe(0)
    await close()
  })

  test('a name that changes its answer is judged by the address that is connected to', async () => {
    const { port, hits, close } = await target()
    const resolve = resolving(['127.0.0.2'], ['127.0.0.1'])
    const outbound = createOutbound({ allowPrivate: ['127.0.0.2/32'], allowHttp: true, resolve })
    await post(outbound, `http://rebind.example:${port}/`)
    expect(await post(outbound, `http://rebind.example:${port}/`)).toContain('does not lead to a public address')
    expect(hits()).toBe(0)
    await close()
  })

  test('what is allowed is reached, and redirects are answers', async () => {
    const server = createServer((_req, res) => res.writeHead(302, { location: 'http://169.254.169.254/' }).end('moved'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const outbound = createOutbound({ allowPrivate: ['127.0.0.0/8'], allowHttp: true })
    const { port } = server.address() as AddressInfo
    const answer = await outbound.post(`http://localhost:${port}/`, {}, Buffer.from('{}'), 2000)
    expect(answer).toEqual({ status: 302, retryAfter: undefined, body: 'moved' })
    outbound.close()
    await new Promise((resolve) => server.close(resolve))
  })
})
