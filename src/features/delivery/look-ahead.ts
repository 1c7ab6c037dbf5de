/**
 * Punctuality and recovery: once a second, the rows themselves say what is due in the next two seconds or overdue.
 * Polling alone would be late by its interval, and a lost alarm would never ring.
 */
import type { Services } from '../../context.ts'
import type { ReadyAccount } from './dispatcher.ts'

const everyMs = 1000
const aheadMs = 2000

/** Calls `ready` at the instant something is due on an account. Returns the function that ends it. */
export function startLookAhead(services: Services, ready: (account: ReadyAccount) => void): () => Promise<void> {
  const { clock, db, log } = services
  const armed = new Map<string, unknown>()
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const now = clock.now()
    const found = await db.pool.query<ReadyAccount & { at: Date }>({
      name: 'delivery_look_ahead',
      text: `SELECT DISTINCT organization_id AS "organizationId", social_account_id AS "socialAccountId",
               GREATEST(due_at, $1) AS at
             FROM social_account_posts WHERE due_at <= $2`,
      values: [new Date(now), new Date(now + aheadMs)],
    })
    for (const { at, ...account } of found.rows) {
      const key = `${account.socialAccountId} ${at.getTime()}`
      if (!armed.has(key)) arm(key, at.getTime(), account)
    }
  }

  /** Timers may ring a moment before their time; a claim then would find nothing due. */
  function arm(key: string, at: number, account: ReadyAccount): void {
    armed.delete(key)
    const delay = at - clock.now()
    if (delay <= 0) ready(account)
    else
      armed.set(
        key,
        clock.setTimeout(() => arm(key, at, account), delay),
      )
  }

  const interval = clock.setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'due deliveries could not be looked up; trying again'))
      .finally(() => {
        looking = undefined
      })
  }, everyMs)

  return async () => {
    clock.clearInterval(interval)
    await looking
    for (const timer of armed.values()) clock.clearTimeout(timer)
  }
}
