/** Schemas that differ by platform or by kind: one closed variant each, told apart by a discriminator. */
import type { GraphQLInputObjectType, GraphQLInterfaceType, GraphQLObjectType } from 'graphql'
import { pascal } from '../../features/posts/platform-types.ts'
import type { PlatformField, PlatformInput } from '../../platforms/fields.ts'
import type { Platform } from '../../platforms/platform.ts'
import { platforms } from '../../platforms/registry.ts'
import { restSchema } from '../../schema.ts'
import { type AnyField, isRequired, type JsonSchema, objectSchema, type Schemas } from './openapi-objects.ts'

type Direction = 'request' | 'response'

/** The targets of a post: each platform's own fields beside those that every target has. */
export function targetVariants(schemas: Schemas, type: GraphQLInputObjectType): JsonSchema {
  const common = Object.values(type.getFields()).filter((field) => !field.extensions.platformSpecific)
  return byPlatform(schemas, type.name, type.description, ({ fields }, title) => [
    `${title}${type.name}`,
    common,
    platformFields(schemas, fields, 'request'),
  ])
}

/** What carries a platform in responses: the fields of the interface and the platform's own. */
export function outputVariants(schemas: Schemas, type: GraphQLInterfaceType): JsonSchema {
  return byPlatform(schemas, type.name, type.description, ({ fields }, title) => [
    `${title}${type.name}`,
    Object.values(type.getFields()).filter(({ name }) => !(name in fields)),
    platformFields(schemas, fields, 'response'),
  ])
}

/** What an account may choose, by its platform. */
export function inputVariants(
  schemas: Schemas,
  type: { name: string; description?: string | null | undefined },
): JsonSchema {
  const { platform } = (type as GraphQLObjectType).getFields()
  return byPlatform(schemas, type.name, type.description, ({ inputs }, title) => [
    `${title}${type.name}`,
    platform ? [platform] : [],
    Object.entries(inputs).map(([name, input]) => ({ name, schema: choiceSchema(schemas, input), required: true })),
  ])
}

/** A schedule has a time exactly when it is for later; requests and responses share the shape. */
export function scheduleVariants(schemas: Schemas, type: { getFields(): Record<string, AnyField> }): JsonSchema {
  const { scheduledFor } = type.getFields()
  const variant = (kind: string, name: string, properties: JsonSchema) =>
    schemas.define(name, () => ({
      type: 'object',
      properties: { type: { type: 'string', const: kind }, ...properties },
      required: ['type', ...Object.keys(properties)],
      additionalProperties: false,
    }))
  const time = { type: 'string', format: 'date-time', description: scheduledFor?.description ?? '' }
  return schemas.define('PostSchedule', () =>
    oneOf('type', {
      DRAFT: variant('DRAFT', 'DraftSchedule', {}),
      PUBLISH_NOW: variant('PUBLISH_NOW', 'PublishNowSchedule', {}),
      SCHEDULE_FOR_LATER: variant('SCHEDULE_FOR_LATER', 'LaterSchedule', { scheduledFor: time }),
    }),
  )
}

export type Fields = Readonly<Record<string, PlatformField>>

/** An object of platform fields alone, none of them required: each with the platform's own choices. */
export function dataSchema(schemas: Schemas, name: string, fields: Fields): JsonSchema {
  return schemas.define(name, () => ({
    type: 'object',
    properties: Object.fromEntries(
      platformFields(schemas, fields, 'request').map((property) => [property.name, property.schema]),
    ),
    additionalProperties: false,
  }))
}

interface Property {
  name: string
  schema: JsonSchema
  required: boolean
  /** Holds for the whole object when the property is there. */
  dependent?: JsonSchema
}

