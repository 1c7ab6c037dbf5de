/** Reads what the books are about from the tables and the files. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { thumbnailKey } from '../../src/features/media/media-address.ts'
import type { AccountFact, ChildFact, EventFact, Facts, PublicationFact } from './books.ts'
import type { Journal } from './client.ts'

/**
 * @param first the event after which receiver and subscriber began
 * @param dataDir where media are kept; what expired must have been swept
 */
export async function readFacts(input: {
  database: pg.Pool
  journal: Journal
  first: string
  received: string[]
  seen: string[]
  dataDir: string
  incidents: string[]
}): Promise<Facts> {
  const { database, journal, first } = input
  const children = await database.query<ChildFact>(
    `SELECT c.id, c.post_id AS "postId", COALESCE(c.reference_id, c.id) AS reference, a.id AS "accountId",
       s.behaviour, c.delivery_status AS status, c.error_message AS "errorMessage", c.outcome, c.tries, c.checks,
       c.external_post_id AS "externalPostId", c.delivery_started_at IS NOT NULL AS "isStarted",
       COALESCE((c.options ->> 'shouldSucceed')::boolean, true) AS "shouldSucceed"
     FROM social_account_posts c JOIN social_accounts a ON a.id = c.social_account_id
     JOIN sandbox.accounts s ON s.id = a.external_account_id`,
  )
  const publications = await database.query<PublicationFact>(
    'SELECT id, client_reference AS reference, text FROM sandbox.posts',
  )
  const accounts = await database.query<AccountFact>(
    `SELECT a.id, s.behaviour, a.status FROM social_accounts a JOIN sandbox.accounts s ON s.id = a.external_account_id`,
  )
  const events = await database.query<EventFact>(
    `SELECT id, event_type AS type, social_account_post_id AS "childId", social_account_id AS "accountId",
       details ->> 'retryPostId' AS "retryPostId"
     FROM events WHERE position > (SELECT position FROM events WHERE id = $1) ORDER BY position`,
    [first],
  )
  return {
    asked: journal.posts,
    children: children.rows,
    publications: publications.rows,
    accounts: accounts.rows,
    events: events.rows,
    received: input.received,
    seen: input.seen,
    ...(await readMedia(database, journal, input.dataDir)),
    incidents: [
      ...input.incidents,
      ...journal.violations,
      ...journal.unanswered.map((what) => `never answered: ${what}`),
    ],
  }
}

async function readMedia(database: pg.Pool, journal: Journal, dataDir: string) {
  const { rows } = await database.query<{ id: string; key: string }>(
    `SELECT id, storage_key AS key FROM media WHERE deleted_at IS NULL`,
  )
  const files = await filesIn(join(dataDir, 'media'))
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  const owned = new Set(rows.flatMap(({ key }) => [key, thumbnailKey(key)]))
  const stored = new Set(files.map(objectOf))
  return {
    media: [...journal.media]
      .filter(([, { isDeleted, isAutoDeleted }]) => !isDeleted && !isAutoDeleted)
      .map(([id]) => ({ id, isThere: stored.has(keys.get(id) ?? '') && stored.has(thumbnailKey(keys.get(id) ?? '')) })),
    orphans: files.filter((file) => !owned.has(objectOf(file))),
  }
}

/** `objects/<2 letters>/<key>`, or a part in a folder of that name. */
function objectOf(file: string): string {
  return file.split('/').slice(2)[0] ?? file
}

async function filesIn(directory: string): Promise<string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
}
