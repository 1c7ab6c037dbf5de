const pattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/

/** Reads an RFC 3339 date-time that carries its time zone. Throws an Error that says what is wrong. */
export function parseDateTime(value: unknown): Date {
  if (typeof value !== 'string') throw new Error('must be a date-time string such as 2026-01-31T09:30:00Z.')
  const date = new Date(value)
  if (!pattern.test(value)) {
    throw new Error('must be an ISO 8601 date-time with a time zone, such as 2026-01-31T09:30:00Z.')
  }
  const day = Number(value.slice(8, 10))
  const month = Number(value.slice(5, 7))
  const lastDay = new Date(Date.UTC(Number(value.slice(0, 4)), month, 0)).getUTCDate()
  if (Number.isNaN(date.getTime()) || day > lastDay) throw new Error('is not a date of the calendar.')
  return date
}
