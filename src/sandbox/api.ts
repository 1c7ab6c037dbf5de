import type { IncomingMessage } from 'node:http'
import { v7, validate } from 'uuid'
import { findAccounts, type Grant } from './grant-tables.ts'
import { json, Refusal, type Reply, readJson, single } from './http.ts'
import { beforeList, beforeLook, beforePublish, checkSuspension, publishOddly } from './misbehave.ts'
import {
  type ContainerRow,
  findContainer,
  findPost,
  insertComment,
  insertContainer,
  insertPost,
  listPosts,
  type PostRow,
  type SandboxMedia,
} from './post-tables.ts'
import type { SandboxSettings } from './settings.ts'
import { authenticate } from './tokens.ts'

const maxMedia = 100
const maxTextLength = 10_000
const maxCommentLength = 2_000
const maxReferenceLength = 200
const maxProcessingMs = 80
const maxPublishingMs = 50

/** GET accounts: those of the grant. */
export async function getAccounts(settings: SandboxSettings, req: IncomingMessage): Promise<Reply> {
  const grant = await authenticate(settings, req, 'accounts.read')
  return json(200, { accounts: await findAccounts(settings.pool, grant.accountIds) })
}

/** POST containers: a post in the making, 201 with its id. Text at most 10,000 UTF-16 units. */
export async function createContainer(
  settings: SandboxSettings,
  req: IncomingMessage,
  accountId: string,
): Promise<Reply> {
  const grant = await authenticate(settings, req, 'posts.write')
  requireAccount(grant, accountId)
  checkSuspension(grant)
  const content = checkContent(await readJson(req))
  const now = settings.now()
  const id = v7({ msecs: now })
  const processingMs = grant.behaviour === 'slow' ? settings.times.slowMs : delay(settings, maxProcessingMs)
  const readyAt = new Date(now + processingMs)
  await insertContainer(settings.pool, { id, accountId, ...content, createdAt: new Date(now), readyAt })
  return json(201, { id })
}

/** GET container: IN_PROGRESS, READY, PUBLISHING, or PUBLISHED with its first post. */
export async function getContainer(settings: SandboxSettings, req: IncomingMessage, id: string): Promise<Reply> {
  const grant = await authenticate(settings, req, 'posts.write')
  const container = await requireContainer(settings, grant, id)
  await beforeLook(settings, grant, container)
  const { postId, publishedAt } = container
  if (publishedAt && publishedAt.getTime() > settings.now()) return json(200, { id, status: 'PUBLISHING' })
  if (postId) return json(200, { id, status: 'PUBLISHED', postId })
  return json(200, { id, status: isReady(settings, container) ? 'READY' : 'IN_PROGRESS' })
}

/**
 * POST publish: one more post each time it is called. 409 until the container is ready, 422 when refused, 202 when the
 * post is seen later.
 */
export async function publishContainer(settings: SandboxSettings, req: IncomingMessage, id: string): Promise<Reply> {
  const grant = await authenticate(settings, req, 'posts.write')
  const container = await requireContainer(settings, grant, id)
  if (!isReady(settings, container)) throw new Refusal(409, 'not_ready', 'The container is still being processed.')
  await beforePublish(settings, grant, container)
  await settings.wait(delay(settings, maxPublishingMs))
  if (!container.shouldSucceed) {
    throw new Refusal(422, 'publishing_failed', 'The sandbox was asked to let this post fail (shouldSucceed is false).')
  }
  const publish = async (at: number): Promise<string> => {
    const postId = v7({ msecs: settings.now() })
    await insertPost(settings.pool, { id: postId, containerId: container.id, publishedAt: new Date(at) })
    return postId
  }
  const odd = await publishOddly(settings, grant, container, publish)
  if (odd) return odd
  const postId = await publish(settings.now())
  return json(200, { postId, url: postUrl(settings, postId) })
}

/** GET post. */
export async function getPost(settings: SandboxSettings, req: IncomingMessage, id: string): Promise<Reply> {
  const grant = await authenticate(settings, req, 'posts.write')
  const post = validate(id) ? await findPost(settings.pool, id) : undefined
  if (!post) throw new Refusal(404, 'not_found', 'There is no such post.')
  requireAccount(grant, post.accountId)
  return json(200, presentPost(settings, post))
}

