/** Where the accounts' behaviours come between a call and its effect. */
import type { Grant } from './grant-tables.ts'
import { cutConnection, json, Refusal, type Reply } from './http.ts'
import { type ContainerRow, noteFailure } from './post-tables.ts'
import type { SandboxSettings } from './settings.ts'

/** Before anything is made or published. Throws the refusal of a suspended account. */
export function checkSuspension({ behaviour }: Grant): void {
  if (behaviour !== 'account-suspended') return
  throw new Refusal(403, 'account_suspended', 'The account is suspended: an operator has to talk to the sandbox.')
}

/** Before a container is shown. Throws 503 when the behaviour hides it. */
export async function beforeLook(settings: SandboxSettings, grant: Grant, container: ContainerRow): Promise<void> {
  if (grant.behaviour === 'loses-answer-for-good' && container.failures > 0) throw cannotTell()
  if (grant.behaviour !== 'flaky' || container.failures > 0) return
  await noteFailure(settings.pool, { id: container.id, failures: 1 })
  throw unavailable()
}

/** Before an account's posts are listed. Throws 503 when the behaviour hides them. */
export function beforeList({ behaviour }: Grant): void {
  if (behaviour === 'loses-answer-for-good') throw cannotTell()
}

/** Before a ready container is published. Throws a refusal when nothing comes of it. */
export async function beforePublish(settings: SandboxSettings, grant: Grant, container: ContainerRow): Promise<void> {
  checkSuspension(grant)
  switch (grant.behaviour) {
    case 'rate-limited':
      return limitRate(settings, container)
    case 'flaky':
      if (container.failures > 1) return
      await noteFailure(settings.pool, { id: container.id, failures: 2 })
      throw unavailable()
    case 'rejects-content':
      throw new Refusal(422, 'content_rejected', 'The post breaks the rules of this community.')
    default:
  }
}

/**
 * How publishing goes where the account does not simply publish and say so; `publish` makes the post, seen from the
 * given time on. Undefined for the simple way.
 */
export async function publishOddly(
  settings: SandboxSettings,
  grant: Grant,
  container: ContainerRow,
  publish: (at: number) => Promise<unknown>,
): Promise<Reply | undefined> {
  const now = settings.now()
  switch (grant.behaviour) {
    case 'slow':
      await publish(now + settings.times.slowMs)
      return json(202, { id: container.id, status: 'PUBLISHING' })
    case 'loses-answer':
      await publish(now)
      return cutConnection
    case 'loses-answer-for-good':
      await noteFailure(settings.pool, { id: container.id, failures: 1 })
      if (settings.random() < 0.5) await publish(now)
      return cutConnection
    default:
      return undefined
  }
}

async function limitRate(settings: SandboxSettings, container: ContainerRow): Promise<void> {
  const now = settings.now()
  const { retryAfterSeconds } = settings.times
  const blockedUntil = container.blockedUntil ?? new Date(now + retryAfterSeconds * 1000)
  if (!container.blockedUntil) await noteFailure(settings.pool, { id: container.id, failures: 1, blockedUntil })
  const seconds = Math.ceil((blockedUntil.getTime() - now) / 1000)
  if (seconds <= 0) return
  throw new Refusal(429, 'rate_limited', 'Too many posts at once: slow down.', { 'retry-after': String(seconds) })
}

function unavailable(): Refusal {
  return new Refusal(503, 'unavailable', 'The sandbox is having trouble; nothing was done.')
}

function cannotTell(): Refusal {
  return new Refusal(503, 'unavailable', 'The sandbox cannot tell what became of the post.')
}
