import { PlatformError } from '../platform-error.ts'

/** Whether a call may be repeated, or is the one that publishes. */
export type Step = 'repeatable' | 'commit'

const maxMessageLength = 500

/** What it means that a call brought no answer: `outcome-unknown` when it may have published, else `retry`. */
export function noAnswer(error: unknown, step: Step): PlatformError {
  if (step === 'repeatable') return PlatformError.retry(`The sandbox gave no answer (${describe(error)}).`)
  if (wasNeverSent(error)) return PlatformError.retry(`The sandbox could not be reached (${describe(error)}).`)
  return PlatformError.outcomeUnknown(`The sandbox's answer to publishing was lost (${describe(error)}).`)
}

/** What a 2xx whose body makes no sense means. */
export function unreadable(step: Step): PlatformError {
  const message = "The sandbox's answer could not be read."
  return step === 'commit' ? PlatformError.outcomeUnknown(message) : PlatformError.retry(message)
}

/** What a status other than 2xx means; `body` is its parsed JSON, `now` epoch milliseconds. */
export function refused(
  answer: { status: number; headers: Headers; body: unknown },
  step: Step,
  now: number,
): PlatformError {
  const { status } = answer
  const { type, message } = readError(answer.body)
  const reason = message ?? `The sandbox answered ${status}.`
  if (status === 403 && type === 'account_suspended') return PlatformError.operator(reason)
  if (status === 401 || status === 403) return PlatformError.reconnect(`${reason} Connect the account again.`)
  if (status === 429) return PlatformError.retry(reason, retryAfterSeconds(answer.headers, now))
  if (status === 404 || status === 409) return PlatformError.retry(reason)
  if (status === 422 && type === 'publishing_failed') return PlatformError.failed(reason)
  if (status >= 400 && status < 500 && status !== 408) {
    return PlatformError.rejected(`The sandbox refused the request: ${reason}`)
  }
  if (step === 'commit') return PlatformError.outcomeUnknown(reason)
  return PlatformError.retry(reason, retryAfterSeconds(answer.headers, now))
}

function readError(body: unknown): { type?: string; message?: string } {
  const error = (body as { error?: unknown } | null | undefined)?.error
  if (typeof error !== 'object' || error === null) return {}
  const { type, message } = error as { type?: unknown; message?: unknown }
  return {
    ...(typeof type === 'string' && { type }),
    ...(typeof message === 'string' && message && { message: message.slice(0, maxMessageLength) }),
  }
}

function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const seconds = Math.ceil((Date.parse(value) - now) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function describe(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time'
  const { code } = causeOf(error)
  return code ?? 'connection failed'
}

interface NetworkCause {
  code?: string
  syscall?: string
  errors?: NetworkCause[]
}

function causeOf(error: unknown): NetworkCause {
  return ((error as Error | undefined)?.cause ?? {}) as NetworkCause
}

function wasNeverSent(error: unknown): boolean {
  const cause = causeOf(error)
  if (cause.code === 'UND_ERR_CONNECT_TIMEOUT') return true
  // One error per address that was tried.
  const tries = cause.errors ?? [cause]
  return tries.length > 0 && tries.every(({ syscall }) => syscall === 'connect' || syscall === 'getaddrinfo')
}
