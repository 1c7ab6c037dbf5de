/** What REST clients get of a result: a field without a value is left out, never null. */

/** JSON of a GraphQL result without nulls and type names. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, withoutNulls)
}

function withoutNulls(this: unknown, key: string, value: unknown): unknown {
  if (key === '__typename') return undefined
  return value === null && !Array.isArray(this) ? undefined : value
}
