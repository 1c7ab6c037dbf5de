/** When the metrics of a published post are looked at: at which ages of the post, as text and as numbers. */
const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const maxCollections = 1000
const maxAgeMs = 3650 * unitMs.d

/** The last fraction of a wait over which collections are spread, and the most that may be. */
const spread = 0.1
const maxSpreadMs = unitMs.h

/**
 * Reads `1h,6h,24h,30x1d`: ages of the post in minutes, hours or days, growing; `30x1d` stands for 30 more, a day apart.
 * Returns the ages in milliseconds, or what was expected instead.
 */
export function parseCollectionSchedule(text: string): number[] | string {
  const ages: number[] = []
  for (const item of text.split(',')) {
    const [, times, amount = '', unit] = /^(?:([1-9]\d{0,2})x)?([1-9]\d{0,3})([mhd])$/.exec(item.trim()) ?? []
    if (!unit) return `ages of a post such as 1h,6h,24h,30x1d (m, h or d; "${item.trim()}" is something else)`
    const step = Number(amount) * unitMs[unit as keyof typeof unitMs]
    for (let count = 0; count < Number(times ?? 1); count += 1) {
      const last = ages.at(-1) ?? 0
      const age = times === undefined ? step : last + step
      if (age <= last) return `ages that grow ("${item.trim()}" does not)`
      ages.push(age)
    }
  }
  if (ages.length > maxCollections || (ages.at(-1) as number) > maxAgeMs) {
    return `at most ${maxCollections} collections within ten years`
  }
  return ages
}

/**
 * The next collection of a post after `now`, spread out a little so that posts of one moment do not come back in one;
 * undefined after the last. Times are epoch milliseconds; collections that were missed are not made up for.
 * @param random from 0 to 1
 */
export function nextCollection(
  ages: readonly number[],
  publishedAt: number,
  now: number,
  random: number,
): Date | undefined {
  const step = ages.findIndex((age) => publishedAt + age > now)
  const age = ages[step]
  if (age === undefined) return undefined
  const wait = age - (ages[step - 1] ?? 0)
  return new Date(publishedAt + age + Math.min(wait * spread, maxSpreadMs) * random)
}
