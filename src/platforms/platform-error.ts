/**
 * What a platform's answer means for a delivery. Connectors throw these and nothing else on purpose; anything else
 * thrown before the commit counts as `retry`, and during the commit as `outcome-unknown`.
 */
export type PlatformErrorKind = 'retry' | 'failed' | 'reconnect' | 'operator' | 'rejected' | 'outcome-unknown'

export class PlatformError extends Error {
  readonly kind: PlatformErrorKind
  /** Seconds the platform asks to wait, for `retry`. */
  readonly retryAfter: number | undefined

  private constructor(kind: PlatformErrorKind, message: string, retryAfter?: number) {
    super(message)
    this.name = 'PlatformError'
    this.kind = kind
    this.retryAfter = retryAfter
  }

  /** The platform is busy or down and nothing was published: try again later. */
  static retry(message: string, retryAfterSeconds?: number): PlatformError {
    return new PlatformError('retry', message, retryAfterSeconds)
  }

  /** The platform tried and failed, for a reason that lies neither in the content nor in the grant: over for now. */
  static failed(message: string): PlatformError {
    return new PlatformError('failed', message)
  }

  /** The grant is gone or lacks a permission: the user must connect the account again. */
  static reconnect(message: string): PlatformError {
    return new PlatformError('reconnect', message)
  }

  /** The operator's own app cannot go on: credits spent, app suspended, client refused. */
  static operator(message: string): PlatformError {
    return new PlatformError('operator', message)
  }

  /** The platform refuses this content for good; `message` is its reason in plain words. */
  static rejected(message: string): PlatformError {
    return new PlatformError('rejected', message)
  }

  /** The irreversible call was made and its answer is lost: only the connector's `check` may tell. */
  static outcomeUnknown(message: string): PlatformError {
    return new PlatformError('outcome-unknown', message)
  }
}
