/** JSON Schemas of the REST API's types, made from the GraphQL types behind it. */
import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isScalarType,
  isUnionType,
} from 'graphql'
import { limits, limitsByName, removable } from './openapi-limits.ts'
import { type AnyField, type JsonSchema, objectSchema, type Schemas } from './openapi-objects.ts'
import {
  dataSchema,
  type Fields,
  inputVariants,
  outputVariants,
  scheduleVariants,
  targetVariants,
} from './openapi-variants.ts'

type Composite = GraphQLObjectType | GraphQLInputObjectType | GraphQLInterfaceType

const scalars: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number', format: 'double' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
}

/** Types whose shape depends on one of their fields, and how their variants are made. */
const variants: Readonly<Record<string, (schemas: Schemas, type: Composite) => JsonSchema>> = {
  PostSchedule: scheduleVariants,
  PostScheduleInput: scheduleVariants,
  PlatformSpecificInputs: inputVariants,
}

export function createSchemas(): Schemas {
  const schemas: Schemas = {
    components: {},
    define(name, make) {
      if (!(name in schemas.components)) {
        schemas.components[name] = {}
        schemas.components[name] = make()
      }
      return { $ref: `#/components/schemas/${name}` }
    },
    of(type) {
      if (isNonNullType(type)) return schemas.of(type.ofType)
      if (isListType(type)) return { type: 'array', items: schemas.of(type.ofType as typeof type) }
      if (isEnumType(type)) return schemas.define(type.name, () => enumSchema(type))
      if (isScalarType(type)) {
        const schema = (type.extensions.jsonSchema as JsonSchema | undefined) ?? scalars[type.name]
        if (!schema) throw new Error(`The scalar ${type.name} needs extensions.jsonSchema.`)
        return { ...schema }
      }
      if (isUnionType(type)) {
        return schemas.define(type.name, () => ({ oneOf: type.getTypes().map(schemas.of) }))
      }
      return composite(type)
    },
    ofField(owner, field) {
      const key = `${owner}.${field.name}`
      const schema = {
        ...schemas.of(field.type),
        ...(field.description && { description: field.description }),
        ...('defaultValue' in field && field.defaultValue !== undefined && { default: field.defaultValue }),
        ...(!isListType(getNullableType(field.type)) && limitsByName(field.name, getNamedType(field.type).name)),
        ...limits[key],
      }
      if (!removable.includes(key)) return schema
      const { description, ...own } = schema
      return { oneOf: [own, { type: 'null' }], ...(description && { description }) }
    },
  }

  function composite(type: Composite): JsonSchema {
    const special = variants[type.name]
    if (special) return special(schemas, type)
    if (isInterfaceType(type)) return outputVariants(schemas, type)
    const { platformFields } = type.extensions
    if (platformFields) return dataSchema(schemas, type.name, platformFields as Fields)
    const fields: AnyField[] = Object.values(type.getFields())
    if (isInputObjectType(type) && fields.some((field) => field.extensions.platformSpecific)) {
      return targetVariants(schemas, type)
    }
    return schemas.define(type.name, () => ({
      ...objectSchema(schemas, type.name, fields, type.description),
      ...limits[type.name],
    }))
  }

  return schemas
}

function enumSchema(type: GraphQLEnumType): JsonSchema {
  return {
    type: 'string',
    ...(type.description && { description: type.description }),
    enum: type.getValues().map((entry) => entry.name),
    ...limits[type.name],
  }
}
