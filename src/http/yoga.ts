/** GraphQL over HTTP: Yoga with GraphiQL for browsers, bounded documents and errors that carry the contract's codes. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import type { ExecutionArgs } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { schema } from '../schema.ts'
import { toGraphqlError } from './graphql-error.ts'
import { limitGraphql } from './graphql-limits.ts'
import type { Connection, Subscriptions } from './subscriptions.ts'

interface ServerContext {
  ctx: Context
  connection: Connection
}

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
  const connections = new WeakMap<Context, Connection>()
  const subscribe: Plugin<Context> = {
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn((args: ExecutionArgs) =>
        subscriptions.subscribe(args, connections.get(args.contextValue as Context)),
      )
    },
  }
  const yoga = createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    logging: false,
    context: ({ ctx, connection }) => {
      const own = { ...ctx }
      connections.set(own, connection)
      return own as never
    },
    maskedErrors: { maskError: (error) => toGraphqlError(error, log) },
    plugins: [limitGraphql, subscribe],
  })
  return {
    async handle(req, res, ctx, connection, body) {
      if (body) Object.assign(req, { body })
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
