/** What REST clients get of a result: a field without a value is left out, never null. */

/** JSON of a GraphQL result without nulls and type names. */
export function toJson(result: unknown): string {
  // Faster than a replacer, which is called for every value.
  return JSON.stringify(withoutNulls(result))
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(withoutNulls)
  const kept: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(value)) {
    if (entry !== null && name !== '__typename') kept[name] = typeof entry === 'object' ? withoutNulls(entry) : entry
  }
  return kept
}
