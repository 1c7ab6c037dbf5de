import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectDue } from '../../src/features/analytics/collect.ts'
import { day, hour, publish, scriptInsights } from '../features/analytics/observe.ts'
import { movableClock } from '../features/delivery/follow.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'
import { statementsOf } from '../helpers/statements.ts'

const { clock, advance } = movableClock()
let service: TestService
let client: Client
let projectId: string
let accounts: string[]
// biome-ignore lint/suspicious/noExplicitAny: children as the API answers them
let children: any[]
let days: string[]

const today = () => new Date(clock.now()).toISOString().slice(0, 10)
const at = (index: number) => days[index] as string

/** Three posts to each of two accounts, observed on three days; the n-th child has n times as many likes. */
beforeAll(async () => {
  service = await startService({ clock, config: { analytics: false } })
  client = await service.client()
  projectId = await client.project()
  accounts = await client.connect(projectId, { accounts: 2 })
  children = await publish(client, accounts, 2)
  advance(day)
  children.push(...(await publish(client, accounts, 1)))
  const numbers = new Map(children.map((child, index) => [child.externalPostId, index + 1]))
  days = []
  let factor = 0
  const { calls: _calls, restore } = scriptInsights(
    [service],
    ([post]) => {
      const n = numbers.get(post?.externalPostId ?? '') ?? 0
      return { likes: n * factor, views: 100 * n * factor, engagementRate: n / 100 }
    },
    1,
  )
  for (factor = 1; factor <= 3; factor += 1) {
    advance(day + 2 * hour)
    await service.app.services.db.pool.query('UPDATE analytics_collections SET next_collect_at = $1', [
      new Date(clock.now()),
    ])
    await collectDue(service.app.services)
    days.push(today())
  }
  restore()
})
afterAll(() => service.stop())

async function query(text: string, variables: object = {}, as = client) {
  const { data, errors } = await as.graphql(text, variables as Record<string, unknown>)
  expect(errors).toEqual([])
  return data
}

describe('a child', () => {
  const history = (args: string) =>
    `query ($postId: ID!) { post(postId: $postId) { socialAccountPosts {
      analytics { likes { date value collectedAt } clicks { value } shares { value } }
      analyticsHistory${args} { metric snapshots { date value } } } } }`
  const read = async (args = '') => {
    const { post } = await query(history(args), { postId: children[0].postId })
    return post.socialAccountPosts[0]
  }

  test('has the latest values as in REST: unsupported metrics are null, unobserved ones empty', async () => {
    expect((await read()).analytics).toEqual({
      likes: [{ date: at(2), value: 3, collectedAt: expect.stringMatching(/Z$/) }],
      clicks: null,
      shares: [],
    })
  })

  test('has the history of every supported metric, oldest first', async () => {
    const { analyticsHistory } = await read()
    expect(analyticsHistory.map(({ metric }: { metric: string }) => metric)).toEqual([
      'comments',
      'engagementRate',
      'impressions',
      'likes',
      'shares',
      'views',
    ])
    expect(analyticsHistory[3].snapshots).toEqual(days.map((date, index) => ({ date, value: index + 1 })))
    expect(analyticsHistory[0].snapshots).toEqual([])
  })

  test('has the history of chosen metrics within a range, both days included', async () => {
    const { analyticsHistory } = await read(`(from: "${at(0)}", to: "${at(1)}", metrics: [likes, clicks])`)
    expect(analyticsHistory).toEqual([
      {
        metric: 'likes',
        snapshots: [
          { date: at(0), value: 1 },
          { date: at(1), value: 2 },
        ],
      },
    ])
    const open = await read(`(from: "${at(2)}", metrics: [likes])`)
    expect(open.analyticsHistory[0].snapshots).toEqual([{ date: at(2), value: 3 }])
  })

  test('that is not PUBLISHED has none', async () => {
    const { status, body } = await client.call('POST', '/posts', {
      content: [{ text: 'Later' }],
      schedule: { type: 'DRAFT' },
      socialAccounts: [{ platform: 'SERVICETEST', socialAccountId: accounts[0] }],
    })
    expect(status).toBe(201)
    const { post } = await query(history(''), { postId: body.id })
    expect(post.socialAccountPosts).toEqual([{ analytics: null, analyticsHistory: [] }])
  })

  test.each([
    ['(from: "2027-02-30")', 'is not a date of the calendar'],
    ['(from: "0000-01-01")', 'is not a date of the calendar'],
    ['(from: "yesterday")', 'must be a date such as'],
    ['(from: "2027-03-02", to: "2027-03-01")', 'to must not be before from'],
    ['(metrics: [fame])', 'fame'],
  ])('refuses %s', async (args, message) => {
    const { errors } = await client.graphql(history(args), { postId: children[0].postId })
    expect(errors[0].message).toContain(message)
  })

  test.each(['0001-01-01', '9999-12-31'])('takes %s for a day', async (date) => {
    await read(`(from: "${date}", to: "${date}")`)
  })
})

