import type { Services } from '../../context.ts'
import { wait } from '../../lib/clock.ts'
import type { ConnectorContext } from '../../platforms/platform.ts'

/** What a connector gets of our parts. */
export function connectorContext({ fetch, clock, log }: Services): ConnectorContext {
  return { fetch, log, now: () => clock.now(), wait: (ms) => wait(clock, ms) }
}
