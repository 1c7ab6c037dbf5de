import { setTimeout } from 'node:timers/promises'

/**
 * Calls `check` until it returns without an error and not false, and returns what it did. After `timeout` ms (default
 * 10,000) throws its last error.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeout = 10_000 } = {},
): Promise<Exclude<T, false>> {
  const deadline = Date.now() + timeout
  for (;;) {
    try {
      const result = await check()
      if (result !== false) return result as Exclude<T, false>
      if (Date.now() > deadline) throw new Error(`Still false after ${timeout} ms: ${check}`)
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    await setTimeout(20)
  }
}
