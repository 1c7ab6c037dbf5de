import type { Pool } from 'pg'
import type { Behaviour } from './behaviours.ts'

/** Accounts, grants, authorization codes and tokens. Codes and tokens come here hashed. */
export interface Grant {
  grantId: string
  accountIds: string[]
  scopes: string[]
  /** Of its accounts, which were chosen together. */
  behaviour: Behaviour
}

interface Account {
  id: string
  username: string
}

/**
 * Stores a consent: its accounts (kept when they exist), the grant, and the code for it. The grant of an account with a
 * revoked token ends when it is renewed, unless that happened to the one before it.
 */
export async function insertConsent(
  pool: Pool,
  input: {
    grantId: string
    accountIds: string[]
    behaviour: Behaviour
    scopes: string[]
    codeHash: Buffer
    codeChallenge: string
    now: Date
    codeExpiresAt: Date
  },
): Promise<void> {
  await pool.query(
    `WITH new_accounts AS (
       INSERT INTO sandbox.accounts (id, username, created_at, behaviour)
       SELECT id, id, $3::timestamptz, $8 FROM unnest($2::text[]) AS id ORDER BY id
       ON CONFLICT (id) DO UPDATE SET behaviour = excluded.behaviour, lost_grant = false
     ), new_grant AS (
       INSERT INTO sandbox.grants (id, account_ids, scopes, created_at, ends_at_refresh)
       SELECT $1::uuid, $2, $4, $3, $8 = 'revoked-token' AND NOT EXISTS (
         SELECT FROM sandbox.accounts WHERE id = ANY($2) AND lost_grant)
       RETURNING id
     )
     INSERT INTO sandbox.codes (hash, grant_id, code_challenge, expires_at)
     SELECT $5::bytea, id, $6::text, $7::timestamptz FROM new_grant`,
    [
      input.grantId,
      input.accountIds,
      input.now,
      input.scopes,
      input.codeHash,
      input.codeChallenge,
      input.codeExpiresAt,
      input.behaviour,
    ],
  )
}

const grantColumns = `g.id AS "grantId", g.account_ids AS "accountIds", g.scopes,
  (SELECT behaviour FROM sandbox.accounts WHERE id = g.account_ids[1]) AS behaviour`

/** Marks a code as used, once; undefined when it is unknown, used or expired. */
export async function useCode(
  pool: Pool,
  hash: Buffer,
  now: Date,
): Promise<(Grant & { codeChallenge: string }) | undefined> {
  const { rows } = await pool.query(
    `UPDATE sandbox.codes c SET used_at = $2 FROM sandbox.grants g
     WHERE c.hash = $1 AND c.used_at IS NULL AND c.expires_at > $2 AND g.id = c.grant_id AND g.revoked_at IS NULL
     RETURNING ${grantColumns}, c.code_challenge AS "codeChallenge"`,
    [hash, now],
  )
  return rows[0]
}

/** Revokes the grant of a code that was used before. */
export async function revokeByUsedCode(pool: Pool, hash: Buffer, now: Date): Promise<void> {
  await pool.query(
    `UPDATE sandbox.grants g SET revoked_at = $2 FROM sandbox.codes c
     WHERE c.hash = $1 AND c.used_at IS NOT NULL AND g.id = c.grant_id AND g.revoked_at IS NULL`,
    [hash, now],
  )
}

export interface NewTokens {
  accessHash: Buffer
  accessExpiresAt: Date
  refreshHash: Buffer
  refreshExpiresAt: Date
}

/** Stores a first pair of tokens. */
export async function insertTokens(pool: Pool, grantId: string, tokens: NewTokens): Promise<void> {
  await pool.query(
    `INSERT INTO sandbox.tokens (hash, grant_id, kind, expires_at)
     VALUES ($2, $1, 'access', $3), ($4, $1, 'refresh', $5)`,
    [grantId, tokens.accessHash, tokens.accessExpiresAt, tokens.refreshHash, tokens.refreshExpiresAt],
  )
}

