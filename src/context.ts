/** What a verb receives: who asks, and everything it may touch. */
import type { Logger } from 'pino'
import type { Database } from './db/database.ts'
import type { Clock } from './lib/clock.ts'
import type { SecretBox } from './lib/secret-box.ts'
import type { Connectors } from './platforms/registry.ts'
import type { Queue } from './queue/queue.ts'

/** The parts of the running service. */
export interface Services {
  db: Database
  queue: Queue
  connectors: Connectors
  secrets: SecretBox
  /** How connectors reach platforms. */
  fetch: typeof fetch
  clock: Clock
  log: Logger
  /** At which ages of a published post its metrics are collected, milliseconds, growing. */
  analyticsSchedule: readonly number[]
  /** Our own address as browsers see it, without a slash at the end. */
  publicUrl: string
}

/** The API key behind a request. */
export interface Actor {
  keyId: string
  organizationId: string
  readOnly: boolean
  /** The only projects the key may see, or null for all of the organization. */
  projectIds: string[] | null
}

/** The idempotency record a request works under, see the transaction that creates something. */
export interface Idempotency {
  key: string
  /** Fences this request against one that took over after a crash. */
  owner: string
}

export interface Context extends Services {
  actor: Actor
  requestId: string
  idempotency?: Idempotency
}

/** The tenant filter of every read: rows of the organization and, for a limited key, of its projects. */
export function tenantWhere(actor: Actor): { organizationId: string; projectId?: { in: string[] } } {
  return {
    organizationId: actor.organizationId,
    ...(actor.projectIds && { projectId: { in: actor.projectIds } }),
  }
}
