import type { Context } from '../../context.ts'
import type { ShapeIssue } from '../../graphql/input-shape.ts'
import { type ErrorCode, type Issue, ServiceError } from '../../lib/service-error.ts'
import { checkOptions } from '../../platforms/check-options.ts'
import { platforms } from '../../platforms/registry.ts'
import { findLibraryItems, type LibraryItem } from '../media/find-media.ts'
import { applyPlatformRules, type RuledTarget } from './apply-rules.ts'
import { checkAccounts, findAccounts, type KnownAccount } from './check-accounts.ts'
import { checkContent } from './check-content.ts'
import { checkMedia, findReferences } from './check-media.ts'
import { checkRetryPolicy, checkSchedule } from './check-schedule.ts'
import type { ContentItem } from './post.ts'
import type { CheckedTarget, PostDraft, Problem, TargetDraft } from './post-input.ts'

/** The codes of `POST /posts` in the order in which the first match wins. */
const precedence: ErrorCode[] = [
  'VALIDATION_FAILED',
  'DUPLICATE_SOCIAL_ACCOUNT_ID',
  'INVALID_SOCIAL_ACCOUNT_ID',
  'SOCIAL_ACCOUNT_NOT_CONNECTED',
  'SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT',
  'INVALID_MEDIA_ID',
  'INVALID_PLATFORM_SPECIFIC_DATA',
]

export interface PostFindings {
  problems: Problem[]
  warnings: Issue[]
  conflicting?: [string, string]
  projectId?: string
  content?: ContentItem[]
  targets: CheckedTarget[]
}

/**
 * The one validation of posts: `POST /posts`, `POST /posts/validate`, `PATCH /posts/{postId}` and their GraphQL twins.
 * @param draft the request, parts with a wrong shape left out
 * @param shape the problems of those parts
 * @param held media that the post's own pending deliveries need
 * @returns every problem there is, and the checked post when there is none
 */
export async function checkPost(
  ctx: Context,
  draft: PostDraft,
  shape: ShapeIssue[] = [],
  held: readonly string[] = [],
): Promise<PostFindings> {
  return judgePost(draft, shape, await lookUp(ctx, draft, held), ctx.clock.now())
}

/** What posts refer to, by id. */
export interface Known {
  accounts: ReadonlyMap<string, KnownAccount>
  media: ReadonlyMap<string, LibraryItem>
}

/** Finds what a post refers to, in at most two queries. */
async function lookUp(ctx: Context, draft: PostDraft, held: readonly string[]): Promise<Known> {
  const accountIds = (draft.socialAccounts ?? []).flatMap((target) => target?.socialAccountId ?? [])
  const mediaIds = findReferences(draft).map(({ mediaId }) => mediaId)
  const [accounts, media] = await Promise.all([findAccounts(ctx, accountIds), findLibraryItems(ctx, mediaIds, held)])
  return { accounts, media }
}

/** Judges one post by what was looked up; pure. @param now epoch milliseconds */
export function judgePost(
  draft: PostDraft,
  shape: ShapeIssue[],
  { accounts, media }: Known,
  now: number,
): PostFindings {
  const problems = shape.map(toProblem)
  const targets = draft.socialAccounts ?? []
  const sharing = targets.filter((target) => !target?.contentOverride)
  const linkSays = sharing.length > 0 && sharing.every(linkSaysEnough)
  const content = draft.content && checkContent(draft.content, 'content', problems, linkSays)
  if (draft.schedule) {
    checkSchedule(draft.schedule, now, problems)
    if (draft.schedule.type === 'SCHEDULE_FOR_LATER' && !draft.schedule.scheduledFor && !mentions(shape, 'schedule')) {
      const path = 'schedule.scheduledFor'
      const message = `${path} is required when schedule.type is SCHEDULE_FOR_LATER.`
      problems.push({ code: 'VALIDATION_FAILED', path, message, field: 'SCHEDULE' })
    }
  }
  if (draft.retryPolicy) checkRetryPolicy(draft.retryPolicy, problems)
  if (draft.socialAccounts?.length === 0) {
    const message = 'socialAccounts must have at least 1 item.'
    problems.push({ code: 'VALIDATION_FAILED', path: 'socialAccounts', message })
  }
  const conflicting = checkAccounts(targets, accounts, problems)
  const projectId = firstProject(targets, accounts)
  checkMedia(draft, media, projectId, problems)
  const ruled: RuledTarget[] = []
  const checked = targets.flatMap((target, index) => {
    const account = accounts.get(target?.socialAccountId?.toLowerCase() ?? '')
    const path = `socialAccounts[${index}]`
    const before = problems.length
    const found = target && checkTarget(target, account, path, shape, problems)
    if (!found) return []
    const contentPath = found.contentOverride ? `${path}.contentOverride[0]` : 'content[0]'
    const [item] = found.contentOverride ?? content ?? []
    const malformed = mentions(shape, path) || problems.slice(before).some((problem) => !problem.platformRule)
    if (item && !malformed && !problems.some((problem) => spoils(problem, contentPath))) {
      ruled.push({ target: found, path, content: item, contentPath })
    }
    return [found]
  })
  const { problems: refusals, warnings } = applyPlatformRules(media, ruled)
  return {
    problems: [...problems, ...refusals],
    warnings,
    targets: checked,
    ...(conflicting && { conflicting }),
    ...(projectId && { projectId }),
    ...(content && { content }),
  }
}

