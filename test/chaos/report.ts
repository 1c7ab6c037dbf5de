import { textTable } from '../../src/lib/text-table.ts'
import type { ChaosReport } from './chaos.ts'

const mostShown = 50

/** The counts as a table, the kills by kind, and what does not balance. */
export function describeReport({ seed, counts, kills, imbalances, directory }: ChaosReport): string {
  const processKills = [...kills].filter(([kind]) => /killed|^at |Postgres/.test(kind))
  const total = processKills.reduce((sum, [, times]) => sum + times, 0)
  const ended = ['published', 'failed', 'unknown outcome'].reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
  const rows = (entries: Iterable<readonly [string, number]>) =>
    [...entries].sort(([a], [b]) => a.localeCompare(b)).map(([name, times]) => [name, String(times)])
  const shown = imbalances.slice(0, mostShown).map((line) => `  ${line}`)
  return [
    textTable([`seed ${seed}`, 'count'], [['deliveries ended', String(ended)], ...rows(counts)]),
    textTable(['blows', 'count'], [['kills in all', String(total)], ...rows(kills)]),
    imbalances.length === 0
      ? 'The books balance.'
      : [`The books do not balance, ${imbalances.length} times; the logs are in ${directory}:`, ...shown].join('\n'),
  ].join('\n\n')
}
