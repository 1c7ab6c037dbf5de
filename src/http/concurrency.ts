/** At most so many requests in progress per API key in this process; the next one is asked to wait. */
import { ServiceError } from '../lib/service-error.ts'

export interface ConcurrencyLimit {
  /**
   * Counts a request until the function that is returned is called; more calls of it do nothing.
   * Errors: TOO_MANY_CONCURRENT_REQUESTS.
   */
  enter(keyId: string): () => void
}

/** @param most requests in progress per key */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  const inProgress = new Map<string, number>()
  return {
    enter(keyId) {
      const count = inProgress.get(keyId) ?? 0
      if (count >= most) {
        const message = `This API key has ${count} requests in progress, the most there may be at once.`
        throw new ServiceError('TOO_MANY_CONCURRENT_REQUESTS', message, { retryAfter: 1 })
      }
      inProgress.set(keyId, count + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        const rest = (inProgress.get(keyId) as number) - 1
        if (rest === 0) inProgress.delete(keyId)
        else inProgress.set(keyId, rest)
      }
    },
  }
}
