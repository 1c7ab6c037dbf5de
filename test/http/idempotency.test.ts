import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let accounts: string[]
let key: string

beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  client = await service.client()
  accounts = await client.connect(await client.project())
  key = randomUUID()
})
afterAll(() => service.stop())

const draft = (text = 'Hello') => postTo(accounts, { schedule: { type: 'DRAFT' }, content: [{ text }] })
const create = (body: unknown = draft(), headers: Record<string, string> = { 'idempotency-key': key }) =>
  client.call('POST', '/posts', body, headers)
const posts = async () => {
  const { body } = await client.call('GET', '/social-account-posts')
  return body.socialAccountPosts.map(({ postId }: { postId: string }) => postId)
}
const record = (changes: string, values: unknown[] = []) =>
  service.app.services.db.pool.query(
    `UPDATE idempotency_records SET ${changes} WHERE organization_id = $1 AND key = $2`,
    [client.organizationId, key, ...values],
  )

describe('replay', () => {
  test('the same request again gets the same response, and nothing is made', async () => {
    const first = await create()
    const second = await create()
    expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body })
    expect(first.headers.get('idempotent-replayed')).toBe(null)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await posts()).toEqual([first.body.id])
  })

  test('the first response is replayed although the post has changed since', async () => {
    const first = await create()
    await client.call('PATCH', `/posts/${first.body.id}`, { content: [{ text: 'Changed' }] })
    expect((await create()).body).toEqual(first.body)
    await client.call('DELETE', `/posts/${first.body.id}`)
    expect((await create()).body).toEqual(first.body)
    expect(await posts()).toEqual([])
  })

  test('a refusal is replayed too', async () => {
    const first = await create(draft(''))
    const second = await create(draft(''))
    expect([first.status, second.status]).toEqual([422, 422])
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  test('every POST takes a key', async () => {
    const headers = { 'idempotency-key': key }
    const first = await client.call('POST', '/projects', { name: 'Once' }, headers)
    const second = await client.call('POST', '/projects', { name: 'Once' }, headers)
    expect(second.body).toEqual(first.body)
    const valid = [0, 1].map(() => client.call('POST', '/posts/validate', draft(), { 'idempotency-key': `${key}v` }))
    for (const answer of await Promise.all(valid)) expect([200, 409]).toContain(answer.status)
  })

  test('a key belongs to its organization', async () => {
    const other = await service.client()
    await other.project('Taken')
    const headers = { 'idempotency-key': key }
    const mine = await client.call('POST', '/projects', { name: 'Mine' }, headers)
    const theirs = await other.call('POST', '/projects', { name: 'Theirs' }, headers)
    expect([mine.status, theirs.status]).toEqual([201, 201])
  })

  test('after 24 hours the key is new', async () => {
    const first = await create()
    await record(`created_at = created_at - interval '24 hours 1 second'`)
    const second = await create(draft('Another body'))
    expect(second.status).toBe(201)
    expect(second.body.id).not.toBe(first.body.id)
  })
})

describe('422', () => {
  test('IDEMPOTENCY_KEY_REUSED: another body, or another path', async () => {
    await create()
    const headers = { 'idempotency-key': key }
    const answers = [
      await create(draft('Other')),
      await client.call('POST', '/posts/validate', draft(), headers),
      await client.call('POST', '/projects', { name: 'a' }, headers),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([422, 'IDEMPOTENCY_KEY_REUSED']),
    )
    expect(await posts()).toHaveLength(1)
  })

  test('VALIDATION_FAILED: a key of 256 characters or none', async () => {
    expect((await create(draft(), { 'idempotency-key': 'k'.repeat(255) })).status).toBe(201)
    for (const bad of ['k'.repeat(256), '']) {
      const { status, body } = await create(draft(), { 'idempotency-key': bad })
      expect({ status, code: body.code }).toEqual({ status: 422, code: 'VALIDATION_FAILED' })
      expect(body.validationErrors[0].path).toBe('Idempotency-Key')
    }
  })
})

