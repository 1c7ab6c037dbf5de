/** Numbers of the rounds as a line of the table. */
import type { Row, Values } from './scenario.ts'

export interface Result extends Row {
  scenario: string
  ours: number
  /** Of the rounds, in their order. */
  oursOfRounds: number[]
  /** Absent where there is nothing to compare with. */
  baseline?: number
  baselineOfRounds?: number[]
  /** How many times as good as the baseline, the median of the rounds; above 1 is better, whatever the unit. */
  ratio?: number
  reached?: boolean
}

/** Takes the medians. Throws when a round left a row out. */
export function toResult(scenario: string, row: Row, measured: { ours: Values[]; baseline: Values[] }): Result {
  const pick = (rounds: Values[]) => rounds.flatMap((values) => values[row.path] ?? [])
  const oursOfRounds = pick(measured.ours)
  const baselineOfRounds = pick(measured.baseline)
  if (oursOfRounds.length !== measured.ours.length) throw new Error(`${scenario} did not measure ${row.path}.`)
  const ours = median(oursOfRounds)
  const result: Result = { scenario, ...row, ours, oursOfRounds }
  if (baselineOfRounds.length > 0) {
    const baseline = median(baselineOfRounds)
    const ratios = oursOfRounds.map((value, round) => compare(row, value, baselineOfRounds[round] as number))
    const ratio = median(ratios)
    Object.assign(result, { baseline, baselineOfRounds, ratio })
  }
  const { goal } = row
  if (goal && 'most' in goal) result.reached = ours <= goal.most
  else if (goal && result.ratio !== undefined) result.reached = result.ratio >= goal.ratio
  return result
}

function compare({ unit }: Row, ours: number, baseline: number): number {
  return unit === 'per second' ? ours / baseline : baseline / ours
}

/** path, ours, baseline, ratio, goal, reached. */
export function toCells({ path, unit, ours, baseline, ratio, goal, reached }: Result): string[] {
  return [
    path,
    quantity(ours, unit),
    baseline === undefined ? '' : quantity(baseline, unit),
    ratio === undefined ? '' : ratio.toFixed(2),
    goal === undefined ? '' : 'most' in goal ? `at most ${goal.most} ${unit}` : `at least ${goal.ratio}`,
    reached === undefined ? '' : reached ? 'yes' : 'no',
  ]
}

function quantity(value: number, unit: Row['unit']): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return unit === 'per second' ? `${value.toFixed(digits)}/s` : `${value.toFixed(digits)} ${unit}`
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}
