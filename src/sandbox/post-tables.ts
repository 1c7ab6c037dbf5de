import type { Pool } from 'pg'

/** A picture or video as the post's page shows it. */
export interface SandboxMedia {
  url: string
  thumbnailUrl: string
}

/** Containers and posts. */
export interface ContainerRow {
  id: string
  accountId: string
  text: string
  media: SandboxMedia[]
  shouldSucceed: boolean
  clientReference: string | null
  readyAt: Date
  /** Its first post, and when it is seen: later than now while it is being published. */
  postId: string | null
  publishedAt: Date | null
  /** How often the account's behaviour came between, and until when it refuses. */
  failures: number
  blockedUntil: Date | null
}

export interface PostRow {
  id: string
  accountId: string
  username: string
  text: string
  media: SandboxMedia[]
  clientReference: string | null
  publishedAt: Date
}

/** Stores a container that becomes ready at `readyAt`. */
export async function insertContainer(
  pool: Pool,
  container: Omit<ContainerRow, 'postId' | 'publishedAt' | 'failures' | 'blockedUntil'> & { createdAt: Date },
): Promise<void> {
  await pool.query({
    name: 'sandbox-insert-container',
    text: `INSERT INTO sandbox.containers
      (id, account_id, text, should_succeed, client_reference, created_at, ready_at, media)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      container.id,
      container.accountId,
      container.text,
      container.shouldSucceed,
      container.clientReference,
      container.createdAt,
      container.readyAt,
      JSON.stringify(container.media),
    ],
  })
}

/** A container by id, which must be a UUID. */
export async function findContainer(pool: Pool, id: string): Promise<ContainerRow | undefined> {
  const { rows } = await pool.query({
    name: 'sandbox-find-container',
    text: `SELECT c.id, c.account_id AS "accountId", c.text, c.media, c.should_succeed AS "shouldSucceed",
        c.client_reference AS "clientReference", c.ready_at AS "readyAt", c.failures, c.blocked_until AS "blockedUntil",
        p.id AS "postId", p.published_at AS "publishedAt"
      FROM sandbox.containers c LEFT JOIN sandbox.posts p ON p.container_id = c.id
      WHERE c.id = $1 ORDER BY p.published_at, p.id LIMIT 1`,
    values: [id],
  })
  return rows[0]
}

/** Notes that a behaviour came between: `failures` times so far, with `blockedUntil` as the end of it. */
export async function noteFailure(
  pool: Pool,
  { id, failures, blockedUntil }: { id: string; failures: number; blockedUntil?: Date },
): Promise<void> {
  await pool.query(
    `UPDATE sandbox.containers SET failures = GREATEST(failures, $2), blocked_until = COALESCE(blocked_until, $3)
     WHERE id = $1`,
    [id, failures, blockedUntil ?? null],
  )
}

/** Makes a post of a container's content: another one each time. */
export async function insertPost(
  pool: Pool,
  post: { id: string; containerId: string; publishedAt: Date },
): Promise<void> {
  await pool.query({
    name: 'sandbox-insert-post',
    text: `INSERT INTO sandbox.posts (id, container_id, account_id, text, media, client_reference, published_at)
      SELECT $1::uuid, id, account_id, text, media, client_reference, $3::timestamptz FROM sandbox.containers WHERE id = $2`,
    values: [post.id, post.containerId, post.publishedAt],
  })
}

const postColumns = `p.id, p.account_id AS "accountId", a.username, p.text, p.media, p.client_reference AS "clientReference",
  p.published_at AS "publishedAt" FROM sandbox.posts p JOIN sandbox.accounts a ON a.id = p.account_id`

/** Puts a comment under a post. */
export async function insertComment(
  pool: Pool,
  comment: { id: string; postId: string; text: string; createdAt: Date },
): Promise<void> {
  await pool.query({
    name: 'sandbox-insert-comment',
    text: 'INSERT INTO sandbox.comments (id, post_id, text, created_at) VALUES ($1, $2, $3, $4)',
    values: [comment.id, comment.postId, comment.text, comment.createdAt],
  })
}

/** The comments under a post, oldest first. */
export async function listComments(pool: Pool, postId: string): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    'SELECT text FROM sandbox.comments WHERE post_id = $1 ORDER BY created_at, id LIMIT 100',
    [postId],
  )
  return rows.map(({ text }) => text)
}

/** A post by id, which must be a UUID. */
export async function findPost(pool: Pool, id: string): Promise<PostRow | undefined> {
  const { rows } = await pool.query({
    name: 'sandbox-find-post',
    text: `SELECT ${postColumns} WHERE p.id = $1`,
    values: [id],
  })
  return rows[0]
}

/** An account's posts seen by now, newest first, at most 100; with `clientReference`, only those that carry it. */
export async function listPosts(
  pool: Pool,
  filter: { accountId: string; clientReference: string | undefined; now: Date },
): Promise<PostRow[]> {
  const { rows } = await pool.query(
    `SELECT ${postColumns} WHERE p.account_id = $1 AND ($2::text IS NULL OR p.client_reference = $2) AND p.published_at <= $3
     ORDER BY p.published_at DESC, p.id DESC LIMIT 100`,
    [filter.accountId, filter.clientReference ?? null, filter.now],
  )
  return rows
}

/** When those of the posts were published that belong to one of the accounts; ids must be UUIDs. */
export async function findPublications(
  pool: Pool,
  filter: { ids: string[]; accountIds: string[] },
): Promise<Pick<PostRow, 'id' | 'publishedAt'>[]> {
  const { rows } = await pool.query({
    name: 'sandbox-find-publications',
    text: `SELECT id, published_at AS "publishedAt" FROM sandbox.posts
      WHERE id = ANY($1::uuid[]) AND account_id = ANY($2) ORDER BY id`,
    values: [filter.ids, filter.accountIds],
  })
  return rows
}
