/** A process that owns the embedded Postgres of the directory given: prints its address, stops it at SIGTERM. */
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'

const [dataDir = ''] = process.argv.slice(2)
const keepAlive = setInterval(() => {}, 60_000)
try {
  const log = pino({ level: 'silent' })
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
  console.log(postgres.url)
  process.once('SIGTERM', () => postgres.stop().finally(() => clearInterval(keepAlive)))
} catch (error) {
  console.log((error as Error).name, (error as Error).message)
  process.exit(1)
}
