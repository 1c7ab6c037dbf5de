/** What a route of the REST API is. */
import type { Context } from '../../../context.ts'
import type { ShapeIssue } from '../../../graphql/input-shape.ts'
import type { ErrorCode } from '../../../lib/service-error.ts'

/** A body without its parts of a wrong shape: an object, or a list of them. */
export type Draft = Record<string, unknown> | Record<string, unknown>[]

/** Answers a query field of the REST API as its route would. */
export type ReadField = (field: string, variables: Record<string, unknown>) => Promise<unknown>

export interface RestRoute {
  /** `Query.post`, `Mutation.createPost`. */
  field: `${'Query' | 'Mutation'}.${string}`
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Under `/v1`, parameters in braces. */
  path: string
  status: 200 | 201 | 204
  tag: string
  summary: string
  /** The argument that the JSON body is. */
  body?: string
  /** What it answers beyond the errors that every operation has. */
  errors?: readonly ErrorCode[]
  /** What a body with a wrong shape gets instead of plain VALIDATION_FAILED. Returns a result or throws. */
  malformed?(ctx: Context, draft: Draft, issues: ShapeIssue[]): Promise<unknown>
  /** The body is a multipart form with one file in the field of this name; the other arguments are in the query. */
  multipart?: string
  /** The field that reads what this one created, by id or as one of a list; or what reads it by id, `read` by a field. */
  readBack?: string | ((ctx: Context, id: string, read: ReadField) => Promise<unknown>)
  /** The answer holds a secret: stored for repeats under an Idempotency-Key, it is encrypted. */
  holdsSecret?: true
}
