/** How many requests the generated tests send, and with which seed. */
const requests = Number(process.env.HOSTILE_REQUESTS ?? 700)
const seed = process.env.HOSTILE_SEED

/** For fast-check, which prints the seed of a failure; HOSTILE_SEED repeats it. */
export function parameters() {
  return { numRuns: requests, ...(seed && { seed: Number(seed) }), endOnFailure: true }
}

/** Prints how often what was answered, when many requests were asked for. */
export function tellCounts(counts: ReadonlyMap<string, number>): void {
  if (!process.env.HOSTILE_REQUESTS) return
  const lines = [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, count]) => `${String(count).padStart(8)} ${key}`)
  console.info(lines.join('\n'))
}
