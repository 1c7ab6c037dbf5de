/** Keeps parsed GraphQL documents by their text, the ones used last, up to a total length. */
export interface DocumentCache<T> {
  get(text: string): T | undefined
  set(text: string, value: T): void
}

/** @param most characters of all texts together: what is parsed takes about a hundred times as many bytes */
export function createDocumentCache<T>(most: number): DocumentCache<T> {
  const known = new Map<string, T>()
  let length = 0
  return {
    get(text) {
      const value = known.get(text)
      if (value === undefined) return undefined
      known.delete(text)
      known.set(text, value)
      return value
    },
    set(text, value) {
      if (text.length > most) return
      if (known.delete(text)) length -= text.length
      known.set(text, value)
      length += text.length
      for (const oldest of known.keys()) {
        if (length <= most) break
        known.delete(oldest)
        length -= oldest.length
      }
    },
  }
}
