import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAccount } from '../helpers/accounts.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let projectId: string

beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  client = await service.client()
  projectId = await client.project()
})
afterAll(() => service.stop())

const later = { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() + 3600_000).toISOString() }

describe('POST /social-accounts/authorization-url', () => {
  const start = (body: object) =>
    client.call('POST', '/social-accounts/authorization-url', { projectId, platform: 'SERVICETEST', ...body })

  test('200: an address for the browser, another one each time', async () => {
    const answers = [await start({}), await start({ redirectUrl: 'https://app.example.com/back?a=1#top' })]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const states = answers.map(({ body }) => new URL(body.url).searchParams.get('state'))
    expect(states[0]).toMatch(/^[\w-]{43}$/)
    expect(states[0]).not.toBe(states[1])
  })

  test.each([
    ['redirectUrl', { redirectUrl: 'ftp://a.test' }],
    ['redirectUrl', { redirectUrl: 'javascript:alert(1)' }],
    ['redirectUrl', { redirectUrl: '/relative' }],
    ['redirectUrl', { redirectUrl: `https://a.test/${'a'.repeat(2048)}` }],
    ['platform', { platform: 'MYSPACE' }],
    ['platform', { platform: undefined }],
    ['projectId', { projectId: undefined }],
    ['surprise', { surprise: 1 }],
  ])('422 VALIDATION_FAILED: %s in %j', async (path, changes) => {
    const { status, body } = await start(changes)
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'VALIDATION_FAILED' })
    expect(body.validationErrors.map((issue: { path: string }) => issue.path)).toEqual([path])
  })

  test('422 OAUTH_CLIENT_UNAVAILABLE: a platform that is not configured', async () => {
    const { status, body } = await start({ platform: 'X' })
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'OAUTH_CLIENT_UNAVAILABLE' })
  })

  test('422 SOCIAL_ACCOUNT_LIMIT_REACHED: deleting an account makes room again', async () => {
    const { prisma } = service.app.services.db
    await prisma.organization.update({ where: { id: client.organizationId }, data: { accountLimit: 1 } })
    const [account] = await client.connect(projectId)
    const { status, body } = await start({})
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'SOCIAL_ACCOUNT_LIMIT_REACHED' })
    await client.call('DELETE', `/social-accounts/${account}`)
    expect((await start({})).status).toBe(200)
  })

  test.each([randomUUID(), 'nonsense'])('404 PROJECT_NOT_FOUND: %s', async (id) => {
    const { status, body } = await start({ projectId: id })
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'PROJECT_NOT_FOUND' })
  })

  test('403: a key that may only read', async () => {
    const reader = await service.client({ readOnly: true, organizationId: client.organizationId })
    const body = { projectId, platform: 'SERVICETEST' }
    expect((await reader.call('POST', '/social-accounts/authorization-url', body)).status).toBe(403)
  })
})

describe('GET /social-accounts', () => {
  test('200: the connected accounts, newest first, of one project when asked', async () => {
    const other = await client.project('Other')
    const [first] = await client.connect(projectId, { username: 'ann' })
    const [second] = await client.connect(other, { username: 'bob' })
    const { organizationId } = client
    await addAccount(service, { organizationId, projectId, platform: 'X', status: 'DISCONNECTED' })
    const { status, body } = await client.call('GET', '/social-accounts')
    expect(status).toBe(200)
    expect(body).toEqual([
      expect.objectContaining({ id: second, username: 'bob-1', platform: 'SERVICETEST', status: 'CONNECTED' }),
      expect.objectContaining({ id: first, username: 'ann-1' }),
    ])
    expect((await fetch(body[0].imageUrl)).headers.get('content-type')).toBe('image/svg+xml')
    const ofProject = await client.call('GET', `/social-accounts?projectId=${projectId}`)
    expect(ofProject.body.map(({ id }: { id: string }) => id)).toEqual([first])
  })

  test.each([randomUUID(), 'nonsense', ''])('200: no accounts of an unknown project %j', async (id) => {
    await client.connect(projectId)
    expect((await client.call('GET', `/social-accounts?projectId=${id}`)).body).toEqual([])
  })
})

describe('DELETE /social-accounts/{socialAccountId}', () => {
  test('204: the connection and its tokens are gone, and what was scheduled fails with the reason', async () => {
    const [account] = (await client.connect(projectId)) as [string]
    const draft = await client.call('POST', '/posts', postTo([account], { schedule: { type: 'DRAFT' } }))
    const scheduled = await client.call('POST', '/posts', postTo([account], { schedule: later }))
    const deleted = await client.call('DELETE', `/social-accounts/${account}`)
    expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 204, body: undefined })
    expect((await client.call('GET', '/social-accounts')).body).toEqual([])
    expect(await service.app.services.db.prisma.oauthGrant.count({ where: { projectId } })).toBe(0)
    const read = await client.call('GET', `/posts/${scheduled.body.id}`)
    expect(read.body.socialAccountPosts[0]).toMatchObject({
      deliveryStatus: 'FAILED',
      errorMessage: expect.stringContaining('deleted'),
    })
    const untouched = await client.call('GET', `/posts/${draft.body.id}`)
    expect(untouched.body.socialAccountPosts[0].deliveryStatus).toBe('NOT_STARTED')
    const again = await client.call('POST', '/posts', postTo([account]))
    expect(again.body.code).toBe('INVALID_SOCIAL_ACCOUNT_ID')
    expect((await client.call('DELETE', `/social-accounts/${account}`)).status).toBe(404)
  })

  test('204: an account of the same grant stays connected', async () => {
    const [first, second] = (await client.connect(projectId, { accounts: 2 })) as [string, string]
    await client.call('DELETE', `/social-accounts/${first}`)
    const { body } = await client.call('GET', '/social-accounts')
    expect(body.map(({ id }: { id: string }) => id)).toEqual([second])
    expect(await service.app.services.db.prisma.oauthGrant.count({ where: { projectId } })).toBe(1)
  })

  test.each([randomUUID(), 'nonsense'])('404: %s', async (id) => {
    const { status, body } = await client.call('DELETE', `/social-accounts/${id}`)
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'SOCIAL_ACCOUNT_NOT_FOUND' })
  })

  test('403: a key that may only read', async () => {
    const [account] = await client.connect(projectId)
    const reader = await service.client({ readOnly: true, organizationId: client.organizationId })
    expect((await reader.call('DELETE', `/social-accounts/${account}`)).status).toBe(403)
  })
})

describe('GET /social-accounts/{socialAccountId}/platform-inputs', () => {
  const inputs = (id: string) => client.call('GET', `/social-accounts/${id}/platform-inputs`)

  test('200: a platform without choices says its name alone', async () => {
    const [account = ''] = await client.connect(projectId)
    const { status, body } = await inputs(account)
    const expected = { socialAccountId: account, platformSpecificInputs: { platform: 'SERVICETEST' } }
    expect({ status, body }).toEqual({ status: 200, body: expected })
  })

  test('503: a platform with choices that nobody configured cannot tell them', async () => {
    const account = await addAccount(service, {
      organizationId: client.organizationId,
      projectId,
      platform: 'PINTEREST',
    })
    const { status, body } = await inputs(account)
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE' })
  })

  test.each([randomUUID(), 'nonsense'])('404: %s', async (id) => {
    const { status, body } = await inputs(id)
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'SOCIAL_ACCOUNT_NOT_FOUND' })
  })
})
