import type { IncomingMessage } from 'node:http'

const maxBodyBytes = 1024 * 1024

/** An answer as data; the router writes it. */
export interface Reply {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** No answer at all: the connection is cut. */
export const cutConnection: Reply = { status: 0 }

/** An answer other than the wished one; the router words it as JSON, OAuth error or page, as the route speaks. */
export class Refusal extends Error {
  readonly status: number
  readonly type: string
  readonly headers: Record<string, string>

  constructor(status: number, type: string, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.type = type
    this.headers = headers
  }
}

/** A JSON answer; nothing of the API may be cached. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(value),
  }
}

/** A parameter that may be given once. Throws a 400 refusal when it is repeated. */
export function single(params: URLSearchParams, name: string): string | undefined {
  const values = params.getAll(name)
  if (values.length > 1) throw new Refusal(400, 'invalid_request', `${name} is given more than once.`)
  return values[0]
}

/** The fields of a form-encoded body of at most 1 MiB. Throws refusals: 400 for what is no form, 413. */
export async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  if (mediaType(req) !== 'application/x-www-form-urlencoded') {
    throw new Refusal(400, 'invalid_request', 'The body must be application/x-www-form-urlencoded.')
  }
  return new URLSearchParams(await readText(req))
}

/** The object of a JSON body of at most 1 MiB. Throws refusals: 415 for another type, 413, 400 for what is no object. */
export async function readJson(req: IncomingMessage): Promise<Record<string, unknown>> {
  if (mediaType(req) !== 'application/json') {
    throw new Refusal(415, 'unsupported_media_type', 'The body must be application/json.')
  }
  const value = parse(await readText(req))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'invalid_request', 'The body must be a JSON object.')
  }
  return value as Record<string, unknown>
}

function mediaType(req: IncomingMessage): string | undefined {
  return req.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'invalid_json', 'The body is not valid JSON.')
  }
}

async function readText(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop must not destroy the socket: the 413 still has to go out over it.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) throw new Refusal(413, 'payload_too_large', 'The body is over 1 MiB.')
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new Refusal(400, 'invalid_request', 'The body is not valid UTF-8.')
  }
}
