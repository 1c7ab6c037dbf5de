/** What a verb may answer instead of a result: one closed list of codes, shared by REST and GraphQL. */
export const errorStatus = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  BAD_REQUEST: 400,
  INVALID_JSON: 400,
  REQUEST_TIMEOUT: 408,
  HEADERS_TOO_LARGE: 431,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  DUPLICATE_SOCIAL_ACCOUNT_ID: 422,
  INVALID_SOCIAL_ACCOUNT_ID: 422,
  SOCIAL_ACCOUNT_NOT_CONNECTED: 422,
  SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT: 422,
  INVALID_PROJECT_ID: 422,
  INVALID_MEDIA_ID: 422,
  UPLOAD_INCOMPLETE: 422,
  CORRUPT_MEDIA: 422,
  INVALID_PLATFORM_SPECIFIC_DATA: 422,
  OAUTH_CLIENT_UNAVAILABLE: 422,
  SOCIAL_ACCOUNT_LIMIT_REACHED: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_KEY_IN_USE: 409,
  POST_NOT_DELETABLE: 409,
  POST_NOT_EDITABLE: 409,
  OUTCOME_NOT_UNKNOWN: 409,
  RETRY_STARTED: 409,
  UPLOAD_SESSION_CLOSED: 409,
  POST_NOT_FOUND: 404,
  MEDIA_NOT_FOUND: 404,
  UPLOAD_SESSION_NOT_FOUND: 404,
  SOCIAL_ACCOUNT_POST_NOT_FOUND: 404,
  PROJECT_NOT_FOUND: 404,
  SOCIAL_ACCOUNT_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  WEBHOOK_DELIVERY_NOT_FOUND: 404,
  WEBHOOK_LIMIT_REACHED: 422,
  EVENT_NOT_FOUND: 404,
  TOO_MANY_SUBSCRIPTIONS: 429,
  SLOW_CONSUMER: 429,
  QUERY_TOO_COMPLEX: 422,
  TOO_MANY_CONCURRENT_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
  INTERNAL_ERROR: 500,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The contract's ValidationField: which part of a post a problem concerns. */
export const validationFields = [
  'DESCRIPTION',
  'MEDIA',
  'LINK',
  'PINTEREST_BOARD',
  'CONTENT',
  'TITLE',
  'FIRST_COMMENT',
  'TIKTOK_PRIVACY_LEVEL',
  'TIKTOK_CONTENT_DISCLOSURE',
  'YOUTUBE_PRIVACY',
  'YOUTUBE_CATEGORY',
  'YOUTUBE_TAGS',
  'SCHEDULE',
] as const

export type ValidationField = (typeof validationFields)[number]

/** One problem of a request: `path` is its JSON path (`socialAccounts[1].pinterestBoardId`). */
export interface Issue {
  path: string
  message: string
  field?: ValidationField
}

interface Details {
  validationErrors?: Issue[]
  conflictingSocialAccountIds?: string[]
  /** Seconds to wait, for the Retry-After header. */
  retryAfter?: number
}

/** An answer that is the caller's to act on. Anything else that is thrown is a defect and becomes INTERNAL_ERROR. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message)
    this.name = 'ServiceError'
    this.code = code
    this.details = details
  }

  /** The contract's error body. */
  toBody(): { code: ErrorCode; message: string; validationErrors?: Issue[]; conflictingSocialAccountIds?: string[] } {
    const { validationErrors, conflictingSocialAccountIds } = this.details
    return {
      code: this.code,
      message: this.message,
      ...(validationErrors && { validationErrors }),
      ...(conflictingSocialAccountIds && { conflictingSocialAccountIds }),
    }
  }
}

/** VALIDATION_FAILED with every problem found; the message repeats the first for readers of logs. */
export function validationFailed(issues: Issue[]): ServiceError {
  const first = issues[0]
  const place = first?.path ? `${first.path}: ` : ''
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see validationErrors)` : ''
  return new ServiceError('VALIDATION_FAILED', `${place}${first?.message ?? 'The request is not valid.'}${more}`, {
    validationErrors: issues,
  })
}
