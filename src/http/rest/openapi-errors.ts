/** The error responses of the REST API: which codes an operation can answer, with which status, body and headers. */
import { type ErrorCode, errorStatus } from '../../lib/service-error.ts'
import type { JsonSchema, Schemas } from './openapi-objects.ts'
import type { RestRoute } from './routes/route.ts'

const everywhere: ErrorCode[] = [
  'UNAUTHORIZED',
  'VALIDATION_FAILED',
  'TOO_MANY_CONCURRENT_REQUESTS',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]
const withBody: ErrorCode[] = ['INVALID_JSON', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']
const withKey: ErrorCode[] = ['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED']
const writing: ErrorCode[] = ['FORBIDDEN']

/** Every code an operation can answer. */
function errorCodes(route: RestRoute): ErrorCode[] {
  return [
    ...new Set([
      ...(route.errors ?? []),
      ...everywhere,
      ...(route.body ? withBody : []),
      ...(route.method === 'POST' ? withKey : []),
      ...(route.field.startsWith('Mutation.') ? writing : []),
    ]),
  ]
}

const explanations: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'The API key is missing, malformed, unknown or revoked.',
  FORBIDDEN: 'The API key may not do this: it may only read, or is limited to certain projects.',
  INVALID_JSON: 'The body is not JSON.',
  REQUEST_TIMEOUT: 'The body took too long to arrive.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The body has another content type than the operation takes.',
  VALIDATION_FAILED: 'The request breaks a rule; `validationErrors` lists every problem with its JSON path.',
  DUPLICATE_SOCIAL_ACCOUNT_ID: 'A social account appears more than once.',
  INVALID_SOCIAL_ACCOUNT_ID: 'A social account does not exist.',
  SOCIAL_ACCOUNT_NOT_CONNECTED: 'A social account is disconnected and has to be connected again.',
  SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT: 'Two social accounts belong to different projects.',
  INVALID_MEDIA_ID: 'A media item does not exist in the project.',
  INVALID_PLATFORM_SPECIFIC_DATA: "A platform-specific field is missing, has a bad value or is not the platform's.",
  OAUTH_CLIENT_UNAVAILABLE: 'The platform is not configured on this service.',
  SOCIAL_ACCOUNT_LIMIT_REACHED: "The organization's allowance of connected accounts is used up.",
  IDEMPOTENCY_KEY_REUSED: 'The Idempotency-Key was used with another request.',
  IDEMPOTENCY_KEY_IN_USE: 'A request with this Idempotency-Key is still in progress.',
  POST_NOT_DELETABLE: 'A delivery of the post has started.',
  POST_NOT_EDITABLE: 'A delivery of the post has started.',
  OUTCOME_NOT_UNKNOWN: 'The outcome of the delivery is known, or was resolved before.',
  RETRY_STARTED: 'A retry has begun to find out what became of the post: its outcome is the one to settle.',
  TOO_MANY_CONCURRENT_REQUESTS: 'Too many requests of this API key are in progress.',
  SERVICE_UNAVAILABLE: 'The service, or the platform it has to ask, cannot answer now.',
  INTERNAL_ERROR: 'An internal error occurred; the request id leads to its log.',
}

function explain(code: ErrorCode): string {
  return explanations[code] ?? `${code.charAt(0)}${code.slice(1).toLowerCase().replaceAll('_', ' ')}.`
}

/** The error responses of an operation by status. */
export function errorResponses(schemas: Schemas, route: RestRoute): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(errorCodes(route), (code) => errorStatus[code])
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), response(schemas, status, codes)]))
}

function response(schemas: Schemas, status: number, codes: ErrorCode[]): JsonSchema {
  const conflict = codes.includes('SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT')
  const schema = {
    type: 'object',
    properties: {
      code: { type: 'string', enum: codes },
      message: { type: 'string', description: 'What is wrong, for people.' },
      ...(status === 422 && { validationErrors: problems(schemas) }),
      ...(conflict && { conflictingSocialAccountIds: conflicting }),
    },
    required: ['code', 'message'],
    additionalProperties: false,
  }
  const examples = codes.map((code) => [code, { value: example(code) }])
  return {
    description: codes.map((code) => `\`${code}\`: ${explain(code)}`).join('\n\n'),
    headers: headers(status, codes),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  }
}

/** Told to wait: always for 429, and for 409 when all that can be in the way is another request. */
function headers(status: number, codes: ErrorCode[]): JsonSchema {
  const waiting = ['TOO_MANY_CONCURRENT_REQUESTS', 'IDEMPOTENCY_KEY_IN_USE']
  const always = codes.every((code) => waiting.includes(code))
  const sometimes = codes.some((code) => waiting.includes(code) || code === 'SERVICE_UNAVAILABLE')
  return {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...(status === 401 && { 'WWW-Authenticate': { $ref: '#/components/headers/Authenticate' } }),
    ...(sometimes && { 'Retry-After': { $ref: `#/components/headers/${always ? 'RetryAfter' : 'MaybeRetryAfter'}` } }),
  }
}

const conflicting = {
  type: 'array',
  items: { type: 'string' },
  minItems: 2,
  maxItems: 2,
  description: 'With SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT: two accounts of different projects.',
}

function problems(schemas: Schemas): JsonSchema {
  const items = schemas.define('ValidationIssue', () => {
    throw new Error('The REST schema no longer has ValidationIssue.')
  })
  return { type: 'array', items, minItems: 1, description: 'Every problem that has a place in the request.' }
}

function example(code: ErrorCode): JsonSchema {
  const message = explain(code)
  const ids = ['019a5f3e-7c00-7aaa-8000-000000000001', '019a5f3e-7c00-7aaa-8000-000000000002']
  return {
    code,
    message,
    ...(code === 'VALIDATION_FAILED' && {
      validationErrors: [{ path: 'limit', message: 'limit must be 1 to 100, is 0.' }],
    }),
    ...(code === 'SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT' && { conflictingSocialAccountIds: ids }),
  }
}