/** POST comment: a text under a post, 201 with its id. At most 2,000 UTF-16 units. */
export async function createComment(settings: SandboxSettings, req: IncomingMessage, id: string): Promise<Reply> {
  const grant = await authenticate(settings, req, 'posts.write')
  const post = validate(id) ? await findPost(settings.pool, id) : undefined
  if (!post) throw new Refusal(404, 'not_found', 'There is no such post.')
  requireAccount(grant, post.accountId)
  const { text } = await readJson(req)
  if (typeof text !== 'string' || !text || text.length > maxCommentLength || text.includes('\0')) {
    throw new Refusal(400, 'invalid_request', `text must be a string of 1 to ${maxCommentLength} characters.`)
  }
  const now = settings.now()
  const commentId = v7({ msecs: now })
  await insertComment(settings.pool, { id: commentId, postId: id, text, createdAt: new Date(now) })
  return json(201, { id: commentId })
}

/** GET an account's posts, newest first, at most 100, by `clientReference` when it is given. */
export async function getPosts(
  settings: SandboxSettings,
  req: IncomingMessage,
  accountId: string,
  query: URLSearchParams,
): Promise<Reply> {
  const grant = await authenticate(settings, req, 'posts.write')
  requireAccount(grant, accountId)
  beforeList(grant)
  const clientReference = single(query, 'clientReference')
  if (clientReference !== undefined) checkReference(clientReference)
  const posts = await listPosts(settings.pool, { accountId, clientReference, now: new Date(settings.now()) })
  return json(200, { posts: posts.map((post) => presentPost(settings, post)) })
}

function presentPost(settings: SandboxSettings, post: PostRow) {
  return {
    id: post.id,
    accountId: post.accountId,
    text: post.text,
    ...(post.clientReference !== null && { clientReference: post.clientReference }),
    publishedAt: post.publishedAt.toISOString(),
    url: postUrl(settings, post.id),
  }
}

function postUrl(settings: SandboxSettings, id: string): string {
  return `${settings.baseUrl}/posts/${id}`
}

function requireAccount(grant: Grant, accountId: string): void {
  if (!grant.accountIds.includes(accountId)) {
    throw new Refusal(403, 'forbidden', 'The access token does not reach this account.')
  }
}

async function requireContainer(settings: SandboxSettings, grant: Grant, id: string): Promise<ContainerRow> {
  const container = validate(id) ? await findContainer(settings.pool, id) : undefined
  if (!container) throw new Refusal(404, 'not_found', 'There is no such container.')
  requireAccount(grant, container.accountId)
  return container
}

function isReady(settings: SandboxSettings, container: ContainerRow): boolean {
  return container.readyAt.getTime() <= settings.now()
}

/** Whole milliseconds from 0 to `max`. */
function delay(settings: SandboxSettings, max: number): number {
  return Math.floor(settings.random() * (max + 1))
}

function checkContent(body: Record<string, unknown>) {
  const { text, media = [], shouldSucceed = true, clientReference = null, ...unknown } = body
  const [unknownName] = Object.keys(unknown)
  if (unknownName !== undefined) throw new Refusal(400, 'invalid_request', `${unknownName} is not a known field.`)
  if (typeof text !== 'string' || text.length > maxTextLength || text.includes('\0')) {
    throw new Refusal(400, 'invalid_request', `text must be a string of at most ${maxTextLength} characters.`)
  }
  if (typeof shouldSucceed !== 'boolean') {
    throw new Refusal(400, 'invalid_request', 'shouldSucceed must be true or false.')
  }
  const content = { text, media: checkMedia(media), shouldSucceed }
  if (clientReference === null) return { ...content, clientReference }
  return { ...content, clientReference: checkReference(clientReference) }
}

function checkMedia(value: unknown): SandboxMedia[] {
  const refuse = () =>
    new Refusal(400, 'invalid_request', `media must be a list of at most ${maxMedia} pairs of url and thumbnailUrl.`)
  if (!Array.isArray(value) || value.length > maxMedia) throw refuse()
  return value.map((item: unknown) => {
    const { url, thumbnailUrl } = (item ?? {}) as Record<string, unknown>
    if (!isWebAddress(url) || !isWebAddress(thumbnailUrl)) throw refuse()
    return { url, thumbnailUrl }
  })
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 2048 && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}

function checkReference(value: unknown): string {
  if (typeof value === 'string' && value && value.length <= maxReferenceLength && !value.includes('\0')) return value
  throw new Refusal(
    400,
    'invalid_request',
    `clientReference must be a string of 1 to ${maxReferenceLength} characters.`,
  )
}
