/** Operations made from a schema: fields, arguments, variables, fragments, aliases and directives, right and wrong. */
import fc from 'fast-check'
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { type Draw, drawId, drawJunk, drawText, mutate, pick } from './values.ts'

export interface HostileOperation {
  query: unknown
  variables: unknown
  operationName?: unknown
  kind: 'query' | 'mutation' | 'subscription'
}

interface Making {
  g: Draw
  schema: GraphQLSchema
  variables: Map<string, { type: string; value: unknown }>
  fragments: string[]
  /** Fields that may still be added. */
  left: number
}

export function drawOperation(g: Draw, schema: GraphQLSchema): HostileOperation {
  const making: Making = { g, schema, variables: new Map(), fragments: [], left: pick(g, 5, 20, 60) }
  const kind = pick<HostileOperation['kind']>(g, 'query', 'query', 'query', 'mutation')
  const root = schema.getRootType(kind as never) as GraphQLObjectType
  const selections = drawSelections(making, root, 0, kind === 'mutation' ? 2 : 4)
  const declared = [...making.variables].map(([name, { type }]) => `$${name}: ${type}`).join(', ')
  const head = `${kind}${chance(g, 3) ? ' Op' : ''}${declared && `(${declared})`}`
  const query = `${head} ${selections} ${making.fragments.join(' ')}`
  const variables = Object.fromEntries([...making.variables].map(([name, { value }]) => [name, value]))
  const choice = g(fc.nat, { max: 19 })
  if (choice < 4) return { query, variables: mutate(g, variables), kind }
  if (choice < 7) return { query: breakText(g, query), variables, kind }
  if (choice === 7) return { query: drawJunk(g), variables: drawJunk(g), kind }
  if (choice === 8) return { query, variables, operationName: drawJunk(g), kind }
  return { query, variables, kind }
}

function chance(g: Draw, oneIn: number): boolean {
  return g(fc.nat, { max: oneIn - 1 }) === 0
}

function drawSelections(making: Making, type: GraphQLOutputType, depth: number, most: number): string {
  const { g, schema } = making
  const parts: string[] = chance(g, 4) ? ['__typename'] : []
  if (isAbstractType(type) && chance(g, 2)) {
    const concrete = pick(g, ...schema.getPossibleTypes(type))
    parts.push(`... on ${concrete.name} ${drawSelections(making, concrete, depth, 3)}`)
  }
  if (isObjectType(type) || isInterfaceType(type)) {
    const fields = Object.values(type.getFields()).filter(
      ({ type: of }) => depth < 6 || !isCompositeType(getNamedType(of)),
    )
    const count = fields.length > 0 ? g(fc.integer, { min: 1, max: most }) : 0
    for (let index = 0; index < count && making.left > 0; index += 1) {
      making.left -= 1
      parts.push(drawField(making, pick(g, ...fields), depth))
    }
    if (chance(g, 8) && depth > 0) {
      const name = `F${making.fragments.length}`
      making.fragments.push('')
      making.fragments[Number(name.slice(1))] = `fragment ${name} on ${type.name} ${drawSelections(making, type, 6, 3)}`
      parts.push(`...${name}`)
    }
  }
  return `{ ${parts.length > 0 ? parts.join(' ') : '__typename'} }`
}

function drawField(making: Making, field: GraphQLField<unknown, unknown>, depth: number): string {
  const { g } = making
  const alias = chance(g, 3) ? `a${making.left}: ` : ''
  const args = field.args.flatMap((arg) =>
    isRequired(arg) || chance(g, 2) ? [`${arg.name}: ${drawArgument(making, arg)}`] : [],
  )
  const directive = chance(g, 15) ? ` ${drawDirective(making)}` : ''
  const of = getNamedType(field.type)
  const inner = isCompositeType(of) ? ` ${drawSelections(making, of as GraphQLOutputType, depth + 1, 5)}` : ''
  return `${alias}${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}${directive}${inner}`
}

function isRequired(arg: GraphQLArgument): boolean {
  return isNonNullType(arg.type) && arg.defaultValue === undefined
}

