/** Checks the platform-specific fields of a target against its platform's list, and fills in the defaults. */
import type { Issue } from '../lib/service-error.ts'
import type { PlatformField } from './fields.ts'
import type { Platform } from './platform.ts'

export interface CheckedOptions {
  /** Given fields and defaults, by contract name; absent fields stay absent. */
  options: Record<string, unknown>
  issues: Issue[]
}

/**
 * @param given the target's fields without `platform`, `socialAccountId` and the like; null counts as absent
 * @param path JSON path of the target, e.g. `socialAccounts[1]`
 * @returns every problem: foreign field, required field missing, bad value. The issues behind INVALID_PLATFORM_SPECIFIC_DATA.
 */
export function checkOptions(platform: Platform, given: Record<string, unknown>, path: string): CheckedOptions {
  const issues: Issue[] = []
  for (const name of Object.keys(given)) {
    if (given[name] == null || name in platform.fields) continue
    issues.push({ path: `${path}.${name}`, message: `${name} is not a field of ${platform.name}.` })
  }
  const options = checkFields(platform.fields, given, path, issues)
  return { options, issues }
}

function checkFields(
  fields: Readonly<Record<string, PlatformField>>,
  given: Record<string, unknown>,
  path: string,
  issues: Issue[],
): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const at = `${path}.${name}`
    const report = (message: string) => issues.push({ path: at, message, ...(field.field && { field: field.field }) })
    const value = given[name]
    if (value == null) {
      if (field.required) report(`${name} is required.`)
      else if ('default' in field && field.default !== undefined) options[name] = field.default
      continue
    }
    if (field.onlyWhen && given[field.onlyWhen.field] !== field.onlyWhen.value) {
      report(`${name} is allowed only when ${field.onlyWhen.field} is ${field.onlyWhen.value}.`)
      continue
    }
    const problem = badValue(field, value)
    if (problem) report(`${name} ${problem}`)
    else if (field.type === 'object') {
      options[name] = checkFields(field.fields, value as Record<string, unknown>, at, issues)
    } else options[name] = value
  }
  return options
}

function badValue(field: PlatformField, value: unknown): string | undefined {
  switch (field.type) {
    case 'enum':
      return field.values.includes(value as string) ? undefined : `must be one of ${field.values.join(', ')}.`
    case 'string':
      if (value === '') return 'must not be empty.'
      if (field.maxLength !== undefined && (value as string).length > field.maxLength)
        return `must be at most ${field.maxLength} characters, is ${(value as string).length}.`
      return field.format === 'uri' && !isWebAddress(value as string) ? 'must be an http(s) address.' : undefined
    case 'strings':
      return (value as string[]).includes('') ? 'must not contain an empty string.' : undefined
    case 'boolean':
    case 'media':
    case 'object':
      return undefined
    default:
      return field satisfies never
  }
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:')
}
