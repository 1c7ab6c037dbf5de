import type { ConnectorContext, Delivery, PlatformPublish, Progress, PublishedPost } from '../platform.ts'
import { PlatformError } from '../platform-error.ts'
import type { Container, ServicetestApi } from './api.ts'

/** Pauses between looks at a container, milliseconds; the last one repeats until the time is over. */
const pausesMs = [25, 50, 100, 200, 400, 800]
const maxProcessingMs = 30_000
/** Longer than a commit whose answer was lost may still be at work in the sandbox. */
const settlingMs = 2_000

/** The publishing half: a container, its publication, a look at the post. */
export function createPublish(api: ServicetestApi): PlatformPublish {
  return {
    async prepare(ctx, delivery, progress, save) {
      let container = await findContainer(api, ctx, delivery, progress)
      if (!container) {
        const containerId = await api.createContainer(ctx, delivery.accessToken, {
          accountId: delivery.externalAccountId,
          text: delivery.text,
          media: delivery.media.map(({ url, thumbnailUrl }) => ({ url, thumbnailUrl })),
          shouldSucceed: delivery.options.shouldSucceed !== false,
          clientReference: delivery.socialAccountPostId,
        })
        await save({ containerId })
        container = { id: containerId, status: 'IN_PROGRESS' }
      }
      const ready = await waitUntilReady(api, ctx, delivery, container)
      return { containerId: ready.id, ...(ready.postId && { postId: ready.postId }) }
    },

    async commit(ctx, delivery, progress) {
      // The container of a resumed delivery may be published already: once more would make a second post.
      if (typeof progress.postId === 'string') return { externalPostId: progress.postId }
      if (typeof progress.containerId !== 'string') throw PlatformError.retry('The post was not prepared.')
      const post = await api.publishContainer(ctx, delivery.accessToken, progress.containerId)
      if (!post) return waitUntilPublished(api, ctx, delivery, progress.containerId)
      return { externalPostId: post.postId, ...(post.url && { externalPostUrl: post.url }) }
    },

    async confirm(ctx, delivery, _progress, post) {
      const found = post.externalPostId
        ? await api.findPost(ctx, delivery.accessToken, post.externalPostId)
        : (await listOwnPosts(api, ctx, delivery))[0]
      return found ? { externalPostId: found.id, externalPostUrl: found.url } : post
    },

    async comment(ctx, delivery, post, text) {
      if (!post.externalPostId) throw PlatformError.failed('The sandbox gave the post no id to comment on.')
      await api.createComment(ctx, delivery.accessToken, post.externalPostId, text)
    },

    async check(ctx, delivery, progress) {
      try {
        let [post] = await listOwnPosts(api, ctx, delivery)
        if (!post) {
          await ctx.wait(settlingMs)
          const container = await findContainer(api, ctx, delivery, progress)
          if (container && (await waitWhile(['PUBLISHING'], api, ctx, delivery, container))?.status === 'PUBLISHING') {
            return { outcome: 'unknown' }
          }
          post = (await listOwnPosts(api, ctx, delivery))[0]
        }
        if (!post) return { outcome: 'not-published' }
        return { outcome: 'published', post: { externalPostId: post.id, externalPostUrl: post.url } }
      } catch (error) {
        ctx.log.warn({ err: error }, 'could not ask the sandbox whether a post was published')
        return { outcome: 'unknown' }
      }
    },
  }
}

async function findContainer(
  api: ServicetestApi,
  ctx: ConnectorContext,
  delivery: Delivery,
  progress: Progress,
): Promise<Container | undefined> {
  if (typeof progress.containerId !== 'string') return undefined
  return api.findContainer(ctx, delivery.accessToken, progress.containerId)
}

async function waitUntilReady(
  api: ServicetestApi,
  ctx: ConnectorContext,
  delivery: Delivery,
  container: Container,
): Promise<Container> {
  const ready = await waitWhile(['IN_PROGRESS', 'PUBLISHING'], api, ctx, delivery, container)
  if (!ready) throw PlatformError.retry('The sandbox has lost the prepared post.')
  if (ready.status === 'READY' || ready.status === 'PUBLISHED') return ready
  throw PlatformError.retry('The sandbox is still processing the post.')
}

/** After the sandbox took the post and publishes it in its own time: whatever comes between leaves the outcome open. */
async function waitUntilPublished(
  api: ServicetestApi,
  ctx: ConnectorContext,
  delivery: Delivery,
  id: string,
): Promise<PublishedPost> {
  try {
    const container = await waitWhile(['PUBLISHING'], api, ctx, delivery, { id, status: 'PUBLISHING' })
    if (container?.postId) return { externalPostId: container.postId }
  } catch (error) {
    ctx.log.warn({ err: error }, 'could not ask the sandbox how far publishing is')
  }
  throw PlatformError.outcomeUnknown('The sandbox took the post and has not said yet that it is published.')
}

/** Looks at a container until its status is another or the time is over; undefined when it is gone. */
async function waitWhile(
  statuses: Container['status'][],
  api: ServicetestApi,
  ctx: ConnectorContext,
  delivery: Delivery,
  container: Container,
): Promise<Container | undefined> {
  let current: Container | undefined = container
  for (let look = 0, waited = 0; current && statuses.includes(current.status) && waited < maxProcessingMs; look += 1) {
    const pause = pausesMs[Math.min(look, pausesMs.length - 1)] as number
    await ctx.wait(pause)
    waited += pause
    current = await api.findContainer(ctx, delivery.accessToken, container.id)
  }
  return current
}

async function listOwnPosts(api: ServicetestApi, ctx: ConnectorContext, delivery: Delivery) {
  return api.listPosts(ctx, delivery.accessToken, {
    accountId: delivery.externalAccountId,
    clientReference: delivery.socialAccountPostId,
  })
}
