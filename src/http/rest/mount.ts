/** sofa behind the allow-list: REST requests run the same fields as GraphQL, compiled once per route. */
import type { IncomingMessage } from 'node:http'
import { type DocumentNode, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { useSofa } from 'sofa-api'
import { type Context, requireWriter } from '../../context.ts'
import { findBadText } from '../../graphql/text-check.ts'
import { errorStatus, ServiceError, validationFailed } from '../../lib/service-error.ts'
import { restSchema } from '../../schema.ts'
import { fingerprint, readIdempotencyKey, runOnce } from '../idempotency.ts'
import { readJson } from '../read-body.ts'
import { errorReply, type Reply } from '../respond.ts'
import { answerMultipart } from './answer-multipart.ts'
import { allowed, type Match, matchRoute } from './match-route.ts'
import { readArguments } from './request.ts'
import { toJson } from './response.ts'
import type { RestRoute } from './routes/route.ts'
import { routes } from './routes.ts'

const base = '/v1'

/** Takes the document that sofa made. */
type Learn = (document: DocumentNode) => void

/** A route's field, ready to run. */
type Operation = (ctx: Context, variables: Record<string, unknown>) => Promise<ExecutionResult> | ExecutionResult

/** What sofa is told when it asks for a result: nobody reads the response it makes of it. */
const notRun = new GraphQLError('Only the document was wanted.')

export interface Rest {
  /**
   * Answers a request under `/v1`. Never throws for what a client sends.
   * @param path the path with `/v1`
   */
  answer(req: IncomingMessage, path: string, query: URLSearchParams, enter: Enter): Promise<Reply>
}

/** Authenticates and counts the request. Errors: UNAUTHORIZED, TOO_MANY_CONCURRENT_REQUESTS. */
type Enter = () => Promise<Context>

export function mountRest(): Rest {
  const sofa = useSofa({
    basePath: base,
    schema: restSchema,
    routes: Object.fromEntries(
      routes
        .filter((route) => !route.multipart)
        .map(({ field, method, path, status }) => [
          field,
          { method, path: path.replaceAll(/\{(\w+)\}/g, ':$1'), responseStatus: status },
        ]),
    ),
    context: (server: { learn: Learn }) => server.learn,
    execute: async ({ document, contextValue }) => {
      const learn = contextValue as Learn
      learn(document)
      return { errors: [notRun] }
    },
  })
  const operations = new Map<string, Promise<Operation>>()

  /**
   * The operation that sofa makes of a route, compiled. sofa is asked once per route: it would coerce arguments and
   * reshape results, and its way through fetch costs more than the rest of a request.
   */
  function operationOf(route: RestRoute): Promise<Operation> {
    const known = operations.get(route.field)
    if (known) return known
    const learned = learnOperation(route)
    operations.set(route.field, learned)
    return learned
  }

  async function learnOperation({ field, method, path }: RestRoute): Promise<Operation> {
    let document: DocumentNode | undefined
    const learn: Learn = (made) => {
      document = made
    }
    await sofa.fetch(`http://localhost${base}${path.replaceAll(/\{\w+\}/g, 'x')}`, { method }, { learn })
    if (!document) throw new Error(`sofa has no operation for ${field}.`)
    const compiled = compileQuery(restSchema, document, getOperationAST(document)?.name?.value)
    if (!isCompiledQuery(compiled)) throw new Error(`${field} does not compile: ${JSON.stringify(compiled.errors)}`)
    return (ctx, variables) => compiled.query(undefined, ctx, variables)
  }

  /** Runs a route's field. Errors: whatever its verb throws. */
  async function run(route: RestRoute, ctx: Context, variables: Record<string, unknown>): Promise<unknown> {
    const operation = await operationOf(route)
    const { data, errors } = await operation(ctx, variables)
    const [error] = errors ?? []
    if (error) throw error.originalError ?? error
    return Object.values(data ?? {})[0]
  }

  /** What a creation made, as it is now: one resource, or a list that holds it. */
  async function readCreated({ field, readBack }: RestRoute, ctx: Context, id: string): Promise<unknown> {
    if (typeof readBack === 'function')
      return readBack(ctx, id, (name, variables) => run(routeOf(name), ctx, variables))
    if (!readBack) throw new Error(`${field} creates something and names no way to read it back.`)
    const route = routeOf(readBack)
    const [parameter] = route.path.match(/(?<=\{)\w+/) ?? []
    return run(route, ctx, parameter ? { [parameter]: id } : {})
  }

  /** The reply to a creation whose response was lost. */
  async function replyAgain(created: RestRoute, ctx: Context, id: string): Promise<Reply> {
    const answer = await readCreated(created, ctx, id).catch((error: unknown) => {
      if (error instanceof ServiceError && errorStatus[error.code] === 404) return undefined
      throw error
    })
    const found = Array.isArray(answer) ? answer.find((entry) => entry.id === id) : answer
    if (found) return success(created, found)
    const message = 'What the first request with this Idempotency-Key created has been deleted since.'
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', message)
  }

  async function answerRoute(req: IncomingMessage, match: Match, query: URLSearchParams, enter: Enter): Promise<Reply> {
    const ctx = await enter()
    const { route, params } = match
    if (route.field.startsWith('Mutation.')) requireWriter(ctx.actor)
    if (route.multipart) return answerMultipart(req, ctx, query)
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
      { key, fingerprint: fingerprint(ctx.actor, `${route.method} ${req.url}`, bytes) },
      (idempotency) => execute({ ...ctx, idempotency }).catch((error: unknown) => toReply(ctx, error)),
      (id) => replyAgain(route, ctx, id),
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

function routeOf(field: string): RestRoute {
  const route = routes.find((candidate) => candidate.field === field)
  if (!route) throw new Error(`There is no route for ${field}.`)
  return route
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
