/** Limits of text as data, and their check. */
import type { ValidationField } from '../lib/service-error.ts'
import {
  countCodePoints,
  countHashtags,
  countMentions,
  countThreads,
  countX,
  findLinks,
  longestWeighed,
  normalizeText,
} from './count-text.ts'
import { type Finding, type Mark, severityOf } from './media-facts.ts'

interface Unit {
  count: (text: string) => number
  shown: string
  one?: string
}

/** What is counted, and how a message names it. */
const units = {
  utf16: { count: (text: string) => text.length, shown: 'characters' },
  /** Where the platform does not say what a character is: too many code points are too many in any unit. */
  codePoints: { count: countCodePoints, shown: 'characters' },
  bytes: { count: (text: string) => Buffer.byteLength(text), shown: 'bytes of UTF-8' },
  threads: {
    count: (text: string) => countThreads(text.slice(0, longestWeighed)),
    shown: 'characters, an emoji counting its bytes',
  },
  x: { count: (text: string) => countX(text.slice(0, longestWeighed)), shown: 'characters as X weighs them' },
  hashtags: { count: countHashtags, shown: 'hashtags', one: 'hashtag' },
  mentions: { count: countMentions, shown: 'mentions', one: 'mention' },
  links: { count: (text: string) => new Set(findLinks(text)).size, shown: 'different links', one: 'link' },
} satisfies Record<string, Unit>

/** At most `max` of the unit; of several limits of one unit the first broken one is told. */
export interface TextLimit {
  unit: keyof typeof units
  max: number
  mark: Mark
  /** A sentence for the message. */
  because?: string
  /** Which ValidationField it carries, when it is not that of the text. */
  field?: ValidationField
}

/** Where a text stands and how messages name it: `The title of a YouTube video`. */
export interface TextPlace {
  path: string
  field: ValidationField
  subject: string
}

/** Checks one text against its limits, `\n` for every line end and without white space at its end. */
export function checkText(given: string, limits: readonly TextLimit[], place: TextPlace): Finding[] {
  const text = normalizeText(given)
  const told = new Set<string>()
  return limits.flatMap((limit): Finding[] => {
    if (told.has(limit.unit)) return []
    const { count, shown, one }: Unit = units[limit.unit]
    const length = count(text)
    const unsure = limit.unit === 'codePoints' && length <= limit.max && text.length > limit.max
    if (length <= limit.max && !unsure) return []
    told.add(limit.unit)
    const severity = unsure ? 'warning' : severityOf(limit.mark)
    const verb = severity === 'error' ? 'may have' : 'should have'
    const has = unsure ? `${text.length} in UTF-16 units` : `${length}`
    const message = `${place.subject} ${verb} at most ${limit.max} ${limit.max === 1 ? (one ?? shown) : shown}, has ${has}.`
    return [
      {
        severity,
        issue: {
          path: place.path,
          message: limit.because ? `${message} ${limit.because}` : message,
          field: limit.field ?? place.field,
        },
      },
    ]
  })
}