/** Whether a target needs neither text nor media because of its link. */
function linkSaysEnough(target: TargetDraft | undefined): boolean {
  const link = (target as { link?: unknown } | undefined)?.link
  return Boolean(target?.platform && platforms[target.platform].linkAlone && link)
}

/** The project of the first target whose account is known. */
function firstProject(targets: NonNullable<PostDraft['socialAccounts']>, accounts: Known['accounts']) {
  const found = targets.map((target) => accounts.get(target?.socialAccountId?.toLowerCase() ?? ''))
  return found.find((account) => account !== undefined)?.projectId
}

/** The error of `POST /posts` for what was found: the first code in order wins, every problem is listed. */
export function toError(findings: PostFindings): ServiceError {
  const [worst] = findings.problems.toSorted((a, b) => rank(a) - rank(b))
  if (!worst) throw new Error('There is no error in these findings.')
  const { code } = worst
  return new ServiceError(code, worst.message, {
    validationErrors: toIssues(findings.problems),
    ...(code === 'SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT' &&
      findings.conflicting && { conflictingSocialAccountIds: findings.conflicting }),
  })
}

function rank({ code, platformRule }: Problem): number {
  return platformRule ? precedence.length : precedence.indexOf(code)
}

export function toIssues(problems: Problem[]): Issue[] {
  return problems.map(({ path, message, field }) => ({ path, message, ...(field && { field }) }))
}

function toProblem({ platformSpecific, ...issue }: ShapeIssue): Problem {
  return { ...issue, code: platformSpecific ? 'INVALID_PLATFORM_SPECIFIC_DATA' : 'VALIDATION_FAILED' }
}

function mentions(shape: ShapeIssue[], prefix: string): boolean {
  return shape.some(({ path }) => path === prefix || path.startsWith(`${prefix}.`) || path.startsWith(`${prefix}[`))
}

/** Whether a content item is too malformed for rules; an unknown media item leaves its text to be checked. */
function spoils({ code, path }: Problem, contentPath: string): boolean {
  const list = contentPath.slice(0, -'[0]'.length)
  return code === 'VALIDATION_FAILED' && (path === list || path.startsWith(`${list}[`))
}

function checkTarget(
  target: TargetDraft,
  account: KnownAccount | undefined,
  path: string,
  shape: ShapeIssue[],
  problems: Problem[],
): CheckedTarget | undefined {
  const { platform: name, socialAccountId, contentOverride, firstComment, ...given } = target
  const override = contentOverride
    ? checkContent(contentOverride, `${path}.contentOverride`, problems, linkSaysEnough(target))
    : undefined
  if (name === undefined || socialAccountId === undefined) return undefined
  if (account && account.platform !== name) {
    const message = `The social account ${account.id} is of ${account.platform}, not of ${name}.`
    problems.push({ code: 'INVALID_PLATFORM_SPECIFIC_DATA', path: `${path}.platform`, message })
  }
  if (firstComment && !platforms[name].firstComment) {
    const message = `A first comment cannot be published on ${name}.`
    const issue = { path: `${path}.firstComment`, message, field: 'FIRST_COMMENT' } as const
    problems.push({ code: 'VALIDATION_FAILED', platformRule: true, ...issue })
  }
  const { options, issues } = checkOptions(platforms[name], given, path)
  for (const issue of issues) {
    if (!mentions(shape, issue.path)) problems.push({ code: 'INVALID_PLATFORM_SPECIFIC_DATA', ...issue })
  }
  return {
    platform: name,
    socialAccountId: socialAccountId.toLowerCase(),
    contentOverride: override ?? null,
    firstComment: firstComment || null,
    options,
  }
}
