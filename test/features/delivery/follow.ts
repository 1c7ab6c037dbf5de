/** What tests of delivery ask again and again. */
import { pino } from 'pino'
import { type Clock, systemClock } from '../../../src/lib/clock.ts'
import { eventually } from '../../helpers/eventually.ts'
import { type Client, postTo, type TestService } from '../../helpers/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a post as the API answers it
export type AnyPost = any

/** Creates a post; throws when it is refused. */
export async function create(client: Client, accounts: string[], changes: Record<string, unknown> = {}) {
  const { status, body } = await client.call('POST', '/posts', postTo(accounts, changes))
  if (status !== 201) throw new Error(`POST /posts answered ${status}: ${JSON.stringify(body)}`)
  return body as AnyPost
}

/** A schedule some milliseconds from now. */
export function inMs(ms: number) {
  return { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() + ms).toISOString() }
}

/** Waits until every child of a post is PUBLISHED or FAILED. */
export function finished(client: Client, postId: string, timeout = 10_000): Promise<AnyPost> {
  return eventually(
    async () => {
      const { body } = await client.call('GET', `/posts/${postId}`)
      const done = body.socialAccountPosts.every((child: AnyPost) =>
        ['PUBLISHED', 'FAILED'].includes(child.deliveryStatus),
      )
      return done && body
    },
    { timeout },
  )
}

/** Waits until nothing of the whole database is due any more. */
export async function drained({ app }: TestService, timeout = 20_000): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await app.services.db.pool.query(
        'SELECT count(*)::int AS left FROM social_account_posts WHERE due_at IS NOT NULL',
      )
      return rows[0].left === 0
    },
    { timeout },
  )
}

/** What the sandbox published for a child: the texts. */
export async function textsAtSandbox({ app }: TestService, childId: string): Promise<string[]> {
  const { rows } = await app.services.db.pool.query('SELECT text FROM sandbox.posts WHERE client_reference = $1', [
    childId,
  ])
  return rows.map((row) => row.text)
}

/** The children that the sandbox published any number of times but one. */
export async function notPublishedOnce({ app }: TestService): Promise<{ id: string; status: string; times: number }[]> {
  const { rows } = await app.services.db.pool.query(
    `SELECT c.id, c.delivery_status AS status, count(p.id)::int AS times
     FROM social_account_posts c LEFT JOIN sandbox.posts p ON p.client_reference = c.id::text
     GROUP BY c.id HAVING count(p.id) <> 1 OR c.delivery_status <> 'PUBLISHED'`,
  )
  return rows
}

/** The history of a child. */
export async function attemptsOf({ app }: TestService, childId: string) {
  return app.services.db.prisma.deliveryAttempt.findMany({
    where: { socialAccountPostId: childId },
    orderBy: { number: 'asc' },
  })
}

/** A logger that keeps what is logged as an error. */
export function errorLog() {
  const errors: string[] = []
  return { errors, log: pino({ level: 'error' }, { write: (line) => void errors.push(line) }) }
}

/** The real time, moved ahead by as much as a test says. */
export function movableClock(): { clock: Clock; advance(ms: number): void } {
  let ahead = 0
  return {
    clock: { ...systemClock, now: () => Date.now() + ahead },
    advance: (ms) => {
      ahead += ms
    },
  }
}
