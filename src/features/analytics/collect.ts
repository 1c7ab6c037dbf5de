/** Collecting metrics: few calls, one at a time per account, at the platforms' pace. */
import type { Services } from '../../context.ts'
import type { PlatformName } from '../../platforms/names.ts'
import type { PlatformInsights } from '../../platforms/platform.ts'
import { PlatformError } from '../../platforms/platform-error.ts'
import { accessToken } from '../social-accounts/access-token.ts'
import { connectorContext } from '../social-accounts/connector-context.ts'
import { disconnectAccount } from '../social-accounts/disconnect-account.ts'
import {
  type DuePost,
  dropDeletedAccounts,
  findDueAccounts,
  findDuePosts,
  type HeldAccount,
  holdAccount,
  releaseAccount,
} from './due.ts'
import { saveObservations, skipCollection } from './save-observations.ts'

/** Calls in progress per platform in this process. */
const callsPerPlatform = 4
/** Calls for one account before the next account has its turn. */
const callsPerTurn = 10
/** A call that failed this often asks about one post alone next time, so that one bad post holds up no others. */
const failuresBeforeSingly = 2
/** After this long the rest waits for the next look, milliseconds. */
const maxRunMs = 5 * 60_000
/** Waits after failures in a row, seconds; the last one repeats. */
const pauses = [60, 300, 900, 3600, 6 * 3600]
/** What an app without credits, or a refused request, waits before it asks again, seconds. */
const refusedPause = 6 * 3600
const maxRetryAfter = 24 * 3600

interface Due {
  socialAccountId: string
  platform: PlatformName
}

/**
 * Collects what is due on every configured platform: each account's posts in as few calls as the platform allows.
 * Never throws for what a platform answers. Ends early when `stopped` says so; what is left stays due.
 */
export async function collectDue(services: Services, stopped: () => boolean = () => false): Promise<void> {
  await dropDeletedAccounts(services)
  const insights = new Map([...services.connectors].flatMap(([name, { insights: own }]) => (own ? [[name, own]] : [])))
  const deadline = services.clock.now() + maxRunMs
  const enough = () => stopped() || services.clock.now() > deadline
  const seen = new Set<string>()
  while (!enough()) {
    const due = await findDueAccounts(services, [...insights.keys()], seen)
    if (due.length === 0) return
    for (const { socialAccountId } of due) seen.add(socialAccountId)
    await Promise.all(
      [...Map.groupBy(due, ({ platform }) => platform)].map(async ([name, accounts]) => {
        const own = insights.get(name) as PlatformInsights
        if (!(await inLanes(accounts, (account) => collectAccount(services, own, account), enough)))
          insights.delete(name)
      }),
    )
  }
}

/** Works through accounts a few at a time. An answer of `false` ends it for all of them, and is the result. */
async function inLanes(
  accounts: Due[],
  work: (account: Due) => Promise<boolean>,
  enough: () => boolean,
): Promise<boolean> {
  const queue = accounts.values()
  let goOn = true
  const lane = async () => {
    for (const account of queue) {
      if (!goOn || enough()) return
      if (!(await work(account))) goOn = false
    }
  }
  await Promise.all(Array.from({ length: callsPerPlatform }, lane))
  return goOn
}

/** Returns whether the platform may be asked about other accounts. */
async function collectAccount(services: Services, insights: PlatformInsights, due: Due): Promise<boolean> {
  const account = await holdAccount(services, due)
  if (!account) return true
  const singly = account.failures >= failuresBeforeSingly
  const limit = singly ? 1 : insights.maxPostsPerCall
  for (let call = 0; call < callsPerTurn; call += 1) {
    const posts = await findDuePosts(services, account, limit)
    if (posts.length === 0) break
    try {
      if (!(await collectPosts(services, insights, account, posts))) return true
    } catch (error) {
      return pause(services, account, posts, { singly, error })
    }
    account.failures = 0
    if (posts.length < limit) break
  }
  await releaseAccount(services, account, 0)
  return true
}

/** One call of the platform. Throws what the connector throws. */
async function collectPosts(
  services: Services,
  insights: PlatformInsights,
  account: HeldAccount,
  posts: DuePost[],
): Promise<boolean> {
  const log = services.log.child({ socialAccountId: account.socialAccountId, platform: account.platform })
  const asked = posts.flatMap(({ id, externalPostId, options }) =>
    externalPostId === null ? [] : [{ socialAccountPostId: id, externalPostId, options }],
  )
  const [first] = posts as [DuePost, ...DuePost[]]
  const told =
    asked.length === 0
      ? new Map()
      : await insights.read(connectorContext({ ...services, log }), {
          accessToken: await accessToken(services, { ...first, platform: account.platform }),
          externalAccountId: first.externalAccountId,
          posts: asked,
        })
  const saved = await saveObservations(services, account, posts, told)
  const gone = [...told.values()].filter((observation) => observation === 'gone').length
  log.debug({ posts: posts.length, gone, saved }, 'metrics collected')
  return saved
}

/** What a failed call means: later, not before the user reconnects, or not for now. */
async function pause(
  services: Services,
  account: HeldAccount,
  posts: DuePost[],
  { singly, error: thrown }: { singly: boolean; error: unknown },
): Promise<boolean> {
  const { socialAccountId, platform, failures } = account
  const error = thrown instanceof PlatformError ? thrown : PlatformError.retry('An internal error occurred.')
  const log = services.log.child({ socialAccountId, platform })
  if (error === thrown) log.warn({ outcome: error.kind, reason: error.message }, 'metrics could not be collected')
  else log.error({ err: thrown }, 'unexpected error while metrics were collected')

  const until = (seconds: number) => new Date(services.clock.now() + seconds * 1000)
  switch (error.kind) {
    case 'retry':
    case 'outcome-unknown': {
      if (error.retryAfter === undefined && singly) await skipCollection(services, posts)
      const own = (pauses[Math.min(failures, pauses.length - 1)] as number) * (0.8 + 0.4 * Math.random())
      const wanted = Math.min(error.retryAfter ?? 0, maxRetryAfter)
      await releaseAccount(services, account, failures + 1, until(Math.max(own, wanted)))
      return true
    }
    case 'reconnect':
      await disconnectAccount(services, { socialAccountId, grantId: posts[0]?.grantId ?? null })
      await releaseAccount(services, account, 0)
      return true
    case 'failed':
    case 'rejected':
      await skipCollection(services, posts)
      await releaseAccount(services, account, failures + 1, until(refusedPause))
      return true
    case 'operator':
      await releaseAccount(services, account, failures + 1, until(refusedPause))
      return false
    default:
      return error.kind satisfies never
  }
}