function drawDirective(making: Making): string {
  const name = pick(making.g, 'include', 'skip')
  if (chance(making.g, 2)) return `@${name}(if: ${making.g(fc.boolean)})`
  return `@${name}(if: $${declare(making, 'Boolean!', making.g(fc.boolean))})`
}

function declare({ variables }: Making, type: string, value: unknown): string {
  const name = `v${variables.size}`
  variables.set(name, { type, value })
  return name
}

function drawArgument(making: Making, arg: GraphQLArgument): string {
  const value = drawInput(making.g, arg.type, arg.name)
  if (value !== undefined && chance(making.g, 2)) return `$${declare(making, String(arg.type), value)}`
  return toLiteral(arg.type, value)
}

function drawInput(g: Draw, type: GraphQLInputType, name: string, depth = 0): unknown {
  if (isNonNullType(type)) return drawInput(g, type.ofType as GraphQLInputType, name, depth)
  if (isListType(type)) {
    return Array.from({ length: g(fc.integer, { min: 0, max: 3 }) || 1 }, () =>
      drawInput(g, type.ofType, name, depth + 1),
    )
  }
  if (isEnumType(type)) return pick(g, ...type.getValues()).name
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(
      (field) => isNonNullType(field.type) || (depth < 4 && chance(g, 5)),
    )
    return Object.fromEntries(fields.map((field) => [field.name, drawInput(g, field.type, field.name, depth + 1)]))
  }
  switch (type.name) {
    case 'ID':
      return drawId(g, name)
    case 'Boolean':
      return g(fc.boolean)
    case 'Int':
      return name === 'limit' ? pick(g, 1, 2, 10, 100, 0, 101, -1) : g(fc.integer, { min: -2, max: 20 })
    case 'Int64':
      return pick(g, 1, 1000, 5_368_709_120, 5_368_709_121, 2 ** 53, -1)
    case 'DateTime':
      return pick(g, '2028-01-31T09:30:00Z', '2028-01-31T09:30:00.5+02:00', '2001-01-01T00:00:00Z', 'tomorrow')
    case 'Date':
      return pick(g, '2026-11-01', '2026-12-01', '0001-01-01', '9999-12-31', '2026-02-30')
    case 'WebhookEventType':
      return pick(g, 'socialAccount.connected', 'socialAccountPost.delivery.failed', 'nothing')
    default:
      return name === 'cursor' ? drawId(g, name) : name === 'url' ? 'https://127.0.0.1:9/a' : drawText(g)
  }
}

/** A value as a GraphQL literal; what has none is null. */
function toLiteral(type: GraphQLInputType, value: unknown): string {
  if (isNonNullType(type)) return toLiteral(type.ofType as GraphQLInputType, value)
  if (Array.isArray(value))
    return `[${value.map((entry) => toLiteral(isListType(type) ? type.ofType : type, entry)).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = isInputObjectType(type) ? type.getFields() : {}
    const entries = Object.entries(value).map(
      ([name, entry]) => `${name}: ${toLiteral(fields[name]?.type ?? type, entry)}`,
    )
    return `{${entries.join(', ')}}`
  }
  return isEnumType(type) ? String(value) : (JSON.stringify(value) ?? 'null')
}

const pieces = [
  '{',
  '}',
  '(',
  ')',
  '@',
  '$',
  '...',
  ':',
  '"""',
  '"',
  '!',
  '#',
  '\0',
  '\ud800',
  'fragment',
  'on',
  '@include',
  'null',
  '1e999',
  '-',
  '\u202e',
  'subscription { deliveryEvents { id } }',
  '__schema { types { name } }',
  '__proto__',
  'constructor',
]

/** The text with something put in, taken out or doubled. */
function breakText(g: Draw, text: string): string {
  const at = g(fc.nat, { max: text.length })
  const length = g(fc.nat, { max: 20 })
  switch (g(fc.nat, { max: 3 })) {
    case 0:
      return text.slice(0, at) + text.slice(at + length)
    case 1:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at)
    case 2:
      return text.slice(0, at)
    default:
      return `${text.slice(0, at)} ${pick(g, ...pieces)} ${text.slice(at)}`
  }
}
