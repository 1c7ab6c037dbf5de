/** An event's webhook deliveries are written by the transaction that makes the change, or not at all. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimDue } from '../../src/features/delivery/claim.ts'
import { deliver } from '../../src/features/delivery/deliver.ts'
import { disconnectAccount } from '../../src/features/social-accounts/disconnect-account.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let projectId: string

// No worker runs here, so that nothing but the change itself has written the rows.
beforeAll(async () => {
  service = await startService({ config: { role: 'api' } })
  client = await service.client()
  projectId = await client.project()
  const events = ['delivery.started', 'delivery.published', 'delivery.failed', 'retry.scheduled']
  const { status } = await client.call('POST', '/webhooks', {
    url: 'https://example.com/hook',
    eventTypes: [
      ...events.map((name) => `socialAccountPost.${name}`),
      'socialAccount.connected',
      'socialAccount.disconnected',
    ],
  })
  expect(status).toBe(201)
})
afterAll(() => service.stop())

/** What was told of a row since the last look, each with whether the row's last change wrote it. */
async function told(table: 'social_account_posts' | 'social_accounts', column: string, id: string) {
  const { rows } = await service.app.services.db.pool.query(
    `SELECT e.event_type AS type, d.xmin = changed.xmin AS together FROM ${table} changed
     JOIN events e ON e.${column} = changed.id JOIN webhook_deliveries d ON d.event_id = e.id
     WHERE changed.id = $1 ORDER BY e.seq`,
    [id],
  )
  return rows.map(({ type, together }) => [type, together])
}

test.each([
  ['published', true],
  ['failed', false],
])('delivery.started with the claim, delivery.%s with the end', async (end, shouldSucceed) => {
  const [socialAccountId = ''] = await client.connect(projectId)
  const { services } = service.app
  const { body } = await client.call(
    'POST',
    '/posts',
    postTo([], { socialAccounts: [{ platform: 'SERVICETEST', socialAccountId, shouldSucceed }] }),
  )
  const id = body.socialAccountPosts[0].socialAccountPostId
  const [claimed] = await claimDue(services.db.pool, [{ socialAccountId, limit: 1 }], services.clock.now())
  const started = 'socialAccountPost.delivery.started'
  expect(await told('social_account_posts', 'social_account_post_id', id)).toEqual([[started, true]])
  await deliver(services, claimed as NonNullable<typeof claimed>)
  expect(await told('social_account_posts', 'social_account_post_id', id)).toEqual([
    [started, false],
    [`socialAccountPost.delivery.${end}`, true],
  ])
})

test('socialAccount.connected with the account, socialAccount.disconnected with its end', async () => {
  const [id = ''] = await client.connect(projectId, { username: 'told' })
  expect(await told('social_accounts', 'social_account_id', id)).toEqual([['socialAccount.connected', true]])
  const { services } = service.app
  const { grantId } = await services.db.prisma.socialAccount.findUniqueOrThrow({ where: { id } })
  expect(await disconnectAccount(services, { socialAccountId: id, grantId })).toBe(true)
  expect(await disconnectAccount(services, { socialAccountId: id, grantId })).toBe(false)
  expect(await told('social_accounts', 'social_account_id', id)).toEqual([
    ['socialAccount.connected', false],
    ['socialAccount.disconnected', true],
  ])
})

test('a change that is undone tells nothing', async () => {
  const { pool } = service.app.services.db
  const [id = ''] = await client.connect(projectId, { username: 'undone' })
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
    CREATE TRIGGER refuse BEFORE DELETE ON oauth_grants EXECUTE FUNCTION refuse()`)
  const { status } = await client.call('DELETE', `/social-accounts/${id}`)
  await pool.query('DROP FUNCTION refuse CASCADE')
  expect(status).toBe(500)
  expect(await told('social_accounts', 'social_account_id', id)).toEqual([['socialAccount.connected', true]])
})
