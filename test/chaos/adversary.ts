/** Whoever breaks things: what, when and how long comes from the seed alone. */

import type pg from 'pg'
import { systemClock, wait } from '../../src/lib/clock.ts'
import { type FaultPoint, faultPoints } from '../../src/lib/fault-points.ts'
import type { ChaosPostgres } from './postgres.ts'
import type { ChooseFault, ServiceProcess } from './processes.ts'

export interface Blows {
  /** How many were hit by each kind of blow. */
  byKind: Map<string, number>
}

export interface Targets {
  processes: ServiceProcess[]
  postgres: ChaosPostgres
  database: pg.Pool
  /** Lets the platform hang for so long from now on, milliseconds; false when it hangs already. */
  stallPlatform(ms: number): boolean
}

interface Blow {
  kind: string
  weight: number
  /** How much was hit; false for nothing. */
  deal(targets: Targets, random: () => number): boolean | number | Promise<boolean | number>
}

/** Hits one process of a role once it serves: however slow the machine is, work gets done between two blows. */
const hitOne =
  (role: 'api' | 'worker', hit: (process: ServiceProcess) => boolean) =>
  async ({ processes }: Targets, random: () => number) => {
    const fitting = processes.filter((process) => process.role === role)
    const target = fitting[Math.floor(random() * fitting.length)]
    return target !== undefined && (await target.isReady()) && hit(target)
  }

const blows: Blow[] = [
  { kind: 'worker killed', weight: 30, deal: hitOne('worker', (process) => process.kill()) },
  { kind: 'API killed', weight: 22, deal: hitOne('api', (process) => process.kill()) },
  {
    kind: 'killed all at once',
    weight: 3,
    async deal({ processes }) {
      await Promise.all(processes.map((process) => process.isReady()))
      return processes.filter((process) => process.kill()).length
    },
  },
  {
    kind: 'Postgres restarted',
    weight: 6,
    deal: ({ postgres }, random) => postgres.restart(random() * 1500).then(() => true),
  },
  {
    kind: 'connections ended',
    weight: 15,
    async deal({ database }, random) {
      const share = random()
      const { rowCount } = await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name LIKE 'social-publishing%' AND hashtext(pid::text) & 1023 < $1`,
        [Math.ceil(share * 1024)],
      )
      return rowCount ?? 0
    },
  },
  {
    kind: 'sandbox stalled',
    weight: 7,
    deal: ({ stallPlatform }, random) => stallPlatform(500 + random() ** 3 * 19_000),
  },
  {
    kind: 'tokens expired',
    weight: 10,
    async deal({ database }) {
      await database.query(`UPDATE oauth_grants SET access_expires_at = now() + interval '30 seconds'`)
      return true
    },
  },
  // Longer than a lease: when it wakes up, what it holds belongs to others.
  { kind: 'worker frozen', weight: 4, deal: hitOne('worker', (process) => process.freeze(65_000)) },
]

/** Deals blows until `isEnding`, `gapMs` apart on average, at most so many. */
export async function runAdversary(options: {
  targets: Targets
  random: () => number
  gapMs: number
  mostBlows: number
  isEnding: () => boolean
  blows: Blows
}): Promise<void> {
  const { targets, random } = options
  const total = blows.reduce((sum, { weight }) => sum + weight, 0)
  for (let dealt = 0; dealt < options.mostBlows && !options.isEnding(); dealt += 1) {
    // All numbers of a round are drawn first, so that how a blow goes does not change the next one.
    const [gap, choice, detail] = [random(), random(), random()]
    await wait(systemClock, options.gapMs * (0.3 + 1.4 * gap))
    if (options.isEnding()) return
    let rest = choice * total
    const blow = blows.find(({ weight }) => {
      rest -= weight
      return rest < 0
    }) as Blow
    const hits = Number(await Promise.resolve(blow.deal(targets, () => detail)).catch(() => false))
    if (hits > 0) options.blows.byKind.set(blow.kind, (options.blows.byKind.get(blow.kind) ?? 0) + hits)
  }
}

const ofTheApi: FaultPoint[] = ['upload.after-object', 'upload.after-part', 'request.before-answer']

/** How often a point is passed before it strikes, at most: those that many pass strike late as well as early. */
const latest: Partial<Record<FaultPoint, number>> = {
  'delivery.in-settle': 3,
  'token.before-refresh': 10,
  'token.after-refresh': 10,
  'upload.after-object': 2,
  'upload.after-part': 2,
  'upload.before-ready': 2,
  'request.before-answer': 20,
}

/** Two starts of three are given a point to die at. */
export function chooseFaults(random: () => number, isEnding: () => boolean): ChooseFault {
  return (role) => {
    const [isArmed, which, when] = [random() < 0.67, random(), random()]
    if (!isArmed || isEnding()) return undefined
    const points = faultPoints.filter((point) => ofTheApi.includes(point) === (role === 'api'))
    const point = points[Math.floor(which * points.length)] as FaultPoint
    return { point, nth: 1 + Math.floor(when * (latest[point] ?? 150)) }
  }
}
