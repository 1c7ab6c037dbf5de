/** Who is served next: bounded work per lane and per organization, so that nobody's backlog delays the others. */
import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'

const renewEveryMs = 15_000
/** The first of many begin while the next are claimed. */
const mostAtOnce = 250

/** A lane's work is claimed and counted together: all of one account, of one webhook endpoint. */
export interface Lane {
  organizationId: string
  laneId: string
}

/** A lane with something due, and how much may be taken for it. */
export interface Wanted {
  laneId: string
  limit: number
}

export interface Dispatcher {
  /** Says that a lane may have something due. */
  ready(lane: Lane): void
  /** Takes nothing new and waits for what is in progress. */
  stop(): Promise<void>
}

export interface DispatcherOptions<Work> {
  clock: Clock
  log: Logger
  /** Work in progress at once in this process. */
  slots: number
  perOrganization: number
  perLane: number
  laneOf(work: Work): Lane
  /** Takes what is due on the lanes, at most `limit` of each. */
  claim(wanted: Wanted[]): Promise<Work[]>
  /** Gives back what was claimed but not begun, because the process is stopping. */
  release?(claimed: Work[]): Promise<void>
  /** Never throws. */
  run(work: Work): Promise<void>
  /** Prolongs the leases of what is in progress; called every 15 seconds. */
  renew?(held: Work[]): Promise<void>
}

export function startDispatcher<Work>(options: DispatcherOptions<Work>): Dispatcher {
  const { clock, log, slots, perOrganization, perLane, laneOf, claim, release, run, renew } = options
  const waiting = new Map<string, Set<string>>()
  const inProgress = new Set<Work>()
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

  /** Gives the free slots out one by one, in turns among organizations and then among their lanes. */
  function choose(): Wanted[] {
    let free = Math.min(slots - inProgress.size, mostAtOnce)
    if (free <= 0) return []
    const leastServedFirst = [...waiting].sort(([a], [b]) => count(a) - count(b))
    const room = new Map(leastServedFirst.map(([id]) => [id, perOrganization - count(id)]))
    const turns = new Map(leastServedFirst.map(([id, lanes]) => [id, [...lanes]]))
    const limits = new Map<string, number>()
    while (free > 0 && turns.size > 0) {
      for (const [organizationId, lanes] of turns) {
        const lane = lanes.shift()
        if (free === 0 || lane === undefined || (room.get(organizationId) ?? 0) <= 0) {
          turns.delete(organizationId)
          continue
        }
        const limit = (limits.get(lane) ?? 0) + 1
        if (count(lane) + limit > perLane) continue
        limits.set(lane, limit)
        room.set(organizationId, (room.get(organizationId) as number) - 1)
        free -= 1
        lanes.push(lane)
      }
    }
    return [...limits].map(([laneId, limit]) => ({ laneId, limit }))
  }

  /**
   * Claims once; false when there is nobody to claim for. Lanes leave the list before the claim, so that whoever
   * becomes ready during it is not forgotten.
   */
  async function round(): Promise<boolean> {
    const wanted = choose()
    if (wanted.length === 0) return false
    const taken = takeOff(wanted)
    let claimed: Work[]
    try {
      claimed = await claim(wanted)
    } catch (error) {
      taken.forEach(list)
      throw error
    }
    if (stopped && release) {
      await release(claimed)
      return false
    }
    for (const work of claimed) start(work)
    const got = Map.groupBy(claimed, (work) => laneOf(work).laneId)
    for (const { laneId, limit } of wanted) {
      const [first, ...rest] = got.get(laneId) ?? []
      if (first && rest.length === limit - 1) list(laneOf(first))
    }
    return true
  }

  function list({ organizationId, laneId }: Lane): void {
    const lanes = waiting.get(organizationId) ?? new Set()
    waiting.set(organizationId, lanes.add(laneId))
  }

  /** Whoever was served goes to the end of the list. */
  function takeOff(wanted: Wanted[]): Lane[] {
    const ids = new Set(wanted.map((entry) => entry.laneId))
    const taken: Lane[] = []
    for (const [organizationId, lanes] of [...waiting]) {
      const served = [...lanes].filter((laneId) => ids.has(laneId))
      if (served.length === 0) continue
      for (const laneId of served) {
        taken.push({ organizationId, laneId })
        lanes.delete(laneId)
      }
      waiting.delete(organizationId)
      if (lanes.size > 0) waiting.set(organizationId, lanes)
    }
    return taken
  }

  function start(work: Work): void {
    const { organizationId, laneId } = laneOf(work)
    inProgress.add(work)
    add(organizationId, 1)
    add(laneId, 1)
    void run(work).finally(() => {
      inProgress.delete(work)
      add(organizationId, -1)
      add(laneId, -1)
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
    // What becomes ready or free in the same turn of the event loop is claimed together.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      while (again && !stopped) {
        again = false
        while (!stopped && (await round())) again = false
      }
    } catch (error) {
      log.error({ err: error }, 'what is due could not be claimed; trying again shortly')
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

  const renewal = clock.setInterval(() => {
    renew?.([...inProgress]).catch((error: unknown) => {
      log.error({ err: error }, 'leases could not be renewed')
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
    ready(lane) {
      if (stopped) return
      list(lane)
      pump()
    },
    async stop() {
      stopped = true
      await idle()
      clock.clearInterval(renewal)
    },
  }
}
