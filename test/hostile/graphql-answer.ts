/** Holds an answer against the GraphQL specification: its form, and its data against the operation that was sent. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { errorStatus } from '../../src/lib/service-error.ts'

const codes = new Set<string>([
  ...Object.keys(errorStatus),
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
])

type Json = Record<string, unknown>

/** Throws an Error that says what is not well-formed. Returns the codes of the errors. */
export function checkForm(answer: unknown): string[] {
  const { data, errors, extensions: _extensions, ...rest } = answer as Json
  if (Object.keys(rest).length > 0) throw new Error(`The answer has ${Object.keys(rest)}.`)
  if (errors === undefined) {
    if (typeof data !== 'object' || data === null) throw new Error('The answer has neither data nor errors.')
    return []
  }
  if (!Array.isArray(errors) || errors.length === 0) throw new Error('errors is not a list with something in it.')
  return errors.map(checkError)
}

function checkError(error: Json): string {
  const { message, locations, path, extensions, ...rest } = error
  const fail = (problem: string) => new Error(`An error's ${problem}: ${JSON.stringify(error).slice(0, 500)}`)
  if (Object.keys(rest).length > 0) throw fail(`entries ${Object.keys(rest)} are unknown`)
  if (typeof message !== 'string' || message === '') throw fail('message is no text')
  if (
    locations !== undefined &&
    !(locations as Json[]).every(({ line, column }) => Number(line) > 0 && Number(column) > 0)
  )
    throw fail('locations are none')
  if (path !== undefined && !(path as unknown[]).every((step) => typeof step === 'string' || Number.isInteger(step)))
    throw fail('path is none')
  const code = String((extensions as Json | undefined)?.code)
  if (!codes.has(code)) throw fail(`code is ${code}`)
  return code
}

/** Throws an Error where the data have not exactly the fields of the operation, or null or a value where they may not. */
export function checkData(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Json,
  data: unknown,
  name?: string,
): void {
  const operation = getOperationAST(document, name)
  const type = operation && schema.getRootType(operation.operation)
  if (!type || data == null) return
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)

  const isShown = (node: {
    directives?: readonly { name: { value: string }; arguments?: readonly { value: unknown }[] }[]
  }) =>
    (node.directives ?? []).every((directive) => {
      const given = directive.arguments?.[0]?.value as { kind: string; value?: boolean; name?: { value: string } }
      const flag = given.kind === Kind.VARIABLE ? Boolean(variables[given.name?.value ?? '']) : Boolean(given.value)
      return directive.name.value === 'include' ? flag : !flag
    })

  function collect(set: SelectionSetNode, typeName: string, into: Map<string, FieldNode[]>): Map<string, FieldNode[]> {
    for (const node of set.selections.filter(isShown)) {
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value
        into.set(key, [...(into.get(key) ?? []), node])
        continue
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
      const wanted = fragment?.typeCondition?.name.value
      const condition = wanted === undefined ? undefined : schema.getType(wanted)
      const own = schema.getType(typeName)
      const fits =
        wanted === undefined ||
        wanted === typeName ||
        (isAbstractType(condition) && isObjectType(own) && schema.isSubType(condition, own))
      if (fragment && fits) collect(fragment.selectionSet, typeName, into)
    }
    return into
  }

  function check(of: GraphQLOutputType, nodes: FieldNode[], value: unknown, path: string): void {
    const fail = (problem: string) => new Error(`${path} ${problem}: ${JSON.stringify(value)?.slice(0, 300)}`)
    if (isNonNullType(of)) {
      if (value == null) throw fail('is null')
      check(of.ofType as GraphQLOutputType, nodes, value, path)
      return
    }
    if (value === undefined) throw fail('is missing')
    if (value === null) return
    if (isListType(of)) {
      if (!Array.isArray(value)) throw fail('is no list')
      for (const [index, entry] of value.entries()) check(of.ofType, nodes, entry, `${path}[${index}]`)
    } else if (isCompositeType(of)) {
      const types = isObjectType(of) ? [of] : schema.getPossibleTypes(of)
      const problems = types.map((candidate) => problemOf(candidate.name, nodes, value as Json, path))
      if (problems.every(Boolean)) throw problems[0]
    } else if (isEnumType(of)) {
      if (!of.getValue(String(value))) throw fail(`is no ${of.name}`)
    } else if (typeof value === 'object') throw fail('is no scalar')
  }

  /** What keeps the value from being an object of the type. */
  function problemOf(typeName: string, nodes: FieldNode[], value: Json, path: string): unknown {
    try {
      const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
      checkObject(typeName, sets, value, path)
      return undefined
    } catch (error) {
      return error
    }
  }

  function checkObject(typeName: string, sets: SelectionSetNode[], value: Json, path: string): void {
    const fields = new Map<string, FieldNode[]>()
    for (const set of sets) collect(set, typeName, fields)
    const unknown = Object.keys(value).filter((key) => !fields.has(key))
    if (unknown.length > 0) throw new Error(`${path} has ${unknown}, which was not asked for.`)
    const known = schema.getType(typeName)
    for (const [key, [first, ...others]] of fields) {
      const field = first && isObjectType(known) ? known.getFields()[first.name.value] : undefined
      if (first?.name.value === '__typename') {
        if (value[key] !== typeName) throw new Error(`${path}.${key} is ${value[key]}, not ${typeName}.`)
      } else if (field && first) check(field.type, [first, ...others], value[key], `${path}.${key}`)
    }
  }

  checkObject(type.name, [operation.selectionSet], data as Json, 'data')
}
