import { describe, expect, test } from 'vitest'
import {
  countCodePoints,
  countHashtags,
  countMentions,
  countThreads,
  countX,
  countYoutubeTags,
  findLinks,
  normalizeText,
} from '../../../src/platforms/count-text.ts'

test('line ends become \\n and only trailing white space goes', () => {
  expect(normalizeText('  a\r\nb\rc\n \t\n')).toBe('  a\nb\nc')
})

test('a code point outside the basic plane counts once, a combining mark counts', () => {
  expect(countCodePoints('a𝕏日e\u0301')).toBe(5)
  expect(countCodePoints('👨‍👩‍👧')).toBe(5)
})

describe('X', () => {
  const weights: [text: string, weight: number][] = [
    ['', 0],
    ['hello', 5],
    ['Grüße, Жук, გამარჯობა', 21],
    ['\u10ff', 1],
    ['\u1100', 2],
    ['\u200d', 1],
    ['\u200e', 2],
    ['“quoted” – so…', 15],
    ['\u2032\u2037', 2],
    ['\u2038', 2],
    ['日本語', 6],
    ['가', 2],
    ['\u1100\u1161', 2],
    ['𠀀', 2],
    ['e\u0301', 1],
    ['한'.normalize('NFD'), 2],
    ['👍', 2],
    ['👍🏽', 2],
    ['👨‍👩‍👧‍👦', 2],
    ['🫱🏻‍🫲🏿', 2],
    ['🇩🇪', 2],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
    ['1️⃣', 2],
    ['❤️', 2],
    ['❤', 2],
    ['©', 1],
    ['👩‍👩', 5],
    ['https://example.com', 23],
    [`https://example.com/${'a'.repeat(400)}`, 23],
    ['see http://a.co, ok', 31],
    ['(https://example.com/a_(b))', 25],
    ['https://example.com/日本', 27],
    ['https://example.com日本', 27],
    ['https://пример.рф/путь?x=1', 23],
    ['bare example.com', 28],
    ['example.com/path?x#y and b.de', 51],
    ['日本example.com', 27],
    ['me@example.com', 14],
    ['$a.com #b.com', 13],
    ['http://localhost:80/x', 21],
    ['file.nothing', 12],
    ['e.g. this', 9],
  ]
  test.each(weights)('%s weighs %d', (text, weight) => {
    expect(countX(text)).toBe(weight)
  })
})

describe('Threads', () => {
  const counts: [text: string, count: number][] = [
    ['plain', 5],
    ['日本é', 3],
    ['𠀀', 1],
    ['👍', 4],
    ['👍🏽', 8],
    ['👨‍👩‍👧', 18],
    ['🇩🇪', 8],
    ['❤️', 6],
    ['1️⃣', 7],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 28],
    ['क्\u200dष', 4],
    ['a👍b👍', 10],
  ]
  test.each(counts)('%s counts %d', (text, count) => {
    expect(countThreads(text)).toBe(count)
  })
})

test('a hashtag is # with a letter or digit after it, outside links', () => {
  expect(countHashtags('#a #1 #日本 # #! ##b https://example.com/#c')).toBe(4)
})

test('a mention is @ with a handle, not a mail address', () => {
  expect(countMentions('@a, (@b_c) me@example.com @ https://x.com/@d')).toBe(2)
})

test('links end before the punctuation of their sentence', () => {
  expect(findLinks('See https://a.example/x, (http://b.example) and ftp://c.example')).toEqual([
    'https://a.example/x',
    'http://b.example',
  ])
})

test("YouTube's tags count their commas and the quotes around spaces", () => {
  expect(countYoutubeTags([])).toBe(0)
  expect(countYoutubeTags(['cats'])).toBe(4)
  expect(countYoutubeTags(['cats', 'small dogs'])).toBe(17)
})

test('hostile texts are counted in time', () => {
  const texts = [
    'a.'.repeat(100_000),
    'http://a.com/('.repeat(20_000),
    '\u{FE0F}'.repeat(100_000),
    '@#'.repeat(100_000),
  ]
  const started = performance.now()
  for (const text of texts) for (const count of [countX, countThreads, countHashtags, countMentions]) count(text)
  expect(performance.now() - started).toBeLessThan(5_000)
})
