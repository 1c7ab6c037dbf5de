/** sofa behind the allow-list: REST requests run the same fields as GraphQL, compiled once per route. */
import type { IncomingMessage } from 'node:http'
import { type DocumentNode, type ExecutionResult, getOperationAST } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { useSofa } from 'sofa-api'
import type { Context } from '../../context.ts'
import { findBadText } from '../../graphql/text-check.ts'
import { ServiceError, validationFailed } from '../../lib/service-error.ts'
import { restSchema } from '../../schema.ts'
import { fingerprint, readIdempotencyKey, runOnce } from '../idempotency.ts'
import { readJson } from '../read-body.ts'
import { errorReply, type Reply } from '../respond.ts'
import { allowed, type Match, matchRoute } from './match-route.ts'
import { readArguments } from './request.ts'
import { toJson } from './response.ts'
import { type RestRoute, routes } from './routes.ts'

const base = '/v1'

/** What passes through sofa beside it: it would coerce arguments and reshape results. */
interface Call {
  ctx: Context
  variables: Record<string, unknown>
  result?: ExecutionResult
}

type Compiled = (call: Call) => Promise<ExecutionResult>

export interface Rest {
  /**
   * Answers a request under `/v1`. Never throws for what a client sends.
   * @param path the path with `/v1`
   */
  answer(req: IncomingMessage, path: string, query: URLSearchParams, enter: Enter): Promise<Reply>
}

/** sofa turns any field of this into a response that nobody reads. */
const nothing = { data: new Proxy({}, { get: () => null }) }

/** Authenticates and counts the request. Errors: UNAUTHORIZED, TOO_MANY_CONCURRENT_REQUESTS. */
export type Enter = () => Promise<Context>

export function mountRest(): Rest {
  const sofa = useSofa({
    basePath: base,
    schema: restSchema,
    routes: Object.fromEntries(
      routes.map(({ field, method, path, status }) => [
        field,
        { method, path: path.replaceAll(/\{(\w+)\}/g, ':$1'), responseStatus: status },
      ]),
    ),
    context: (server: { call: Call }) => server.call,
    execute: async ({ document, contextValue }) => {
      const call = contextValue as Call
      call.result = await compiled(document)(call)
      return nothing
    },
    errorHandler: ([error]) => {
      throw error
    },
  })
  const documents = new Map<DocumentNode, Compiled>()

  function compiled(document: DocumentNode): Compiled {
    const known = documents.get(document)
    if (known) return known
    const query = compileQuery(restSchema, document, getOperationAST(document)?.name?.value)
    if (!isCompiledQuery(query)) throw new Error(`A REST document does not compile: ${JSON.stringify(query.errors)}`)
    const run: Compiled = async ({ ctx, variables }) => query.query(undefined, ctx, variables)
    documents.set(document, run)
    return run
  }

  /** Runs a route's field. Errors: whatever its verb throws. */
  async function run(route: RestRoute, ctx: Context, variables: Record<string, unknown>): Promise<unknown> {
    const call: Call = { ctx, variables }
    const path = route.path.replaceAll(/\{\w+\}/g, 'x')
    await sofa.fetch(`http://localhost${base}${path}`, { method: route.method }, { call })
    const { result } = call
    if (!result) throw new Error(`sofa did not run ${route.field}.`)
    const [error] = result.errors ?? []
    if (error) throw error.originalError ?? error
    return Object.values(result.data ?? {})[0]
  }

  /** The reply to a creation whose response was lost: what was created, as it is now. */
  async function readBack(created: RestRoute, ctx: Context, id: string): Promise<Reply> {
    const route = routes.find((candidate) => candidate.field === created.readBack)
    if (!route) throw new Error(`${created.field} creates something and names no way to read it back.`)
    const [parameter] = route.path.match(/(?<=\{)\w+/) ?? []
    const found = await run(route, ctx, parameter ? { [parameter]: id } : {})
    return success(created, Array.isArray(found) ? found.find((entry) => entry.id === id) : found)
  }

  async function answerRoute(req: IncomingMessage, match: Match, query: URLSearchParams, enter: Enter): Promise<Reply> {
    const ctx = await enter()
    const { route, params } = match
    const { bytes, value } = route.body ? await readJson(req) : { bytes: Buffer.alloc(0), value: undefined }
    const execute = async (context: Context): Promise<Reply> => {
      const field = fieldOf(route)
      const { variables, draft, issues } = readArguments(route, field, params, query, value)
      issues.push(...findBadText({ ...variables, ...(route.body && { [route.body]: undefined }) }))
      if (route.body) issues.push(...findBadText(value))
      if (issues.length === 0) return success(route, await run(route, context, variables))
      const listed = issues.map(({ path, message }) => ({ path, message }))
      if (!route.malformed) throw validationFailed(listed)
      return success(route, await route.malformed(context, draft, issues))
    }
    const key = route.method === 'POST' ? readIdempotencyKey(req.headers['idempotency-key']) : undefined
    if (!key) return execute(ctx)
    return runOnce(
      ctx,
      { key, fingerprint: fingerprint(route.method, req.url ?? '', bytes) },
      (idempotency) => execute({ ...ctx, idempotency }).catch((error: unknown) => toReply(ctx, error)),
      (id) => readBack(route, ctx, id),
      route.holdsSecret,
    )
  }

  return {
    async answer(req, path, query, enter) {
      const inside = path.slice(base.length)
      try {
        return await answerRoute(req, matchRoute(req.method ?? 'GET', inside), query, enter)
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'METHOD_NOT_ALLOWED') {
          return errorReply(error, { allow: allowed(inside) })
        }
        if (error instanceof ServiceError) return errorReply(error)
        throw error
      }
    },
  }
}

function success(route: RestRoute, data: unknown): Reply {
  return route.status === 204 ? { status: 204 } : { status: route.status, body: toJson(data) }
}

function toReply(ctx: Context, error: unknown): Reply {
  if (error instanceof ServiceError) return errorReply(error)
  ctx.log.error({ err: error }, 'internal error')
  return errorReply(new ServiceError('INTERNAL_ERROR', 'An internal error occurred; the request id leads to its log.'))
}

function fieldOf({ field }: RestRoute) {
  const [typeName, fieldName] = field.split('.') as [string, string]
  const type = typeName === 'Query' ? restSchema.getQueryType() : restSchema.getMutationType()
  const found = type?.getFields()[fieldName]
  if (!found) throw new Error(`The schema has no ${field}.`)
  return found
}
