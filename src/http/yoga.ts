/** GraphQL over HTTP: Yoga with GraphiQL for browsers, bounded documents and errors that carry the contract's codes. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import type { ExecutionArgs } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { schema } from '../schema.ts'
import { createDocumentCache } from './document-cache.ts'
import { toGraphqlError } from './graphql-error.ts'
import { limitGraphql } from './graphql-limits.ts'
import { createKnownQueries } from './known-queries.ts'
import { refuseNesting } from './read-body.ts'
import { send } from './respond.ts'
import type { Connection, Subscriptions } from './subscriptions.ts'

interface ServerContext {
  ctx: Context
  connection: Connection
}

/** Of all parsed documents that are kept. */
const maxCachedCharacters = 500_000

export interface GraphqlHandler {
  /** Answers a request whose sender is known. `body` is the request's, already read. */
  handle(
    req: IncomingMessage,
    res: ServerResponse,
    ctx: Context,
    connection: Connection,
    body: Buffer | undefined,
  ): Promise<void>
  /** The GraphiQL page; queries in it need a key in its headers editor. */
  page(): string
}

export function createGraphql(log: Logger, subscriptions: Subscriptions): GraphqlHandler {
  const subscribe: Plugin<Context> = {
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn((args: ExecutionArgs) =>
        // Yoga puts what a context is made from into it.
        subscriptions.subscribe(args, (args.contextValue as ServerContext).connection),
      )
    },
  }
  const known = createKnownQueries()
  const learn: Plugin<Context> = { onExecute: ({ args }) => known.learn(args as ExecutionArgs) }
  const yoga = createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    // Yoga's own counts documents, not their size, and keeps errors too.
    parserAndValidationCache: {
      documentCache: createDocumentCache(maxCachedCharacters),
      errorCache: createDocumentCache(0),
    },
    logging: false,
    context: ({ ctx }) => ctx as never,
    maskedErrors: { maskError: (error) => toGraphqlError(error, log) },
    // What the limits refuse is not learned.
    plugins: [limitGraphql, learn, subscribe],
  })
  return {
    async handle(req, res, ctx, connection, body) {
      if (body) refuseNesting(body)
      const reply = body && (await known.answer(req, ctx, body))
      if (reply) return send(res, reply)
      // A stream, because Yoga's adapter lists the keys of what it gets here: of a buffer, every byte.
      if (body) Object.assign(req, { body: Readable.from([body]) })
      await yoga.handle(req, res, { ctx, connection })
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
