/** GraphQL over HTTP: Yoga with GraphiQL for browsers, bounded documents and errors that carry the contract's codes. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { GraphQLError } from 'graphql'
import { createYoga } from 'graphql-yoga'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { ServiceError } from '../lib/service-error.ts'
import { schema } from '../schema.ts'
import { limitGraphql } from './graphql-limits.ts'

interface ServerContext {
  ctx: Context
}

export interface GraphqlHandler {
  /** Answers a request whose sender is known. `body` is the request's, already read. */
  handle(req: IncomingMessage, res: ServerResponse, ctx: Context, body: Buffer | undefined): Promise<void>
  /** The GraphiQL page; queries in it need a key in its headers editor. */
  page(): string
}

export function createGraphql(log: Logger): GraphqlHandler {
  const yoga = createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    logging: false,
    context: ({ ctx }) => ctx as never,
    maskedErrors: { maskError: (error) => toGraphqlError(error, log) },
    plugins: [limitGraphql],
  })
  return {
    async handle(req, res, ctx, body) {
      if (body) Object.assign(req, { body })
      await yoga.handle(req, res, { ctx })
    },
    page: () =>
      renderGraphiQL({
        title: 'GraphiQL',
        endpoint: '/graphql',
        defaultQuery: '{\n  health {\n    message\n    version\n  }\n}\n',
        headers: JSON.stringify({ Authorization: 'Bearer API_KEY' }),
      }),
  }
}

/** Errors of verbs keep their code and issues; what nobody foresaw is logged and masked. */
export function toGraphqlError(error: unknown, log: Logger): GraphQLError {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error
  const place = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}
  if (original instanceof ServiceError) {
    const { message, ...extensions } = original.toBody()
    return new GraphQLError(message, { ...place, extensions })
  }
  if (original instanceof GraphQLError) return original
  log.error({ err: original }, 'internal error')
  return new GraphQLError('An internal error occurred; the request id leads to its log.', {
    ...place,
    extensions: { code: 'INTERNAL_ERROR' },
  })
}
