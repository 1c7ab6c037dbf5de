/** Writing responses: JSON, HTML and errors, always with the request's id. */
import type { ServerResponse } from 'node:http'
import { errorStatus, type ServiceError } from '../lib/service-error.ts'

export interface Reply {
  status: number
  headers?: Record<string, string>
  /** Serialised JSON; absent with 204. */
  body?: string
}

/** Sends a reply; a body is JSON. Does nothing when the client is gone. */
export function send(res: ServerResponse, { status, headers, body }: Reply): void {
  if (res.headersSent || res.destroyed) return
  if (body === undefined) {
    res.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': '0' }) }).end()
    return
  }
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  // As text it leaves in one piece with the headers.
  res.end(body)
}

/** The contract's error body with its status and headers. */
export function errorReply(error: ServiceError, headers: Record<string, string> = {}): Reply {
  return {
    status: errorStatus[error.code],
    headers: {
      ...headers,
      ...(error.code === 'UNAUTHORIZED' && { 'www-authenticate': 'Bearer' }),
      ...(error.details.retryAfter !== undefined && { 'retry-after': String(error.details.retryAfter) }),
    },
    body: JSON.stringify(error.toBody()),
  }
}

/** Sends a page that runs no script and loads nothing from elsewhere, unless `policy` says otherwise. */
export function sendHtml(
  res: ServerResponse,
  status: number,
  html: string,
  policy = "default-src 'none'; style-src 'unsafe-inline'",
): void {
  const bytes = Buffer.from(html)
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': bytes.length,
    'content-security-policy': `${policy}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  res.end(bytes)
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
