/** Turns a REST request into the arguments of its field, strictly: whatever is wrong is named with its JSON path. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { maxEntries, readFields, type ShapeIssue } from '../../graphql/input-shape.ts'
import type { Draft, RestRoute } from './routes/route.ts'

const maxIssuesPerEntry = 20

export interface RestArguments {
  /** Variables for the field's document, as they came. */
  variables: Record<string, unknown>
  /** The parts of the body that have the right shape. */
  draft: Draft
  issues: ShapeIssue[]
}

/** @param body the parsed JSON body, for routes that have one */
export function readArguments(
  route: RestRoute,
  field: GraphQLField<unknown, unknown>,
  params: Record<string, string>,
  query: URLSearchParams,
  body: unknown,
): RestArguments {
  const issues: ShapeIssue[] = []
  const bodyArgument = field.args.find((arg) => arg.name === route.body)
  const others = field.args.filter((arg) => arg !== bodyArgument)
  const given = { ...defaults(others), ...readQuery(others, query, issues), ...params }
  readFields(others, given, '', issues)
  if (!bodyArgument) return { variables: given, draft: {}, issues }

  const draft = readBody(bodyArgument, body, issues)
  return { variables: { ...given, [bodyArgument.name]: body }, draft, issues }
}

function readBody(argument: GraphQLArgument, body: unknown, issues: ShapeIssue[]): Draft {
  const fields = inputFields(argument)
  if (!isListType(getNullableType(argument.type))) {
    if (isObject(body)) return readFields(fields, body, '', issues)
    issues.push({ path: '', message: 'The body must be a JSON object.' })
    return {}
  }
  if (!Array.isArray(body)) {
    issues.push({ path: '', message: 'The body must be a JSON array.' })
    return []
  }
  if (body.length > maxEntries) {
    issues.push({ path: '', message: `The body must have at most ${maxEntries} entries.` })
    return []
  }
  return body.map((entry, index) => {
    if (isObject(entry)) return readFields(fields, entry, `[${index}]`, issues, maxIssuesPerEntry)
    issues.push({ path: `[${index}]`, message: `[${index}] must be an object.` })
    return {}
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** sofa's documents say nothing of the arguments' defaults. */
function defaults(args: readonly GraphQLArgument[]): Record<string, unknown> {
  return Object.fromEntries(
    args.flatMap((arg) => (arg.defaultValue === undefined ? [] : [[arg.name, arg.defaultValue]])),
  )
}

function inputFields(argument: GraphQLArgument) {
  const type = getNamedType(argument.type)
  if (!isInputObjectType(type)) throw new Error(`The body argument ${argument.name} must be an input object.`)
  return Object.values(type.getFields())
}

/** Lists come as one comma-separated value, or repeated; anything else once. */
function readQuery(
  args: readonly GraphQLArgument[],
  query: URLSearchParams,
  issues: ShapeIssue[],
): Record<string, unknown> {
  // Without a prototype, so that a parameter called __proto__ is one like others.
  const given: Record<string, unknown> = Object.create(null)
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name)
    const type = args.find((arg) => arg.name === name)?.type
    if (type && isListType(getNullableType(type))) {
      given[name] = values.flatMap((value) => value.split(',')).map((value) => value.trim())
    } else if (values.length > 1) {
      issues.push({ path: name, message: `${name} must be given once.` })
    } else {
      given[name] = type ? toScalar(type, values[0] as string) : values[0]
    }
  }
  return given
}

function toScalar(type: GraphQLInputType, value: string): unknown {
  return getNamedType(type).name === 'Int' && /^-?\d{1,10}$/.test(value) ? Number(value) : value
}
