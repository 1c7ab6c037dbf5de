/** What a GraphQL document may cost; measured before anything is executed, in time linear in its length. */
import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../context.ts'
import { ServiceError } from '../lib/service-error.ts'
import { schema } from '../schema.ts'

/** Lexical tokens of a document. */
const maxTokens = 5_000
/** Fields below fields. */
const maxDepth = 12
/** Selections with all fragments spread out: fields, aliases of one field too. */
const maxSelections = 1_000
/** Fields that a result may have at most, each list counted by its `limit`. */
const maxComplexity = 50_000

/** Parses at most `maxTokens`. Throws GraphQLError. */
export function parseBounded(source: string, options: object = {}): DocumentNode {
  return parse(source, { ...options, maxTokens })
}

export const limitGraphql: Plugin<Context> = {
  onParse({ setParseFn }) {
    setParseFn(parseBounded)
  },
  onExecute({ args }) {
    refuseCostly(args.document, args.variableValues ?? {}, args.contextValue)
  },
  onSubscribe({ args }) {
    refuseCostly(args.document, args.variableValues ?? {}, args.contextValue)
  },
}

/** Errors: QUERY_TOO_COMPLEX. */
export function refuseCostly(document: DocumentNode, variables: Record<string, unknown>, ctx: Context): void {
  const { depth, selections } = measure(document)
  if (depth > maxDepth) throw tooComplex(`The query is ${depth} fields deep; the most is ${maxDepth}.`)
  if (selections > maxSelections)
    throw tooComplex(`The query selects ${selections} fields; the most is ${maxSelections}.`)
  const { complexity } = complexityFromQuery(document, { schema, variables, ctx })
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

/** The largest operation's size. Each fragment is measured once, however often it is spread. */
function measure(document: DocumentNode): Size {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  const known = new Map<string, Size>()

  const ofFragment = (name: string): Size => {
    const found = known.get(name)
    if (found) return found
    const fragment = fragments.get(name)
    const size = fragment ? ofSelections(fragment.selectionSet) : { depth: 0, selections: 0 }
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
      total.depth = Math.max(total.depth, inner.depth + (node.kind === Kind.FIELD ? 1 : 0))
      total.selections += inner.selections + (node.kind === Kind.FIELD ? 1 : 0)
    }
    return total
  }
  const operations = document.definitions.filter(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )
  const sizes = operations.map((operation) => ofSelections(operation.selectionSet))
  return {
    depth: Math.max(0, ...sizes.map((size) => size.depth)),
    selections: Math.max(0, ...sizes.map((size) => size.selections)),
  }
}
