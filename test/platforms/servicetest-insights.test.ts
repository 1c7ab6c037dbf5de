import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConnectorContext, PlatformInsights } from '../../src/platforms/platform.ts'
import { createServicetest, servicetest } from '../../src/platforms/servicetest/index.ts'
import { clientId, clientSecret, connect, startSandbox, type TestSandbox } from '../sandbox/start-sandbox.ts'

let sandbox: TestSandbox
let ctx: ConnectorContext
let accessToken: string

beforeAll(async () => {
  sandbox = await startSandbox()
  ctx = { fetch, now: () => sandbox.clock.now, wait: sandbox.clock.wait, log: pino({ level: 'silent' }) }
  accessToken = (await connect(sandbox, 'ann', 1)).accessToken
})
afterAll(() => sandbox.stop())

const insightsOf = (apiUrl = sandbox.url) =>
  createServicetest({ apiUrl, browserUrl: apiUrl, clientId, clientSecret }).insights as PlatformInsights

const read = (ids: string[], insights = insightsOf()) =>
  insights.read(ctx, {
    accessToken,
    externalAccountId: 'ann-1',
    posts: ids.map((externalPostId) => ({ socialAccountPostId: v7(), externalPostId, options: {} })),
  })

async function publish(): Promise<string> {
  const { publish: steps } = createServicetest({ apiUrl: sandbox.url, browserUrl: sandbox.url, clientId, clientSecret })
  const delivery = {
    socialAccountPostId: v7(),
    externalAccountId: 'ann-1',
    accessToken,
    text: 'Hello',
    options: {},
    media: [],
    optionMedia: {},
    startedAt: sandbox.clock.now,
  }
  const progress = await steps.prepare(ctx, delivery, {}, async () => {})
  return (await steps.commit(ctx, delivery, progress)).externalPostId as string
}

async function withServer(handler: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

test('as many posts as one call takes are read together: every supported metric, or that the post is gone', async () => {
  const [first, second] = [await publish(), await publish()]
  const gone = Array.from({ length: insightsOf().maxPostsPerCall - 2 }, () => v7())
  const told = await read([first, second, ...gone])
  expect(told.size).toBe(50)
  for (const id of [first, second]) {
    expect(Object.keys(told.get(id) ?? {}).sort()).toEqual([...(servicetest.metrics as string[])].sort())
  }
  for (const id of gone) expect(told.get(id)).toBe('gone')
})

test.each<[string, RequestListener, object]>([
  ['a refused token', (_req, res) => void res.writeHead(401).end('{}'), { kind: 'reconnect' }],
  [
    'a rate limit',
    (_req, res) => void res.writeHead(429, { 'retry-after': '90' }).end('{}'),
    { kind: 'retry', retryAfter: 90 },
  ],
  ['an error', (_req, res) => void res.writeHead(503).end(), { kind: 'retry' }],
  ['an answer that makes no sense', (_req, res) => void res.end('{"insights": 1}'), { kind: 'retry' }],
  ['a cut connection', (req) => void req.destroy(), { kind: 'retry' }],
])('%s', async (_name, handler, expected) => {
  await withServer(handler, async (url) => {
    await expect(read([v7()], insightsOf(url))).rejects.toMatchObject({ name: 'PlatformError', ...expected })
  })
})

test('what is no number is left out', async () => {
  const id = v7()
  const body = JSON.stringify({ insights: [{ postId: id, likes: '7', views: 3, fame: 1 }] })
  await withServer(
    (_req, res) => void res.end(body),
    async (url) => {
      expect((await read([id], insightsOf(url))).get(id)).toEqual({ views: 3 })
    },
  )
})
