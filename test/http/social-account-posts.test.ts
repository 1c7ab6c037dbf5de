import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAccount } from '../helpers/accounts.ts'
import { eventually } from '../helpers/eventually.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let projectId: string
let accounts: string[]

beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  client = await service.client()
  projectId = await client.project()
  accounts = await client.connect(projectId, { accounts: 2 })
})
afterAll(() => service.stop())

const create = async (ids = accounts, changes: object = {}) =>
  (await client.call('POST', '/posts', postTo(ids, { schedule: { type: 'DRAFT' }, ...changes }))).body
const list = (query = '') => client.call('GET', `/social-account-posts${query}`)
const childIds = (children: { socialAccountPostId: string }[]) => children.map((child) => child.socialAccountPostId)

describe('GET /social-account-posts', () => {
  test('200: an empty list has no cursor', async () => {
    const { status, body } = await list()
    expect({ status, body }).toEqual({ status: 200, body: { socialAccountPosts: [] } })
  })

  test('200: children are the same as inside their post, newest first', async () => {
    const first = await create()
    const second = await create()
    const { body } = await list()
    expect(body).not.toHaveProperty('nextCursor')
    const inPosts = [...first.socialAccountPosts, ...second.socialAccountPosts]
    expect(body.socialAccountPosts).toEqual(inPosts.toReversed())
  })

  test('200: pages hold every child once while others are added', async () => {
    for (let count = 0; count < 3; count += 1) await create()
    const before = childIds((await list()).body.socialAccountPosts)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await list(`?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      expect(body.socialAccountPosts.length).toBeLessThanOrEqual(2)
      seen.push(...childIds(body.socialAccountPosts))
      cursor = body.nextCursor
      await create()
    } while (cursor)
    expect(seen).toEqual(before)
  })

  test('200: a page of 50 unless told', async () => {
    for (let count = 0; count < 30; count += 1) await create()
    const { body } = await list()
    expect(body.socialAccountPosts).toHaveLength(50)
    expect((await list('?limit=100')).body.socialAccountPosts).toHaveLength(60)
    expect((await list(`?cursor=${body.nextCursor}`)).body.socialAccountPosts).toHaveLength(10)
  })

  test('200: filters narrow the list, several values with commas or repeated', async () => {
    const other = await client.project('Other')
    const [stranger = ''] = await client.connect(other)
    const x = await addAccount(service, { organizationId: client.organizationId, projectId: other, platform: 'X' })
    const here = await create()
    const there = await create([], {
      socialAccounts: [
        { platform: 'SERVICETEST', socialAccountId: stranger },
        { platform: 'X', socialAccountId: x },
      ],
    })
    const all = [...here.socialAccountPosts, ...there.socialAccountPosts]
    const cases: [string, string[]][] = [
      [`?projectId=${projectId}`, childIds(here.socialAccountPosts)],
      [`?projectId=${projectId},${other}`, childIds(all)],
      [`?projectId=${projectId}&projectId=${other}`, childIds(all)],
      [`?socialAccountId=${x},${accounts[0]}`, [childIds(all)[0] as string, childIds(all)[3] as string]],
      [`?postId=${there.id}`, childIds(there.socialAccountPosts)],
      ['?platform=X', [childIds(all)[3] as string]],
      ['?platform=X,SERVICETEST', childIds(all)],
      ['?deliveryStatus=NOT_STARTED', childIds(all)],
      ['?deliveryStatus=SENDING,PUBLISHED,FAILED', []],
      [`?postId=${there.id}&platform=SERVICETEST&deliveryStatus=NOT_STARTED`, [childIds(all)[2] as string]],
      [`?postId=${randomUUID()}`, []],
      ['?postId=nonsense', []],
      ['?projectId=', []],
    ]
    for (const [query, expected] of cases) {
      const { body } = await list(query)
      expect({ query, ids: childIds(body.socialAccountPosts) }).toEqual({ query, ids: expected.toReversed() })
    }
  })

  test('200: a filter and a page go together', async () => {
    const posts = [await create(), await create(), await create()]
    const first = await list(`?socialAccountId=${accounts[0]}&limit=2`)
    const second = await list(`?socialAccountId=${accounts[0]}&limit=2&cursor=${first.body.nextCursor}`)
    const seen = childIds([...first.body.socialAccountPosts, ...second.body.socialAccountPosts])
    expect(seen).toEqual(posts.map((post) => post.socialAccountPosts[0].socialAccountPostId).toReversed())
  })

  test.each([
    ['platform', '?platform=MYSPACE'],
    ['platform', '?platform=X,MYSPACE'],
    ['platform', '?platform='],
    ['deliveryStatus', '?deliveryStatus=published'],
  ])('422: %s with an unknown value: %s', async (name, query) => {
    const { status, body } = await list(query)
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'VALIDATION_FAILED' })
    expect(body.validationErrors[0].path).toMatch(new RegExp(`^${name}`))
  })
})

describe('DELETE /social-account-posts/{socialAccountPostId}', () => {
  const remove = (id: string) => client.call('DELETE', `/social-account-posts/${id}`)

  test('204: one child goes, the last one takes the post along', async () => {
    const post = await create()
    const [first, second] = childIds(post.socialAccountPosts) as [string, string]
    const deleted = await remove(first)
    expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 204, body: undefined })
    const left = await client.call('GET', `/posts/${post.id}`)
    expect(childIds(left.body.socialAccountPosts)).toEqual([second])
    expect((await remove(second)).status).toBe(204)
    expect((await client.call('GET', `/posts/${post.id}`)).status).toBe(404)
    expect((await remove(second)).status).toBe(404)
  })

  test('204: both children at the same time take the post along', async () => {
    const post = await create()
    const answers = await Promise.all(childIds(post.socialAccountPosts).map(remove))
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect((await client.call('GET', `/posts/${post.id}`)).status).toBe(404)
  })

  test.each(['PUBLISHED', 'FAILED'])('204: a %s child loses its record', async (state) => {
    const [socialAccountId] = accounts
    const target = { platform: 'SERVICETEST', socialAccountId, shouldSucceed: state === 'PUBLISHED' }
    const post = await create([], { schedule: { type: 'PUBLISH_NOW' }, socialAccounts: [target] })
    const child = await eventually(async () => {
      const { body } = await list(`?postId=${post.id}&deliveryStatus=${state}`)
      return body.socialAccountPosts[0] ?? false
    })
    expect((await remove(child.socialAccountPostId)).status).toBe(204)
    if (state === 'PUBLISHED') expect((await fetch(child.externalPostUrl)).status).toBe(200)
  })

  test('404: an id that names no child of the organization', async () => {
    for (const id of [randomUUID(), 'nonsense', (await create()).id]) {
      const { status, body } = await remove(id)
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'SOCIAL_ACCOUNT_POST_NOT_FOUND' })
    }
  })

  test('403: a key that may only read', async () => {
    const reader = await service.client({ readOnly: true, organizationId: client.organizationId })
    const [id] = childIds((await create()).socialAccountPosts)
    expect((await reader.call('DELETE', `/social-account-posts/${id}`)).status).toBe(403)
  })
})
