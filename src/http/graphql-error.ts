import { GraphQLError } from 'graphql'
import type { Logger } from 'pino'
import { ServiceError } from '../lib/service-error.ts'

/** Errors of verbs keep their code and issues, those of requests get one; what nobody foresaw is logged and masked. */
export function toGraphqlError(error: unknown, log: Logger): GraphQLError {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error
  const place = error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}
  if (original instanceof ServiceError) {
    const { message, ...extensions } = original.toBody()
    return new GraphQLError(message, { ...place, extensions })
  }
  // One of a result's own place is no error of the request: a value that does not fit its type.
  if (error instanceof GraphQLError && original instanceof GraphQLError && (!error.path || original.nodes)) {
    // Yoga quotes what is not JSON to its full length, and needs the entry to choose the status.
    if (error.extensions.originalError) error.extensions.originalError = { name: 'SyntaxError' }
    error.extensions.code ??= original.extensions.code ?? 'BAD_REQUEST'
    return error
  }
  log.error({ err: original }, 'internal error')
  return new GraphQLError('An internal error occurred; the request id leads to its log.', {
    ...place,
    extensions: { code: 'INTERNAL_ERROR' },
  })
}
