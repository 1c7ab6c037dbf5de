import { randomUUID } from 'node:crypto'
import { transaction } from '../../src/db/database.ts'
import { publishEvents } from '../../src/events/publish.ts'
import { newId } from '../../src/lib/ids.ts'
import type { TestService } from './service.ts'

/** Writes `count` events in transactions that run side by side and commit in another order than they wrote. */
export async function writeEvents(
  service: TestService,
  { organizationId, projectId, count }: { organizationId: string; projectId: string; count: number },
): Promise<void> {
  const { pool } = service.app.services.db
  let left = count
  const writer = async () => {
    while (left > 0) {
      left -= 1
      await transaction(pool, async (tx) => {
        await publishEvents(tx, [
          {
            organizationId,
            projectId,
            eventType: 'socialAccount.connected',
            occurredAt: new Date(),
            socialAccountId: newId(),
            platform: 'SERVICETEST',
            details: { errorMessage: randomUUID() },
          },
        ])
        if (Math.random() < 0.2) await tx.query('SELECT pg_sleep($1)', [Math.random() / 50])
      })
    }
  }
  await Promise.all(Array.from({ length: 6 }, writer))
}

/** The ids of an organization's events, in the feed's order. */
export async function storedEvents(service: TestService, organizationId: string): Promise<string[]> {
  const { rows } = await service.app.services.db.pool.query<{ id: string }>(
    'SELECT id FROM events WHERE organization_id = $1 ORDER BY position',
    [organizationId],
  )
  return rows.map(({ id }) => id)
}
