/** What the client does all the time: posts, batches, edits, deletions, media; each request until it is answered. */

import { systemClock, wait } from '../../src/lib/clock.ts'
import type { Behaviour } from '../../src/sandbox/behaviours.ts'
import { eventually } from '../helpers/eventually.ts'
import { picture, sendPart, upload } from '../helpers/media.ts'
import { postTo } from '../helpers/service.ts'
import type { Journal, JournalPost, PatientClient } from './client.ts'

export interface LoadAccount {
  id: string
  behaviour: Behaviour
}

export interface LoadOptions {
  client: PatientClient
  journal: Journal
  projectId: string
  accounts: LoadAccount[]
  /** Names what this run makes. */
  run: string
  isEnding: () => boolean
  /** Numbers of one lane, the same in every run of a seed. */
  randomOf: (lane: string) => () => number
  /** Deliveries that have not ended. */
  backlog: () => Promise<number>
  /** Posts that one batch may have, and how many deliveries may wait for it to be sent. */
  batch: { items: number; below: number }
  lanes: number
}

/** Runs until `isEnding` and every request has been answered. */
export async function runLoad(options: LoadOptions): Promise<void> {
  const pictures = await Promise.all(Array.from({ length: 3 }, () => picture()))
  const lanes = Array.from({ length: options.lanes }, (_, lane) => runLane(options, `lane-${lane}`, pictures))
  await Promise.all([...lanes, runBatches(options)])
}

interface Lane {
  options: LoadOptions
  name: string
  random: () => number
  /** What this lane made: nobody else touches it. */
  own: JournalPost[]
  media: string[]
  pictures: Buffer[]
  count: number
}

const oneOf = <T>({ random }: Pick<Lane, 'random'>, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T

async function runLane(options: LoadOptions, name: string, pictures: Buffer[]): Promise<void> {
  const lane: Lane = { options, name, random: options.randomOf(name), own: [], media: [], pictures, count: 0 }
  while (!options.isEnding()) {
    lane.count += 1
    const roll = lane.random()
    const post = lane.own.length > 0 ? oneOf(lane, lane.own.slice(-12)) : undefined
    if (roll < 0.55 || !post) await createPost(lane)
    else if (roll < 0.7) await editPost(lane, post)
    else if (roll < 0.8) await deletePost(lane, post)
    else if (roll < 0.9) await deleteChild(lane, post)
    else if (roll < 0.97) await uploadInParts(lane)
    else await deleteMedia(lane)
    await wait(systemClock, lane.random() * 150)
  }
}

function chooseAccounts({ options, random }: Lane): LoadAccount[] {
  const healthy = options.accounts.filter(({ behaviour }) => behaviour === 'healthy')
  const chosen = new Map<string, LoadAccount>()
  const count = 1 + Math.floor(random() * 3)
  while (chosen.size < count) {
    const account = oneOf({ random }, random() < 0.5 ? healthy : options.accounts)
    chosen.set(account.id, account)
  }
  return [...chosen.values()]
}

function chooseSchedule({ random }: Lane) {
  const roll = random()
  if (roll < 0.1) return { type: 'DRAFT' }
  return roll < 0.45 ? { type: 'PUBLISH_NOW' } : inSeconds(1 + random() * 15)
}

function inSeconds(seconds: number) {
  return { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() + seconds * 1000).toISOString() }
}

