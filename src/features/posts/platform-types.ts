/** GraphQL types of the platform-specific fields, made from the platforms' lists: inputs are flat, as in REST. */
import type { FieldRef, InputFieldRef, InputRef, ObjectRef } from '@pothos/core'
import { builder } from '../../graphql/builder.ts'
import type { PlatformField } from '../../platforms/fields.ts'
import { allFields, platforms } from '../../platforms/registry.ts'
import { type ResolvedMedia, resolveMedia } from '../media/find-media.ts'
import { MediaType } from '../media/graphql.ts'

type EnumField = Extract<PlatformField, { type: 'enum' }>
type ObjectField = Extract<PlatformField, { type: 'object' }>

const enums = new Map<string, ReturnType<typeof defineEnum>>()

function defineEnum(name: string, values: string[], description: string) {
  return builder.enumType(name, { values, description })
}

/**
 * The enum of a field. A field that several platforms have gets one type with the values of all, so that a client can
 * select it across platforms without aliases; each platform's own list still decides what a target may say.
 */
function enumOf(name: string, field: EnumField) {
  const owners = allFields().filter((entry) => entry.name === name && entry.field.type === 'enum')
  const typeName = owners.length > 1 ? pascal(name) : field.name
  const values = owners.flatMap((entry) => (entry.field as EnumField).values)
  const existing = enums.get(typeName)
  if (existing) return existing
  const description = owners
    .map(({ platform, field: own }) => `${platform.name}: ${(own as EnumField).values.join(', ')}.`)
    .join(' ')
  const made = defineEnum(typeName, [...new Set(owners.length > 1 ? values : field.values)], description)
  enums.set(typeName, made)
  return made
}

const MediaReferenceType = builder.enumType('MediaReferenceType', { values: ['MEDIA_LIBRARY'] as const })

export const PostContentMedia = builder.objectRef<ResolvedMedia>('PostContentMedia').implement({
  description: 'An item of the media library in a post.',
  fields: (t) => ({
    type: t.expose('type', { type: MediaReferenceType }),
    mediaId: t.exposeID('mediaId'),
    mediaType: t.expose('mediaType', { type: MediaType }),
    url: t.exposeString('url'),
    thumbnailUrl: t.exposeString('thumbnailUrl'),
  }),
})

export const MediaReferenceInput = builder.inputType('MediaReferenceInput', {
  description: 'A reference to an item of the media library.',
  fields: (t) => ({
    type: t.field({ type: MediaReferenceType, required: true }),
    mediaId: t.id({ required: true }),
  }),
})

type Types = typeof builder.$inferSchemaTypes

const objectInputs = new Map<string, InputRef<Record<string, unknown>>>()

function defineObjectInput(field: ObjectField): InputRef<Record<string, unknown>> {
  return builder.inputType(`${field.name}Input`, {
    description: field.description,
    fields: (t) => inputFields(t, field.fields),
  }) as InputRef<Record<string, unknown>>
}

type InputBuilder = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]

/** Input fields for platform fields; top-level ones are optional, because each target has only its platform's. */
function inputFields(
  t: InputBuilder,
  fields: Readonly<Record<string, PlatformField>>,
  optional = false,
): Record<string, InputFieldRef<Types, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const common = {
        required: !optional && (field.required ?? false),
        description: field.description,
        ...(optional && { extensions: { platformSpecific: true } }),
      }
      return [name, inputField(t, name, field, common)]
    }),
  )
}

function inputField(
  t: InputBuilder,
  name: string,
  field: PlatformField,
  common: { required: boolean; description: string },
): InputFieldRef<Types, unknown> {
  switch (field.type) {
    case 'string':
      return t.string(common)
    case 'strings':
      return t.stringList(common)
    case 'boolean':
      return t.boolean(common)
    case 'enum':
      return t.field({ ...common, type: enumOf(name, field) })
    case 'media':
      return t.field({ ...common, type: MediaReferenceInput })
    case 'object': {
      const type = objectInputs.get(field.name) ?? defineObjectInput(field)
      objectInputs.set(field.name, type)
      return t.field({ ...common, type })
    }
    default:
      return field satisfies never
  }
}

