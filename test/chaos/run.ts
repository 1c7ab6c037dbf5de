/** `npm run chaos -- --seed N --minutes M`: one run, its counts, and exit code 1 with what does not balance. */
import { parseArgs } from 'node:util'
import { runChaos } from './chaos.ts'
import { describeReport } from './report.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '5' },
  },
})
const [seed, minutes] = [Number(values.seed), Number(values.minutes)]
if (!Number.isInteger(seed) || !(minutes > 0)) {
  console.error('npm run chaos -- --seed <whole number> --minutes <how long things are broken>')
  process.exit(1)
}
const early = new AbortController()
process.once('SIGINT', () => {
  console.log('ending early: the books are still balanced')
  early.abort()
})
const report = await runChaos({
  seed,
  forMs: minutes * 60_000,
  gapMs: 3_500,
  batch: { items: 1000, below: 1500 },
  lanes: 4,
  lapse: 12,
  restMs: 400_000,
  say: (line) => console.log(line),
  signal: early.signal,
})
console.log(`\n${describeReport(report)}`)
process.exit(report.imbalances.length === 0 ? 0 : 1)
