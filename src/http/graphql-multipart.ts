/** GraphQL's multipart requests: files arrive beside the operation, and stand in its variables by name. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Context, requireWriter, type SpooledFile } from '../context.ts'
import { maxUploadBytes } from '../features/media/upload-media.ts'
import { type ServiceError, validationFailed } from '../lib/service-error.ts'
import { parseJson } from './read-body.ts'
import { spoolForm } from './spool.ts'

export interface MultipartRequest {
  /** The operation as a JSON body, each file in it replaced by the name that `uploads` knows it by. */
  body: Buffer
  uploads: Map<string, SpooledFile>
  /** Removes the files. */
  remove(): Promise<void>
}

type Json = Record<string, unknown>

/** Files of one request. */
const maxFiles = 10
const maxPlaces = 100

export function isMultipart(req: IncomingMessage): boolean {
  return /^multipart\/form-data\b/i.test(req.headers['content-type'] ?? '')
}

/**
 * Reads a request of the GraphQL multipart request specification: the fields `operations` and `map`, and up to 10 files
 * of up to 100 MB. The caller removes the files. Errors: FORBIDDEN for a key that may only read, INVALID_JSON,
 * VALIDATION_FAILED, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE.
 */
export async function readMultipart(req: IncomingMessage, ctx: Context): Promise<MultipartRequest> {
  // Only mutations take files: whoever may not write has none to send.
  requireWriter(ctx.actor)
  const form = await spoolForm(req, ctx.temporaryDir, { fileBytes: maxUploadBytes, files: maxFiles })
  try {
    refuseUnknownFields(form.fields)
    const operation = readObject(form.fields, 'operations')
    const uploads = new Map<string, SpooledFile>()
    const places = readPlaces(readObject(form.fields, 'map'))
    for (const name of form.files.keys()) {
      if (!places.has(name)) throw invalid('map', `map has no entry for the file ${name}.`)
    }
    for (const [name, paths] of places) {
      const file = form.files.get(name)
      if (!file) throw invalid('map', `map names the file ${name}, which was not sent.`)
      // Nobody can guess the name: a variable holds a file only where the map says so.
      const placeholder = randomUUID()
      uploads.set(placeholder, file)
      for (const path of paths) put(operation, path, placeholder)
    }
    return { body: Buffer.from(JSON.stringify(operation)), uploads, remove: form.remove }
  } catch (error) {
    await form.remove()
    throw error
  }
}

function invalid(path: string, message: string): ServiceError {
  return validationFailed([{ path, message }])
}

function refuseUnknownFields(fields: ReadonlyMap<string, string>): void {
  const unknown = [...fields.keys()].filter((name) => name !== 'operations' && name !== 'map')
  if (unknown.length > 0)
    throw validationFailed(unknown.map((path) => ({ path, message: `${path} is not a known field.` })))
}

function readObject(fields: ReadonlyMap<string, string>, name: string): Json {
  const text = fields.get(name)
  if (text === undefined) throw invalid(name, `${name} is required: a form field of JSON.`)
  const value = parseJson(Buffer.from(text), name)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(name, `${name} must be a JSON object; requests cannot be batched.`)
  }
  return value as Json
}

/** Where each file belongs, by its name. */
function readPlaces(map: Json): Map<string, string[]> {
  const places = new Map(Object.entries(map).map(([name, paths]) => [name, readPaths(name, paths)]))
  const count = [...places.values()].reduce((sum, paths) => sum + paths.length, 0)
  if (count > maxPlaces) throw invalid('map', `map may name at most ${maxPlaces} places.`)
  return places
}

function readPaths(name: string, paths: unknown): string[] {
  const isList = Array.isArray(paths) && paths.length > 0 && paths.every((path) => typeof path === 'string')
  if (!isList) throw invalid('map', `map.${name} must be a list of places such as "variables.file".`)
  return paths
}

/** Replaces the null at a place such as `variables.files.0`. */
function put(operation: Json, path: string, placeholder: string): void {
  const steps = path.split('.')
  const last = steps.pop() as string
  let holder: unknown = steps[0] === 'variables' ? operation : undefined
  for (const step of steps) holder = own(holder, step)
  if (own(holder, last) !== null) {
    throw invalid('map', `map names the place ${path}; operations must have null there, within its variables.`)
  }
  Object.assign(holder as Json, { [last]: placeholder })
}

/** The entry of an object or list under a name of its own. */
function own(holder: unknown, name: string): unknown {
  const isHolder = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
  return isHolder ? (holder as Json)[name] : undefined
}
