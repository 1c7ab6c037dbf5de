/** Platform-specific fields as data: GraphQL types, the OpenAPI document and validation are all made from these. */
import type { ValidationField } from '../lib/service-error.ts'

interface Common {
  description: string
  required?: boolean
  /** Allowed only when another field of the target has this value. */
  onlyWhen?: { field: string; value: string }
  /** Which ValidationField a problem of this field carries. */
  field?: ValidationField
}

/** A field's type and limits; text lengths in UTF-16 units. */
export type PlatformField = Common &
  (
    | { type: 'string'; maxLength?: number; format?: 'uri' }
    | { type: 'strings' }
    | { type: 'boolean'; default?: boolean }
    | { type: 'enum'; name: string; values: readonly string[]; default?: string }
    | { type: 'media' }
    | { type: 'object'; name: string; fields: Readonly<Record<string, PlatformField>> }
  )

/** What platform-inputs offers for an account, by the contract's names. */
export type PlatformInput = { description: string } & (
  | { type: 'boolean' | 'integer' | 'strings' }
  | { type: 'objects'; name: string; properties: readonly string[] }
)

/** Some of a platform's fields, none of them required. */
export function optional(
  fields: Readonly<Record<string, PlatformField>>,
  names: readonly string[],
): Record<string, PlatformField> {
  return Object.fromEntries(
    names.map((name) => [name, { ...(fields[name] as PlatformField), required: false, default: undefined }]),
  ) as Record<string, PlatformField>
}
