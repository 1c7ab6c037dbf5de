/** Queries that come again: compiled once, then answered without parsing, validating and Yoga's way through fetch. */
import type { IncomingMessage } from 'node:http'
import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  BREAK,
  type DocumentNode,
  type ExecutionArgs,
  getOperationAST,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import type { Context } from '../context.ts'
import { schema } from '../schema.ts'
import { maxComplexity } from './graphql-limits.ts'
import type { Reply } from './respond.ts'

/** Documents that are kept, the longest unused leaving first. */
const mostKnown = 200
const mostCharacters = 10_000
/** How often a document comes before it is worth compiling. */
const compileAfter = 2
const mostCosts = 100

interface Known {
  document: DocumentNode
  operationName: string | undefined
  uses: number
  /** Null where it cannot be compiled. */
  compiled?: CompiledQuery | null
  /** The variables that the cost depends on. */
  costly: string[]
  /** Whether it is cheap enough, by these variables' values. */
  cheap: Map<string, boolean>
}

interface Given {
  query: string
  operationName?: string | null
  variables?: Record<string, unknown> | null
}

export interface KnownQueries {
  /**
   * Answers a POST whose document was learned. Undefined when the request has to take the long way: for what is new, is no
   * plain query or fails, so that every error is made in one place. Queries change nothing and may run twice.
   */
  answer(req: IncomingMessage, ctx: Context, body: Buffer): Promise<Reply | undefined>
  /** Notes a document that passed validation and the limits. */
  learn(args: ExecutionArgs): void
}

export function createKnownQueries(): KnownQueries {
  const known = new Map<string, Known>()

  function find({ query, operationName }: Given): Known | undefined {
    const key = keyOf(query, operationName)
    const entry = known.get(key)
    if (!entry) return undefined
    known.delete(key)
    known.set(key, entry)
    return entry
  }

  return {
    learn({ document, operationName }) {
      const text = document.loc?.source.body
      if (text === undefined || text.length > mostCharacters) return
      const key = keyOf(text, operationName)
      if (known.has(key) || getOperationAST(document, operationName)?.operation !== 'query') return
      if (hasDirectives(document)) return
      if (known.size >= mostKnown) known.delete(known.keys().next().value as string)
      const entry = { document, operationName: operationName ?? undefined, uses: 0, cheap: new Map() }
      known.set(key, { ...entry, costly: costlyVariables(document) })
    },
    async answer(req, ctx, body) {
      const type = answerType(req.headers.accept)
      const given = type && isJson(req) ? read(body) : undefined
      const entry = given && find(given)
      if (!given || !entry) return undefined
      entry.uses += 1
      if (entry.compiled === undefined && entry.uses >= compileAfter) entry.compiled = compile(entry)
      if (!entry.compiled) return undefined
      const variables = given.variables ?? {}
      if (!isCheap(entry, variables, ctx)) return undefined
      const { data, errors } = await entry.compiled.query(undefined, ctx, variables)
      if (errors && errors.length > 0) return undefined
      return { status: 200, headers: { 'content-type': `${type}; charset=utf-8` }, body: JSON.stringify({ data }) }
    },
  }
}

function keyOf(query: string, operationName: string | null | undefined): string {
  return `${operationName ?? ''}\n${query}`
}

/** The compiler gives a field that is included in one place and skipped in another in the wrong places. */
function hasDirectives(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Directive() {
      found = true
      return BREAK
    },
  })
  return found
}

function compile({ document, operationName }: Known): CompiledQuery | null {
  const compiled = compileQuery(schema, document, operationName)
  return isCompiledQuery(compiled) ? compiled : null
}

function isCheap({ document, costly, cheap }: Known, variables: Record<string, unknown>, ctx: Context): boolean {
  const key = costly.length === 0 ? '' : JSON.stringify(costly.map((name) => variables[name]))
  const found = cheap.get(key)
  if (found !== undefined) return found
  if (cheap.size >= mostCosts) cheap.clear()
  try {
    const isBelow = complexityFromQuery(document, { schema, variables, ctx }).complexity <= maxComplexity
    cheap.set(key, isBelow)
    return isBelow
  } catch {
    return false
  }
}

/** Variables in the arguments of fields whose cost is a function of them. */
function costlyVariables(document: DocumentNode): string[] {
  const names = new Set<string>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(field) {
        if (typeof types.getFieldDef()?.extensions.complexity !== 'function') return
        for (const argument of field.arguments ?? []) {
          visit(argument, { [Kind.VARIABLE]: ({ name }) => void names.add(name.value) })
        }
      },
    }),
  )
  return [...names]
}

function isJson(req: IncomingMessage): boolean {
  return req.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json'
}

const answerTypes = new Map([
  ['application/graphql-response+json', 'application/graphql-response+json'],
  ['application/json', 'application/json'],
  ['application/*', 'application/json'],
  ['*/*', 'application/json'],
])

/** The content type that Yoga chooses: the first one listed that it has. Undefined for lists with character sets. */
function answerType(accept = '*/*'): string | undefined {
  if (accept.includes('charset')) return undefined
  for (const listed of accept.split(',')) {
    const type = answerTypes.get((listed.split(';', 1)[0] as string).trim().toLowerCase())
    if (type) return type
  }
  return undefined
}

/** The parameters of a request that is nothing but a query with variables. */
function read(body: Buffer): Given | undefined {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { query, operationName, variables, ...others } = value as Record<string, unknown>
  const isPlain =
    typeof query === 'string' &&
    (operationName == null || typeof operationName === 'string') &&
    (variables == null || (typeof variables === 'object' && !Array.isArray(variables))) &&
    Object.keys(others).length === 0
  return isPlain ? (value as Given) : undefined
}
