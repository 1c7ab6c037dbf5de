import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, consent, postTo, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
let projectId: string
let accounts: string[]

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  projectId = await client.project()
  accounts = await client.connect(projectId, { accounts: 2 })
})
afterAll(() => service.stop())

const createPost =
  'mutation ($input: CreatePostInput!) { createPost(input: $input) { id socialAccountPosts { socialAccountPostId } } }'
const draftTo = (ids: string[], changes = {}) => postTo(ids, { schedule: { type: 'DRAFT' }, ...changes })

async function draft(): Promise<{ id: string; children: string[] }> {
  const { data } = await client.graphql(createPost, { input: draftTo(accounts) })
  const children = data.createPost.socialAccountPosts.map(
    (child: { socialAccountPostId: string }) => child.socialAccountPostId,
  )
  return { id: data.createPost.id, children }
}

describe('every resource and operation of REST', () => {
  test('health', async () => {
    const { data } = await client.graphql('{ health { message timestamp version } }')
    expect(data.health).toEqual({ message: 'OK', timestamp: expect.stringMatching(/\.\d{3}Z$/), version: 'v1' })
  })

  test('projects: create, read, list, delete', async () => {
    const created = await client.graphql('mutation { createProject(input: { name: " Brand " }) { id name createdAt } }')
    const { id } = created.data.createProject
    expect(created.data.createProject).toMatchObject({ name: 'Brand' })
    const read = await client.graphql('query ($id: ID!) { project(projectId: $id) { name } projects { id } }', { id })
    expect(read.data.project.name).toBe('Brand')
    expect(read.data.projects[0].id).toBe(id)
    const deleted = await client.graphql('mutation ($id: ID!) { deleteProject(projectId: $id) }', { id })
    expect(deleted.data.deleteProject).toBe(id)
    const gone = await client.graphql('query ($id: ID!) { project(projectId: $id) { name } }', { id })
    expect(gone.errors[0].extensions.code).toBe('PROJECT_NOT_FOUND')
  })

  test('social accounts: connect, list, read, choices, delete', async () => {
    const started = await client.graphql(
      'mutation ($input: CreateAuthorizationUrlInput!) { createAuthorizationUrl(input: $input) { url } }',
      { input: { projectId, platform: 'SERVICETEST' } },
    )
    const callback = await consent(started.data.createAuthorizationUrl.url, { username: 'by-graphql' })
    expect((await fetch(callback)).status).toBe(200)
    const listed = await client.graphql(
      'query ($projectId: ID!) { socialAccounts(projectId: $projectId) { id username status imageUrl project { id } } }',
      { projectId },
    )
    const account = listed.data.socialAccounts[0]
    expect(account).toMatchObject({ username: 'by-graphql-1', status: 'CONNECTED', project: { id: projectId } })
    const read = await client.graphql(
      `query ($id: ID!) { socialAccount(socialAccountId: $id) { externalAccountId }
         socialAccountPlatformInputs(socialAccountId: $id) { platformSpecificInputs { platform boards { id } } } }`,
      { id: account.id },
    )
    expect(read.data.socialAccountPlatformInputs.platformSpecificInputs).toEqual({
      platform: 'SERVICETEST',
      boards: null,
    })
    const remove = 'mutation ($id: ID!) { deleteSocialAccount(socialAccountId: $id) }'
    expect((await client.graphql(remove, { id: account.id })).data.deleteSocialAccount).toBe(account.id)
    expect((await client.graphql(remove, { id: account.id })).errors[0].extensions.code).toBe(
      'SOCIAL_ACCOUNT_NOT_FOUND',
    )
  })

  test('posts: validate, create, read, list, update, delete', async () => {
    const validate =
      'query ($input: CreatePostInput!) { validatePost(input: $input) { isValid errors { path field } } }'
    expect((await client.graphql(validate, { input: draftTo(accounts) })).data.validatePost).toEqual({
      isValid: true,
      errors: [],
    })
    const { id } = await draft()
    const read = await client.graphql(
      `query ($id: ID!) { post(postId: $id) { content { text } schedule { type scheduledFor } retryPolicy { maxRetries }
         project { id } socialAccountPosts { platform post { id } socialAccount { username } attempts { number } } } }`,
      { id },
    )
    expect(read.data.post).toMatchObject({
      content: [{ text: 'Hello' }],
      schedule: { type: 'DRAFT', scheduledFor: null },
      retryPolicy: null,
      project: { id: projectId },
      socialAccountPosts: [
        { platform: 'SERVICETEST', post: { id }, attempts: [] },
        { socialAccount: { username: 'sandbox-2' } },
      ],
    })
    const updated = await client.graphql(
      'mutation ($id: ID!, $input: UpdatePostInput!) { updatePost(postId: $id, input: $input) { content { text } } }',
      { id, input: { content: [{ text: 'Changed' }] } },
    )
    expect(updated.data.updatePost.content).toEqual([{ text: 'Changed' }])
    const listed = await client.graphql(
      'query ($p: [ID!]) { posts(projectId: $p, limit: 1) { posts { id } nextCursor } }',
      {
        p: [projectId],
      },
    )
    expect(listed.data.posts.posts).toEqual([{ id }])
    expect((await client.graphql('mutation ($id: ID!) { deletePost(postId: $id) }', { id })).data.deletePost).toBe(id)
    const gone = await client.graphql('query ($id: ID!) { post(postId: $id) { id } }', { id })
    expect(gone.errors[0].extensions.code).toBe('POST_NOT_FOUND')
  })

  test('children: list by page, delete one, the last takes the post along', async () => {
    const { id, children } = await draft()
    const page = (cursor?: string) =>
      client.graphql(
        `query ($id: [ID!], $cursor: String) { socialAccountPosts(postId: $id, limit: 1, cursor: $cursor) {
           socialAccountPosts { socialAccountPostId } nextCursor } }`,
        { id: [id], cursor },
      )
    const first = (await page()).data.socialAccountPosts
    const second = (await page(first.nextCursor)).data.socialAccountPosts
    expect(
      [...first.socialAccountPosts, ...second.socialAccountPosts].map((child) => child.socialAccountPostId),
    ).toEqual(children.toReversed())
    expect(second.nextCursor).toBeNull()
    const remove = 'mutation ($id: ID!) { deleteSocialAccountPost(socialAccountPostId: $id) }'
    for (const child of children) expect((await client.graphql(remove, { id: child })).errors).toEqual([])
    expect((await client.graphql(remove, { id: children[0] })).errors[0].extensions.code).toBe(
      'SOCIAL_ACCOUNT_POST_NOT_FOUND',
    )
    expect((await client.call('GET', `/posts/${id}`)).status).toBe(404)
  })
})

