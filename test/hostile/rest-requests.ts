/** Requests made from the OpenAPI document: what it describes, that with one thing wrong, and garbage. */
import fc from 'fast-check'
import { openapiDocument } from '../../src/http/rest/openapi.ts'
import { type Draw, drawId, drawJunk, drawText, mutate, pick, withoutRaw } from './values.ts'

type Schema = Record<string, unknown>

interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  explode?: boolean
  schema: Schema
}

interface Described {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Operation extends Described {
  method: string
  path: string
}

export interface HostileRequest {
  /** `POST /posts` as the document names it. */
  operation: string
  method: string
  /** Under `/v1`, with ids as tokens; percent-encoded. */
  path: string
  headers: Record<string, string>
  /** A JSON value with tokens, or bytes as they are. */
  body: { json: unknown } | { bytes: Buffer } | undefined
  /** Which key sends it. */
  sender: 'full' | 'readOnly' | 'limited' | 'none'
}

const document = openapiDocument('http://127.0.0.1:3000')
const schemas = document.components.schemas as Record<string, Schema>

export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, described]) => ({
    method: method.toUpperCase(),
    path,
    ...(described as Described),
  })),
)

/** A value that the schema accepts, as far as a schema can say. */
function drawValue(g: Draw, given: Schema, name: string, depth = 0): unknown {
  const schema = resolve(given)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.oneOf)) return drawValue(g, pick<Schema>(g, ...schema.oneOf), name, depth)
  if (Array.isArray(schema.enum)) return pick<unknown>(g, ...schema.enum)
  switch (schema.type) {
    case 'object':
      return drawObject(g, schema, depth)
    case 'array': {
      const least = (schema.minItems as number) ?? 0
      const length = g(fc.integer, { min: least, max: (schema.maxItems as number) ?? Math.max(least, 3) })
      return Array.from({ length }, () => drawValue(g, schema.items as Schema, name, depth + 1))
    }
    case 'integer':
    case 'number':
      return g(fc.integer, { min: (schema.minimum as number) ?? -5, max: (schema.maximum as number) ?? 5000 })
    case 'boolean':
      return g(fc.boolean)
    case 'null':
      return null
    default:
      return drawString(g, schema, name)
  }
}

function drawObject(g: Draw, schema: Schema, depth: number): Record<string, unknown> {
  const required = (schema.required ?? []) as string[]
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const shown = properties.filter(([name]) => required.includes(name) || (depth < 4 && g(fc.nat, { max: 2 }) === 0))
  return Object.fromEntries(shown.map(([name, property]) => [name, drawValue(g, property, name, depth + 1)]))
}

function drawString(g: Draw, schema: Schema, name: string): string {
  if (/Ids?$|cursor|^id$/.test(name) && !/location|board/i.test(name)) return drawId(g, name)
  if (schema.format === 'date-time') return pick<string>(g, '2028-01-31T09:30:00Z', '2028-01-31T09:30:00.123+05:30')
  if (schema.format === 'date') return '2026-11-01'
  if (schema.format === 'uri') return pick<string>(g, 'https://127.0.0.1:9/a', 'https://example.com/?a=b')
  return g(fc.nat, { max: 3 }) === 0 ? drawText(g) : `text ${g(fc.nat, { max: 99 })}`
}

function resolve(schema: Schema): Schema {
  const { $ref } = schema
  return typeof $ref === 'string' ? resolve(schemas[$ref.split('/').at(-1) as string] as Schema) : schema
}

const malformed = ['%', '%zz', '%00', '%ff', '%ED%A0%80', '%c0%ae', '..%2f', '%2e%2e', '%25', '%0d%0aX:%20y']

/** Text as a client with a bug or a purpose encodes it. */
function encode(g: Draw, text: string): string {
  if (g(fc.nat, { max: 14 }) === 0) return pick<string>(g, ...malformed)
  if (/^«(own|theirs|nobody)\.\w+»$/.test(text)) return text
  return encodeURIComponent(withoutRaw(text).slice(0, 900).toWellFormed())
}

function drawPath(g: Draw, { path, parameters = [] }: Operation): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encode(g, drawId(g, name)) || '%20')
  const pairs = parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => drawParameter(g, parameter))
  if (g(fc.nat, { max: 19 }) === 0)
    pairs.push(`${pick<string>(g, 'unknown', '__proto__', 'input', '', '%')}=${encode(g, drawText(g))}`)
  if (pairs.length > 0 && g(fc.nat, { max: 19 }) === 0) pairs.push(pairs[0] as string)
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}

