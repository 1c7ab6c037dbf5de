/** Taking webhook deliveries: what is due is leased by one conditional update. */
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type EventRow, eventColumns } from '../../events/event.ts'
import type { Lane, Wanted } from '../../queue/dispatcher.ts'

/** Longer than an attempt may take; after it another worker may take the delivery up, milliseconds. */
const leaseMs = 25_000

/** A webhook delivery in the hands of this worker; the other columns are its event's. */
export interface ClaimedWebhook extends EventRow {
  deliveryId: string
  leaseId: string
  webhookId: string
  organizationId: string
  /** Attempts of the present round so far. */
  tries: number
  url: string
  secret: string
  previousSecret: string | null
  previousSecretUntil: Date | null
  failingSince: Date | null
}

/** Claims what is due on the given endpoints, oldest first. @param now epoch milliseconds */
export async function claimWebhooks(pool: Pool, wanted: Wanted[], now: number): Promise<ClaimedWebhook[]> {
  const claimed = await pool.query<ClaimedWebhook>({
    name: 'webhook_claim',
    text: `WITH due AS (
        SELECT c.id FROM unnest($1::uuid[], $2::int[]) AS w(endpoint_id, n)
        CROSS JOIN LATERAL (
          SELECT id FROM webhook_deliveries WHERE endpoint_id = w.endpoint_id AND due_at <= $3
          ORDER BY due_at LIMIT w.n FOR UPDATE SKIP LOCKED) AS c)
      UPDATE webhook_deliveries d SET lease_id = $4, due_at = $5
      FROM due, events e, webhook_endpoints w
      WHERE d.id = due.id AND e.id = d.event_id AND w.id = d.endpoint_id
      RETURNING d.id AS "deliveryId", d.lease_id AS "leaseId", w.id AS "webhookId", d.tries,
        w.organization_id AS "organizationId", w.url, w.secret, w.previous_secret AS "previousSecret",
        w.previous_secret_until AS "previousSecretUntil", w.failing_since AS "failingSince", ${eventColumns('e')}`,
    values: [
      wanted.map((entry) => entry.laneId),
      wanted.map((entry) => entry.limit),
      new Date(now),
      randomUUID(),
      new Date(now + leaseMs),
    ],
  })
  return claimed.rows
}

/** Endpoints with something due by `until`, and when; one index probe for each, however long their backlogs are. */
export async function findDue(pool: Pool, until: number): Promise<(Lane & { dueAt: Date })[]> {
  const found = await pool.query<Lane & { dueAt: Date }>({
    name: 'webhook_due',
    text: `WITH RECURSIVE first AS (
        (SELECT endpoint_id, due_at FROM webhook_deliveries WHERE due_at IS NOT NULL
         ORDER BY endpoint_id, due_at LIMIT 1)
        UNION ALL
        SELECT following.* FROM first CROSS JOIN LATERAL (
          SELECT endpoint_id, due_at FROM webhook_deliveries
          WHERE due_at IS NOT NULL AND endpoint_id > first.endpoint_id
          ORDER BY endpoint_id, due_at LIMIT 1) AS following)
      SELECT w.organization_id AS "organizationId", w.id AS "laneId", first.due_at AS "dueAt"
      FROM first JOIN webhook_endpoints w ON w.id = first.endpoint_id WHERE first.due_at <= $1`,
    values: [new Date(until)],
  })
  return found.rows
}
