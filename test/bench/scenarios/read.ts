/** Reading a post with three children and a page of 20 children, over REST and GraphQL. */
import assert from 'node:assert/strict'
import { load, toRequest } from '../load.ts'
import { median } from '../result.ts'
import type { Bench, Prepared, Row, Scenario } from '../scenario.ts'
import { encryptionKeys } from '../surroundings.ts'
import { createTenant, type Tenant } from '../tenant.ts'

const posts = 200
const connections = 16

interface Request {
  path: string
  body?: unknown
}

interface Read {
  row: Row
  requests: Request[]
}

const childFields = `platform socialAccountPostId postId projectId socialAccountId deliveryStatus content { text }
  schedule { type scheduledFor } createdAt updatedAt ... on ServicetestSocialAccountPost { shouldSucceed }`

const postQuery = `query Post($postId: ID!) { post(postId: $postId) { id projectId content { text }
  schedule { type scheduledFor } autoDeleteMediaAfterPublish socialAccountPosts { ${childFields} } createdAt updatedAt } }`

const childrenQuery = `query Children($limit: Int!) { socialAccountPosts(limit: $limit) {
  socialAccountPosts { ${childFields} } nextCursor } }`

function row(path: string, goal: number | undefined): Row {
  return { path, unit: 'per second', ...(goal !== undefined && { goal: { ratio: goal } }) }
}

const list = { path: '/v1/social-account-posts?limit=20' }

function restReads(where: string, goal?: number): (postIds: string[]) => Read[] {
  return (postIds) => [
    {
      row: row(`GET /v1/posts/{postId}${where}`, goal),
      requests: postIds.map((id) => ({ path: `/v1/posts/${id}` })),
    },
    { row: row(`GET /v1/social-account-posts, 20${where}`, goal), requests: [list] },
  ]
}

function graphqlReads(where: string, goal?: number): (postIds: string[]) => Read[] {
  return (postIds) => [
    {
      row: row(`/graphql post${where}`, goal),
      requests: postIds.map((postId) => ({ path: '/graphql', body: { query: postQuery, variables: { postId } } })),
    },
    {
      row: row(`/graphql socialAccountPosts, 20${where}`, goal),
      requests: [{ path: '/graphql', body: { query: childrenQuery, variables: { limit: 20 } } }],
    },
  ]
}

/** Posts of three children, as clients make them. */
async function createPosts(url: string, { token, accountIds }: Tenant): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < posts; n += 1) {
    const response = await fetch(`${url}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        content: [
          { text: `Post ${n}: what a text of the usual length looks like, with a link https://example.com/${n}` },
        ],
        schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor: new Date(Date.now() + 30 * 86_400_000).toISOString() },
        socialAccounts: accountIds.map((socialAccountId) => ({ platform: 'SERVICETEST', socialAccountId })),
      }),
    })
    const { id } = (await response.json()) as { id: string }
    ids.push(id)
  }
  return ids
}

async function prepare(
  bench: Bench,
  databaseUrl: string,
  reading: 'join' | 'each',
  reads: (postIds: string[]) => Read[],
): Promise<Prepared> {
  const tenant = await createTenant(databaseUrl, 3)
  const { url, process: service } = await bench.startService(databaseUrl)
  const chosen = reads(await createPosts(url, tenant))
  const key = encryptionKeys[0]?.secret.toString('base64') ?? ''
  const { line: plainUrl, process: plain } = await bench.startScript('test/bench/baselines/read-server.ts', [
    databaseUrl,
    reading,
    key,
  ])
  const { token } = tenant
  for (const { requests } of chosen) {
    for (const request of requests.slice(0, 20)) {
      assert.equal(await ask(url, token, request), await ask(plainUrl, token, request))
    }
  }
  const spent = new Map<string, number[]>()
  const measure = async (origin: string, pid: number | undefined) => {
    const values: Record<string, number> = {}
    for (const { row, requests } of chosen) {
      const bytes = requests.map(({ path, body }) => toRequest(`${origin}${path}`, { token, body }))
      const result = await load(origin, bytes, { connections, milliseconds: bench.roundMs, pid })
      values[row.path] = result.perSecond
      const key = `${row.path} ${origin}`
      spent.set(key, [...(spent.get(key) ?? []), result.cpuMicroseconds])
    }
    return values
  }
  const cpu = (path: string, origin: string) => Math.round(median(spent.get(`${path} ${origin}`) ?? []))
  return {
    ours: () => measure(url, service.pid),
    baseline: () => measure(plainUrl, plain.pid),
    notes: () =>
      chosen.map(
        ({ row: { path } }) =>
          `${path}: the server's process spends ${cpu(path, url)} µs of CPU on an answer, the baseline's ${cpu(path, plainUrl)} µs.`,
      ),
  }
}

async function ask(origin: string, token: string, { path, body }: Request): Promise<string> {
  const response = await fetch(`${origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.text()
}

function scenario(
  name: string,
  reading: 'join' | 'each',
  reads: (postIds: string[]) => Read[],
  crowded = false,
): Scenario {
  return {
    name,
    fullOnly: crowded,
    rounds: 9,
    rows: reads([]).map((read) => read.row),
    prepare: async (bench) =>
      prepare(bench, await (crowded ? bench.crowdedDatabase() : bench.createDatabase()), reading, reads),
  }
}

export const readScenarios: Scenario[] = [
  scenario('read', 'each', restReads('', 1)),
  scenario('read-graphql', 'each', graphqlReads('', 0.75)),
  scenario('read-limit', 'join', restReads(' against the limit')),
  scenario('read-million', 'each', restReads(' among 1,000,000', 1), true),
  scenario('read-graphql-million', 'each', graphqlReads(' among 1,000,000', 0.75), true),
]
