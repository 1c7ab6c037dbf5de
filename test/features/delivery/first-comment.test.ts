import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimDue } from '../../../src/features/delivery/claim.ts'
import { deliver } from '../../../src/features/delivery/deliver.ts'
import type { Connector, PlatformPublish } from '../../../src/platforms/platform.ts'
import { PlatformError } from '../../../src/platforms/platform-error.ts'
import { addAccount } from '../../helpers/accounts.ts'
import { type ScriptedConnector, scriptConnector } from '../../helpers/scripted-connector.ts'
import { type Client, postTo, startService, type TestService } from '../../helpers/service.ts'
import { type AnyPost, create, errorLog, movableClock } from './follow.ts'

type Comment = NonNullable<PlatformPublish['comment']>

const { clock, advance } = movableClock()
const { log, errors } = errorLog()
const firstComment = 'First & <foremost>!'
let service: TestService
let client: Client
let projectId: string
let account: string

beforeAll(async () => {
  service = await startService({ config: { role: 'api' }, clock, log })
  client = await service.client()
})
afterAll(() => service.stop())
beforeEach(async () => {
  projectId = await client.project()
  ;[account = ''] = await client.connect(projectId)
  errors.length = 0
})

const childId = (post: AnyPost): string => post.socialAccountPosts[0].socialAccountPostId
const read = async (post: AnyPost): Promise<AnyPost> =>
  (await client.call('GET', `/posts/${post.id}`)).body.socialAccountPosts[0]
const target = (changes: object = {}) => ({
  platform: 'SERVICETEST',
  socialAccountId: account,
  firstComment,
  ...changes,
})
const createWithComment = (changes: Record<string, unknown> = {}) =>
  create(client, [], { socialAccounts: [target()], ...changes })

async function query(text: string, values: unknown[]) {
  return (await service.app.services.db.pool.query(text, values)).rows
}

/** One try by a worker; false when nothing is due. */
async function tryOnce(): Promise<boolean> {
  const [claimed] = await claimDue(service.app.services.db.pool, [{ socialAccountId: account, limit: 1 }], clock.now())
  if (claimed) await deliver(service.app.services, claimed)
  return claimed !== undefined
}

async function published(post: AnyPost): Promise<AnyPost> {
  await tryOnce()
  const child = await read(post)
  expect(child.deliveryStatus).toBe('PUBLISHED')
  return child
}

describe('at the sandbox', () => {
  test('appears under the post, once', async () => {
    const child = await published(await createWithComment())
    expect(child).not.toHaveProperty('errorMessage')
    const page = await (await fetch(child.externalPostUrl)).text()
    expect(page.split('<article class="comment">')).toHaveLength(2)
    expect(page).toContain('First &amp; &lt;foremost&gt;!')
    expect(page.indexOf('Hello')).toBeLessThan(page.indexOf('First &amp;'))
    expect(await tryOnce()).toBe(false)
  })

  test('is not there when none was asked for', async () => {
    const child = await published(await create(client, [account]))
    expect(await (await fetch(child.externalPostUrl)).text()).not.toContain('class="comment"')
  })

  test('that finds it too long leaves the post PUBLISHED with the reason', async () => {
    const post = await createWithComment({ socialAccounts: [target({ firstComment: 'x'.repeat(2001) })] })
    const child = await published(post)
    expect(child.errorMessage).toMatch(/^The first comment was not published: .*1 to 2000 characters/)
    expect(await (await fetch(child.externalPostUrl)).text()).not.toContain('class="comment"')
  })
})

test('validation accepts it for the sandbox and refuses it where the platform has no comments', async () => {
  const x = await addAccount(service, { organizationId: client.organizationId, projectId, platform: 'X' })
  const validate = async (socialAccounts: object[]) =>
    (await client.call('POST', '/posts/validate', postTo([], { socialAccounts }))).body
  expect(await validate([target()])).toEqual({ isValid: true, errors: [], warnings: [] })

  const targets = [target(), { platform: 'X', socialAccountId: x, firstComment }]
  const refused = { path: 'socialAccounts[1].firstComment', field: 'FIRST_COMMENT', message: expect.any(String) }
  expect(await validate(targets)).toMatchObject({ isValid: false, errors: [refused] })
  expect(await client.call('POST', '/posts', postTo([], { socialAccounts: targets }))).toMatchObject({
    status: 422,
    body: { code: 'VALIDATION_FAILED', validationErrors: [refused] },
  })
})

