/** Holds answers against the OpenAPI document: status, required headers and body, nothing unknown in them. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openapiDocument } from '../../src/http/rest/openapi.ts'
import type { Answer } from './service.ts'

type Json = Record<string, unknown>

interface Response {
  headers?: Record<string, { $ref: string }>
  content?: Record<string, { schema: Json }>
}

interface Operation {
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, Response>
}

export const document = openapiDocument('http://127.0.0.1:3000')

/** A validator of schemas that may refer to the document's components; UTC with milliseconds where `exactTimes`. */
export function createValidator({ exactTimes = false } = {}): (schema: Json) => ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  addFormats.default(ajv)
  if (exactTimes) ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  ajv.addVocabulary(['discriminator', 'components'])
  const known = new Map<Json, ValidateFunction>()
  return (schema) => {
    const validate = known.get(schema) ?? ajv.compile({ ...schema, components: document.components })
    known.set(schema, validate)
    return validate
  }
}

const validator = createValidator({ exactTimes: true })

const templates = Object.keys(document.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length)

/** The operation behind a method and path, without what is not described. */
export function findOperation(method: string, path: string): Operation | undefined {
  const plain = path.split('?')[0] as string
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase()
  return templates
    .filter(({ pattern }) => pattern.test(plain))
    .map((template) => document.paths[template.path]?.[wanted])
    .find((operation) => operation !== undefined) as Operation | undefined
}

/** Throws an Error that says how an answer differs from what the document promises. */
export function checkAnswer(method: string, path: string, answer: Answer): void {
  const { status, headers, body } = answer
  const fail = (problem: string): never => {
    throw new Error(`${method} /v1${path} answered ${status}, and ${problem}: ${JSON.stringify(body)}`)
  }
  const operation = findOperation(method, path)
  if (!operation) {
    if (path === '/openapi.json') return
    const expected = { 404: 'NOT_FOUND', 405: 'METHOD_NOT_ALLOWED' }[status]
    if (method !== 'HEAD' && (expected === undefined || body?.code !== expected)) fail('that is not described')
    return
  }
  const response = operation.responses[status]
  if (!response) return fail('that status is not described')
  for (const [name, { $ref }] of Object.entries(response.headers ?? {})) checkHeader(name, $ref, headers, fail)
  const schema = response.content?.['application/json']?.schema
  if (method === 'HEAD' || !schema) {
    if (body !== undefined) fail('there should be no body')
    return
  }
  if (!headers.get('content-type')?.startsWith('application/json')) fail('the body is not JSON')
  const validate = validator(schema)
  if (!validate(body)) fail(`the body breaks its schema (${JSON.stringify(validate.errors)})`)
}

function checkHeader(name: string, $ref: string, headers: Headers, fail: (problem: string) => never): void {
  const described = (document.components.headers as Record<string, Json>)[$ref.split('/').at(-1) as string] as {
    required?: boolean
    schema: Json
  }
  const value = headers.get(name)
  if (value === null) {
    if (described.required) fail(`the header ${name} is missing`)
    return
  }
  const validate = validator(described.schema)
  if (!validate(described.schema.type === 'integer' ? Number(value) : value)) fail(`the header ${name} is ${value}`)
}
