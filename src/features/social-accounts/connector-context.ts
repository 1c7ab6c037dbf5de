import type { Services } from '../../context.ts'
import { wait } from '../../lib/clock.ts'
import type { ConnectorContext } from '../../platforms/platform.ts'
import type { PlatformError } from '../../platforms/platform-error.ts'

/** What a connector gets of our parts. */
export function connectorContext({ fetch, clock, log }: Services): ConnectorContext {
  return { fetch, log, now: () => clock.now(), wait: (ms) => wait(clock, ms) }
}

/**
 * Calls a connector for at most `limitMs` milliseconds: one that never returns would keep its slot for ever. After that
 * its requests are aborted, its waits end, whatever it still answers is dropped, and what `late` makes is thrown.
 */
export async function callWithin<Result>(
  services: Services,
  limitMs: number,
  late: () => PlatformError,
  call: (ctx: ConnectorContext) => Promise<Result>,
): Promise<Result> {
  const { clock } = services
  const aborter = new AbortController()
  const over = Promise.withResolvers<never>()
  const timer = clock.setTimeout(() => {
    over.reject(late())
    aborter.abort()
  }, limitMs)
  const ctx = connectorContext(services)
  const bounded: ConnectorContext = {
    ...ctx,
    fetch: (input, init) => {
      const signals = init?.signal ? [init.signal, aborter.signal] : [aborter.signal]
      return ctx.fetch(input, { ...init, signal: AbortSignal.any(signals) })
    },
    wait: (ms) => Promise.race([ctx.wait(ms), over.promise]),
  }
  try {
    return await Promise.race([call(bounded), over.promise])
  } finally {
    clock.clearTimeout(timer)
  }
}
