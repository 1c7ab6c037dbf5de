/** Checks plain JSON against GraphQL input types strictly, naming every problem by its JSON path. */
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import type { Issue } from '../lib/service-error.ts'

export interface ShapeIssue extends Issue {
  /** The problem lies in the value of a platform-specific field, not in the shape of the request. */
  platformSpecific?: boolean
}

interface Place {
  path: string
  platformSpecific: boolean
  issues: ShapeIssue[]
  /** Length of `issues` at which nothing more is looked for. */
  most: number
}

/** Entries that a list in a request may have. */
export const maxEntries = 1000

type Fields = Iterable<GraphQLInputField | GraphQLArgument>

/**
 * Reads an object whose fields are `fields`. Null counts as absent. Parts with problems are left out of the result,
 * so that the rest can still be checked.
 * @param path JSON path of the object, '' for the body
 * @param most issues to look for: each is many times as large as what may cause it
 */
export function readFields(
  fields: Fields,
  value: object,
  path: string,
  issues: ShapeIssue[],
  most = 1000,
): Record<string, unknown> {
  return readObject(fields, value, { path, platformSpecific: false, issues, most: issues.length + most })
}

function readObject(fields: Fields, value: object, place: Place): Record<string, unknown> {
  const given = value as Record<string, unknown>
  const result: Record<string, unknown> = {}
  const known = new Set<string>()
  for (const field of fields) {
    known.add(field.name)
    const at: Place = {
      path: join(place.path, field.name),
      platformSpecific: place.platformSpecific || field.extensions.platformSpecific === true,
      issues: place.issues,
      most: place.most,
    }
    const entry = Object.hasOwn(given, field.name) ? given[field.name] : undefined
    if (entry == null) {
      if (field.defaultValue !== undefined) result[field.name] = field.defaultValue
      else if (isNonNullType(field.type)) report(at, 'is required.', at.platformSpecific)
      continue
    }
    const read = readValue(field.type, entry, at)
    if (read !== undefined) result[field.name] = read
  }
  for (const name of Object.keys(given)) {
    if (place.issues.length >= place.most) break
    if (!known.has(name)) report({ ...place, path: join(place.path, name) }, 'is not a known field.')
  }
  return result
}

function readValue(type: GraphQLInputType, value: unknown, place: Place): unknown {
  if (isNonNullType(type)) return readValue(type.ofType, value, place)
  if (isListType(type)) {
    if (!Array.isArray(value)) return report(place, 'must be an array.')
    if (value.length > maxEntries) return report(place, `must have at most ${maxEntries} entries.`)
    return value.map((entry, index) => {
      const at = { ...place, path: `${place.path}[${index}]` }
      return entry === null ? report(at, 'must not be null.') : readValue(type.ofType, entry, at)
    })
  }
  if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value) || value === null) return report(place, 'must be an object.')
    return readObject(Object.values(type.getFields()), value, place)
  }
  if (isEnumType(type)) {
    if (typeof value !== 'string') return report(place, 'must be a string.')
    const known = type.getValue(value)
    if (known) return known.value
    const names = type.getValues().map((entry) => entry.name)
    return report(place, `must be one of ${names.join(', ')}.`, place.platformSpecific)
  }
  return readScalar(type, value, place)
}

function readScalar(type: GraphQLScalarType, value: unknown, place: Place): unknown {
  switch (type.name) {
    case 'ID':
    case 'String':
      return typeof value === 'string' ? value : report(place, 'must be a string.')
    case 'Boolean':
      return typeof value === 'boolean' ? value : report(place, 'must be true or false.')
    case 'Int':
      return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31
        ? value
        : report(place, 'must be a 32-bit integer.')
    default:
      try {
        return type.parseValue(value)
      } catch (error) {
        return report(place, error instanceof Error ? error.message : String(error))
      }
  }
}

function report(place: Place, problem: string, platformSpecific = false): undefined {
  if (place.issues.length >= place.most) return
  const message = `${place.path || 'The body'} ${problem}`
  place.issues.push({ path: place.path, message, ...(platformSpecific && { platformSpecific }) })
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
