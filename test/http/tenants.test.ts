/** Two organizations: over every operation, what belongs to the one is for the other as if it did not exist. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '../../src/http/rest/routes.ts'
import { eventually } from '../helpers/eventually.ts'
import { addMedia, picture, startSession, upload } from '../helpers/media.ts'
import { type Receiver, startReceiver, trustReceivers } from '../helpers/receiver.ts'
import { type Answer, type Client, postTo, startService, type TestService } from '../helpers/service.ts'

interface Belongings {
  projectId: string
  account: string
  post: string
  child: string
  media: string
  uploadSession: string
  webhook: string
  delivery: string
}

let receiver: Receiver
let service: TestService
let owner: Client
let intruder: Client
let theirs: Belongings
let own: Belongings

const draft = (account: string) => postTo([account], { schedule: { type: 'DRAFT' } })

const batchItem = ({ projectId, account, media }: Belongings) => ({
  idempotencyKey: randomUUID(),
  projectId,
  socialAccountId: account,
  scheduledForUTC: '2100-01-01T00:00:00Z',
  description: 'Mine',
  mediaIds: [media],
})

async function furnish(client: Client): Promise<Belongings> {
  const projectId = await client.project('Private')
  const webhook = await client.call('POST', '/webhooks', {
    url: `${receiver.url}/private`,
    eventTypes: ['socialAccount.connected'],
  })
  const [account = ''] = await client.connect(projectId, { username: 'private' })
  const { body } = await client.call('POST', '/posts', draft(account))
  const delivery = await eventually(async () => {
    const [first] = (await client.call('GET', `/webhooks/${webhook.body.id}/deliveries`)).body.deliveries
    return first?.status === 'DELIVERED' && first
  })
  return {
    projectId,
    account,
    post: body.id,
    child: body.socialAccountPosts[0].socialAccountPostId,
    media: await addMedia(client, service.url, projectId),
    uploadSession: (await startSession(client, projectId, 1000)).uploadSessionId,
    webhook: webhook.body.id,
    delivery: delivery.id,
  }
}

beforeAll(async () => {
  trustReceivers()
  receiver = await startReceiver()
  service = await startService({ config: { webhookAllowPrivate: ['127.0.0.0/8'] } })
  owner = await service.client()
  intruder = await service.client()
  theirs = await furnish(owner)
  own = await furnish(intruder)
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
})

/** An operation that names something: the same answer for what is theirs as for what does not exist. */
type Naming = (given: Belongings) => Promise<Answer>
/** An operation that names nothing of others: its answer must not contain anything of theirs. */
type Listing = () => Promise<Answer>

const call = (...args: Parameters<Client['call']>) => intruder.call(...args)

const cases: Record<string, { naming: Naming } | { listing: Listing }> = {
  'POST /posts': { naming: ({ account }) => call('POST', '/posts', draft(account)) },
  'POST /posts/validate': { naming: ({ account }) => call('POST', '/posts/validate', draft(account)) },
  'POST /posts/create': {
    naming: (given) => call('POST', '/posts/create', [batchItem(given), batchItem({ ...own, media: given.media })]),
  },
  'GET /posts/{postId}': { naming: ({ post }) => call('GET', `/posts/${post}`) },
  'PATCH /posts/{postId}': { naming: ({ post }) => call('PATCH', `/posts/${post}`, { content: [{ text: 'Mine' }] }) },
  'DELETE /posts/{postId}': { naming: ({ post }) => call('DELETE', `/posts/${post}`) },
  'GET /social-account-posts': { listing: () => call('GET', '/social-account-posts') },
  'DELETE /social-account-posts/{socialAccountPostId}': {
    naming: ({ child }) => call('DELETE', `/social-account-posts/${child}`),
  },
  'POST /social-account-posts/{socialAccountPostId}/resolve': {
    naming: ({ child }) => call('POST', `/social-account-posts/${child}/resolve`, { resolution: 'PUBLISHED' }),
  },
  'POST /projects': { listing: () => call('POST', '/projects', { name: 'Private' }) },
  'GET /projects': { listing: () => call('GET', '/projects') },
  'DELETE /projects/{projectId}': { naming: ({ projectId }) => call('DELETE', `/projects/${projectId}`) },
  'POST /social-accounts/authorization-url': {
    naming: ({ projectId }) =>
      call('POST', '/social-accounts/authorization-url', { projectId, platform: 'SERVICETEST' }),
  },
  'GET /social-accounts': { listing: () => call('GET', '/social-accounts') },
  'DELETE /social-accounts/{socialAccountId}': {
    naming: ({ account }) => call('DELETE', `/social-accounts/${account}`),
  },
  'GET /social-accounts/{socialAccountId}/platform-inputs': {
    naming: ({ account }) => call('GET', `/social-accounts/${account}/platform-inputs`),
  },
  'GET /media': { listing: () => call('GET', '/media') },
  'POST /media': {
    naming: async ({ projectId }) => upload(intruder, service.url, projectId, await picture()),
  },
  'DELETE /media/{mediaId}': { naming: ({ media }) => call('DELETE', `/media/${media}`) },
  'POST /media/upload-sessions': {
    naming: ({ projectId }) => call('POST', '/media/upload-sessions', { projectId, fileSizeInBytes: 1000 }),
  },
  'GET /media/upload-sessions/{uploadSessionId}': {
    naming: ({ uploadSession }) => call('GET', `/media/upload-sessions/${uploadSession}`),
  },
  'POST /media/upload-sessions/{uploadSessionId}/complete': {
    naming: ({ uploadSession }) => call('POST', `/media/upload-sessions/${uploadSession}/complete`),
  },
  'POST /webhooks': {
    listing: () => call('POST', '/webhooks', { url: 'https://example.com/', eventTypes: ['socialAccount.connected'] }),
  },
  'GET /webhooks': { listing: () => call('GET', '/webhooks') },
  'DELETE /webhooks/{webhookId}': { naming: ({ webhook }) => call('DELETE', `/webhooks/${webhook}`) },
  'POST /webhooks/{webhookId}/rotate-secret': {
    naming: ({ webhook }) => call('POST', `/webhooks/${webhook}/rotate-secret`),
  },
  'GET /webhooks/{webhookId}/deliveries': {
    naming: ({ webhook }) => call('GET', `/webhooks/${webhook}/deliveries`),
  },
  'POST /webhooks/{webhookId}/deliveries/{deliveryId}/redeliver': {
    naming: ({ webhook, delivery }) => call('POST', `/webhooks/${webhook}/deliveries/${delivery}/redeliver`),
  },
  'GET /health': { listing: () => call('GET', '/health') },
}

