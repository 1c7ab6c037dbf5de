/** The GraphQL schema: every feature's part of it, once whole and once as REST has it. */
import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import './features/health/graphql.ts'
import './features/projects/graphql.ts'
import './features/social-accounts/graphql.ts'
import './features/posts/graphql.ts'
import './features/posts/batch-graphql.ts'
import './features/posts/relations.ts'
import type { Context } from './context.ts'
import { builder } from './graphql/builder.ts'
import { findBadText } from './graphql/text-check.ts'
import { ServiceError, validationFailed } from './lib/service-error.ts'

/** What GraphQL clients see. */
export const schema = guard(builder.toSchema({ subGraph: 'Full' }))

/** What the contract has, and nothing beyond it. */
export const restSchema = guard(builder.toSchema({ subGraph: 'Rest' }))

/** What holds for every operation: text that can be stored, and no change with a key that may only read. */
function guard(unguarded: GraphQLSchema): GraphQLSchema {
  for (const type of [unguarded.getQueryType(), unguarded.getMutationType()]) {
    const isMutation = type === unguarded.getMutationType()
    for (const field of Object.values(type?.getFields() ?? {})) {
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = (root, args, ctx: Context, info) => {
        if (isMutation && ctx.actor.readOnly) {
          throw new ServiceError('FORBIDDEN', 'This API key may only read.')
        }
        const issues = findBadText(args).map((issue) => ({ ...issue, path: issue.path.replace(/^input\./, '') }))
        if (issues.length > 0) throw validationFailed(issues)
        return resolve(root, args, ctx, info)
      }
    }
  }
  return unguarded
}