/** The input fields of every platform side by side; a description names the platforms that have it. */
export function targetInputFields(t: InputBuilder): Record<never, never> {
  const merged: Record<string, PlatformField> = {}
  for (const [name, owners] of Map.groupBy(allFields(), (entry) => entry.name)) {
    const description = owners.map(({ platform, field }) => `${platform.name}: ${field.description}`).join(' ')
    merged[name] = { ...(owners[0] as (typeof owners)[0]).field, description }
  }
  return inputFields(t, merged, true)
}

const objectOutputs = new Map<string, ObjectRef<Types, Record<string, unknown>>>()

interface HasOptions {
  options: Record<string, unknown>
}

function defineObjectOutput(field: ObjectField): ObjectRef<Types, Record<string, unknown>> {
  return builder.objectRef<Record<string, unknown>>(field.name).implement({
    description: field.description,
    fields: (t) => outputFields(t as never, field.fields, (parent) => parent as never) as never,
  })
}

type OutputBuilder = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<HasOptions>>['implement']>[0]['fields']>
>[0]

/** Output fields of a platform. A name that the interface has already (title, link) is left to it. */
export function outputFields(
  t: OutputBuilder,
  fields: Readonly<Record<string, PlatformField>>,
  read: (parent: HasOptions) => Record<string, unknown> = (parent) => parent.options,
  except: readonly string[] = [],
): Record<string, FieldRef<Types, unknown>> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !except.includes(name))
      .map(([name, field]) => {
        const nullable = !alwaysThere(name)
        const common = { nullable, description: field.description } as const
        const resolve = (parent: HasOptions) => read(parent)[name] as never
        return [name, outputField(t, name, field, { ...common, resolve })]
      }),
  )
}

/** A field is never absent when every platform that has it requires it or fills it in. */
function alwaysThere(name: string): boolean {
  const owners = allFields().filter((entry) => entry.name === name)
  return owners.every(({ field }) => field.required || ('default' in field && field.default !== undefined))
}

function outputField(
  t: OutputBuilder,
  name: string,
  field: PlatformField,
  common: { nullable: boolean; description: string; resolve: (parent: HasOptions) => never },
): FieldRef<Types, unknown> {
  switch (field.type) {
    case 'string':
      return t.string(common)
    case 'strings':
      return t.stringList(common)
    case 'boolean':
      return t.boolean(common)
    case 'enum':
      return t.field({ ...common, type: enumOf(name, field) })
    case 'media':
      return t.field({
        ...common,
        type: PostContentMedia,
        resolve: (parent, _args, ctx) => {
          const reference = common.resolve(parent) as { mediaId: string } | undefined
          return (reference && resolveMedia(ctx, reference.mediaId)) as never
        },
      })
    case 'object': {
      const type = objectOutputs.get(field.name) ?? defineObjectOutput(field)
      objectOutputs.set(field.name, type)
      return t.field({ ...common, type })
    }
    default:
      return field satisfies never
  }
}

export const PlatformSpecificDataInput = builder.inputType('PlatformSpecificDataInput', {
  description: "At most one platform's object, the one of the account's platform.",
  fields: (t) =>
    Object.fromEntries(
      Object.values(platforms).flatMap(({ slug, batch }) => {
        if (!batch) return []
        const type = builder.inputType(`${pascal(slug)}DataInput`, {
          extensions: { platformFields: batch.fields },
          fields: (f) => inputFields(f, batch.fields),
        })
        return [[batch.key, t.field({ type })]]
      }),
    ),
}) as InputRef<Record<string, Record<string, unknown>>>

/** `linkedin-pages` or `postType` as a type name. */
export function pascal(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())
}
