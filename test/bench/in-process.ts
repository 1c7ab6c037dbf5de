/** The service in this process, for verbs called without HTTP. */
import { pino } from 'pino'
import { startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Context } from '../../src/context.ts'
import { listen } from '../../src/http/door.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createTempDir } from '../helpers/temp-dir.ts'
import type { Bench } from './scenario.ts'
import { encryptionKeys } from './surroundings.ts'
import type { Tenant } from './tenant.ts'

/** Starts the parts on a database, no workers among them, and returns what a verb receives from the tenant. */
export async function enterInProcess(bench: Bench, databaseUrl: string, tenant: Tenant): Promise<Context> {
  const directory = await createTempDir()
  bench.onClose(() => directory.remove())
  const door = await listen('127.0.0.1', 0)
  const config = { ...readConfig({ DATA_DIR: directory.path }), role: 'api' as const }
  const log = pino({ level: 'warn' })
  const app = await startApp({ config, databaseUrl, encryptionKeys, door, clock: systemClock, log })
  bench.onClose(() => app.stop())
  const actor = { keyId: '', organizationId: tenant.organizationId, readOnly: false, projectIds: null }
  return { ...app.services, actor, requestId: '' }
}
