import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await startService()
  client = await service.client()
})
afterAll(() => service.stop())

const audits = serverAudits({
  url: () => `${service.url}/graphql`,
  fetchFn: (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...(init.headers as object), authorization: `Bearer ${client.token}` } }),
})

test.each(audits.map((audit) => [audit.name, audit] as const))('GraphQL over HTTP: %s', async (_name, audit) => {
  expect(await audit.fn()).toMatchObject({ status: 'ok' })
})

test('without a key: 401 with the code, and the page for browsers', async () => {
  const refused = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ health { message } }"}',
  })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toBe('Bearer')
  expect(await refused.json()).toMatchObject({ code: 'UNAUTHORIZED' })

  const page = await fetch(`${service.url}/graphql`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('GraphiQL')
})
