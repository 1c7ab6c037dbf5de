import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { ShapeIssue } from '../../graphql/input-shape.ts'
import { isId, newId } from '../../lib/ids.ts'
import { ServiceError, validationFailed } from '../../lib/service-error.ts'
import { findLibraryItems } from '../media/find-media.ts'
import { foreignData, toDraft, toItemPath } from './batch-drafts.ts'
import {
  type BatchErrorCode,
  type BatchItemDraft,
  type BatchItemInput,
  type BatchResult,
  batchErrorCodes,
} from './batch-input.ts'
import { findItems, hashItem, type KnownItem, takeKeys } from './batch-keys.ts'
import { findAccounts, type KnownAccount } from './check-accounts.ts'
import { judgePost, toError } from './check-post.ts'
import { insertPosts, type NewPost } from './store-post.ts'

const mostItems = 1000

/** An item on its way: settled once it has a result. */
interface Entry {
  item: BatchItemDraft & { idempotencyKey: string }
  shape: ShapeIssue[]
  hash: Buffer
  /** Set once the item is checked and found good. */
  post?: NewPost
  result?: BatchResult
}

/**
 * Creates many single-account posts (`POST /posts/create`). One item's failure never touches the others; the results
 * are in the order of the items. An item whose key made the same item before gets that post's id.
 * @param items 1 to 1000
 * @param shape problems of parts that were left out, by the item's place
 * Errors: VALIDATION_FAILED for the number of items and for keys that are missing or empty.
 */
export async function createPosts(
  ctx: Context,
  items: readonly BatchItemDraft[],
  shape: ReadonlyMap<number, ShapeIssue[]> = new Map(),
): Promise<{ results: BatchResult[] }> {
  const entries = checkKeys(items).map(
    (item, index): Entry => ({ item, shape: shape.get(index) ?? [], hash: hashItem(item) }),
  )
  const unique = new Map<string, Entry>()
  for (const entry of entries) if (!unique.has(entry.item.idempotencyKey)) unique.set(entry.item.idempotencyKey, entry)

  settleKnown(unique, await findItems(ctx.db.pool, ctx.actor.organizationId, [...unique.keys()]))
  const fresh = [...unique.values()].filter((entry) => !entry.result)
  const valid = await check(ctx, fresh)
  if (valid.length > 0) await make(ctx, valid)

  return {
    results: entries.map((entry) => {
      const first = unique.get(entry.item.idempotencyKey) as Entry
      return entry.hash.equals(first.hash) ? (first.result as BatchResult) : reused(entry)
    }),
  }
}

function checkKeys(items: readonly BatchItemDraft[]): (BatchItemDraft & { idempotencyKey: string })[] {
  if (items.length < 1 || items.length > mostItems) {
    throw validationFailed([{ path: '', message: `The body must have 1 to ${mostItems} items, has ${items.length}.` }])
  }
  const issues = items.flatMap(({ idempotencyKey }, index) =>
    idempotencyKey
      ? []
      : { path: `[${index}].idempotencyKey`, message: `[${index}].idempotencyKey must have at least 1 character.` },
  )
  if (issues.length > 0) throw validationFailed(issues)
  return items as (BatchItemDraft & { idempotencyKey: string })[]
}

/** Keys that were used before: for the same item its post, for another one an error. */
function settleKnown(entries: ReadonlyMap<string, Entry>, known: ReadonlyMap<string, KnownItem>): void {
  for (const [key, { hash, postId }] of known) {
    const entry = entries.get(key)
    if (entry) entry.result = entry.hash.equals(hash) ? created(entry, postId) : reused(entry)
  }
}

function created({ item }: Entry, id: string): BatchResult {
  return { idempotencyKey: item.idempotencyKey, status: 'CREATED', id, error: null }
}

function failed({ item }: Entry, code: BatchErrorCode, message: string): BatchResult {
  return { idempotencyKey: item.idempotencyKey, status: 'FAILED', id: null, error: { code, message } }
}

function reused(entry: Entry): BatchResult {
  return failed(entry, 'IDEMPOTENCY_KEY_REUSED', 'This idempotencyKey was used with another item.')
}

type Checked = Entry & { post: NewPost & { id: string } }

/** Checks all items with three queries; those with problems get their result. */
async function check(ctx: Context, entries: Entry[]): Promise<Checked[]> {
  const [projects, accounts, media] = await Promise.all([
    findProjects(ctx, entries),
    findAccounts(
      ctx,
      entries.flatMap(({ item }) => item.socialAccountId ?? []),
    ),
    findLibraryItems(
      ctx,
      entries.flatMap(({ item }) => item.mediaIds ?? []),
    ),
  ])
  return entries.flatMap((entry) => {
    try {
      requireProject(entry, projects)
      const { item } = entry
      const account = accounts.get(item.socialAccountId?.toLowerCase() ?? '')
      if (!account || account.projectId !== item.projectId?.toLowerCase()) throw unknownAccount(entry)
      const mediaTypes = (item.mediaIds ?? []).flatMap((id) => media.get(id.toLowerCase())?.mediaType ?? [])
      const draft = toDraft(item, account.platform, mediaTypes)
      return [Object.assign(entry, { post: judge(entry, account, draft, { accounts, media }, ctx.clock.now()) })]
    } catch (error) {
      const code = error instanceof ServiceError && batchErrorCodes.find((candidate) => candidate === error.code)
      if (!code) throw error
      entry.result = failed(entry, code, (error as ServiceError).message)
      return []
    }
  })
}

