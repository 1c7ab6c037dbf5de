import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { ServiceError } from '../lib/service-error.ts'

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
