import type { Issue } from '../lib/service-error.ts'

/** Finds text that Postgres cannot keep: NUL characters and halves of surrogate pairs. Returns one issue per place. */
export function findBadText(value: unknown, path = '', issues: Issue[] = []): Issue[] {
  if (typeof value === 'string') {
    if (value.includes('\0')) issues.push({ path, message: `${path} must not contain NUL characters.` })
    else if (!value.isWellFormed()) issues.push({ path, message: `${path} is not well-formed Unicode text.` })
  } else if (Array.isArray(value)) {
    value.forEach((entry, index) => {
      findBadText(entry, `${path}[${index}]`, issues)
    })
  } else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    for (const [name, entry] of Object.entries(value))
      findBadText(entry, path === '' ? name : `${path}.${name}`, issues)
  }
  return issues
}
