/** Who is served next: bounded work per lane and per organization, so that nobody's backlog delays the others. */
import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'

const renewEveryMs = 15_000

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
  /** Waits until nothing is in progress and no claim runs. */
  idle(): Promise<void>
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
  /** Never throws. */
  run(work: Work): Promise<void>
  /** Prolongs the leases of what is in progress; called every 15 seconds. */
  renew?(held: Work[]): Promise<void>
}

export function startDispatcher<Work>(options: DispatcherOptions<Work>): Dispatcher {
  const { clock, log, slots, perOrganization, perLane, laneOf, claim, run, renew } = options
  const waiting = new Map<string, Set<string>>()
  const inProgress = new Set<Work>()
  const counts = new Map<string, number>()
  let pumping: Promise<void> | undefined
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
    let free = slots - inProgress.size
    const room = new Map([...waiting].map(([id]) => [id, perOrganization - count(id)]))
    const turns = new Map([...waiting].map(([id, accounts]) => [id, [...accounts]]))
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

  /** Lanes leave the list before the claim, so that whoever becomes ready during it is not forgotten. */
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
    for (const work of claimed) start(work)
    const got = Map.groupBy(claimed, (work) => laneOf(work).laneId)
    for (const { laneId, limit } of wanted) {
      const [first, ...rest] = got.get(laneId) ?? []
      if (first && rest.length === limit - 1) list(laneOf(first))
    }
    return claimed.length > 0
  }

  function list({ organizationId, laneId }: Lane): void {
    const lanes = waiting.get(organizationId) ?? new Set()
    waiting.set(organizationId, lanes.add(laneId))
  }

  function takeOff(wanted: Wanted[]): Lane[] {
    const ids = new Set(wanted.map((entry) => entry.laneId))
    const taken: Lane[] = []
    for (const [organizationId, lanes] of waiting) {
      for (const laneId of lanes) {
        if (!ids.has(laneId)) continue
        taken.push({ organizationId, laneId })
        lanes.delete(laneId)
      }
      if (lanes.size === 0) waiting.delete(organizationId)
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
    pumping ??= (async () => {
      try {
        while (again && !stopped) {
          again = false
          while (!stopped && (await round())) again = false
        }
      } catch (error) {
        log.error({ err: error }, 'what is due could not be claimed; trying again shortly')
      } finally {
        pumping = undefined
        if (inProgress.size === 0) {
          for (const wake of wakeIdle) wake()
          wakeIdle = []
        }
      }
    })()
  }

  const renewal = clock.setInterval(() => {
    renew?.([...inProgress]).catch((error: unknown) => {
      log.error({ err: error }, 'leases could not be renewed')
    })
  }, renewEveryMs)

  async function idle(): Promise<void> {
    if (!pumping && inProgress.size === 0) return
    await new Promise<void>((resolve) => wakeIdle.push(resolve))
  }

  return {
    ready(lane) {
      if (stopped) return
      list(lane)
      pump()
    },
    idle,
    async stop() {
      stopped = true
      await idle()
      clock.clearInterval(renewal)
    },
  }
}
