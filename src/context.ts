/** What a verb receives: who asks, and everything it may touch. */
import type { Logger } from 'pino'
import type { Database } from './db/database.ts'
import type { Listener } from './db/listener.ts'
import type { Inspector } from './inspection/inspector.ts'
import type { Clock } from './lib/clock.ts'
import type { Outbound } from './lib/outbound.ts'
import type { SecretBox } from './lib/secret-box.ts'
import { ServiceError } from './lib/service-error.ts'
import type { Connectors } from './platforms/registry.ts'
import type { Queue } from './queue/queue.ts'
import type { Storage } from './storage/storage.ts'

/** The parts of the running service. */
export interface Services {
  db: Database
  queue: Queue
  connectors: Connectors
  storage: Storage
  inspector: Inspector
  /** A directory of this machine for files on their way in; what is left there for a day is swept. */
  temporaryDir: string
  secrets: SecretBox
  /** How connectors reach platforms. */
  fetch: typeof fetch
  /** How requests reach addresses that users give. */
  outbound: Outbound
  /** What other processes announce through the database. */
  listener: Listener
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

/** A file that a request brought, in the temporary directory; whoever read the request removes it. */
export interface SpooledFile {
  path: string
  bytes: number
  /** SHA-256 of the content. */
  hash: Buffer
}

export interface Context extends Services {
  actor: Actor
  requestId: string
  idempotency?: Idempotency
  /** Files of a multipart request, by the name that stands for them in the variables; who takes one removes its entry. */
  uploads?: Map<string, SpooledFile>
}

/** The tenant filter of every read: rows of the organization and, for a limited key, of its projects. */
export function tenantWhere(actor: Actor): { organizationId: string; projectId?: { in: string[] } } {
  return {
    organizationId: actor.organizationId,
    ...(actor.projectIds && { projectId: { in: actor.projectIds } }),
  }
}

/** Errors: FORBIDDEN for a key that may only read. */
export function requireWriter(actor: Actor): void {
  if (actor.readOnly) throw new ServiceError('FORBIDDEN', 'This API key may only read.')
}
