/** The one Postgres of a chaos run: it can be stopped as if its machine had lost it, and comes back on the same port. */

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { clusterPath } from '../../src/db/cluster.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts'
import { chooseUser, command, findBinaries } from '../../src/db/postgres-binaries.ts'
import { systemClock, wait } from '../../src/lib/clock.ts'

export interface ChaosPostgres {
  url: string
  /** Immediate stop, `downMs` without a server, start and recovery. */
  restart(downMs: number): Promise<void>
  stop(): Promise<void>
}

/** What is committed must survive: only the flush to the disk is left out, since the machine itself stays up. */
const settings = { fsync: 'off', full_page_writes: 'off', max_wal_size: '4GB' }

export async function startPostgres(dataDir: string): Promise<ChaosPostgres> {
  const log = pino({ level: 'silent' })
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log, settings })
  const binaries = await findBinaries()
  const runAs = chooseUser(binaries, dataDir)
  const cluster = clusterPath(dataDir)
  const control = async (...args: string[]) => {
    const { file, args: all, options } = command(runAs, binaries.pg_ctl, [...args, `--pgdata=${cluster}`, '--wait'])
    await promisify(execFile)(file, all, options)
  }
  return {
    url,
    stop,
    async restart(downMs) {
      const [, flags = ''] = /"-D" "[^"]*" (.*)/.exec(await readFile(join(cluster, 'postmaster.opts'), 'utf8')) ?? []
      await control('stop', '--mode=immediate')
      await wait(systemClock, downMs)
      await control('start', '--silent', '--log=/dev/null', `--options=${flags}`)
    },
  }
}
