/**
 * Places in the product where a test may let this process die, as if it had been killed at the worst moment: with
 * FAULT_POINTS unset, reaching one does nothing. `npm run chaos` arms them.
 */
export const faultPoints = [
  /** The post is prepared; the intent to publish it is not written down yet. */
  'delivery.before-intent',
  /** The intent is written down, the publishing call not made. */
  'delivery.after-intent',
  /** The platform has published and answered; the answer is not written down. */
  'delivery.after-commit',
  /** The answer is written down, the delivery not settled. */
  'delivery.before-settle',
  /** In the transaction that settles, before its commit. */
  'delivery.in-settle',
  /** Settled, and nobody told but by the transaction itself. */
  'delivery.after-settle',
  /** The grant is locked, the platform not asked for new tokens. */
  'token.before-refresh',
  /** The platform has given new tokens and taken the old ones back; the new ones are not stored. */
  'token.after-refresh',
  /** A file is in storage without a row. */
  'upload.after-object',
  /** A part of a session has arrived; its sender is not answered. */
  'upload.after-part',
  /** An upload is in storage with its thumbnail, its session not READY. */
  'upload.before-ready',
  /** What a request with an Idempotency-Key asked for is done; its answer is not stored. */
  'request.before-answer',
  /** An event is claimed for a webhook, the request not made. */
  'webhook.before-send',
  /** The receiver has answered; that is not written down. */
  'webhook.after-send',
] as const

export type FaultPoint = (typeof faultPoints)[number]

/** Die when `point` is reached for the `nth` time, 1 for the first. */
export interface ArmedFault {
  point: FaultPoint
  nth: number
}

let left: Map<FaultPoint, number> | undefined

/** Arms the points of this process; each process has one set. */
export function armFaultPoints(faults: readonly ArmedFault[]): void {
  left = faults.length === 0 ? undefined : new Map(faults.map(({ point, nth }) => [point, nth]))
}

/** Called where the point is: ends the process by SIGKILL when a test armed it and its turn has come. */
export function reach(point: FaultPoint): void {
  if (!left) return
  const turns = left.get(point)
  if (turns === undefined) return
  left.set(point, turns - 1)
  if (turns === 1) process.kill(process.pid, 'SIGKILL')
}

/** Reads `point:nth`, several separated by commas; what is wrong comes back as a string. */
export function parseFaultPoints(text: string): ArmedFault[] | string {
  const known = new Set<string>(faultPoints)
  const parts = text.split(',').map((part) => part.trim().split(':'))
  const valid = parts.every(([point = '', nth = '', ...rest]) => {
    return rest.length === 0 && known.has(point) && /^[1-9]\d{0,5}$/.test(nth)
  })
  if (!valid) return `<point>:<nth time>, several separated by commas; points are ${faultPoints.join(', ')}`
  return parts.map(([point, nth]) => ({ point: point as FaultPoint, nth: Number(nth) }))
}
