import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measure } from '../../src/sandbox/insights.ts'
import { connect, startSandbox, type TestSandbox } from './start-sandbox.ts'

const day = 24 * 3600_000

let sandbox: TestSandbox
let token: string

beforeAll(async () => {
  sandbox = await startSandbox()
  token = (await connect(sandbox, 'ann', 2)).accessToken
})
afterAll(async () => {
  expect(sandbox.errors).toEqual([])
  await sandbox.stop()
})

async function call(method: string, path: string, as = token, body?: object) {
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared, not used
  return { status: response.status, body: (await response.json()) as any }
}

async function publish(accountId: string, as = token): Promise<string> {
  const { body } = await call('POST', `/api/accounts/${accountId}/containers`, as, { text: 'Hello' })
  return (await call('POST', `/api/containers/${body.id}/publish`, as)).body.postId
}

const insights = (ids: string[], as = token) => call('GET', `/api/insights?postIds=${ids.join(',')}`, as)

test('insights want a valid access token with the scope', async () => {
  expect((await insights([v7()], 'unknown')).status).toBe(401)
  const { accessToken } = await connect(sandbox, 'ann', 1, 'accounts.read')
  expect((await insights([v7()], accessToken)).status).toBe(403)
})

test('posts of the grant are answered; those unknown, malformed or of others are left out', async () => {
  const own = [await publish('ann-1'), await publish('ann-2')]
  const other = (await connect(sandbox, 'bob', 1)).accessToken
  const foreign = await publish('bob-1', other)
  const { status, body } = await insights([...own, foreign, v7(), 'x'])
  expect(status).toBe(200)
  expect(body.insights.map(({ postId }: { postId: string }) => postId)).toEqual(own.toSorted())
  expect(Object.keys(body.insights[0]).sort()).toEqual(
    ['comments', 'engagementRate', 'impressions', 'likes', 'postId', 'shares', 'views'].sort(),
  )
})

test.each([
  ['no ids', '/api/insights'],
  ['an empty list', '/api/insights?postIds='],
  ['51 ids', `/api/insights?postIds=${Array.from({ length: 51 }, () => v7()).join(',')}`],
  ['two lists', `/api/insights?postIds=${v7()}&postIds=${v7()}`],
])('%s are refused', async (_name, path) => {
  expect(await call('GET', path)).toMatchObject({ status: 400, body: { error: { type: 'invalid_request' } } })
})

test('the same post has more to show later, and the same at the same time', async () => {
  const id = await publish('ann-1')
  sandbox.clock.now += 3000_000
  const early = await insights([id])
  expect(await insights([id])).toEqual(early)
  sandbox.clock.now += 10 * day
  token = (await connect(sandbox, 'ann', 2)).accessToken
  expect((await insights([id])).body.insights[0].views).toBeGreaterThan(early.body.insights[0].views)
})

describe('the numbers', () => {
  const ids = Array.from({ length: 200 }, (_, index) => `post-${index}`)
  const ages = [-1, 0, 1, 3600_000, 6 * 3600_000, day, 3 * day, 30 * day, 365 * day]

  test('start at zero, only grow, and belong together', () => {
    for (const id of ids) {
      expect(measure(id, 0)).toMatchObject({ views: 0, likes: 0, engagementRate: 0 })
      for (const [index, age] of ages.entries()) {
        const now = measure(id, age)
        const before = measure(id, ages[index - 1] ?? -1)
        for (const name of ['views', 'impressions', 'likes', 'comments', 'shares'] as const) {
          expect(Number.isInteger(now[name])).toBe(true)
          expect(now[name]).toBeGreaterThanOrEqual(before[name])
        }
        expect(now.impressions).toBeGreaterThanOrEqual(now.views)
        expect(now.engagementRate).toBeGreaterThanOrEqual(0)
        expect(now.engagementRate).toBeLessThan(0.2)
      }
    }
  })

  test('differ from post to post', () => {
    const views = ids.map((id) => measure(id, 30 * day).views)
    expect(new Set(views).size).toBeGreaterThan(150)
    expect(Math.min(...views)).toBeGreaterThan(50)
    expect(Math.max(...views)).toBeLessThanOrEqual(10_000)
  })
})
