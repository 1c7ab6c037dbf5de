import { expect, test } from 'vitest'
import { nextAttempt } from '../../src/features/webhooks/next-attempt.ts'

const now = Date.UTC(2026, 0, 1)
const seconds = (date: Date | undefined) => date && (date.getTime() - now) / 1000

test('seven retries: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, each up to a fifth later', () => {
  const waits = Array.from({ length: 8 }, (_, index) => seconds(nextAttempt(index + 1, now, 0)))
  expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000, undefined])
  expect(seconds(nextAttempt(1, now, 1))).toBe(6)
})

test.each<[string, number | undefined]>([
  ['120', 120],
  ['1', 5],
  [new Date(now + 90_000).toUTCString(), 90],
  [new Date(now - 90_000).toUTCString(), 5],
  ['soon', 5],
  ['-4', 5],
  ['999999999', 86_400],
])('Retry-After %s is respected up to a day', (retryAfter, expected) => {
  expect(seconds(nextAttempt(1, now, 0, retryAfter))).toBe(expected)
})
