/** What tests of analytics ask again and again. */
import type { Observation } from '../../../src/platforms/metrics.ts'
import type { Connector, MeasuredPost, PlatformInsights } from '../../../src/platforms/platform.ts'
import { eventually } from '../../helpers/eventually.ts'
import { type Client, postTo, type TestService } from '../../helpers/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a child as the API answers it
type AnyChild = any

export const hour = 3_600_000
export const day = 24 * hour

/** Publishes `count` posts to each account and returns the published children, oldest first. */
export async function publish(client: Client, accounts: string[], count = 1): Promise<AnyChild[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    const { status, body } = await client.call('POST', '/posts', postTo(accounts))
    if (status !== 201) throw new Error(`POST /posts answered ${status}: ${JSON.stringify(body)}`)
    ids.push(body.id)
  }
  return eventually<AnyChild[] | false>(async () => {
    const children = (await Promise.all(ids.map((id) => client.call('GET', `/posts/${id}`)))).flatMap(
      ({ body }) => body.socialAccountPosts,
    )
    return children.every((child) => child.deliveryStatus === 'PUBLISHED') && children
  }) as Promise<AnyChild[]>
}

/** The child as REST shows it now. */
export async function readChild(client: Client, { postId, socialAccountPostId }: AnyChild): Promise<AnyChild> {
  const { body } = await client.call('GET', `/posts/${postId}`)
  return body.socialAccountPosts.find((child: AnyChild) => child.socialAccountPostId === socialAccountPostId)
}

/** When a child's metrics are wanted next, milliseconds from now on the service's clock; undefined when never again. */
export async function nextIn({ app }: TestService, { socialAccountPostId }: AnyChild): Promise<number | undefined> {
  const { db, clock } = app.services
  const row = await db.prisma.analyticsCollection.findUnique({ where: { socialAccountPostId } })
  return row ? row.nextCollectAt.getTime() - clock.now() : undefined
}

/** The stored snapshots of a child, `metric date value`, in order. */
export async function snapshotsOf({ app }: TestService, { socialAccountPostId }: AnyChild): Promise<string[]> {
  const rows = await app.services.db.prisma.postMetric.findMany({
    where: { socialAccountPostId },
    orderBy: [{ metric: 'asc' }, { date: 'asc' }],
  })
  return rows.map(({ metric, date, value }) => `${metric} ${date.toISOString().slice(0, 10)} ${value}`)
}

interface ScriptedInsights {
  /** The posts of each call, by externalPostId. */
  calls: string[][]
  /** How many calls were in progress at once, at most, for one account. */
  mostAtOnce: number
  restore(): void
}

/** Lets a running service read metrics from `read`; publishing goes through the sandbox as before. */
export function scriptInsights(
  services: TestService[],
  read: (posts: readonly MeasuredPost[], call: number) => Promise<Observation | 'gone'> | Observation | 'gone',
  maxPostsPerCall = 50,
): ScriptedInsights {
  const running = new Map<string, number>()
  const scripted: ScriptedInsights = { calls: [], mostAtOnce: 0, restore: () => {} }
  const insights: PlatformInsights = {
    maxPostsPerCall,
    async read(_ctx, { externalAccountId, posts }) {
      const atOnce = (running.get(externalAccountId) ?? 0) + 1
      running.set(externalAccountId, atOnce)
      scripted.mostAtOnce = Math.max(scripted.mostAtOnce, atOnce)
      scripted.calls.push(posts.map((post) => post.externalPostId))
      try {
        const told = await read(posts, scripted.calls.length)
        return new Map(posts.map((post) => [post.externalPostId, told]))
      } finally {
        running.set(externalAccountId, (running.get(externalAccountId) as number) - 1)
      }
    },
  }
  const originals = services.map(({ app }) => {
    const connectors = app.services.connectors as Map<string, Connector>
    const original = connectors.get('SERVICETEST') as Connector
    connectors.set('SERVICETEST', { ...original, insights })
    return () => connectors.set('SERVICETEST', original)
  })
  scripted.restore = () => {
    for (const restore of originals) restore()
  }
  return scripted
}
