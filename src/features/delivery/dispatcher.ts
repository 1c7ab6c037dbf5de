/** Who is served next: bounded work per account and per organization, so that nobody's backlog delays the others. */
import type { Services } from '../../context.ts'
import { type ClaimedDelivery, claimDue, releaseClaims, renewLeases, type Wanted } from './claim.ts'

const renewEveryMs = 15_000

export interface Dispatcher {
  /** Says that an account may have something due. */
  ready(account: ReadyAccount): void
  /** Takes nothing new and waits for what is in progress. */
  stop(): Promise<void>
}

export interface ReadyAccount {
  organizationId: string
  socialAccountId: string
}

/**
 * @param slots deliveries in progress at once in this process; an organization gets four fifths of them at most, an
 *   account a quarter
 */
export function startDispatcher(
  services: Services,
  deliver: (delivery: ClaimedDelivery) => Promise<void>,
  slots: number,
): Dispatcher {
  const perOrganization = Math.max(1, Math.floor(slots * 0.8))
  const perAccount = Math.max(1, Math.floor(slots / 4))
  const waiting = new Map<string, Set<string>>()
  const inProgress = new Set<ClaimedDelivery>()
  const counts = new Map<string, number>()
  let pumping = false
  let again = false
  let stopped = false
  let wakeIdle: (() => void)[] = []

  const count = (id: string) => counts.get(id) ?? 0
  const add = (id: string, by: number) => {
    const next = count(id) + by
    if (next === 0) counts.delete(id)
    else counts.set(id, next)
  }

  /** Gives the free slots out one by one, in turns among organizations and then among their accounts. */
  function choose(): Wanted[] {
    let free = slots - inProgress.size
    if (free <= 0) return []
    const leastServedFirst = [...waiting].sort(([a], [b]) => count(a) - count(b))
    const room = new Map(leastServedFirst.map(([id]) => [id, perOrganization - count(id)]))
    const turns = new Map(leastServedFirst.map(([id, accounts]) => [id, [...accounts]]))
    const limits = new Map<string, number>()
    while (free > 0 && turns.size > 0) {
      for (const [organizationId, accounts] of turns) {
        const account = accounts.shift()
        if (free === 0 || account === undefined || (room.get(organizationId) ?? 0) <= 0) {
          turns.delete(organizationId)
          continue
        }
        const limit = (limits.get(account) ?? 0) + 1
        if (count(account) + limit > perAccount) continue
        limits.set(account, limit)
        room.set(organizationId, (room.get(organizationId) as number) - 1)
        free -= 1
        accounts.push(account)
      }
    }
    return [...limits].map(([socialAccountId, limit]) => ({ socialAccountId, limit }))
  }

  /**
   * Claims once; false when there is nobody to claim for. Accounts leave the list before the claim, so that whoever
   * becomes ready during it is not forgotten.
   */
  async function round(): Promise<boolean> {
    const wanted = choose()
    if (wanted.length === 0) return false
    const taken = takeOff(wanted)
    let claimed: ClaimedDelivery[]
    try {
      claimed = await claimDue(services.db.pool, wanted, services.clock.now())
    } catch (error) {
      taken.forEach(list)
      throw error
    }
    if (stopped) {
      await releaseClaims(services.db.pool, claimed, services.clock.now())
      return false
    }
    for (const delivery of claimed) start(delivery)
    const got = Map.groupBy(claimed, (delivery) => delivery.socialAccountId)
    for (const { socialAccountId, limit } of wanted) {
      const deliveries = got.get(socialAccountId) ?? []
      if (deliveries.length === limit && deliveries[0]) list(deliveries[0])
    }
    return true
  }

  function list({ organizationId, socialAccountId }: ReadyAccount): void {
    const accounts = waiting.get(organizationId) ?? new Set()
    waiting.set(organizationId, accounts.add(socialAccountId))
  }

  /** Whoever was served goes to the end of the list. */
  function takeOff(wanted: Wanted[]): ReadyAccount[] {
    const ids = new Set(wanted.map((entry) => entry.socialAccountId))
    const taken: ReadyAccount[] = []
    for (const [organizationId, accounts] of [...waiting]) {
      const served = [...accounts].filter((socialAccountId) => ids.has(socialAccountId))
      if (served.length === 0) continue
      for (const socialAccountId of served) {
        taken.push({ organizationId, socialAccountId })
        accounts.delete(socialAccountId)
      }
      waiting.delete(organizationId)
      if (accounts.size > 0) waiting.set(organizationId, accounts)
    }
    return taken
  }

  function start(delivery: ClaimedDelivery): void {
    inProgress.add(delivery)
    add(delivery.organizationId, 1)
    add(delivery.socialAccountId, 1)
    void deliver(delivery).finally(() => {
      inProgress.delete(delivery)
      add(delivery.organizationId, -1)
      add(delivery.socialAccountId, -1)
      pump()
    })
  }

  function pump(): void {
    again = true
    if (pumping || stopped) wakeWhenIdle()
    else void drain()
  }

  async function drain(): Promise<void> {
    pumping = true
    try {
      while (again && !stopped) {
        again = false
        while (!stopped && (await round())) again = false
      }
    } catch (error) {
      services.log.error({ err: error }, 'due deliveries could not be claimed; trying again shortly')
    } finally {
      pumping = false
      wakeWhenIdle()
    }
  }

  function wakeWhenIdle(): void {
    if (pumping || inProgress.size > 0) return
    for (const wake of wakeIdle) wake()
    wakeIdle = []
  }

  const renewal = services.clock.setInterval(() => {
    renewLeases(services.db.pool, [...inProgress], services.clock.now()).catch((error: unknown) => {
      services.log.error({ err: error }, 'leases could not be renewed')
    })
  }, renewEveryMs)

  /** Waits until nothing is in progress and no claim runs. */
  function idle(): Promise<void> {
    return new Promise((resolve) => {
      wakeIdle.push(resolve)
      wakeWhenIdle()
    })
  }

  return {
    ready(account) {
      if (stopped) return
      list(account)
      pump()
    },
    async stop() {
      stopped = true
      await idle()
      services.clock.clearInterval(renewal)
    },
  }
}
