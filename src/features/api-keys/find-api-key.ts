import type { Pool } from 'pg'
import { hashToken, isToken } from './api-key-token.ts'

export interface FoundKey {
  keyId: string
  organizationId: string
  readOnly: boolean
  /** The only projects the key may use, or null for all of the organization. */
  projectIds: string[] | null
}

/** Whose key `token` is; null when it is malformed, unknown or revoked. */
export async function findApiKey(pool: Pool, token: string): Promise<FoundKey | null> {
  if (!isToken(token)) return null
  const { rows } = await pool.query<FoundKey>({
    name: 'find_api_key',
    text: `SELECT id AS "keyId", organization_id AS "organizationId", read_only AS "readOnly",
             CASE WHEN project_limited THEN project_ids END AS "projectIds"
           FROM api_keys WHERE hash = $1 AND revoked_at IS NULL`,
    values: [hashToken(token)],
  })
  return rows[0] ?? null
}