async function createPost(lane: Lane): Promise<void> {
  const { options, random } = lane
  const { client, journal, run } = options
  const key = `${run} ${lane.name} ${lane.count}`
  const mediaIds = random() < 0.15 ? await uploadPicture(lane, key) : []
  const schedule = chooseSchedule(lane)
  const accounts = chooseAccounts(lane)
  const autoDelete = mediaIds.length > 0 && random() < 0.5
  const content = [{ text: `${key}.`, media: mediaIds.map((mediaId) => ({ type: 'MEDIA_LIBRARY', mediaId })) }]
  const body = {
    ...postTo([], { content, schedule, autoDeleteMediaAfterPublish: autoDelete }),
    socialAccounts: accounts.map(({ id }) => ({
      platform: 'SERVICETEST',
      socialAccountId: id,
      ...(random() < 0.05 && { shouldSucceed: false }),
      ...(random() < 0.1 && { firstComment: `${key} comment` }),
    })),
    ...(random() < 0.15 && {
      retryPolicy: { maxRetries: 1 + Math.floor(random() * 2), delaySeconds: 1 + Math.floor(random() * 8) },
    }),
  }
  const post: JournalPost = {
    key,
    childIds: [],
    texts: new Set([`${key}.`]),
    isDraft: schedule.type === 'DRAFT',
    deletes: { post: false, children: new Set() },
    isDeleted: false,
    mediaIds,
  }
  journal.posts.push(post)
  if (autoDelete) for (const id of mediaIds) Object.assign(journal.media.get(id) ?? {}, { isAutoDeleted: true })
  const headers = { 'idempotency-key': key }
  const ask = () => client.persist(key, (api) => api.call('POST', '/posts', body, headers))
  const [answer, other] = random() < 0.1 ? await Promise.all([ask(), ask()]) : [await ask()]
  if (answer?.status === 201) {
    post.postId = answer.body.id
    post.childIds = answer.body.socialAccountPosts.map(
      (child: { socialAccountPostId: string }) => child.socialAccountPostId,
    )
    if (other && other.body.id !== post.postId)
      journal.violations.push(`${key}: the repeated request made another post`)
    lane.own.push(post)
  } else if (answer && answer.body.code !== 'SOCIAL_ACCOUNT_NOT_CONNECTED') {
    journal.violations.push(`${key}: refused with ${answer.status} ${JSON.stringify(answer.body)}`)
  }
}

async function editPost(lane: Lane, post: JournalPost): Promise<void> {
  const { options, random } = lane
  const text = `${post.key}. Edited ${lane.count}.`
  const schedule = random() < 0.7 ? inSeconds(1 + random() * 10) : { type: 'PUBLISH_NOW' }
  const before = new Set(post.texts)
  post.texts.add(text)
  let asked = 0
  const media = post.mediaIds.map((mediaId) => ({ type: 'MEDIA_LIBRARY', mediaId }))
  const answer = await options.client.persist(`edit ${post.key}`, (api) => {
    asked += 1
    return api.call('PATCH', `/posts/${post.postId}`, { content: [{ text, media }], schedule })
  })
  if (answer?.status === 200) {
    post.texts = new Set([text])
    post.isDraft = false
  } else if (asked === 1) post.texts = before
  else post.isDraft = false
}

async function deletePost({ options }: Lane, post: JournalPost): Promise<void> {
  post.deletes.post = true
  const answer = await options.client.persist(`delete ${post.key}`, (api) =>
    api.call('DELETE', `/posts/${post.postId}`),
  )
  if (answer?.status === 204) post.isDeleted = true
}

async function deleteChild(lane: Lane, post: JournalPost): Promise<void> {
  const id = oneOf(lane, post.childIds)
  post.deletes.children.add(id)
  await lane.options.client.persist(`delete child of ${post.key}`, (api) =>
    api.call('DELETE', `/social-account-posts/${id}`),
  )
}

async function uploadPicture(lane: Lane, name: string): Promise<string[]> {
  const { client, journal, projectId } = lane.options
  const content = oneOf(lane, lane.pictures)
  const headers = { 'idempotency-key': `${name} media` }
  const answer = await client.persist(`upload ${name}`, (api) =>
    upload(api, client.url(), projectId, content, { headers }),
  )
  if (answer?.status !== 200) return []
  lane.media.push(answer.body.mediaId)
  journal.media.set(answer.body.mediaId, { isDeleted: false, isAutoDeleted: false })
  return [answer.body.mediaId]
}

