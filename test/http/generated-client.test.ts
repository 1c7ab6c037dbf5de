import createClient from 'openapi-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consent, redirectUrl, startService, type TestService } from '../helpers/service.ts'
import type { components, paths } from './api-types.ts'

let service: TestService
let api: ReturnType<typeof createClient<paths>>

beforeAll(async () => {
  service = await startService()
  const { token } = await service.client()
  const headers = { authorization: `Bearer ${token}` }
  api = createClient<paths>({ baseUrl: `${service.url}/v1`, headers })
})
afterAll(() => service.stop())

/** What came, or an Error with what came instead. */
function must<Data>({ data, error }: { data?: Data | undefined; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

async function connect(projectId: string): Promise<string> {
  const body = { projectId, platform: 'SERVICETEST', redirectUrl } as const
  const { url } = must(await api.POST('/social-accounts/authorization-url', { body }))
  const back = await fetch(await consent(url), { redirect: 'manual' })
  return new URL(back.headers.get('location') ?? '').searchParams.get('socialAccountIds') ?? ''
}

test('a generated client connects an account, and creates, gets, lists, changes and deletes a post', async () => {
  const project = must(await api.POST('/projects', { body: { name: 'Generated' } }))
  const socialAccountId = await connect(project.id)
  const accounts = must(await api.GET('/social-accounts', { params: { query: { projectId: project.id } } }))
  expect(accounts.map(({ id, status }) => ({ id, status }))).toEqual([{ id: socialAccountId, status: 'CONNECTED' }])

  const target: components['schemas']['PostTargetInput'] = { platform: 'SERVICETEST', socialAccountId }
  const body: components['schemas']['CreatePostInput'] = {
    content: [{ text: 'From a generated client' }],
    schedule: { type: 'DRAFT' },
    socialAccounts: [target],
  }
  const { isValid, errors } = must(await api.POST('/posts/validate', { body }))
  expect({ isValid, errors }).toEqual({ isValid: true, errors: [] })
  const header = { 'Idempotency-Key': 'generated-1' }
  const created = must(await api.POST('/posts', { body, params: { header } }))
  const path = { postId: created.id }
  const got = must(await api.GET('/posts/{postId}', { params: { path } }))
  expect(got).toEqual(created)

  const scheduledFor = new Date(Date.now() + 3600_000).toISOString()
  const schedule = { type: 'SCHEDULE_FOR_LATER', scheduledFor } as const
  const patched = must(await api.PATCH('/posts/{postId}', { params: { path }, body: { schedule, retryPolicy: null } }))
  expect(patched.schedule).toEqual(schedule)

  const query = { postId: [created.id], platform: ['SERVICETEST', 'X'] as ('SERVICETEST' | 'X')[] }
  const list = must(
    await api.GET('/social-account-posts', {
      params: { query },
      querySerializer: { array: { style: 'form', explode: false } },
    }),
  )
  const [child] = list.socialAccountPosts
  if (child?.platform !== 'SERVICETEST') throw new Error('The child is not of the sandbox.')
  const shouldSucceed: boolean = child.shouldSucceed
  expect({ shouldSucceed, schedule: child.schedule }).toEqual({ shouldSucceed: true, schedule })

  const deleted = await api.DELETE('/posts/{postId}', { params: { path } })
  expect(deleted.response.status).toBe(204)
  const gone = await api.GET('/posts/{postId}', { params: { path } })
  if (gone.error?.code !== 'POST_NOT_FOUND') throw new Error('The post is still there.')
  expect(gone.error.message).toContain(created.id)
})

test('the types refuse what the API refuses', async () => {
  const fine = {
    content: [{ text: 'Hi' }],
    schedule: { type: 'DRAFT' as const },
    socialAccounts: [{ platform: 'X' as const, socialAccountId: 'a' }],
  }
  const posts: components['schemas']['CreatePostInput'][] = [
    // @ts-expect-error a later schedule needs its time
    { ...fine, schedule: { type: 'SCHEDULE_FOR_LATER' } },
    // @ts-expect-error the platform needs a board
    { ...fine, socialAccounts: [{ platform: 'PINTEREST', socialAccountId: 'a' }] },
  ]
  for (const body of posts) {
    const { error, response } = await api.POST('/posts', { body })
    expect(response.status).toBe(422)
    expect(error?.code).toMatch(/^(VALIDATION_FAILED|INVALID_)/)
  }
})
