/** The harness of `npm run chaos` for twelve blows, with a seed whose first twelve are of every kind. */
import { expect, test } from 'vitest'
import { runChaos } from './chaos.ts'
import { describeReport } from './report.ts'

test('the books balance after processes, Postgres and connections were ended and the sandbox stalled', async () => {
  const report = await runChaos({
    seed: 699,
    forMs: 120_000,
    mostBlows: 12,
    gapMs: 1_500,
    batch: { items: 100, below: 150 },
    lanes: 3,
    lapse: 30,
    restMs: 120_000,
  })
  console.log(describeReport(report))
  expect(report.imbalances).toEqual([])
  expect(report.counts.get('published')).toBeGreaterThan(50)
  expect([...report.kills.keys()]).toEqual(
    expect.arrayContaining([
      'worker killed',
      'API killed',
      'killed all at once',
      'Postgres restarted',
      'connections ended',
      'sandbox stalled',
      'tokens expired',
    ]),
  )
}, 240_000)
