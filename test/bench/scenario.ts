/** What a scenario of the bench is: one path of the service against its yardstick, on the same data in the same run. */
import type { ChildProcess } from 'node:child_process'

export interface Scenario {
  /** For `--only`. */
  name: string
  /** Takes minutes: left out of a `--quick` run. */
  fullOnly?: boolean
  /** How often it is measured, 3 when left out: short measurements want more, so that noise hits both sides. */
  rounds?: number
  rows: readonly Row[]
  /** Makes the data and starts what is measured. What has to be closed is handed to `bench.onClose`. */
  prepare(bench: Bench): Promise<Prepared>
}

/** A line of the table. */
export interface Row {
  /** Such as `GET /v1/posts/{postId}`. */
  path: string
  /** Of a rate more is better, of a time or a size less. */
  unit: 'per second' | 'ms' | 'MB'
  /** `ratio`: at least so many times as good as the baseline. `most`: at most so much, in the row's unit. */
  goal?: { ratio: number } | { most: number }
}

/** One number per row, by its path. */
export type Values = Record<string, number>

export interface Prepared {
  /** Measures once; called in rounds that alternate with `baseline`. */
  ours(): Promise<Values>
  /** Measures the yardstick; rows that have none are left out. */
  baseline?(): Promise<Values>
  /** What a reader of the table has to know; asked after the last round. */
  notes?(): string[]
}

export interface Bench {
  /** Smaller data and shorter rounds: shows that everything works, not how fast it is. */
  quick: boolean
  /** How long one measurement lasts, milliseconds. */
  roundMs: number
  /** A migrated database of one's own on the run's Postgres, dropped at the end. Returns its address. */
  createDatabase(): Promise<string>
  /** A database with 1,000,000 scheduled posts (10,000 with `quick`), made once in a run. Returns its address. */
  crowdedDatabase(): Promise<string>
  /** Starts `src/main.ts` on a database, in a process of its own. Resolves when it is ready. */
  startService(databaseUrl: string, env?: Record<string, string>): Promise<{ url: string; process: ChildProcess }>
  /** Starts a script that prints one line when it is ready, in a process of its own. Resolves with the line. */
  startScript(script: string, args: string[]): Promise<{ line: string; process: ChildProcess }>
  /** Runs at the end of the scenario, also after a failure; the last one first. */
  onClose(close: () => Promise<unknown>): void
}