describe('at the same time and after crashes', () => {
  test('two at once make one post; the other one is told to wait or gets the same response', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()))
    const made = answers.filter(({ status }) => status === 201)
    const waiting = answers.filter(({ status }) => status === 409)
    expect(made.length + waiting.length).toBe(8)
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    for (const { body, headers } of waiting) {
      expect(body.code).toBe('IDEMPOTENCY_KEY_IN_USE')
      expect(headers.get('retry-after')).toBe('1')
    }
    expect(await posts()).toEqual([made[0]?.body.id])
  })

  test('409 IDEMPOTENCY_KEY_IN_USE: the owner still works on it', async () => {
    await create()
    await record('status = NULL, body = NULL, resource_id = NULL')
    const { status, body } = await create()
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'IDEMPOTENCY_KEY_IN_USE' })
  })

  test('an owner that went away without a result loses the key to the next request', async () => {
    const first = await create()
    await client.call('DELETE', `/posts/${first.body.id}`)
    await record(`status = NULL, body = NULL, resource_id = NULL, locked_until = now() - interval '1 second'`)
    const answers = await Promise.all([create(), create(), create()])
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    expect(await posts()).toEqual([made[0]?.body.id])
    expect((await create()).body.id).toBe(made[0]?.body.id)
  })

  test('a crash between commit and stored response: the post that was made is the answer', async () => {
    const first = await create()
    await record('status = NULL, body = NULL')
    const second = await create()
    expect({ status: second.status, body: second.body }).toEqual({ status: 201, body: first.body })
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await posts()).toEqual([first.body.id])
  })

  test('the same for a project', async () => {
    const headers = { 'idempotency-key': key }
    const first = await client.call('POST', '/projects', { name: 'Once' }, headers)
    await record('status = NULL, body = NULL')
    const second = await client.call('POST', '/projects', { name: 'Once' }, headers)
    expect({ status: second.status, body: second.body }).toEqual({ status: 201, body: first.body })
  })

  test('the same for a webhook, with the secret that nobody got', async () => {
    const headers = { 'idempotency-key': key }
    const webhook = { url: 'https://example.com/', eventTypes: ['socialAccount.connected'] }
    const first = await client.call('POST', '/webhooks', webhook, headers)
    await record('status = NULL, body = NULL')
    const second = await client.call('POST', '/webhooks', webhook, headers)
    expect({ status: second.status, body: second.body }).toEqual({ status: 201, body: first.body })
    expect((await client.call('GET', '/webhooks')).body).toHaveLength(1)
  })

  test('when what was made is gone by then, nothing is made again', async () => {
    const headers = { 'idempotency-key': key }
    const webhook = { url: 'https://example.com/', eventTypes: ['socialAccount.connected'] }
    const registered = await client.call('POST', '/webhooks', webhook, headers)
    await record('status = NULL, body = NULL')
    await client.call('DELETE', `/webhooks/${registered.body.id}`)
    const repeated = await client.call('POST', '/webhooks', webhook, headers)
    expect([repeated.status, repeated.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])

    key = randomUUID()
    headers['idempotency-key'] = key
    const project = await client.call('POST', '/projects', { name: 'Once' }, headers)
    await record('status = NULL, body = NULL')
    await client.call('DELETE', `/projects/${project.body.id}`)
    const again = await client.call('POST', '/projects', { name: 'Once' }, headers)
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })

    key = randomUUID()
    const post = await create()
    await record('status = NULL, body = NULL')
    await client.call('DELETE', `/posts/${post.body.id}`)
    const { status, body } = await create()
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  test('a failure of ours frees the key', async () => {
    const { pool } = service.app.services.db
    await pool.query(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'refused by the test'; END $$`)
    await pool.query('CREATE TRIGGER refuse BEFORE INSERT ON posts FOR EACH ROW EXECUTE FUNCTION refuse()')
    const failed = await create()
    await pool.query('DROP TRIGGER refuse ON posts')
    expect({ status: failed.status, code: failed.body.code }).toEqual({ status: 500, code: 'INTERNAL_ERROR' })
    expect(JSON.stringify(failed.body)).not.toContain('refused by the test')
    expect((await create()).status).toBe(201)
  })
})