/** A union of closed objects with `platform` in common. `describe` names a variant, its fields and its properties. */
function byPlatform(
  schemas: Schemas,
  name: string,
  description: string | null | undefined,
  describe: (platform: Platform, title: string) => [string, AnyField[], Property[]],
): JsonSchema {
  const variant = (platform: Platform): JsonSchema => {
    const [variantName, common, own] = describe(platform, pascal(platform.slug))
    return schemas.define(variantName, () => {
      const base = objectSchema(schemas, name, common)
      const dependent = own.flatMap((property) => (property.dependent ? [[property.name, property.dependent]] : []))
      return {
        ...base,
        title: platform.title,
        properties: {
          ...(base.properties as JsonSchema),
          platform: { type: 'string', const: platform.name },
          ...Object.fromEntries(own.map((property) => [property.name, property.schema])),
        },
        required: [
          ...common.filter(isRequired).map((field) => field.name),
          ...own.filter((property) => property.required).map((property) => property.name),
        ],
        ...(dependent.length > 0 && { dependentSchemas: Object.fromEntries(dependent) }),
      }
    })
  }
  return schemas.define(name, () => ({
    ...oneOf(
      'platform',
      Object.fromEntries(Object.values(platforms).map((platform) => [platform.name, variant(platform)])),
    ),
    ...(description && { description }),
  }))
}

function oneOf(propertyName: string, members: Record<string, JsonSchema>): JsonSchema {
  const mapping = Object.fromEntries(Object.entries(members).map(([value, { $ref }]) => [value, $ref]))
  return { oneOf: Object.values(members), discriminator: { propertyName, mapping } }
}

function platformFields(
  schemas: Schemas,
  fields: Readonly<Record<string, PlatformField>>,
  direction: Direction,
): Property[] {
  return Object.entries(fields).map(([name, field]) => {
    const preset = 'default' in field ? field.default : undefined
    const { onlyWhen } = field
    const condition = onlyWhen ? ` Only when ${onlyWhen.field} is ${onlyWhen.value}.` : ''
    return {
      name,
      schema: {
        ...fieldSchema(schemas, field, direction),
        description: `${field.description}${condition}`,
        ...(direction === 'request' && preset !== undefined && { default: preset }),
      },
      required: field.required === true || (direction === 'response' && preset !== undefined),
      ...(onlyWhen && { dependent: { properties: { [onlyWhen.field]: { const: onlyWhen.value } } } }),
    }
  })
}

/** Responses repeat an address as it was given, which need not be a URI to the letter. */
function fieldSchema(schemas: Schemas, field: PlatformField, direction: Direction): JsonSchema {
  switch (field.type) {
    case 'string':
      return {
        type: 'string',
        minLength: 1,
        ...(field.maxLength && { maxLength: field.maxLength }),
        ...(direction === 'request' && field.format && { format: field.format }),
      }
    case 'strings':
      return { type: 'array', items: { type: 'string', minLength: 1 } }
    case 'boolean':
      return { type: 'boolean' }
    case 'enum':
      return schemas.define(field.name, () => ({ type: 'string', enum: [...field.values] }))
    case 'media':
      return schemas.of(typeNamed(direction === 'request' ? 'MediaReferenceInput' : 'PostContentMedia'))
    case 'object':
      return schemas.define(direction === 'request' ? `${field.name}Input` : field.name, () => {
        const properties = platformFields(schemas, field.fields, direction)
        return {
          type: 'object',
          properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
          required: properties.filter(({ required }) => required).map(({ name }) => name),
          additionalProperties: false,
        }
      })
    default:
      return field satisfies never
  }
}

function choiceSchema(schemas: Schemas, input: PlatformInput): JsonSchema {
  const { description } = input
  switch (input.type) {
    case 'boolean':
    case 'integer':
      return { type: input.type, description }
    case 'strings':
      return { type: 'array', items: { type: 'string' }, description }
    case 'objects':
      return { type: 'array', items: schemas.of(typeNamed(input.name)), description }
    default:
      return input satisfies never
  }
}

function typeNamed(name: string) {
  const type = restSchema.getType(name)
  if (!type) throw new Error(`The REST schema has no ${name}.`)
  return type as GraphQLObjectType | GraphQLInputObjectType
}
