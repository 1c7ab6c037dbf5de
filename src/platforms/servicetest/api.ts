import type { ConnectorContext } from '../platform.ts'
import { noAnswer, refused, type Step, unreadable } from './failures.ts'

const timeoutMs = 15_000
const maxAnswerBytes = 1024 * 1024

const containerStatuses = ['IN_PROGRESS', 'READY', 'PUBLISHING', 'PUBLISHED'] as const

type ContainerStatus = (typeof containerStatuses)[number]

export interface Container {
  id: string
  status: ContainerStatus
  /** Its first post, once published. */
  postId?: string
}

interface SandboxPost {
  id: string
  url: string
}

/** The token endpoint's answer: tokens, or RFC 6749's `error`. Lifetimes in seconds. */
export interface TokenAnswer {
  accessToken?: string
  refreshToken?: string
  expiresIn?: number
  refreshExpiresIn?: number
  scope?: string
  error?: string
}

export type ServicetestApi = ReturnType<typeof createApi>

type Json = Record<string, unknown>

interface Call {
  method: 'GET' | 'POST'
  path: string
  authorization: string
  body?: Json | URLSearchParams
  step?: Step
}

interface Answer {
  status: number
  headers: Headers
  /** Undefined when it is no JSON object. */
  body: Json | undefined
}

