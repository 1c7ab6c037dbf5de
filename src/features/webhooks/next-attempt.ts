/** Waits after a failed attempt, seconds. */
const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]
const longestRetryAfter = 24 * 3600

/**
 * When to try again after the `tries`-th failed attempt (1 for the first), or undefined when it was the last.
 * @param retryAfter the receiver's Retry-After header, seconds or a date; never undercut, up to a day
 * @param random 0 to 1, lengthens the wait by up to a fifth
 */
export function nextAttempt(tries: number, now: number, random: number, retryAfter?: string): Date | undefined {
  const delay = delays[tries - 1]
  if (delay === undefined) return undefined
  const asked = Math.min(secondsOf(retryAfter, now), longestRetryAfter)
  return new Date(now + Math.max(delay * (1 + 0.2 * random), asked) * 1000)
}

function secondsOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter)
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? 0 : Math.max(0, (date - now) / 1000)
}
