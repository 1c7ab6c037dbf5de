/** How a user lets accounts behave, as the consent page says it. The name is part of the account's username. */
export const behaviours = {
  healthy: 'Healthy: everything works',
  slow: 'Slow: processing and publishing go on for seconds',
  'rate-limited': 'Rate limited: the first publishing call gets 429 with Retry-After',
  flaky: 'Flaky: one 503 while preparing, one while publishing, nothing published by it',
  'loses-answer': 'Loses the answer: publishes, then cuts the connection',
  'loses-answer-for-good': 'Loses the answer for good: publishes or not, and nobody can find out',
  'expired-token': 'Expired token: access tokens soon expire and must be renewed',
  'revoked-token': 'Revoked token: the first renewal is refused until the account is connected again',
  'rejects-content': 'Rejects content: no post is good enough',
  'account-suspended': 'Account suspended: may do nothing until an operator steps in',
} as const

export type Behaviour = keyof typeof behaviours

const misbehaviours = Object.keys(behaviours).filter((name) => name !== 'healthy')

/** Whether a form's value names a behaviour. */
export function isBehaviour(value: string): value is Behaviour {
  return Object.hasOwn(behaviours, value)
}

/** What a username must not end with, because the accounts of another behaviour are called so; undefined when it is free. */
export function reservedEnding(username: string): string | undefined {
  return misbehaviours.map((name) => `-${name}`).find((ending) => username.endsWith(ending))
}

/** The accounts a user shares: `ada-1`, `ada-2` when healthy, else `ada-rate-limited-1` and so on. */
export function accountIds(username: string, behaviour: Behaviour, count: number): string[] {
  const name = behaviour === 'healthy' ? username : `${username}-${behaviour}`
  return Array.from({ length: count }, (_, index) => `${name}-${index + 1}`)
}

/** How long misbehaviour lasts. */
export interface BehaviourTimes {
  /** slow: how long a container is processed, and then again how long it takes to be published, milliseconds. */
  slowMs: number
  /** rate-limited: what the 429 asks to wait, seconds. */
  retryAfterSeconds: number
  /** expired-token, revoked-token: how long access tokens live, milliseconds; clients renew an expiring one ahead. */
  shortLifetimeMs: number
}

export const behaviourTimes: BehaviourTimes = { slowMs: 3_000, retryAfterSeconds: 30, shortLifetimeMs: 100_000 }
