const pattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/

/** Reads an RFC 3339 date-time that carries its time zone. Throws an Error that says what is wrong. */
export function parseDateTime(value: unknown): Date {
  if (typeof value !== 'string') throw new Error('must be a date-time string such as 2026-01-31T09:30:00Z.')
  const date = new Date(value)
  if (!pattern.test(value)) {
    throw new Error('must be an ISO 8601 date-time with a time zone, such as 2026-01-31T09:30:00Z.')
  }
  if (Number.isNaN(date.getTime()) || !isInCalendar(value)) throw new Error('is not a date of the calendar.')
  return date
}

/** Reads an ISO 8601 date and returns it as it is. Throws an Error that says what is wrong. */
export function parseDate(value: unknown): string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    throw new Error('must be a date such as 2026-01-31.')
  }
  if (Number.isNaN(new Date(value).getTime()) || !isInCalendar(value)) throw new Error('is not a date of the calendar.')
  return value
}

/** Whether the day of a text that starts with a date exists; Date itself moves 31 February into March. */
function isInCalendar(text: string): boolean {
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number) as [
    number,
    number,
    number,
  ]
  return year > 0 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const knownTexts = new Map<number, string>()
const mostTexts = 1_000

/** UTC with milliseconds. A post and its children share their times, and writing one down is slow. */
export function formatDateTime(date: Date): string {
  const time = date.getTime()
  const known = knownTexts.get(time)
  if (known !== undefined) return known
  if (knownTexts.size === mostTexts) knownTexts.clear()
  const text = date.toISOString()
  knownTexts.set(time, text)
  return text
}