/** The sandbox's HTTP API, one method per call, 15 s each. All throw PlatformError and nothing else. */
export function createApi(settings: { apiUrl: string; clientId: string; clientSecret: string }) {
  const base = settings.apiUrl.replace(/\/+$/, '')
  const client = basicAuthorization(settings.clientId, settings.clientSecret)

  async function send(ctx: ConnectorContext, call: Call): Promise<Answer> {
    const form = call.body instanceof URLSearchParams
    try {
      const response = await ctx.fetch(`${base}${call.path}`, {
        method: call.method,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          accept: 'application/json',
          authorization: call.authorization,
          ...(call.body && { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
        },
        ...(call.body && { body: form ? String(call.body) : JSON.stringify(call.body) }),
      })
      return { status: response.status, headers: response.headers, body: parseObject(await readBounded(response)) }
    } catch (error) {
      throw noAnswer(error, call.step ?? 'repeatable')
    }
  }

  async function request(ctx: ConnectorContext, call: Call): Promise<Json> {
    const step = call.step ?? 'repeatable'
    const answer = await send(ctx, call)
    if (answer.status < 200 || answer.status > 299) throw refused(answer, step, ctx.now())
    if (!answer.body) throw unreadable(step)
    return answer.body
  }

  async function get(ctx: ConnectorContext, accessToken: string, path: string): Promise<Json> {
    return request(ctx, { method: 'GET', path, authorization: `Bearer ${accessToken}` })
  }

  async function getIfPresent(ctx: ConnectorContext, accessToken: string, path: string): Promise<Json | undefined> {
    const answer = await send(ctx, { method: 'GET', path, authorization: `Bearer ${accessToken}` })
    if (answer.status === 404) return undefined
    if (answer.status !== 200) throw refused(answer, 'repeatable', ctx.now())
    if (!answer.body) throw unreadable('repeatable')
    return answer.body
  }

  return {
    /** One call of the token endpoint; a refusal is an answer here (`error`). */
    async requestTokens(ctx: ConnectorContext, form: Record<string, string>): Promise<TokenAnswer> {
      const body = new URLSearchParams(form)
      const answer = await send(ctx, { method: 'POST', path: '/oauth/token', authorization: client, body })
      const error = answer.body && text(answer.body.error)
      if (error && (answer.status === 400 || answer.status === 401)) return { error }
      if (answer.status !== 200) throw refused(answer, 'repeatable', ctx.now())
      if (!answer.body) throw unreadable('repeatable')
      return readTokens(answer.body)
    },

    /** Ends the grant that a token belongs to. */
    async revoke(ctx: ConnectorContext, token: string): Promise<void> {
      const body = new URLSearchParams({ token })
      await request(ctx, { method: 'POST', path: '/oauth/revoke', authorization: client, body })
    },

    /** The accounts of the grant. */
    async listAccounts(ctx: ConnectorContext, accessToken: string): Promise<{ id: string; username: string }[]> {
      const body = await get(ctx, accessToken, '/api/accounts')
      return list(body.accounts).map((item) => ({ id: needed(item.id), username: needed(item.username) }))
    },

    /** Makes a container, and gives its id. */
    async createContainer(
      ctx: ConnectorContext,
      accessToken: string,
      {
        accountId,
        ...body
      }: {
        accountId: string
        text: string
        media: { url: string; thumbnailUrl: string }[]
        shouldSucceed: boolean
        clientReference: string
      },
    ): Promise<string> {
      const path = `/api/accounts/${encodeURIComponent(accountId)}/containers`
      const answer = await request(ctx, { method: 'POST', path, authorization: `Bearer ${accessToken}`, body })
      return needed(answer.id)
    },

    /** A container's state; undefined when the sandbox does not know it. */
    async findContainer(ctx: ConnectorContext, accessToken: string, id: string): Promise<Container | undefined> {
      const body = await getIfPresent(ctx, accessToken, `/api/containers/${encodeURIComponent(id)}`)
      if (!body) return undefined
      const status = containerStatuses.find((known) => known === body.status)
      if (!status) throw unreadable('repeatable')
      return status === 'PUBLISHED' ? { id, status, postId: needed(body.postId) } : { id, status }
    },

    /** The call that publishes: never made twice for one delivery. Gives the post, or undefined while it is on its way. */
    async publishContainer(
      ctx: ConnectorContext,
      accessToken: string,
      id: string,
    ): Promise<{ postId: string; url?: string } | undefined> {
      const path = `/api/containers/${encodeURIComponent(id)}/publish`
      const call = { method: 'POST', path, authorization: `Bearer ${accessToken}`, step: 'commit' } as const
      const body = await request(ctx, call)
      if (body.status === 'PUBLISHING') return undefined
      const postId = needed(body.postId, 'commit')
      const url = text(body.url)
      return url ? { postId, url } : { postId }
    },

    /** Puts a comment under a post: never repeated, because the sandbox would take it twice. */
    async createComment(ctx: ConnectorContext, accessToken: string, postId: string, content: string): Promise<void> {
      const path = `/api/posts/${encodeURIComponent(postId)}/comments`
      const body = { text: content }
      await request(ctx, { method: 'POST', path, authorization: `Bearer ${accessToken}`, body, step: 'commit' })
    },

    /** A post; undefined when the sandbox does not know it. */
    async findPost(ctx: ConnectorContext, accessToken: string, id: string): Promise<SandboxPost | undefined> {
      const body = await getIfPresent(ctx, accessToken, `/api/posts/${encodeURIComponent(id)}`)
      return body && { id: needed(body.id), url: needed(body.url) }
    },

    /** An account's posts that carry a client reference, newest first. */
    async listPosts(
      ctx: ConnectorContext,
      accessToken: string,
      { accountId, clientReference }: { accountId: string; clientReference: string },
    ): Promise<SandboxPost[]> {
      const query = new URLSearchParams({ clientReference })
      const body = await get(ctx, accessToken, `/api/accounts/${encodeURIComponent(accountId)}/posts?${query}`)
      return list(body.posts).map((item) => ({ id: needed(item.id), url: needed(item.url) }))
    },

    /** What the sandbox tells about posts, at most 50; those it does not know are left out. */
    async readInsights(
      ctx: ConnectorContext,
      accessToken: string,
      postIds: readonly string[],
    ): Promise<{ id: string; metrics: Json }[]> {
      const query = new URLSearchParams({ postIds: postIds.join(',') })
      const body = await get(ctx, accessToken, `/api/insights?${query}`)
      return list(body.insights).map(({ postId, ...metrics }) => ({ id: needed(postId), metrics }))
    },
  }
}

// RFC 6749, 2.3.1: both halves are form-encoded before they are joined.
function basicAuthorization(id: string, secret: string): string {
  const encode = (value: string) => new URLSearchParams({ '': value }).toString().slice(1)
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length
    if (size > maxAnswerBytes) {
      await reader?.cancel()
      throw new Error('The answer is over 1 MiB.')
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseObject(content: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

function readTokens(body: Json): TokenAnswer {
  const accessToken = text(body.access_token)
  const refreshToken = text(body.refresh_token)
  const scope = text(body.scope)
  const expiresIn = seconds(body.expires_in)
  const refreshExpiresIn = seconds(body.refresh_token_expires_in)
  return {
    ...(accessToken && { accessToken }),
    ...(refreshToken && { refreshToken }),
    ...(scope && { scope }),
    ...(expiresIn !== undefined && { expiresIn }),
    ...(refreshExpiresIn !== undefined && { refreshExpiresIn }),
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value ? value : undefined
}

function seconds(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined
}

function needed(value: unknown, step: Step = 'repeatable'): string {
  const found = text(value)
  if (!found) throw unreadable(step)
  return found
}

function list(value: unknown): Json[] {
  if (!Array.isArray(value)) throw unreadable('repeatable')
  return value.map((item) => (typeof item === 'object' && item !== null ? (item as Json) : {}))
}
