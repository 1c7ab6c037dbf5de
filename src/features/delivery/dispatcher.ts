/** Deliveries by account: an organization gets four fifths of the slots at most, an account a quarter. */
import type { Services } from '../../context.ts'
import { announceEvents } from '../../events/announce.ts'
import { startDispatcher as start } from '../../queue/dispatcher.ts'
import { type ClaimedDelivery, claimDue, releaseClaims, renewLeases } from './claim.ts'

export interface Dispatcher {
  /** Says that an account may have something due. */
  ready(account: ReadyAccount): void
  /** Takes nothing new and waits for what is in progress. */
  stop(): Promise<void>
}

export interface ReadyAccount {
  organizationId: string
  socialAccountId: string
}

/** @param slots deliveries in progress at once in this process */
export function startDispatcher(
  services: Services,
  deliver: (delivery: ClaimedDelivery) => Promise<void>,
  slots: number,
): Dispatcher {
  const { clock, db, log } = services
  const { ready, stop } = start<ClaimedDelivery>({
    clock,
    log,
    slots,
    perOrganization: Math.max(1, Math.floor(slots * 0.8)),
    perLane: Math.max(1, Math.floor(slots / 4)),
    laneOf: ({ organizationId, socialAccountId }) => ({ organizationId, laneId: socialAccountId }),
    async claim(wanted) {
      const claimed = await claimDue(
        db.pool,
        wanted.map(({ laneId, limit }) => ({ socialAccountId: laneId, limit })),
        clock.now(),
      )
      if (claimed.length > 0) announceEvents(services)
      return claimed
    },
    release: (claimed) => releaseClaims(db.pool, claimed, clock.now()),
    run: deliver,
    renew: (held) => renewLeases(db.pool, held, clock.now()),
  })
  return {
    ready: ({ organizationId, socialAccountId }) => ready({ organizationId, laneId: socialAccountId }),
    stop,
  }
}