describe('totals', () => {
  const read = async (args = '', as = client) => {
    const data = await query(
      `{ projects { analyticsTotals${args} { metric value posts } }
         socialAccounts { id analyticsTotals${args} { metric value posts } } }`,
      {},
      as,
    )
    return { project: data.projects[0].analyticsTotals, accounts: data.socialAccounts }
  }

  test('add up the latest values of a project and of an account; a ratio is a mean', async () => {
    const { project, accounts: byAccount } = await read()
    expect(project).toEqual([
      { metric: 'engagementRate', value: expect.closeTo(0.035), posts: 6 },
      { metric: 'likes', value: 3 * 21, posts: 6 },
      { metric: 'views', value: 300 * 21, posts: 6 },
    ])
    const likes = byAccount
      .toSorted((a: { id: string }, b: { id: string }) => accounts.indexOf(a.id) - accounts.indexOf(b.id))
      .map((account: { analyticsTotals: { value: number }[] }) => account.analyticsTotals[1]?.value)
    expect(likes).toEqual([3 * (1 + 3 + 5), 3 * (2 + 4 + 6)])
  })

  test('take the posts that were published within the range', async () => {
    const published = (index: number) => children[index].deliveryCompletedAt.slice(0, 10)
    const first = await read(`(to: "${published(0)}", metrics: [likes])`)
    expect(first.project).toEqual([{ metric: 'likes', value: 3 * (1 + 2 + 3 + 4), posts: 4 }])
    const second = await read(`(from: "${published(4)}", to: "${published(4)}", metrics: [likes])`)
    expect(second.project).toEqual([{ metric: 'likes', value: 3 * (5 + 6), posts: 2 }])
    expect((await read(`(from: "${at(2)}")`)).project).toEqual([])
  })
})

describe('the best posts', () => {
  const best = (args: string) => `bestPosts(${args}) { value socialAccountPost { socialAccountPostId post { id } } }`
  const ids = (entries: { socialAccountPost: { socialAccountPostId: string } }[]) =>
    entries.map(({ socialAccountPost }) =>
      children.findIndex((c) => c.socialAccountPostId === socialAccountPost.socialAccountPostId),
    )

  test('of a project and of an account come highest first, as many as asked for', async () => {
    const { project, socialAccount } = await query(
      `query ($projectId: ID!, $account: ID!) {
        project(projectId: $projectId) { ${best('metric: likes, limit: 4')} }
        socialAccount(socialAccountId: $account) { ${best('metric: views')} } }`,
      { projectId, account: accounts[1] },
    )
    expect(ids(project.bestPosts)).toEqual([5, 4, 3, 2])
    expect(project.bestPosts.map(({ value }: { value: number }) => value)).toEqual([18, 15, 12, 9])
    expect(ids(socialAccount.bestPosts)).toEqual([5, 3, 1])
  })

  test('are those published within the range, and none without an observation of the metric', async () => {
    const to = children[0].deliveryCompletedAt.slice(0, 10)
    const { project } = await query(
      `query ($projectId: ID!) { project(projectId: $projectId) {
        ranged: ${best(`metric: likes, to: "${to}"`)} none: ${best('metric: shares')} } }`,
      { projectId },
    )
    expect(ids(project.ranged)).toEqual([3, 2, 1, 0])
    expect(project.none).toEqual([])
  })

  test.each([0, 101])('refuse a limit of %i', async (limit) => {
    const { errors } = await client.graphql(`{ projects { ${best(`metric: likes, limit: ${limit}`)} } }`)
    expect(errors[0].extensions.code).toBe('VALIDATION_FAILED')
  })
})

test('statements do not grow with the rows', async () => {
  const everything = `{
    projects { posts(limit: 10) { posts { socialAccountPosts { analytics { likes { value } } analyticsHistory(metrics: [likes], from: "${at(0)}") { snapshots { value } } } } }
      analyticsTotals { value } bestPosts(metric: likes) { value } }
    socialAccounts { analyticsTotals { value } bestPosts(metric: likes) { socialAccountPost { socialAccountPostId } } } }`
  await client.project('Another')
  await query(everything)
  // projects, accounts; posts; history; totals and best posts of projects and of accounts
  expect(await statementsOf(() => query(everything))).toHaveLength(8)
})

test('a document that may bring too many snapshots is refused', async () => {
  const { errors } = await client.graphql(
    '{ socialAccountPosts(limit: 100) { socialAccountPosts { analyticsHistory { snapshots { date value } } } } }',
  )
  expect(errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX')
  await query(
    `{ socialAccountPosts(limit: 100) { socialAccountPosts {
       analyticsHistory(metrics: [likes], from: "${at(0)}") { snapshots { date value } } } } }`,
  )
})

test('another organization, and a key of another project, sees nothing of it', async () => {
  const other = await service.client()
  await other.project()
  const elsewhere = await client.project('Elsewhere')
  const limited = await service.client({ organizationId: client.organizationId, projectIds: [elsewhere] })
  for (const stranger of [other, limited]) {
    const data = await query(
      `{ projects { analyticsTotals { value } bestPosts(metric: likes) { value } } socialAccounts { id }
         socialAccountPosts { socialAccountPosts { analytics { likes { value } } } } }`,
      {},
      stranger,
    )
    for (const project of data.projects) expect(project).toEqual({ analyticsTotals: [], bestPosts: [] })
    expect(data.socialAccounts).toEqual([])
    expect(data.socialAccountPosts.socialAccountPosts).toEqual([])
    const { errors } = await stranger.graphql(`{ project(projectId: "${projectId}") { analyticsTotals { value } } }`)
    expect(errors[0].extensions.code).toBe('PROJECT_NOT_FOUND')
  }
})
