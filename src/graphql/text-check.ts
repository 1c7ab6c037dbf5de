import type { Issue } from '../lib/service-error.ts'
import { maxEntries } from './input-shape.ts'

/**
 * Finds text that Postgres cannot keep: NUL characters and halves of surrogate pairs. Returns one issue per place, up to
 * 1000; of a list, some for each of its first 1000 entries.
 */
export function findBadText(value: unknown): Issue[] {
  if (!Array.isArray(value)) return collect(value, '', [], 1000)
  return value.slice(0, maxEntries).flatMap((entry, index) => collect(entry, `[${index}]`, [], 20))
}

function collect(value: unknown, path: string, issues: Issue[], most: number): Issue[] {
  if (issues.length >= most) return issues
  if (typeof value === 'string') {
    if (value.includes('\0')) issues.push({ path, message: `${path} must not contain NUL characters.` })
    else if (!value.isWellFormed()) issues.push({ path, message: `${path} is not well-formed Unicode text.` })
  } else if (Array.isArray(value)) {
    value.forEach((entry, index) => {
      collect(entry, `${path}[${index}]`, issues, most)
    })
  } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    for (const [name, entry] of Object.entries(value))
      collect(entry, path === '' ? name : `${path}.${name}`, issues, most)
  }
  return issues
}

/** Finds lists with more entries than any may have. */
export function findLongLists(value: unknown, path = ''): Issue[] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return []
  const entries = Object.entries(value)
  const isList = Array.isArray(value)
  if (isList && entries.length > maxEntries) {
    return [{ path, message: `${path} must have at most ${maxEntries} entries.` }]
  }
  return entries.flatMap(([name, entry]) =>
    findLongLists(entry, isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`),
  )
}
