import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../helpers/database.ts'
import { type Client, startService, type TestService } from '../../helpers/service.ts'
import { type AnyPost, create, drained, finished, inMs, notPublishedOnce } from './follow.ts'

const expire = ({ app }: TestService, accountIds: string[]) =>
  app.services.db.pool.query(
    `UPDATE oauth_grants SET access_expires_at = now() + interval '30 seconds'
     WHERE id IN (SELECT grant_id FROM social_accounts WHERE id = ANY($1))`,
    [accountIds],
  )

async function renewals({ app }: TestService): Promise<number> {
  const { rows } = await app.services.db.pool.query(
    `SELECT count(*)::int AS count FROM sandbox.tokens WHERE kind = 'refresh' AND used_at IS NOT NULL`,
  )
  return rows[0].count
}

describe('renewal', () => {
  let service: TestService
  let second: TestService
  let client: Client

  beforeAll(async () => {
    service = await startService()
    const { databaseUrl, encryptionKeys } = service
    second = await startService({ databaseUrl, encryptionKeys })
    client = await service.client()
  })
  afterAll(async () => {
    await second.stop()
    await service.stop()
  })

  test.each([
    ['of one account', 1],
    ['of five accounts', 5],
  ])('twenty deliveries %s on two services renew an expiring token once', async (_name, count) => {
    const accounts = await client.connect(await client.project(), { accounts: count })
    const before = await renewals(service)
    const schedule = inMs(1500)
    await Promise.all(Array.from({ length: 20 / count }, () => create(client, accounts, { schedule })))
    await expire(service, accounts)
    await drained(service, 10_000)
    expect(await notPublishedOnce(service)).toEqual([])
    expect(await renewals(service)).toBe(before + 1)
  })

  test('more grants than there are connections are renewed at once without running dry', async () => {
    const projectId = await client.project()
    const accounts: string[] = []
    for (let user = 0; user < 14; user += 1) {
      accounts.push(...(await client.connect(projectId, { username: `user-${user}` })))
    }
    const before = await renewals(service)
    await expire(service, accounts)
    const post = await create(client, accounts)
    const done = await finished(client, post.id, 8_000)
    expect(new Set(done.socialAccountPosts.map((child: AnyPost) => child.deliveryStatus))).toEqual(
      new Set(['PUBLISHED']),
    )
    expect(await renewals(service)).toBe(before + 14)
  })

  test('tokens that the platform renewed are kept when the database ends the connection that was to store them', async () => {
    const accounts = await client.connect(await client.project(), { username: 'cut-off' })
    const { pool } = service.app.services.db
    await pool.query(`CREATE SEQUENCE cuts;
      CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('cuts') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN NEW; END $$;
      CREATE TRIGGER cut_off BEFORE UPDATE OF refresh_token ON oauth_grants FOR EACH ROW EXECUTE FUNCTION cut_off()`)
    const before = await renewals(service)
    await expire(service, accounts)
    const done = await finished(client, (await create(client, accounts)).id)
    expect(done.socialAccountPosts[0].deliveryStatus).toBe('PUBLISHED')
    const { rows } = await pool.query('SELECT last_value::int AS tries FROM cuts')
    expect(rows).toEqual([{ tries: 2 }])
    await pool.query('DROP TRIGGER cut_off ON oauth_grants')
    await expire(service, accounts)
    const again = await finished(client, (await create(client, accounts)).id)
    expect(again.socialAccountPosts[0].deliveryStatus).toBe('PUBLISHED')
    expect(await renewals(service)).toBe(before + 2)
  })

  test('a refused renewal disconnects the account and fails the post with what to do', async () => {
    const projectId = await client.project()
    const [account = ''] = await client.connect(projectId, { username: 'refused' })
    await expire(service, [account])
    await service.app.services.db.pool.query(
      `UPDATE sandbox.grants SET revoked_at = now() WHERE 'refused-1' = ANY(account_ids)`,
    )
    const post = await create(client, [account])
    const done = await finished(client, post.id)
    expect(done.socialAccountPosts[0]).toMatchObject({
      deliveryStatus: 'FAILED',
      errorMessage: expect.stringContaining('connect the account again'),
    })
    const listed = await client.call('GET', `/social-accounts?projectId=${projectId}`)
    expect(JSON.stringify(listed.body)).not.toContain(account)
    expect(await client.connect(projectId, { username: 'refused' })).toEqual([account])
    const again = await finished(client, (await create(client, [account])).id)
    expect(again.socialAccountPosts[0].deliveryStatus).toBe('PUBLISHED')
  })
})

test('after a key rotation old tokens are read, and renewed ones are written with the new key', async () => {
  const database = await createTestDatabase()
  const old = { id: 'old', secret: randomBytes(32) }
  const renewed = { id: 'new', secret: randomBytes(32) }
  const before = await startService({ databaseUrl: database.url, encryptionKeys: [old] })
  const { organizationId, ...client } = await before.client()
  const accounts = await client.connect(await client.project())
  await before.stop()

  const service = await startService({ databaseUrl: database.url, encryptionKeys: [renewed, old] })
  try {
    const rotated = await service.client({ organizationId })
    const keys = async () => {
      const { rows } = await service.app.services.db.pool.query('SELECT access_token, refresh_token FROM oauth_grants')
      return rows.flatMap((row) => [row.access_token.split('.')[1], row.refresh_token.split('.')[1]])
    }
    expect((await finished(rotated, (await create(rotated, accounts)).id)).socialAccountPosts[0].deliveryStatus).toBe(
      'PUBLISHED',
    )
    expect(await keys()).toEqual(['old', 'old'])
    await expire(service, accounts)
    expect((await finished(rotated, (await create(rotated, accounts)).id)).socialAccountPosts[0].deliveryStatus).toBe(
      'PUBLISHED',
    )
    expect(await keys()).toEqual(['new', 'new'])
  } finally {
    await service.stop()
    await database.drop()
  }
})
