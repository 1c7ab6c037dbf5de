/** The GraphQL schema: every feature's part of it, once whole and once as REST has it. */
import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import './features/health/graphql.ts'
import './features/projects/graphql.ts'
import './features/media/graphql.ts'
import './features/social-accounts/graphql.ts'
import './features/posts/graphql.ts'
import './features/posts/batch-graphql.ts'
import './features/posts/relations.ts'
import './features/posts/resolve-graphql.ts'
import './features/webhooks/graphql.ts'
import './features/analytics/graphql.ts'
import './events/graphql.ts'
import { type Context, requireWriter } from './context.ts'
import { builder } from './graphql/builder.ts'
import { findBadText, findLongLists } from './graphql/text-check.ts'
import { validationFailed } from './lib/service-error.ts'

/** What GraphQL clients see. */
export const schema = guard(builder.toSchema({ subGraph: 'Full', sortSchema: false }))

/** What the contract has, and nothing beyond it. */
export const restSchema = guard(builder.toSchema({ subGraph: 'Rest', sortSchema: false }))

/** What holds for every operation: text that can be stored, lists of some length, and no change with a key that may only read. */
function guard(unguarded: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(unguarded.getSubscriptionType()?.getFields() ?? {})) {
    const { subscribe } = field
    field.subscribe = (root, args, ctx: Context, info) => {
      refuseBadArguments(args)
      return subscribe?.(root, args, ctx, info)
    }
  }
  for (const type of [unguarded.getQueryType(), unguarded.getMutationType()]) {
    const isMutation = type === unguarded.getMutationType()
    for (const field of Object.values(type?.getFields() ?? {})) {
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = (root, args, ctx: Context, info) => {
        if (isMutation) requireWriter(ctx.actor)
        refuseBadArguments(args)
        return resolve(root, args, ctx, info)
      }
    }
  }
  return unguarded
}

function refuseBadArguments(args: unknown): void {
  const long = findLongLists(args)
  const issues = (long.length > 0 ? long : findBadText(args)).map((issue) => ({
    ...issue,
    path: issue.path.replace(/^input\./, ''),
  }))
  if (issues.length > 0) throw validationFailed(issues)
}
