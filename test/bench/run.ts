/**
 * `npm run bench`: every scenario against its baseline in at least three rounds, which of the two goes first alternating,
 * and a table of the medians. `-- --quick` for small data and short rounds, `--only a,b` for some scenarios, `--json file`
 * for the numbers, `--rounds n`, `--profile dir` for CPU profiles of the services. Goals that are not reached are shown and fail nothing.
 */
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { textTable } from '../../src/lib/text-table.ts'
import { type Result, toCells, toResult } from './result.ts'
import type { Scenario, Values } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { createSurroundings, type Surroundings } from './surroundings.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
    rounds: { type: 'string' },
    profile: { type: 'string' },
  },
})
const chosen = choose(options.only?.split(','))

const surroundings = await createSurroundings(options.quick, options.profile)
process.once('SIGINT', () => void surroundings.close().finally(() => process.exit(130)))
const results: Result[] = []
const notes: string[] = []
try {
  for (const scenario of chosen) {
    const startedAt = performance.now()
    const { measured, said } = await run(scenario, surroundings)
    results.push(...scenario.rows.map((row) => toResult(scenario.name, row, measured)))
    notes.push(...said.map((note) => `${scenario.name}: ${note}`))
    console.error(`${scenario.name} ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }
} finally {
  await surroundings.close()
}
console.log(textTable(['path', 'ours', 'baseline', 'ratio', 'goal', 'reached'], results.map(toCells)))
for (const note of notes) console.log(note)
if (options.json) {
  const machine = { node: process.version, processor: cpus()[0]?.model, cores: availableParallelism() }
  await writeFile(options.json, `${JSON.stringify({ quick: options.quick, machine, results, notes }, null, 2)}\n`)
}
process.exit()

function choose(names: string[] | undefined): Scenario[] {
  const unknown = names?.filter((name) => !scenarios.some((scenario) => scenario.name === name)) ?? []
  if (unknown.length > 0) {
    console.error(
      `There is no scenario ${unknown.join(', ')}; there are ${scenarios.map(({ name }) => name).join(', ')}.`,
    )
    process.exit(2)
  }
  return scenarios.filter(({ name, fullOnly }) => (names ? names.includes(name) : !(options.quick && fullOnly)))
}

async function run(scenario: Scenario, { enter }: Surroundings) {
  const { bench, close } = enter()
  try {
    const { ours, baseline, notes: say } = await scenario.prepare(bench)
    const measured: { ours: Values[]; baseline: Values[] } = { ours: [], baseline: [] }
    const rounds = Math.max(3, Number(options.rounds ?? (options.quick ? 3 : scenario.rounds)) || 3)
    for (let round = 0; round < rounds; round += 1) {
      const turns = [
        async () => measured.ours.push(await ours()),
        async () => baseline && measured.baseline.push(await baseline()),
      ]
      for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn()
    }
    return { measured, said: say?.() ?? [] }
  } finally {
    await close()
  }
}
