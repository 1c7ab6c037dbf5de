/** What the parts of the OpenAPI document share: schemas under construction. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  isNonNullType,
} from 'graphql'

export type JsonSchema = { [keyword: string]: unknown }

export type AnyField = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument

/** The document's named schemas while it is being built. */
export interface Schemas {
  components: Record<string, JsonSchema>
  /** A reference to the schema `name`, made by `make` the first time. */
  define(name: string, make: () => JsonSchema): JsonSchema
  /** The schema of a type; named ones are defined on the way. */
  of(type: GraphQLOutputType | GraphQLInputType): JsonSchema
  /** The schema of a property or parameter with its bounds; `owner` is the type that has it. */
  ofField(owner: string, field: AnyField): JsonSchema
}

/** Whether a client must send the field, or always gets it. */
export function isRequired(field: AnyField): boolean {
  return isNonNullType(field.type) && !('defaultValue' in field && field.defaultValue !== undefined)
}

/** A closed object: response fields without a value are absent, request fields with a default may be. */
export function objectSchema(
  schemas: Schemas,
  owner: string,
  fields: readonly AnyField[],
  description?: string | null,
): JsonSchema {
  const required = fields.filter(isRequired).map((field) => field.name)
  return {
    type: 'object',
    ...(description && { description }),
    properties: Object.fromEntries(fields.map((field) => [field.name, schemas.ofField(owner, field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}
