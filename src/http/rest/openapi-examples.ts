/** Examples that follow from the schemas themselves, so that every operation has some and none is wrong. */
import type { JsonSchema } from './openapi-objects.ts'

type Components = Readonly<Record<string, JsonSchema>>

const id = '019a5f3e-7c00-7aaa-8000-000000000001'

/** What strings of a certain name look like; anything else is named after itself. */
const byName: Readonly<Record<string, unknown>> = {
  id,
  name: 'Corner café',
  username: 'corner.cafe',
  text: 'Fresh croissants from 7 o’clock.',
  message: 'OK',
  title: 'Fresh croissants',
  version: 'v1',
  isValid: true,
  errors: [],
  warnings: [],
  schedule: { type: 'PUBLISH_NOW' },
  autoDeleteMediaAfterPublish: false,
  maxRetries: 3,
  delaySeconds: 600,
}

const byFormat: Readonly<Record<string, string>> = {
  'date-time': '2027-01-31T09:30:00.000Z',
  date: '2027-01-31',
  uri: 'https://www.example.com/page',
}

/** One example of what a schema accepts: required properties, or all where none is required. */
export function exampleOf(components: Components, schema: JsonSchema, name = ''): unknown {
  const resolved = resolve(components, schema)
  if ('const' in resolved) return resolved.const
  if ('default' in schema) return schema.default
  if (name in byName) return byName[name]
  if (Array.isArray(resolved.enum)) return resolved.enum[0]
  if (Array.isArray(resolved.oneOf)) return exampleOf(components, resolved.oneOf[0], name)
  switch (resolved.type) {
    case 'object':
      return exampleObject(components, resolved)
    case 'array':
      return [exampleOf(components, resolved.items as JsonSchema, name.replace(/s$/, ''))]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return resolved.minimum ?? 60
    default:
      return exampleText(resolved, name)
  }
}

/** Examples of a request body: one, or one per platform where the body has parts that differ by platform. */
export function bodyExamples(components: Components, schema: JsonSchema): JsonSchema {
  const resolved = resolve(components, schema)
  const example = exampleOf(components, schema) as Record<string, unknown>
  for (const [name, property] of Object.entries((resolved.properties ?? {}) as Record<string, JsonSchema>)) {
    const union = resolve(components, (property.items ?? {}) as JsonSchema)
    if (!Array.isArray(union.oneOf)) continue
    return Object.fromEntries(
      union.oneOf.map((variant: JsonSchema) => {
        const { title } = resolve(components, variant)
        return [String(title), { value: { ...example, [name]: [exampleOf(components, variant)] } }]
      }),
    )
  }
  return { example: { value: example } }
}

function exampleObject(components: Components, schema: JsonSchema): unknown {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const required = (schema.required ?? []) as string[]
  const shown = required.length > 0 ? required : Object.keys(properties).filter((name) => name !== 'media')
  return Object.fromEntries(shown.map((name) => [name, exampleOf(components, properties[name] ?? {}, name)]))
}

function exampleText(schema: JsonSchema, name: string): string {
  if (typeof schema.format === 'string' && byFormat[schema.format]) return byFormat[schema.format] as string
  return /Ids?$/.test(name) ? id : name || 'text'
}

function resolve(components: Components, schema: JsonSchema): JsonSchema {
  const { $ref } = schema
  if (typeof $ref !== 'string') return schema
  return resolve(components, components[$ref.slice('#/components/schemas/'.length)] ?? {})
}
