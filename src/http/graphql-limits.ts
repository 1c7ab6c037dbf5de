/** What a GraphQL document may cost: its text is measured before it is validated, its result before it is executed. */
import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  Kind,
  Lexer,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../context.ts'
import { ServiceError } from '../lib/service-error.ts'
import { schema } from '../schema.ts'
import { introspectsMoreThan } from './introspection-size.ts'

/** Characters of a document. */
const maxCharacters = 100_000
/** Lexical tokens of a document. */
const maxTokens = 5_000
/** Brackets inside brackets: the parser, and much after it, calls itself for each. */
const maxNesting = 64
/** Fields below fields; an introspection goes as deep as it likes. */
const maxDepth = 12
/** Selections of all operations and fragments, spread out: fields, aliases of one field too. */
const maxSelections = 1_000
/** Fields that a result may have at most, each list counted by its `limit`. */
export const maxComplexity = 50_000

/**
 * Parses a document and measures it: validating takes time that grows with the square of its selections. Errors:
 * QUERY_TOO_COMPLEX, GraphQLError with the code GRAPHQL_PARSE_FAILED.
 */
export function parseBounded(source: string | Source, options: object = {}): DocumentNode {
  const text = typeof source === 'string' ? source : source.body
  if (text.length > maxCharacters)
    throw tooComplex(`The document has ${text.length} characters; the most is ${maxCharacters}.`)
  const document = parseShallow(source, options)
  const { depth, selections } = measure(document)
  if (depth > maxDepth) throw tooComplex(`The query is ${depth} fields deep; the most is ${maxDepth}.`)
  if (selections > maxSelections)
    throw tooComplex(`The query selects ${selections} fields; the most is ${maxSelections}.`)
  return document
}

function parseShallow(source: string | Source, options: object): DocumentNode {
  try {
    refuseNesting(typeof source === 'string' ? new Source(source) : source)
    return parse(source, { ...options, maxTokens })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    const { message, nodes, source: at, positions } = error
    const extensions = { code: 'GRAPHQL_PARSE_FAILED' }
    throw new GraphQLError(message, { nodes, source: at, positions, extensions })
  }
}

const opening = new Set<string>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const closing = new Set<string>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

function refuseNesting(source: Source): void {
  const lexer = new Lexer(source)
  let nesting = 0
  for (let tokens = 0; tokens < maxTokens; tokens += 1) {
    const { kind } = lexer.advance()
    if (kind === TokenKind.EOF) return
    if (opening.has(kind)) nesting += 1
    if (closing.has(kind)) nesting -= 1
    if (nesting > maxNesting) throw tooComplex(`The document has more than ${maxNesting} brackets inside each other.`)
  }
}

export const limitGraphql: Plugin<Context> = {
  onParse({ setParseFn }) {
    setParseFn(parseBounded)
  },
  onExecute({ args }) {
    refuseCostly(args, args.contextValue)
  },
  onSubscribe({ args }) {
    refuseCostly(args, args.contextValue)
  },
}

interface Operation {
  document: DocumentNode
  operationName?: string | null | undefined
  variableValues?: Record<string, unknown> | null | undefined
}

/**
 * Measures what a valid document's operation would answer; one that cannot run, because its name or a variable is wrong,
 * is left to who runs it. Errors: QUERY_TOO_COMPLEX.
 */
export function refuseCostly({ document, operationName, variableValues }: Operation, ctx: Context): void {
  const operation = getOperationAST(document, operationName)
  if (!operation) return
  // Wrong values are counted: each is an error, which takes its time to make.
  const given = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {}, { maxErrors: 1 })
  if (given.errors) return
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
  const alone: DocumentNode = { ...document, definitions: [operation, ...fragments] }
  if (introspectsMoreThan(maxComplexity, schema, alone, given.coerced))
    throw tooComplex(`The introspection may have at most ${maxComplexity} fields.`)
  const { complexity } = complexityFromQuery(alone, { schema, variables: variableValues ?? {}, ctx })
  if (complexity > maxComplexity) {
    throw tooComplex(`The result may have ${complexity} fields, the most is ${maxComplexity}; ask for smaller pages.`)
  }
}

function tooComplex(message: string): ServiceError {
  return new ServiceError('QUERY_TOO_COMPLEX', message)
}

interface Size {
  depth: number
  selections: number
}

/** The depth of the deepest part, and the selections of all together. Each fragment is measured once, however often it is spread. */
function measure(document: DocumentNode): Size {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  const known = new Map<string, Size>()

  const ofFragment = (name: string): Size => {
    const found = known.get(name)
    if (found) return found
    // What spreads itself is invalid, which is found out later.
    known.set(name, { depth: 0, selections: 0 })
    const fragment = fragments.get(name)
    const size = fragment ? ofSelections(fragment.selectionSet) : { depth: 0, selections: 0 }
    if (fragment?.typeCondition.name.value.startsWith('__')) size.depth = 0
    known.set(name, size)
    return size
  }
  const ofSelections = (set: SelectionSetNode): Size => {
    const total: Size = { depth: 0, selections: 0 }
    for (const node of set.selections) {
      const inner =
        node.kind === Kind.FRAGMENT_SPREAD
          ? ofFragment(node.name.value)
          : node.selectionSet
            ? ofSelections(node.selectionSet)
            : { depth: 0, selections: 0 }
      const isIntrospection = node.kind === Kind.FIELD && node.name.value.startsWith('__')
      total.depth = Math.max(total.depth, isIntrospection ? 1 : inner.depth + (node.kind === Kind.FIELD ? 1 : 0))
      total.selections += inner.selections + (node.kind === Kind.FIELD ? 1 : 0)
    }
    return total
  }
  // Fragments that nobody spreads are validated too.
  const sizes = document.definitions.map((node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? ofSelections(node.selectionSet)
      : node.kind === Kind.FRAGMENT_DEFINITION
        ? ofFragment(node.name.value)
        : { depth: 0, selections: 0 },
  )
  return {
    depth: Math.max(0, ...sizes.map((size) => size.depth)),
    selections: sizes.reduce((sum, size) => sum + size.selections, 0),
  }
}
