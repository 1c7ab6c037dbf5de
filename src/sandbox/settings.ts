import type { Pool } from 'pg'
import type { BehaviourTimes } from './behaviours.ts'

/** What the sandbox is given by whoever starts it. */
export interface SandboxOptions {
  pool: Pool
  /** Its public address, e.g. `http://127.0.0.1:3000/sandbox`; requests arrive with this full path. */
  baseUrl: string
  /** The one registered OAuth client. */
  clientId: string
  clientSecret: string
  /** The client's one callback, compared exactly. */
  redirectUri: string
  /** Epoch milliseconds. */
  now: () => number
  /** From 0 up to but not 1: how long processing and publishing take, and what becomes of a post lost for good. */
  random: () => number
  /** Passes the publishing delay, milliseconds; by default a timer. */
  wait?: (ms: number) => Promise<void>
  /** By default seconds, as a person would notice them. */
  times?: Partial<BehaviourTimes> | undefined
  /** Told of defects, which the client sees as a bare 500. */
  onError?: (error: unknown) => void
}

export interface SandboxSettings extends SandboxOptions {
  /** Without a slash at the end, as `basePath`. */
  baseUrl: string
  basePath: string
  wait: (ms: number) => Promise<void>
  times: BehaviourTimes
}
