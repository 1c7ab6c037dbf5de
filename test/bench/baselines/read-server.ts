/**
 * The yardstick of reads: what one would write by hand on node:http and pg for these two reads, without a framework, a
 * log line or limits. It checks the API key and keeps it for 5 seconds, as the service does.
 * Arguments: address of the database, how posts are read (`join`: one statement, `each`: one for the post and one for its
 * children), encryption key for cursors as base64.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { createSecretBox } from '../../../src/lib/secret-box.ts'

const [databaseUrl = '', reading = 'join', key = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const secrets = createSecretBox([{ id: 'bench', secret: Buffer.from(key, 'base64') }])
const organizations = new Map<string, { id: string; until: number }>()

async function organizationOf(req: IncomingMessage): Promise<string | undefined> {
  const token = /^Bearer (\S+)$/.exec(req.headers.authorization ?? '')?.[1]
  if (!token) return undefined
  const known = organizations.get(token)
  if (known && known.until > Date.now()) return known.id
  const { rows } = await pool.query({
    name: 'key',
    text: 'SELECT organization_id FROM api_keys WHERE hash = $1 AND revoked_at IS NULL',
    values: [createHash('sha256').update(token).digest()],
  })
  if (rows[0]) organizations.set(token, { id: rows[0].organization_id, until: Date.now() + 5000 })
  return rows[0]?.organization_id
}

const childColumns = `c.id, c.post_id, c.project_id, c.social_account_id, c.platform, c.delivery_status, c.content_override,
  c.options, c.created_at, c.updated_at, c.delivery_completed_at, c.external_post_id, c.external_post_url, c.error_message`
const sharedColumns = 'p.content, p.schedule_type, p.scheduled_for'
const ownColumns = `p.project_id, p.auto_delete_media, p.max_retries, p.retry_delay_seconds, p.created_at AS post_created_at,
  p.updated_at AS post_updated_at`

// biome-ignore lint/suspicious/noExplicitAny: rows as pg gives them
type Row = any

function toSchedule(row: Row) {
  return { type: row.schedule_type, scheduledFor: row.scheduled_for ?? undefined }
}

function toChild(row: Row, post: Row) {
  return {
    platform: row.platform,
    socialAccountPostId: row.id,
    postId: row.post_id,
    projectId: row.project_id,
    socialAccountId: row.social_account_id,
    deliveryStatus: row.delivery_status,
    content: row.content_override ?? post.content,
    schedule: toSchedule(post),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deliveryCompletedAt: row.delivery_completed_at ?? undefined,
    externalPostId: row.external_post_id ?? undefined,
    externalPostUrl: row.external_post_url ?? undefined,
    errorMessage: row.error_message ?? undefined,
    title: row.options.title,
    link: row.options.link,
    shouldSucceed: row.options.shouldSucceed,
  }
}

async function readRows(organizationId: string, id: string): Promise<{ post: Row; children: Row[] }> {
  if (reading === 'join') {
    const { rows } = await pool.query({
      name: 'post',
      text: `SELECT ${childColumns}, ${sharedColumns}, ${ownColumns} FROM posts p JOIN social_account_posts c ON c.post_id = p.id
             WHERE p.organization_id = $1 AND p.id = $2 ORDER BY c.position`,
      values: [organizationId, id],
    })
    return { post: rows[0], children: rows }
  }
  const found = await pool.query({
    name: 'post',
    text: `SELECT ${sharedColumns}, ${ownColumns} FROM posts p WHERE p.organization_id = $1 AND p.id = $2`,
    values: [organizationId, id],
  })
  const { rows } = await pool.query({
    name: 'children',
    text: `SELECT ${childColumns} FROM social_account_posts c WHERE c.post_id = $1 ORDER BY c.position`,
    values: [id],
  })
  return { post: found.rows[0], children: rows }
}

async function readPost(organizationId: string, id: string) {
  const { post, children } = await readRows(organizationId, id)
  return {
    id,
    projectId: post.project_id,
    content: post.content,
    schedule: toSchedule(post),
    autoDeleteMediaAfterPublish: post.auto_delete_media,
    socialAccountPosts: children.map((row) => toChild(row, post)),
    createdAt: post.post_created_at,
    updatedAt: post.post_updated_at,
    retryPolicy:
      post.max_retries === null ? undefined : { maxRetries: post.max_retries, delaySeconds: post.retry_delay_seconds },
  }
}

async function listChildren(organizationId: string, limit: number) {
  const { rows } = await pool.query({
    name: 'list',
    text: `SELECT ${childColumns}, ${sharedColumns} FROM social_account_posts c JOIN posts p ON p.id = c.post_id
           WHERE c.organization_id = $1 ORDER BY c.id DESC LIMIT $2`,
    values: [organizationId, limit + 1],
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)?.id
  const nextCursor = rows.length > limit ? `${last}${secrets.sign('socialAccountPosts', last)}` : undefined
  return { socialAccountPosts: page.map((row) => toChild(row, row)), nextCursor }
}

async function readBody(req: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

async function answer(req: IncomingMessage, organizationId: string): Promise<unknown> {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost')
  if (pathname.startsWith('/v1/posts/')) return readPost(organizationId, pathname.slice('/v1/posts/'.length))
  if (pathname === '/v1/social-account-posts') return listChildren(organizationId, Number(searchParams.get('limit')))
  const { variables } = await readBody(req)
  if (variables.postId) return { data: { post: await readPost(organizationId, variables.postId) } }
  return { data: { socialAccountPosts: await listChildren(organizationId, variables.limit) } }
}

const server = createServer(async (req, res) => {
  const organizationId = await organizationOf(req)
  if (!organizationId) return res.writeHead(401).end()
  const body = Buffer.from(JSON.stringify(await answer(req, organizationId)))
  res.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  return res.end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
