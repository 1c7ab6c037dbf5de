/** Postgres takes neither zero bytes nor half characters, and a platform may send both. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** JSON that Postgres takes, whatever the strings in it. */
export function storableJson(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part))
}