describe('a comment that a platform does not simply take', () => {
  const comments: unknown[] = []
  let platform: ScriptedConnector

  beforeEach(() => {
    platform = scriptConnector(service)
    comments.length = 0
  })
  afterEach(() => platform.restore())

  /** Lets the scripted platform take comments as `comment` says. */
  function script(comment: Comment) {
    const connectors = service.app.services.connectors as Map<string, Connector>
    const connector = connectors.get('SERVICETEST') as Connector
    const counted: Comment = (...input) => {
      comments.push({ post: input[2].externalPostId, text: input[3] })
      return comment(...input)
    }
    connectors.set('SERVICETEST', { ...connector, publish: { ...connector.publish, comment: counted } })
  }
  const commits = () => platform.calls.filter((call) => call === 'commit').length

  const endEvents = (post: AnyPost) =>
    query(
      `SELECT event_type, details FROM events WHERE post_id = $1 AND event_type <> 'socialAccountPost.delivery.started'
       ORDER BY seq`,
      [post.id],
    )

  test.each([
    ['rejected', () => PlatformError.rejected('Too rude.')],
    ['failed', () => PlatformError.failed('Too rude.')],
    ['reconnect', () => PlatformError.reconnect('Too rude.')],
    ['operator', () => PlatformError.operator('Too rude.')],
  ])(
    '%s: the post stays PUBLISHED with the reason, is not repeated, and is told as published',
    async (_kind, error) => {
      script(() => Promise.reject(error()))
      const post = await createWithComment({ retryPolicy: { maxRetries: 2, delaySeconds: 60 } })
      expect(await published(post)).toMatchObject({
        externalPostId: 'external-1',
        errorMessage: 'The first comment was not published: Too rude.',
      })
      expect(comments).toEqual([{ post: 'external-1', text: firstComment }])
      expect(await query('SELECT id FROM posts WHERE retry_of_id = $1', [childId(post)])).toEqual([])
      const { status } = await service.app.services.db.prisma.socialAccount.findUniqueOrThrow({
        where: { id: account },
      })
      expect(status).toBe(error().kind === 'reconnect' ? 'DISCONNECTED' : 'CONNECTED')
      expect(await endEvents(post)).toEqual([
        { event_type: 'socialAccountPost.delivery.published', details: { externalPostId: 'external-1' } },
      ])
    },
  )

  test.each([
    ['the platform says nothing', () => PlatformError.outcomeUnknown('The connection broke.')],
    ['something unforeseen came between', () => new TypeError('Cannot read properties of undefined')],
  ])('whose answer is lost is not sent again, and may or may not be there: %s', async (_what, error) => {
    script(() => Promise.reject(error()))
    const post = await createWithComment()
    const { errorMessage } = await published(post)
    expect(errorMessage).toMatch(/^The first comment may or may not be published/)
    expect(errorMessage).not.toContain('undefined')
    expect(comments).toHaveLength(1)
    expect((await endEvents(post))[0].details).toEqual({ externalPostId: 'external-1' })
  })

  test('is tried again when the platform is busy', async () => {
    script(() => (comments.length < 3 ? Promise.reject(PlatformError.retry('Busy.', 0)) : Promise.resolve()))
    expect(await published(await createWithComment())).not.toHaveProperty('errorMessage')
    expect(comments).toHaveLength(3)
    expect(commits()).toBe(1)
  })

  test('is given up when the platform is busy three times', async () => {
    script(() => Promise.reject(PlatformError.retry('Busy.', 0)))
    const { errorMessage } = await published(await createWithComment())
    expect(errorMessage).toBe('The first comment was not published: Busy.')
    expect(comments).toHaveLength(3)
    expect(commits()).toBe(1)
  })

  test('that was begun by a worker that went away is not sent again', async () => {
    const post = await createWithComment()
    await new Promise<void>((resolve) => {
      script(() => {
        resolve()
        return new Promise<never>(() => {})
      })
      void tryOnce()
    })
    const [row] = await query('SELECT delivery_status, commit_result FROM social_account_posts WHERE id = $1', [
      childId(post),
    ])
    expect(row).toEqual({
      delivery_status: 'SENDING',
      commit_result: { externalPostId: 'external-1', firstComment: 'sending' },
    })
    advance(61_000)
    const child = await published(post)
    expect(child).toMatchObject({
      externalPostId: 'external-1',
      errorMessage: expect.stringContaining('may or may not be published'),
    })
    expect(comments).toHaveLength(1)
    expect(commits()).toBe(1)
    expect((await endEvents(post)).map(({ details }) => details)).toEqual([{ externalPostId: 'external-1' }])
  })

  test('is sent by the next worker when the first one went away before it was begun', async () => {
    const post = await createWithComment()
    script(async () => {})
    await new Promise<void>((resolve) => {
      platform.script.confirm = () => {
        resolve()
        return new Promise<never>(() => {})
      }
      void tryOnce()
    })
    delete platform.script.confirm
    advance(61_000)
    expect(await published(post)).not.toHaveProperty('errorMessage')
    expect(comments).toHaveLength(1)
    expect(commits()).toBe(1)
  })

  /** A post that is out, whose worker went away before the comment, and whose token expires meanwhile. */
  async function abandoned(): Promise<AnyPost> {
    const post = await createWithComment()
    await new Promise<void>((resolve) => {
      platform.script.confirm = () => {
        resolve()
        return new Promise<never>(() => {})
      }
      void tryOnce()
    })
    delete platform.script.confirm
    advance(61_000)
    await query(
      'UPDATE oauth_grants SET access_expires_at = $2 WHERE id = (SELECT grant_id FROM social_accounts WHERE id = $1)',
      [account, new Date(clock.now())],
    )
    return post
  }

  test('is sent by the next worker although the token cannot be renewed at once', async () => {
    script(async () => {})
    let refused = 0
    platform.script.refresh = async () => {
      refused += 1
      if (refused === 1) throw PlatformError.retry('Busy.', 0)
      return { accessToken: 'renewed', scopes: [] }
    }
    const child = await published(await abandoned())
    expect(refused).toBe(2)
    expect(child).not.toHaveProperty('errorMessage')
    expect(comments).toEqual([{ post: 'external-1', text: firstComment }])
  })

  test('is given up when the token stays out of reach, and was certainly not sent', async () => {
    script(async () => {})
    platform.script.refresh = () => Promise.reject(PlatformError.retry('Busy.', 0))
    const { errorMessage } = await published(await abandoned())
    expect(errorMessage).toBe('The first comment was not published: Busy.')
    expect(comments).toEqual([])
  })

  test('of an account that was disconnected meanwhile is not sent', async () => {
    script(async () => {})
    const post = await abandoned()
    await query(`UPDATE social_accounts SET status = 'DISCONNECTED' WHERE id = $1`, [account])
    const { errorMessage } = await published(post)
    expect(errorMessage).toBe('The first comment was not published: the account can no longer be spoken for.')
    expect(comments).toEqual([])
  })

  test('is sent under a post that was found after a lost answer', async () => {
    script(async () => {})
    platform.script = {
      commit: () => Promise.reject(PlatformError.outcomeUnknown('The connection broke.')),
      check: async () => ({ outcome: 'published', post: { externalPostId: 'found' } }),
    }
    const post = await createWithComment()
    await tryOnce()
    expect(comments).toEqual([])
    advance(10_000)
    expect(await published(post)).not.toHaveProperty('errorMessage')
    expect(comments).toEqual([{ post: 'found', text: firstComment }])
  })

  test('is not sent by a worker that lost the delivery', async () => {
    script(async () => {})
    const post = await createWithComment()
    platform.script.confirm = async () => {
      await client.call('DELETE', `/social-account-posts/${childId(post)}`)
      return { externalPostId: 'external-1' }
    }
    await tryOnce()
    expect(comments).toEqual([])
    expect(errors).toEqual([])
  })

  test('goes under the post of the retry that got out', async () => {
    script(async () => {})
    platform.script.commit = () => Promise.reject(PlatformError.failed('It did not work.'))
    const post = await createWithComment({ retryPolicy: { maxRetries: 1, delaySeconds: 60 } })
    await tryOnce()
    expect(await read(post)).toMatchObject({ deliveryStatus: 'FAILED', errorMessage: 'It did not work.' })
    expect(comments).toEqual([])
    delete platform.script.commit
    advance(61_000)
    expect(await tryOnce()).toBe(true)
    expect(comments).toEqual([{ post: 'external-1', text: firstComment }])
  })
})