function drawParameter(g: Draw, { name, required, schema, explode }: Parameter): string[] {
  if (!required && g(fc.nat, { max: 2 }) > 0) return []
  const choice = g(fc.nat, { max: 9 })
  if (required && choice === 9) return []
  const value = choice < 7 ? drawValue(g, schema, name) : drawJunk(g)
  const list = Array.isArray(value) ? value.slice(0, 50) : [value]
  const texts = list.map((entry) => encode(g, typeof entry === 'string' ? entry : String(JSON.stringify(entry))))
  return explode === false || !Array.isArray(value)
    ? [`${name}=${texts.join(',')}`]
    : texts.map((text) => `${name}=${text}`)
}

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function drawForm(g: Draw): { type: string; bytes: Buffer } {
  const boundary = pick<string>(g, 'b', 'b'.repeat(70), '-'.repeat(200))
  const field = pick<string>(g, 'file', 'file', 'file', 'other', '__proto__', '')
  const name = pick<string>(g, 'a.png', '../../a', '"; filename="b', 'x'.repeat(5000), '\u{1f600}')
  const content = pick<Buffer>(
    g,
    picture,
    picture.subarray(0, 40),
    Buffer.alloc(0),
    Buffer.from('GIF89a'),
    Buffer.alloc(3000, 7),
  )
  const part = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  const end = Buffer.from(`--${boundary}--\r\n`)
  const bytes = Buffer.concat(pick<Buffer[]>(g, [part, end], [part, end], [part], [part, part, end], [end], []))
  return {
    type: pick<string>(
      g,
      `multipart/form-data; boundary=${boundary}`,
      `multipart/form-data; boundary=${boundary}`,
      'multipart/form-data',
      'multipart/form-data; boundary=other',
    ),
    bytes,
  }
}

const contentTypes = [
  'application/json',
  'application/json; charset=latin1',
  'APPLICATION/JSON',
  'text/plain',
  'application/jsonx',
  'multipart/form-data',
  '*/*',
  '',
]
const keys = ['key-1', 'key-2', 'k'.repeat(255), 'k'.repeat(256), ' ', '\u00e9\u00ff']
const requestIds = ['mine-1', 'x'.repeat(129), '<script>', '', '\u00e9']

/** One request for one of the operations. */
export function drawRequest(g: Draw): HostileRequest {
  const operation = pick<Operation>(g, ...operations)
  const { method, path, requestBody } = operation
  const headers: Record<string, string> = {}
  let body: HostileRequest['body']
  const schema = requestBody?.content['application/json']?.schema
  if (requestBody && !schema) {
    const form = drawForm(g)
    headers['content-type'] = form.type
    body = { bytes: form.bytes }
  } else if (schema || g(fc.nat, { max: 19 }) === 0) {
    headers['content-type'] = g(fc.nat, { max: 19 }) === 0 ? pick<string>(g, ...contentTypes) : 'application/json'
    body = drawBody(g, schema ?? {})
  }
  if (method === 'POST' && g(fc.nat, { max: 3 }) === 0) headers['idempotency-key'] = pick<string>(g, ...keys)
  if (g(fc.nat, { max: 9 }) === 0) headers['x-request-id'] = pick<string>(g, ...requestIds)
  if (g(fc.nat, { max: 19 }) === 0)
    headers.accept = drawText(g)
      .replaceAll(/[^\x20-\x7e]/g, '')
      .slice(0, 200)
  if (g(fc.nat, { max: 29 }) === 0) headers['content-encoding'] = 'gzip'
  return {
    operation: `${method} ${path}`,
    method: drawMethod(g, method),
    path: drawPath(g, operation),
    headers,
    body,
    sender: pick<HostileRequest['sender']>(
      g,
      'full',
      'full',
      'full',
      'full',
      'full',
      'full',
      'readOnly',
      'limited',
      'none',
    ),
  }
}

function drawMethod(g: Draw, method: string): string {
  if (g(fc.nat, { max: 29 }) > 0) return method
  return pick<string>(g, 'HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PATCH', 'PROPFIND', 'GET', 'DELETE')
}

function drawBody(g: Draw, schema: Schema): NonNullable<HostileRequest['body']> {
  const choice = g(fc.nat, { max: 19 })
  if (choice === 0) return { bytes: Buffer.from(g(fc.uint8Array, { maxLength: 200 })) }
  if (choice === 1) return { json: drawJunk(g) }
  const value = drawValue(g, schema, '')
  if (choice === 2) return { bytes: Buffer.from(JSON.stringify(value)?.slice(0, -1) ?? '') }
  if (choice === 3) return { bytes: Buffer.from(`\ufeff${JSON.stringify(value)}`) }
  return { json: choice < 12 ? mutate(g, value) : value }
}
