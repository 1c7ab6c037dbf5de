/** Waits before the next try, seconds: six tries over about an hour. */
const retryDelays = [15, 60, 240, 720, 2400]

/** Waits before a platform is asked again whether a post got out, seconds. */
const checkDelays = [5, 20, 60, 180]

/**
 * When to try again after the `tries`-th try (1 for the first), or undefined when it was the last.
 * @param kind `retry` before anything became visible, `check` after a lost answer
 * @param retryAfter seconds the platform asked for; never undercut
 * @param random 0 to 1, spreads the waits by a fifth either way
 */
export function nextTry(
  kind: 'retry' | 'check',
  tries: number,
  now: number,
  random: number,
  retryAfter?: number,
): Date | undefined {
  const delay = (kind === 'retry' ? retryDelays : checkDelays)[tries - 1]
  if (delay === undefined) return undefined
  const jittered = delay * (0.8 + 0.4 * random)
  return new Date(now + Math.max(jittered, Math.min(retryAfter ?? 0, 24 * 3600)) * 1000)
}
