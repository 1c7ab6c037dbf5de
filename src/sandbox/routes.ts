import type { IncomingMessage } from 'node:http'
import { validate } from 'uuid'
import {
  createComment,
  createContainer,
  getAccounts,
  getContainer,
  getPost,
  getPosts,
  publishContainer,
} from './api.ts'
import { decideConsent, showConsent } from './authorize.ts'
import { findAccounts } from './grant-tables.ts'
import { json, Refusal, type Reply } from './http.ts'
import { getInsights } from './insights.ts'
import { accountPage, errorPage, postPage } from './pages.ts'
import { findPost, listComments, listPosts } from './post-tables.ts'
import type { SandboxSettings } from './settings.ts'
import { issueToken, revokeToken } from './tokens.ts'

/** How a route words its refusals: the API's JSON, RFC 6749's JSON, or a page. */
export type Speech = 'json' | 'oauth' | 'page'

type Handler = (
  settings: SandboxSettings,
  req: IncomingMessage,
  id: string,
  query: URLSearchParams,
) => Reply | Promise<Reply>

interface Route {
  speech: Speech
  methods: Readonly<Record<string, Handler>>
}

/** Every path below the base; `{id}` stands for one segment. */
const routes: Readonly<Record<string, Route>> = {
  '/oauth/authorize': {
    speech: 'page',
    methods: {
      GET: (settings, _req, _id, query) => showConsent(settings, query),
      POST: (settings, req) => decideConsent(settings, req),
    },
  },
  '/oauth/token': { speech: 'oauth', methods: { POST: issueToken } },
  '/oauth/revoke': { speech: 'oauth', methods: { POST: revokeToken } },
  '/posts/{id}': { speech: 'page', methods: { GET: (settings, _req, id) => showPost(settings, id) } },
  '/accounts/{id}': { speech: 'page', methods: { GET: (settings, _req, id) => showAccount(settings, id) } },
  '/api/accounts': { speech: 'json', methods: { GET: getAccounts } },
  '/api/accounts/{id}/containers': { speech: 'json', methods: { POST: createContainer } },
  '/api/accounts/{id}/posts': { speech: 'json', methods: { GET: getPosts } },
  '/api/containers/{id}': { speech: 'json', methods: { GET: getContainer } },
  '/api/containers/{id}/publish': { speech: 'json', methods: { POST: publishContainer } },
  '/api/posts/{id}': { speech: 'json', methods: { GET: getPost } },
  '/api/insights': {
    speech: 'json',
    methods: { GET: (settings, req, _id, query) => getInsights(settings, req, query) },
  },
  '/api/posts/{id}/comments': { speech: 'json', methods: { POST: createComment } },
}

const patterns = Object.entries(routes).map(([path, route]) => ({
  pattern: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`),
  route,
}))

/** What serves a path; its `run` throws a 405 refusal for a wrong method. Throws a 404 refusal for an unknown path. */
export function findRoute(basePath: string, path: string) {
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : ''
  for (const { pattern, route } of patterns) {
    const match = pattern.exec(below)
    if (match) return { speech: route.speech, run: runner(route, decodeSegment(match[1] ?? '')) }
  }
  throw new Refusal(404, 'not_found', 'There is nothing at this path.')
}

function runner({ methods }: Route, id: string) {
  return async (settings: SandboxSettings, req: IncomingMessage, query: URLSearchParams): Promise<Reply> => {
    const handler = methods[req.method === 'HEAD' ? 'GET' : (req.method ?? '')]
    if (handler) return handler(settings, req, id, query)
    const allow = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    throw new Refusal(405, 'method_not_allowed', 'This method is not allowed here.', { allow: allow.join(', ') })
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal(404, 'not_found', 'There is nothing at this path.')
  }
}

async function showPost(settings: SandboxSettings, id: string): Promise<Reply> {
  const post = validate(id) ? await findPost(settings.pool, id) : undefined
  if (!post) throw new Refusal(404, 'not_found', 'There is no such post.')
  return postPage(post, await listComments(settings.pool, id))
}

async function showAccount(settings: SandboxSettings, id: string): Promise<Reply> {
  const [account] = id.includes('\0') ? [] : await findAccounts(settings.pool, [id])
  if (!account) throw new Refusal(404, 'not_found', 'There is no such account.')
  const now = new Date(settings.now())
  const posts = await listPosts(settings.pool, { accountId: account.id, clientReference: undefined, now })
  return accountPage(account.username, posts, (postId) => `${settings.baseUrl}/posts/${postId}`)
}

/** A refusal in the words of its route. */
export function refuse(speech: Speech, refusal: Refusal): Reply {
  const { status, type, message, headers } = refusal
  switch (speech) {
    case 'page': {
      const page = errorPage(status, message)
      return { ...page, headers: { ...page.headers, ...headers } }
    }
    case 'oauth':
      return json(status, { error: type, error_description: message }, headers)
    case 'json':
      return json(status, { error: { type, message } }, headers)
  }
}
