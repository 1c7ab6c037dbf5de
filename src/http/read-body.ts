import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../lib/service-error.ts'

/** Largest JSON body, bytes: a batch of 1,000 items with long texts fits. */
export const maxJsonBytes = 10 * 1024 * 1024

/** What a client may still send after that, so that it gets to read the answer. */
const maxDiscardedBytes = 64 * 1024 * 1024

/** Arrays and objects inside each other. */
const maxDepth = 64

/**
 * Reads a JSON body.
 * Errors: UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON (also for nesting deeper than 64).
 */
export async function readJson(req: IncomingMessage): Promise<{ bytes: Buffer; value: unknown }> {
  const type = req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as Content-Type: application/json.')
  }
  const bytes = await readBytes(req)
  return { bytes, value: parseJson(bytes) }
}

/** Reads a body of at most `maxJsonBytes`. Errors: PAYLOAD_TOO_LARGE. */
export async function readBytes(req: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => new ServiceError('PAYLOAD_TOO_LARGE', `The body is larger than ${maxJsonBytes} bytes.`)
  if (Number(req.headers['content-length'] ?? 0) > maxJsonBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  // A connection closed at once would lose the response.
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxJsonBytes) chunks.length = 0
    else chunks.push(chunk)
    if (size > maxJsonBytes + maxDiscardedBytes) break
  }
  if (size > maxJsonBytes) throw tooLarge()
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
}

/**
 * Parses JSON text.
 * @param subject what it is, for messages
 * Errors: INVALID_JSON, also for bytes that are not UTF-8 and nesting deeper than 64.
 */
export function parseJson(bytes: Buffer, subject = 'The body'): unknown {
  refuseNesting(bytes, subject)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const reason = bytes.length === 0 ? 'it is empty' : error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    throw new ServiceError('INVALID_JSON', `${subject} is not JSON: ${reason}.`)
  }
}

const quote = 0x22
const backslash = 0x5c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Errors: INVALID_JSON for JSON text that nests deeper than 64, whether or not it is valid. */
export function refuseNesting(bytes: Buffer, subject = 'The body'): void {
  let depth = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number
    if (byte === quote) {
      index = endOfString(bytes, index + 1)
    } else if (opening.has(byte)) {
      depth += 1
      if (depth > maxDepth) {
        throw new ServiceError('INVALID_JSON', `${subject} is nested deeper than ${maxDepth} levels.`)
      }
    } else if (closing.has(byte)) {
      depth -= 1
    }
  }
}

/** Where the string ends that has begun before `index`. */
function endOfString(bytes: Buffer, index: number): number {
  let end = bytes.indexOf(quote, index)
  while (end >= 0 && isEscaped(bytes, index, end)) end = bytes.indexOf(quote, end + 1)
  return end < 0 ? bytes.length : end
}

function isEscaped(bytes: Buffer, start: number, at: number): boolean {
  let backslashes = 0
  while (at - backslashes > start && bytes[at - backslashes - 1] === backslash) backslashes += 1
  return backslashes % 2 === 1
}