/** Ids that nobody has, in the places of those that somebody has. */
function imaginary(): Belongings {
  return Object.fromEntries(Object.keys(theirs).map((name) => [name, randomUUID()])) as unknown as Belongings
}

function withoutIds(answer: Answer, given: Belongings) {
  const own = Object.values(given).reduce((json, id) => json.replaceAll(id, '<id>'), JSON.stringify(answer.body) ?? '')
  const text = own.replaceAll(/"idempotencyKey":"[^"]+"/g, '"idempotencyKey":"<key>"')
  return { status: answer.status, text }
}

/** Everything the owner can see. */
async function view() {
  const paths = [
    '/projects',
    '/social-accounts',
    '/social-account-posts',
    `/posts/${theirs.post}`,
    '/media',
    `/media/upload-sessions/${theirs.uploadSession}`,
    '/webhooks',
    `/webhooks/${theirs.webhook}/deliveries`,
  ]
  return Promise.all(paths.map(async (path) => (await owner.call('GET', path)).body))
}

test('every operation has a case here', () => {
  const names = routes.map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(cases).sort()).toEqual(names.sort())
})

test.each(routes)('$method $path', async ({ method, path }) => {
  const before = await view()
  const entry = cases[`${method} ${path}`]
  if (!entry) throw new Error('There is no case for this operation.')
  if ('naming' in entry) {
    const nobodys = imaginary()
    const answer = withoutIds(await entry.naming(theirs), theirs)
    expect(answer).toEqual(withoutIds(await entry.naming(nobodys), nobodys))
    expect(answer.text).not.toContain('Private')
  } else {
    const { status, body } = await entry.listing()
    expect(status).toBeLessThan(300)
    for (const id of Object.values(theirs)) expect(JSON.stringify(body)).not.toContain(id)
  }
  expect(await view()).toEqual(before)
})

test.each(['projectId', 'socialAccountId', 'postId'])('the filter %s finds nothing of theirs', async (filter) => {
  const ids = { projectId: theirs.projectId, socialAccountId: theirs.account, postId: theirs.post }
  const { body } = await call('GET', `/social-account-posts?${filter}=${ids[filter as keyof typeof ids]}`)
  expect(body).toEqual({ socialAccountPosts: [] })
  expect((await call('GET', `/social-accounts?projectId=${theirs.projectId}`)).body).toEqual([])
})

test('the media of theirs are neither listed by project or id nor usable in a post', async () => {
  for (const query of [`projectId=${theirs.projectId}`, `mediaId=${theirs.media}`]) {
    expect((await call('GET', `/media?${query}`)).body).toEqual({ media: [] })
  }
  const content = [{ text: 'Mine', media: [{ type: 'MEDIA_LIBRARY', mediaId: theirs.media }] }]
  const { status, body } = await call('POST', '/posts', { ...draft(own.account), content })
  expect([status, body.code]).toEqual([422, 'INVALID_MEDIA_ID'])
})

test('a delivery of theirs is unknown under an own webhook', async () => {
  const { status, body } = await call('POST', `/webhooks/${own.webhook}/deliveries/${theirs.delivery}/redeliver`)
  expect([status, body.code]).toEqual([404, 'WEBHOOK_DELIVERY_NOT_FOUND'])
})

test('a target of theirs beside an own one is unknown, and does not tell its project', async () => {
  const { body } = await call('POST', '/posts', postTo([own.account, theirs.account]))
  expect(body.code).toBe('INVALID_SOCIAL_ACCOUNT_ID')
  expect(body).not.toHaveProperty('conflictingSocialAccountIds')
  const patched = await call('PATCH', `/posts/${own.post}`, {
    socialAccounts: [{ platform: 'SERVICETEST', socialAccountId: theirs.account }],
  })
  expect(patched.body.code).toBe('INVALID_SOCIAL_ACCOUNT_ID')
})

test('a page’s cursor of theirs shows the own list', async () => {
  await owner.call('POST', '/posts', draft(theirs.account))
  const { nextCursor } = (await owner.call('GET', '/social-account-posts?limit=1')).body
  const { status, body } = await call('GET', `/social-account-posts?cursor=${nextCursor}`)
  expect(status).toBe(200)
  for (const child of body.socialAccountPosts) expect(child.projectId).toBe(own.projectId)
})
