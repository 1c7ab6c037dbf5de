import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { nextCollection, parseCollectionSchedule } from '../../../src/lib/collection-schedule.ts'
import { supportedMetrics } from '../../../src/platforms/metrics.ts'
import { day, hour } from './observe.ts'

describe('the schedule', () => {
  const usual = readConfig({}).analyticsSchedule

  test('is 1 h, 6 h and 24 h after publishing, then daily for 30 days, then weekly for a year', () => {
    expect(usual.slice(0, 3)).toEqual([hour, 6 * hour, 24 * hour])
    expect(usual.slice(3, 33)).toEqual(Array.from({ length: 30 }, (_, index) => (index + 2) * day))
    const weekly = usual.slice(33)
    expect(weekly[0]).toBe(38 * day)
    expect(weekly.at(-1)).toBe(367 * day)
    expect(weekly.every((age, index) => index === 0 || age - (weekly[index - 1] as number) === 7 * day)).toBe(true)
  })

  test('can be another', () => {
    expect(readConfig({ ANALYTICS_SCHEDULE: '30m, 2x1h' }).analyticsSchedule).toEqual([
      hour / 2,
      1.5 * hour,
      2.5 * hour,
    ])
  })

  test.each([
    ['1h,,2h', '"" is something else'],
    ['soon', '"soon" is something else'],
    ['0h', '"0h" is something else'],
    ['6h,1h', '"1h" does not'],
    ['999x9d', 'within ten years'],
    ['999x1m,2x1m', 'at most 1000'],
  ])('refuses %s', (text, problem) => {
    expect(parseCollectionSchedule(text)).toContain(problem)
  })
})

describe('the next collection', () => {
  const ages = [hour, 6 * hour, 24 * hour]
  const next = (age: number, random = 0) => nextCollection(ages, 1000, 1000 + age, random)?.getTime()

  test('is the first age still to come, never one that was missed', () => {
    expect(next(0)).toBe(1000 + hour)
    expect(next(hour)).toBe(1000 + 6 * hour)
    expect(next(23 * hour)).toBe(1000 + 24 * hour)
  })

  test('is none after the last', () => {
    expect(next(24 * hour)).toBeUndefined()
  })

  test('is spread over a tenth of the wait, an hour at most', () => {
    expect(next(0, 1)).toBe(1000 + hour + hour / 10)
    expect(next(6 * hour, 1)).toBe(1000 + 24 * hour + hour)
  })
})

test('a platform has the same metrics for every post, or others for each post type, or none', () => {
  expect(supportedMetrics({ metrics: ['likes'] }, {})).toEqual(['likes'])
  const byType = { metrics: { REEL: ['views', 'likes'], STORY: [] } as const }
  expect(supportedMetrics(byType, { postType: 'REEL' })).toEqual(['views', 'likes'])
  expect(supportedMetrics(byType, { postType: 'STORY' })).toEqual([])
  expect(supportedMetrics(byType, {})).toEqual([])
})
