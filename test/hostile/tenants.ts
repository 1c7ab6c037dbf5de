/** Two organizations for hostile requests: one that sends them, and one with a mark in all its texts that must not show. */
import { randomUUID } from 'node:crypto'
import type { PlatformName } from '../../src/platforms/names.ts'
import { addAccount } from '../helpers/accounts.ts'
import { eventually } from '../helpers/eventually.ts'
import { addMedia, startSession } from '../helpers/media.ts'
import type { Receiver } from '../helpers/receiver.ts'
import { type Client, postTo, type TestService } from '../helpers/service.ts'

/** Stands in every text of the other organization. */
export const mark = 'Zk7marked'

export type Kind =
  | 'project'
  | 'account'
  | 'post'
  | 'child'
  | 'media'
  | 'upload'
  | 'webhook'
  | 'delivery'
  | 'event'
  | 'cursor'

/** What an organization has, by kind. */
export type Belongings = Record<Kind, string>

/** Makes one of everything; accounts of `platforms` besides that of the sandbox. */
export async function furnish(
  service: TestService,
  client: Client,
  receiver: Receiver,
  text: string,
  platforms: PlatformName[] = [],
): Promise<Belongings> {
  const { organizationId } = client
  const project = await client.project(text)
  const eventTypes = ['socialAccount.connected']
  const { body: webhook } = await client.call('POST', '/webhooks', { url: `${receiver.url}/${text}`, eventTypes })
  const [account = ''] = await client.connect(project, { username: text.toLowerCase() })
  for (const platform of platforms) await addAccount(service, { organizationId, projectId: project, platform })
  const media = await addMedia(client, service.url, project)
  const content = [{ text, media: [{ type: 'MEDIA_LIBRARY', mediaId: media }] }]
  const draft = { content, schedule: { type: 'DRAFT' } }
  const { body: first } = await client.call('POST', '/posts', postTo([account], draft))
  await client.call('POST', '/posts', postTo([account], draft))
  const { uploadSessionId: upload } = await startSession(client, project, 1000)
  const delivery = await eventually(async () => {
    const [latest] = (await client.call('GET', `/webhooks/${webhook.id}/deliveries`)).body.deliveries
    return latest?.status === 'DELIVERED' && latest
  })
  const { body: page } = await client.call('GET', '/social-account-posts?limit=1')
  return {
    project,
    account,
    post: first.id,
    child: first.socialAccountPosts[0].socialAccountPostId,
    media,
    upload,
    webhook: webhook.id,
    delivery: delivery.id,
    event: delivery.event.id,
    cursor: page.nextCursor,
  }
}

/** Writes the mark into every text column that holds no key and no word of a closed list. */
export async function markTexts(service: TestService, organizationId: string): Promise<void> {
  const { pool } = service.app.services.db
  const json = `'{"mark": "${mark}"}'`
  const own = 'organization_id = $1'
  const ofChild = 'social_account_post_id IN (SELECT id FROM social_account_posts WHERE organization_id = $1)'
  const ofEndpoint = 'endpoint_id IN (SELECT id FROM webhook_endpoints WHERE organization_id = $1)'
  const ofProject = 'project_id IN (SELECT id FROM projects WHERE organization_id = $1)'
  const statements = [
    `UPDATE organizations SET name = '${mark}' WHERE id = $1`,
    `UPDATE api_keys SET name = '${mark}' WHERE ${own}`,
    `UPDATE projects SET name = '${mark}' WHERE ${own}`,
    `UPDATE social_accounts SET username = '${mark}', external_account_id = '${mark}-' || id, image_url = 'https://example.com/${mark}' WHERE ${own}`,
    `UPDATE social_account_posts SET delivery_status = 'PUBLISHED', content_override = '[{"text": "${mark}"}]', first_comment = '${mark}',
       options = options || ${json}, external_post_id = '${mark}', external_post_url = 'https://example.com/${mark}',
       error_message = '${mark}', progress = ${json}, commit_result = ${json} WHERE ${own}`,
    `INSERT INTO delivery_attempts (id, social_account_post_id, number, step, started_at, finished_at, outcome, message)
       SELECT gen_random_uuid(), id, 1, 'commit', now(), now(), 'published', '${mark}' FROM social_account_posts WHERE ${own}`,
    `INSERT INTO post_analytics (social_account_post_id, organization_id, project_id, social_account_id, published_at, latest)
       SELECT id, organization_id, project_id, social_account_id, now(), '{"likes": {"value": 424242.5, "collectedAt": "2026-01-01T00:00:00.000Z"}}'
       FROM social_account_posts WHERE ${own}`,
    `UPDATE delivery_attempts SET message = '${mark}' WHERE ${ofChild}`,
    `UPDATE media SET video_codec = '${mark}', audio_codec = '${mark}', details = ${json} WHERE ${own}`,
    `UPDATE upload_sessions SET failure_message = '${mark}' WHERE ${own}`,
    `UPDATE events SET details = '{"errorMessage": "${mark}"}' WHERE ${own}`,
    `UPDATE webhook_endpoints SET url = 'https://example.com/${mark}', disabled_reason = '${mark}', disabled_at = now() WHERE ${own}`,
    `UPDATE webhook_deliveries SET response = '${mark}', error_message = '${mark}' WHERE ${ofEndpoint}`,
    `UPDATE oauth_flows SET redirect_url = 'https://example.com/${mark}' WHERE ${ofProject}`,
  ]
  for (const statement of statements) await pool.query(statement, [organizationId])
}

/** Every row of an organization, as text. */
export async function rowsOf(service: TestService, organizationId: string): Promise<string[]> {
  const { pool } = service.app.services.db
  const all = async (table: string, where: string) => {
    const { rows } = await pool.query(`SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE ${where} ORDER BY 1`, [
      organizationId,
    ])
    return rows.map(({ row }) => `${table} ${row}`)
  }
  const own = 'organization_id = $1'
  const ofProject = 'project_id IN (SELECT id FROM projects WHERE organization_id = $1)'
  const ofChild = 'social_account_post_id IN (SELECT id FROM social_account_posts WHERE organization_id = $1)'
  const ofEndpoint = 'endpoint_id IN (SELECT id FROM webhook_endpoints WHERE organization_id = $1)'
  const tables: [string, string][] = [
    ['organizations', 'id = $1'],
    ...[
      'api_keys',
      'projects',
      'social_accounts',
      'posts',
      'social_account_posts',
      'media',
      'upload_sessions',
      'events',
    ].map((table): [string, string] => [table, own]),
    ...['webhook_endpoints', 'idempotency_records', 'batch_items', 'post_analytics'].map((table): [string, string] => [
      table,
      own,
    ]),
    ...['oauth_flows', 'oauth_grants'].map((table): [string, string] => [table, ofProject]),
    ...['delivery_attempts', 'post_metrics'].map((table): [string, string] => [table, ofChild]),
    ['webhook_deliveries', ofEndpoint],
  ]
  const rows = []
  for (const [table, where] of tables) rows.push(...(await all(table, where)))
  return rows
}

/** Ids that requests may name, by kind; what the sender deleted is made anew by `refresh`. */
export interface Ids {
  own: Belongings
  theirs: Belongings
  nobodys: string
}

export const nobody = randomUUID()
