/** How many requests the generated tests send, and with which seed: the same ones in every `npm test`, others by hand. */
const requests = process.env.HOSTILE_REQUESTS
const seed = process.env.HOSTILE_SEED ?? (requests ? undefined : 699)

/** For fast-check, which prints the seed of a failure; HOSTILE_SEED repeats it. */
export function parameters() {
  return { numRuns: Number(requests ?? 700), ...(seed && { seed: Number(seed) }), endOnFailure: true }
}

/** Prints how often what was answered, when many requests were asked for. */
export function tellCounts(counts: ReadonlyMap<string, number>): void {
  if (!process.env.HOSTILE_REQUESTS) return
  const lines = [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, count]) => `${String(count).padStart(8)} ${key}`)
  console.info(lines.join('\n'))
}