describe('errors', () => {
  test('carry the code and the same list of problems as REST', async () => {
    const input = {
      ...postTo([], { content: [{ text: '' }], retryPolicy: { maxRetries: 11, delaySeconds: 0 } }),
      socialAccounts: [
        { platform: 'X', socialAccountId: accounts[0], pinterestBoardId: 'b' },
        { platform: 'SERVICETEST', socialAccountId: accounts[0] },
      ],
    }
    const { errors, data } = await client.graphql(createPost, { input })
    const { body } = await client.call('POST', '/posts', input)
    expect(data).toBeNull()
    expect(errors).toHaveLength(1)
    expect(errors[0].message).toBe(body.message)
    expect(errors[0].extensions).toEqual({ code: body.code, validationErrors: body.validationErrors })
    expect(body.validationErrors.map((issue: { path: string }) => issue.path)).toEqual([
      'content[0]',
      'retryPolicy.maxRetries',
      'retryPolicy.delaySeconds',
      'socialAccounts[1].socialAccountId',
      'socialAccounts[0].platform',
      'socialAccounts[0].pinterestBoardId',
    ])
  })

  test('name the two accounts of different projects', async () => {
    const [other] = await client.connect(await client.project(), { username: 'elsewhere' })
    const { errors } = await client.graphql(createPost, { input: draftTo([accounts[0] as string, other as string]) })
    expect(errors[0].extensions).toMatchObject({
      code: 'SOCIAL_ACCOUNTS_MUST_BELONG_TO_SAME_PROJECT',
      conflictingSocialAccountIds: [accounts[0], other],
    })
  })

  test('text that cannot be stored is refused with its path', async () => {
    const { errors } = await client.graphql(createPost, { input: draftTo(accounts, { content: [{ text: 'a\0b' }] }) })
    expect(errors[0].extensions).toMatchObject({
      code: 'VALIDATION_FAILED',
      validationErrors: [{ path: 'content[0].text' }],
    })
  })

  test('values of a wrong type are request errors, not internal ones', async () => {
    const { errors } = await client.graphql(createPost, { input: { ...draftTo(accounts), schedule: { type: 'SOON' } } })
    expect(errors[0].message).toContain('SOON')
    expect(errors[0].extensions?.code).not.toBe('INTERNAL_ERROR')
  })

  test('a key that may only read changes nothing', async () => {
    const reader = await service.client({ readOnly: true, organizationId: client.organizationId })
    const { errors } = await reader.graphql(createPost, { input: draftTo(accounts) })
    expect(errors[0].extensions.code).toBe('FORBIDDEN')
    expect((await reader.graphql('{ projects { id } }')).data.projects.length).toBeGreaterThan(0)
  })

  test('another organization finds nothing', async () => {
    const stranger = await service.client()
    const { id } = await draft()
    const { errors } = await stranger.graphql('query ($id: ID!) { post(postId: $id) { id } }', { id })
    expect(errors[0].extensions.code).toBe('POST_NOT_FOUND')
    const { data } = await stranger.graphql(
      '{ projects { id } socialAccounts { id } posts { posts { id } } socialAccountPosts { nextCursor socialAccountPosts { postId } } }',
    )
    expect(data).toEqual({
      projects: [],
      socialAccounts: [],
      posts: { posts: [] },
      socialAccountPosts: { nextCursor: null, socialAccountPosts: [] },
    })
  })
})

test('one query selects the fields of every platform without aliases', async () => {
  const { id } = await draft()
  const { errors, data } = await client.graphql(
    `query ($id: ID!) { post(postId: $id) { socialAccountPosts { __typename title link
       ... on FacebookSocialAccountPost { postType locationId }
       ... on InstagramSocialAccountPost { postType cover { mediaId } trialParams { graduationStrategy } }
       ... on PinterestSocialAccountPost { pinterestBoardId }
       ... on TiktokSocialAccountPost { postType postMode privacyLevel allowComment allowDuet allowStitch isYourBrand
         isBrandedContent autoAddMusic isAiGeneratedContent }
       ... on YoutubeSocialAccountPost { privacy category tags madeForKids }
       ... on ServicetestSocialAccountPost { shouldSucceed }
       ... on XSocialAccountPost { errorMessage } ... on ThreadsSocialAccountPost { errorMessage }
       ... on LinkedinSocialAccountPost { errorMessage } ... on LinkedinPagesSocialAccountPost { errorMessage } } } }`,
    { id },
  )
  expect(errors).toEqual([])
  expect(data.post.socialAccountPosts[0]).toEqual({
    __typename: 'ServicetestSocialAccountPost',
    title: null,
    link: null,
    shouldSucceed: true,
  })
})