/** Trades a refresh token for a new pair in one statement; undefined when it is unknown, used, expired or revoked. */
export async function rotateTokens(pool: Pool, hash: Buffer, tokens: NewTokens, now: Date): Promise<Grant | undefined> {
  const { rows } = await pool.query(
    `WITH used AS (
       UPDATE sandbox.tokens t SET used_at = $6 FROM sandbox.grants g
       WHERE t.hash = $1 AND t.kind = 'refresh' AND t.used_at IS NULL AND t.expires_at > $6
         AND g.id = t.grant_id AND g.revoked_at IS NULL AND NOT g.ends_at_refresh
       RETURNING g.id, g.account_ids, g.scopes
     ), made AS (
       INSERT INTO sandbox.tokens (hash, grant_id, kind, expires_at)
       SELECT $2::bytea, id, 'access', $3::timestamptz FROM used
       UNION ALL SELECT $4::bytea, id, 'refresh', $5::timestamptz FROM used
     )
     SELECT ${grantColumns} FROM used g`,
    [hash, tokens.accessHash, tokens.accessExpiresAt, tokens.refreshHash, tokens.refreshExpiresAt, now],
  )
  return rows[0]
}

/** Revokes the grant of a refresh token that was used before. */
export async function revokeByUsedRefreshToken(pool: Pool, hash: Buffer, now: Date): Promise<void> {
  await pool.query(
    `UPDATE sandbox.grants g SET revoked_at = $2 FROM sandbox.tokens t
     WHERE t.hash = $1 AND t.kind = 'refresh' AND t.used_at IS NOT NULL AND g.id = t.grant_id AND g.revoked_at IS NULL`,
    [hash, now],
  )
}

/** How the accounts behave that a token of either kind is for. */
export async function behaviourOfToken(pool: Pool, hash: Buffer): Promise<Behaviour | undefined> {
  const { rows } = await pool.query<Grant>(
    `SELECT ${grantColumns} FROM sandbox.tokens t JOIN sandbox.grants g ON g.id = t.grant_id WHERE t.hash = $1`,
    [hash],
  )
  return rows[0]?.behaviour
}

/** Takes back the grant that was to end when its refresh token is used. */
export async function endAtRefresh(pool: Pool, hash: Buffer, now: Date): Promise<void> {
  await pool.query(
    `WITH ended AS (
       UPDATE sandbox.grants g SET revoked_at = $2 FROM sandbox.tokens t
       WHERE t.hash = $1 AND t.kind = 'refresh' AND g.id = t.grant_id AND g.revoked_at IS NULL AND g.ends_at_refresh
       RETURNING g.account_ids)
     UPDATE sandbox.accounts a SET lost_grant = true FROM ended WHERE a.id = ANY(ended.account_ids)`,
    [hash, now],
  )
}

/** Revokes the grant that a token of either kind belongs to. */
export async function revokeByToken(pool: Pool, hash: Buffer, now: Date): Promise<void> {
  await pool.query(
    `UPDATE sandbox.grants g SET revoked_at = $2 FROM sandbox.tokens t
     WHERE t.hash = $1 AND g.id = t.grant_id AND g.revoked_at IS NULL`,
    [hash, now],
  )
}

/** The grant of a valid access token. */
export async function findGrant(pool: Pool, accessHash: Buffer, now: Date): Promise<Grant | undefined> {
  const { rows } = await pool.query({
    name: 'sandbox-find-grant',
    text: `SELECT ${grantColumns}
      FROM sandbox.tokens t JOIN sandbox.grants g ON g.id = t.grant_id
      WHERE t.hash = $1 AND t.kind = 'access' AND t.expires_at > $2 AND g.revoked_at IS NULL`,
    values: [accessHash, now],
  })
  return rows[0]
}

/** Accounts by id, in the order of the ids. */
export async function findAccounts(pool: Pool, ids: string[]): Promise<Account[]> {
  const { rows } = await pool.query(
    'SELECT id, username FROM sandbox.accounts WHERE id = ANY($1) ORDER BY array_position($1::text[], id)',
    [ids],
  )
  return rows
}