/** A session, its only part and its completion; one in four is left lying. */
async function uploadInParts(lane: Lane): Promise<void> {
  const { client, journal, projectId } = lane.options
  const content = oneOf(lane, lane.pictures)
  const name = `session ${lane.name} ${lane.count}`
  const started = await client.persist(name, (api) =>
    api.call('POST', '/media/upload-sessions', { projectId, fileSizeInBytes: content.length }),
  )
  if (!started) return
  const { uploadSessionId, parts } = started.body
  await client.persist(`part of ${name}`, async () => {
    const { status, text } = await sendPart(parts[0].uploadUrl.replace(/^http:\/\/[^/]+/, client.url()), content)
    return { status, headers: new Headers(), body: text }
  })
  if (lane.random() < 0.25) return
  const path = `/media/upload-sessions/${uploadSessionId}`
  await client.persist(`complete ${name}`, (api) => api.call('POST', `${path}/complete`))
  const ended = await client.persist(`processing of ${name}`, async (api) => {
    const answer = await api.call('GET', path)
    return { ...answer, status: answer.body.status === 'UPLOADED' ? 503 : answer.status }
  })
  if (!ended) return
  if (ended.body.status !== 'READY') journal.violations.push(`${name} ended ${JSON.stringify(ended.body)}`)
  else {
    lane.media.push(ended.body.mediaId)
    journal.media.set(ended.body.mediaId, { isDeleted: false, isAutoDeleted: false })
  }
}

async function deleteMedia(lane: Lane): Promise<void> {
  const { client, journal } = lane.options
  const id = lane.media.shift()
  if (!id) return
  Object.assign(journal.media.get(id) ?? {}, { isDeleted: true })
  await client.persist(`delete media ${id}`, (api) => api.call('DELETE', `/media/${id}`))
}

async function runBatches(options: LoadOptions): Promise<void> {
  const { client, journal, projectId, run } = options
  const random = options.randomOf('batches')
  const healthy = options.accounts.filter(({ behaviour }) => behaviour === 'healthy')
  for (let batch = 1; !options.isEnding(); batch += 1) {
    const mayGoOn = async () => options.isEnding() || (await options.backlog()) < options.batch.below
    await eventually(mayGoOn, { timeout: Number.POSITIVE_INFINITY })
    if (options.isEnding()) return
    const items = Array.from({ length: options.batch.items }, (_, index) => ({
      idempotencyKey: `${run} batch-${batch} ${index}`,
      projectId,
      socialAccountId: oneOf({ random }, random() < 0.75 ? healthy : options.accounts).id,
      scheduledForUTC: new Date(Date.now() + random() * 5000).toISOString(),
      description: `${run} batch-${batch} ${index}.`,
    }))
    const posts = items.map(
      ({ idempotencyKey, description }): JournalPost => ({
        key: idempotencyKey,
        childIds: [],
        texts: new Set([description]),
        isDraft: false,
        deletes: { post: false, children: new Set() },
        isDeleted: false,
        mediaIds: [],
      }),
    )
    journal.posts.push(...posts)
    const answer = await client.persist(`batch ${batch}`, async (api) => {
      const sent = await api.call('POST', '/posts/create', items)
      const isOpen = sent.body?.results?.some((result: BatchResult) => result.error?.code === 'INTERNAL_ERROR')
      return isOpen ? { ...sent, status: 503 } : sent
    })
    for (const [index, { status, id, error }] of ((answer?.body?.results ?? []) as BatchResult[]).entries()) {
      if (status === 'CREATED') Object.assign(posts[index] as JournalPost, { postId: id })
      else if (error?.code !== 'SOCIAL_ACCOUNT_NOT_CONNECTED') {
        journal.violations.push(`${items[index]?.idempotencyKey}: refused with ${JSON.stringify(error)}`)
      }
    }
  }
}

interface BatchResult {
  status: string
  id?: string
  error?: { code: string; message: string }
}