async function findProjects(ctx: Context, entries: Entry[]): Promise<Set<string>> {
  const ids = [...new Set(entries.flatMap(({ item }) => item.projectId?.toLowerCase() ?? []))].filter(isId)
  const found = await ctx.db.pool.query<{ id: string }>({
    name: 'batch_projects',
    text: `SELECT id FROM projects WHERE organization_id = $1 AND ($2::uuid[] IS NULL OR id = ANY($2)) AND id = ANY($3)`,
    values: [ctx.actor.organizationId, ctx.actor.projectIds, ids],
  })
  return new Set(found.rows.map(({ id }) => id))
}

/** Shape problems of the item come first, as in `POST /posts`. */
function requireProject({ item, shape }: Entry, projects: ReadonlySet<string>): void {
  if (shape.length > 0) throw validationFailed(shape.map(({ path, message }) => ({ path, message })))
  if (projects.has(item.projectId?.toLowerCase() ?? '')) return
  throw new ServiceError('INVALID_PROJECT_ID', `There is no project ${item.projectId}.`)
}

function unknownAccount({ item }: Entry): ServiceError {
  return new ServiceError(
    'INVALID_SOCIAL_ACCOUNT_ID',
    `There is no social account ${item.socialAccountId} in the project ${item.projectId}.`,
  )
}

function judge(
  { item }: Entry,
  account: KnownAccount,
  draft: NonNullable<ReturnType<typeof toDraft>>,
  known: Parameters<typeof judgePost>[2],
  now: number,
): NewPost & { id: string } {
  const findings = judgePost(draft, [], known, now)
  const foreign = foreignData(item, account.platform)
  findings.problems.push(...foreign.map((issue) => ({ ...issue, code: 'INVALID_PLATFORM_SPECIFIC_DATA' as const })))
  for (const problem of findings.problems) {
    const path = toItemPath(problem.path, account.platform)
    problem.message = problem.message.replaceAll(problem.path, path)
    problem.path = path
  }
  const [target] = findings.targets
  if (findings.problems.length > 0 || !findings.content || !target) throw toError(findings)
  if (item.title && !('title' in target.options)) target.options.title = item.title
  return {
    id: newId(),
    projectId: account.projectId,
    content: findings.content,
    schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor: item.scheduledForUTC as BatchItemInput['scheduledForUTC'] },
    autoDeleteMediaAfterPublish: false,
    retryPolicy: null,
    targets: [target],
  }
}

/**
 * Makes items: keys and posts in one transaction, so that a crash leaves both or neither. Where one of them cannot be
 * stored (its project was deleted meanwhile), the others are made without it.
 */
async function make(ctx: Context, chunk: Checked[]): Promise<void> {
  const { organizationId } = ctx.actor
  try {
    await transaction(ctx.db.pool, async (tx) => {
      const now = new Date(ctx.clock.now())
      const keys = chunk.map(({ item, hash, post }) => ({ key: item.idempotencyKey, hash, postId: post.id }))
      const taken = await takeKeys(tx, organizationId, keys, now)
      const ours = chunk.filter(({ item }) => taken.has(item.idempotencyKey))
      if (ours.length > 0) {
        await insertPosts(
          ctx,
          tx,
          ours.map(({ post }) => post),
          now,
        )
      }
      const others = chunk.filter(({ item }) => !taken.has(item.idempotencyKey))
      const known = await findItems(
        tx,
        organizationId,
        others.map(({ item }) => item.idempotencyKey),
      )
      settleKnown(new Map(others.map((entry) => [entry.item.idempotencyKey, entry])), known)
      for (const entry of ours) entry.result = created(entry, entry.post.id)
    })
  } catch (error) {
    if (chunk.length > 1 && isIntegrityViolation(error)) {
      const half = chunk.length >> 1
      await make(ctx, chunk.slice(0, half))
      return make(ctx, chunk.slice(half))
    }
    ctx.log.error({ err: error, items: chunk.length }, 'items of a batch could not be created')
    const message = 'An internal error kept the item from being created; send it again with the same idempotencyKey.'
    for (const entry of chunk) entry.result = failed(entry, 'INTERNAL_ERROR', message)
  }
}

/** A row that refers to one that is gone, or breaks another constraint. */
function isIntegrityViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('23')
}
