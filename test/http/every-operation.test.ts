/** What holds for each operation of the REST API alike: too many requests, an internal error, a repeated POST. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { routes } from '../../src/http/rest/routes.ts'
import { addMedia, picture, startSession, upload } from '../helpers/media.ts'
import { type Answer, type Client, createClient, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let projectId: string
let account: string
let file: Buffer
const unknown = randomUUID()

beforeAll(async () => {
  file = await picture('png', 20, 20)
  service = await startService({ config: { role: 'api' } })
  client = await service.client()
  projectId = await client.project()
  ;[account = ''] = await client.connect(projectId)
})
afterAll(() => service.stop())

const draft = () => postTo([account], { schedule: { type: 'DRAFT' } })
const batch = () => [
  {
    idempotencyKey: randomUUID(),
    projectId,
    socialAccountId: account,
    scheduledForUTC: '2027-06-01T12:00:00Z',
    description: 'One of many',
  },
]
const webhook = () => ({ url: 'https://example.com/hook', eventTypes: ['socialAccount.connected'] })

/** A good body for each operation that takes one. */
const bodies: Record<string, () => unknown> = {
  'Mutation.createPost': draft,
  'Query.validatePost': draft,
  'Mutation.createPosts': batch,
  'Mutation.updatePost': () => ({ content: [{ text: 'Changed' }] }),
  'Mutation.resolveDelivery': () => ({ resolution: 'NOT_PUBLISHED' }),
  'Mutation.createProject': () => ({ name: 'Once' }),
  'Mutation.createAuthorizationUrl': () => ({ projectId, platform: 'SERVICETEST' }),
  'Mutation.createUploadSession': () => ({ projectId, fileSizeInBytes: 1000 }),
  'Mutation.createWebhook': webhook,
}

type Ids = Record<string, string>

/** Sends a good request; `ids` are put into its path. */
async function send(route: (typeof routes)[number], ids: Ids = {}, headers = {}, by = client, url = service.url) {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? unknown)
  if (route.multipart) {
    return (await upload({ ...by }, url, projectId, file, { headers })) as Answer
  }
  return by.call(route.method, path, bodies[route.field]?.(), headers)
}

describe('429 TOO_MANY_CONCURRENT_REQUESTS', () => {
  let narrow: TestService
  let blocked: Client
  beforeAll(async () => {
    const { databaseUrl, encryptionKeys } = service
    narrow = await startService({
      databaseUrl,
      encryptionKeys,
      config: { role: 'api', concurrentRequestsPerKey: 0 },
    })
    blocked = createClient(narrow.url, client.token, client.organizationId)
  })
  afterAll(() => narrow.stop())

  test.each(routes)('$method $path', async (route) => {
    const { status, headers, body } = await send(route, {}, {}, blocked, narrow.url)
    expect(status).toBe(429)
    expect(body).toEqual({ code: 'TOO_MANY_CONCURRENT_REQUESTS', message: expect.any(String) })
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  })

  test('GraphQL requests count as well', async () => {
    expect((await blocked.graphql('{ health { version } }')).status).toBe(429)
    expect((await client.graphql('{ health { version } }')).status).toBe(200)
  })
})

describe('the same POST again under its Idempotency-Key is answered as before', () => {
  let ids: Ids
  beforeEach(async () => {
    const { body } = await client.call('POST', '/webhooks', webhook())
    ids = { webhookId: body.id }
  })

  test.each(routes.filter(({ method }) => method === 'POST'))('$method $path', async (route) => {
    const { field } = route
    if (field === 'Mutation.completeUploadSession') {
      ids.uploadSessionId = (await startSession(client, projectId, 1000)).uploadSessionId
    }
    const headers = { 'idempotency-key': randomUUID() }
    const made = bodies[field]
    const body = made?.()
    if (made) bodies[field] = () => body
    const first = await send(route, ids, headers)
    const second = await send(route, ids, headers)
    if (made) bodies[field] = made
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect([second.status, second.body]).toEqual([first.status, first.body])
  })
})

describe('500 INTERNAL_ERROR, with nothing of what went wrong inside', () => {
  beforeAll(async () => {
    await addMedia(client, service.url, projectId)
    await client.call('GET', '/health')
    await service.app.services.db.pool.query('ALTER SCHEMA public RENAME TO elsewhere')
  })
  afterAll(() => service.app.services.db.pool.query('ALTER SCHEMA elsewhere RENAME TO public'))

  test.each(routes.filter(({ field }) => field !== 'Query.health'))('$method $path', async (route) => {
    const { status, body } = await send(route)
    expect({ status, body }).toEqual({ status: 500, body: { code: 'INTERNAL_ERROR', message: expect.any(String) } })
    expect(body.message).not.toMatch(/relation|schema|select|elsewhere/i)
  })
})
