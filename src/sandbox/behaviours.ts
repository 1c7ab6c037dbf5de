/** How a user lets accounts behave, as the consent page says it. The name is part of the account's username. */
export const behaviours = {
  healthy: 'Healthy: everything works',
  slow: 'Slow: published after some seconds',
  'rate-limited': 'Rate limited: 429 first, then fine',
  flaky: 'Flaky: 503 twice, then fine',
  'loses-answer': 'Loses the answer, but publishes',
  'loses-answer-for-good': 'Loses the answer for good: unknown',
  'expired-token': 'Expired token: has to be renewed',
  'revoked-token': 'Revoked token: connect it again',
  'rejects-content': 'Rejects content: refuses every post',
  'account-suspended': 'Account suspended: needs an operator',
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
