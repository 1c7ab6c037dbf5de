/** Values of every kind for generated requests, and what can be wrong with them. */
import fc from 'fast-check'
import type { Belongings, Ids, Kind } from './tenants.ts'

/** Draws a value. */
export type Draw = fc.GeneratorValue

/** One of several. */
export function pick<T>(g: Draw, ...values: T[]): T {
  return values[g(fc.nat, { max: values.length - 1 })] as T
}

/** Text that stands for an id until a request is sent: generated values do not depend on a run's ids. */
const idToken = (owner: string, kind: string) => `«${owner}.${kind}»`
/** Text that stands for itself without quotes in JSON. */
const rawToken = (text: string) => `«raw:${text}»`

const kinds: Kind[] = [
  'project',
  'account',
  'post',
  'child',
  'media',
  'upload',
  'webhook',
  'delivery',
  'event',
  'cursor',
]

const kindsByName: [RegExp, Kind][] = [
  [/project/i, 'project'],
  [/socialAccountPost/i, 'child'],
  [/socialAccount/i, 'account'],
  [/retryPost|post/i, 'post'],
  [/media/i, 'media'],
  [/upload/i, 'upload'],
  [/webhook/i, 'webhook'],
  [/delivery/i, 'delivery'],
  [/cursor/i, 'cursor'],
  [/after/i, 'event'],
]

/** An id where something of this name belongs: mostly one's own, often another organization's. */
export function drawId(g: Draw, name: string): string {
  const fitting = kindsByName.find(([pattern]) => pattern.test(name))?.[1] ?? 'project'
  const kind = g(fc.nat, { max: 9 }) === 0 ? pick<Kind>(g, ...kinds) : fitting
  const choice = g(fc.nat, { max: 9 })
  if (choice < 6) return idToken('own', kind)
  if (choice < 8) return idToken('theirs', kind)
  if (choice < 9) return idToken('nobody', 'id')
  return drawText(g)
}

const texts = [
  '',
  ' ',
  'Hello',
  '0',
  '-1',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u202e\u2066evil',
  '\ufeff',
  "'; DROP TABLE posts; --",
  '<script>alert(1)</script>',
  '{{7*7}} %s %n',
  '../../../etc/passwd',
  'https://example.com/a?b=c#d',
  'http://127.0.0.1:9/',
  'javascript:alert(1)',
  '2027-01-31T09:30:00Z',
  '2026-02-30T00:00:00Z',
  '0000-00-00',
  '9999-12-31',
  '0001-01-01',
  '+275760-09-13T00:00:00.000Z',
  '2027-01-31T09:30:00+99:99',
  '\r\nX-Evil: 1',
]

export function drawText(g: Draw): string {
  const choice = g(fc.nat, { max: 19 })
  if (choice === 0) return 'x'.repeat(pick<number>(g, 201, 256, 2049, 10_000, 100_000))
  if (choice === 1) return '\u{1f600}'.repeat(pick<number>(g, 101, 300, 5000))
  if (choice < 6) return g(fc.string, { unit: 'binary', maxLength: 30 } as never)
  return pick<string>(g, ...texts)
}

const numbers = ['0', '-0', '-1', '1', '1.5', '100', '101', '2147483647', '2147483648', '-2147483649']
const oddNumbers = ['9007199254740993', '5368709120', '5368709121', '1e400', '-1e400', '1e-400', '1e21', '0.1e1', '1E2']
const noJson = [
  'NaN',
  'Infinity',
  '0x10',
  '01',
  '+1',
  'undefined',
  "'a'",
  '{,}',
  '[1,]',
  '{"a":1,"a":2}',
  '"\\ud800"',
  '"\\u0000"',
]

/** Something that does not belong there, or might. */
export function drawJunk(g: Draw): unknown {
  switch (g(fc.nat, { max: 11 })) {
    case 0:
      return null
    case 1:
      return g(fc.boolean)
    case 2:
      return rawToken(pick<string>(g, ...numbers, ...oddNumbers))
    case 3:
      return g(fc.nat, { max: 4 }) === 0 ? rawToken(pick<string>(g, ...noJson)) : []
    case 4:
      return {}
    case 5:
      return rawToken('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    case 6:
      return nested(pick<number>(g, 3, 70, 3000))
    case 7:
      return [drawText(g), 1, null, {}]
    case 8:
      return drawId(g, pick<string>(g, ...kinds))
    case 9:
      return Array(pick<number>(g, 2, 101, 1001)).fill(drawText(g).slice(0, 50))
    default:
      return drawText(g)
  }
}

/** Arrays inside each other; as raw text, which has no depth for whoever walks the value. */
function nested(depth: number): unknown {
  return rawToken('['.repeat(depth) + ']'.repeat(depth))
}

type Holder = Record<string, unknown> | unknown[]

/** The value with one thing wrong: something missing, of another type, unknown, doubled, too large. */
export function mutate(g: Draw, value: unknown): unknown {
  const copy = structuredClone(value)
  const holders = findHolders(copy)
  if (holders.length === 0) return drawJunk(g)
  const holder = holders[g(fc.nat, { max: holders.length - 1 })] as Holder
  const names = Object.keys(holder)
  const name = names.length > 0 ? (names[g(fc.nat, { max: names.length - 1 })] as string) : undefined
  const choice = g(fc.nat, { max: 5 })
  if (choice === 0 && name !== undefined) {
    if (Array.isArray(holder)) holder.splice(Number(name), 1)
    else delete holder[name]
  } else if (choice === 1) {
    if (Array.isArray(holder)) holder.push(drawJunk(g))
    else
      define(
        holder,
        pick<string>(g, 'unknown', '__proto__', 'constructor', '', 'a.b', 'id', 'organizationId'),
        drawJunk(g),
      )
  } else if (choice === 2 && name !== undefined) {
    const entry = (holder as Record<string, unknown>)[name]
    define(holder, name, Array.isArray(entry) ? (entry[0] ?? null) : [entry])
  } else if (choice === 3 && Array.isArray(holder) && holder.length > 0) {
    holder.push(holder[0])
  } else if (name !== undefined) {
    define(holder, name, drawJunk(g))
  }
  return copy
}

function define(holder: Holder, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true })
}

function findHolders(value: unknown): Holder[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Holder, ...Object.values(value).flatMap(findHolders)]
}

/** JSON text with the tokens replaced by what they stand for. */
export function toJson(value: unknown, ids: Ids): string {
  const text = JSON.stringify(value) ?? 'null'
  return withIds(text, ids).replaceAll(/"«raw:((?:[^"\\]|\\.)*)»"/g, (_all, raw: string) => JSON.parse(`"${raw}"`))
}

/** Text without tokens for what JSON could not say. */
export function withoutRaw(text: string): string {
  return text.replaceAll(/«raw:([^»]*)»/g, '$1')
}

/** Text with the ids in the places of their tokens. */
export function withIds(text: string, ids: Ids): string {
  return text
    .replaceAll(/«(own|theirs)\.(\w+)»/g, (_all, owner: 'own' | 'theirs', kind: keyof Belongings) => ids[owner][kind])
    .replaceAll('«nobody.id»', ids.nobodys)
}
