import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts'
import { createOrganization } from '../../src/features/api-keys/create-organization.ts'
import { findApiKey } from '../../src/features/api-keys/find-api-key.ts'
import { listApiKeys } from '../../src/features/api-keys/list-api-keys.ts'
import { revokeApiKey } from '../../src/features/api-keys/revoke-api-key.ts'
import { newId } from '../../src/lib/ids.ts'
import { createTestDatabase } from '../helpers/database.ts'

let test: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let organizationId: string

beforeEach(async () => {
  test = await createTestDatabase()
  db = await openDatabase({ url: test.url, connections: 4, log: pino({ level: 'silent' }) })
  organizationId = (await createOrganization(db, { name: 'Acme' })).id
})

afterEach(async () => {
  await db.close()
  await test.drop()
})

describe('an API key', () => {
  it('is stored only as a hash and a prefix', async () => {
    const { apiKey, token } = await createApiKey(db, { organizationId })
    expect(token).toMatch(/^sps_[\w-]{43}$/)
    expect(apiKey.prefix).toBe(token.slice(0, 12))
    const { rows } = await db.pool.query('SELECT k::text AS text, octet_length(hash) AS size FROM api_keys k')
    expect(rows).toEqual([{ text: expect.not.stringContaining(token), size: 32 }])
  })

  it('can be limited to projects of its organization', async () => {
    const id = newId()
    await db.prisma.project.create({ data: { id, organizationId, name: 'One' } })
    const { token } = await createApiKey(db, { organizationId, projectIds: [id] })
    expect(await findApiKey(db.pool, token)).toMatchObject({ projectIds: [id] })
    const other = await createOrganization(db, { name: 'Other' })
    await expect(createApiKey(db, { organizationId: other.id, projectIds: [id] })).rejects.toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    })
    expect(await listApiKeys(db, { organizationId: other.id })).toEqual([])
  })

  it('that is unknown, malformed or revoked finds nothing', async () => {
    const { apiKey, token } = await createApiKey(db, { organizationId })
    expect(await findApiKey(db.pool, `sps_${'a'.repeat(43)}`)).toBeNull()
    expect(await findApiKey(db.pool, `${token} `)).toBeNull()
    await revokeApiKey(db, { keyId: apiKey.id })
    expect(await findApiKey(db.pool, token)).toBeNull()
    const [revoked] = await listApiKeys(db, {})
    await revokeApiKey(db, { keyId: apiKey.id })
    expect(await listApiKeys(db, {})).toEqual([revoked])
  })

  it('tells every process when keys change', async () => {
    const listener = await db.pool.connect()
    await listener.query('LISTEN api_keys_changed')
    const heard = () => new Promise((resolve) => listener.once('notification', ({ channel }) => resolve(channel)))
    const created = heard()
    const { apiKey } = await createApiKey(db, { organizationId })
    expect(await created).toBe('api_keys_changed')
    const revoked = heard()
    await revokeApiKey(db, { keyId: apiKey.id })
    expect(await revoked).toBe('api_keys_changed')
    listener.release(true)
  })
})

it('an organization needs a name', async () => {
  await expect(createOrganization(db, { name: ' ' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})
