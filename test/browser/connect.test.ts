import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser } from '../helpers/browser.ts'
import { eventually } from '../helpers/eventually.ts'
import { type Client, postTo, startService, type TestService } from '../helpers/service.ts'

describe.runIf(hasBrowser('browser'))('connecting an account in a browser', () => {
  let service: TestService
  let client: Client
  let projectId: string
  let browser: Browser
  let page: Page
  let app: Server
  let redirectUrl: string

  beforeAll(async () => {
    service = await startService()
    client = await service.client()
    projectId = await client.project()
    app = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<h1>Back in the app</h1>'))
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
    redirectUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}/connected?from=app`
    browser = await launchBrowser()
    page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  })
  afterAll(async () => {
    await browser?.close()
    app?.closeAllConnections()
    app?.close()
    await service?.stop()
  })

  const start = async (input: Record<string, unknown> = {}) => {
    const body = { projectId, platform: 'SERVICETEST', ...input }
    const answer = await client.call('POST', '/social-accounts/authorization-url', body)
    await page.goto(answer.body.url)
  }

  test('allowing three accounts leads back to the app with their ids, without script', async () => {
    await start({ redirectUrl })
    await page.getByLabel('Username').fill('in-the-browser')
    await page.getByLabel('Number of accounts').selectOption('3')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/\/connected/)
    expect(await page.textContent('h1')).toBe('Back in the app')
    const query = new URL(page.url()).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      from: 'app',
      status: 'success',
      projectId,
      platform: 'SERVICETEST',
    })
    const ids = query.get('socialAccountIds')?.split(',')
    const { body } = await client.call('GET', `/social-accounts?projectId=${projectId}`)
    expect(body.map((account: { id: string }) => account.id).toSorted()).toEqual(ids?.toSorted())
    expect(body[0]).toMatchObject({ username: expect.stringMatching(/^in-the-browser-/), status: 'CONNECTED' })
  })

  test('an account that was chosen to misbehave does, and says so in its name', async () => {
    await start({ redirectUrl })
    expect(await page.getByLabel('Behaviour').inputValue()).toBe('healthy')
    await page.getByLabel('Username').fill('moody')
    await page.getByLabel('Behaviour').selectOption({ label: 'Rejects content: refuses every post' })
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/\/connected/)
    const [account = ''] = new URL(page.url()).searchParams.get('socialAccountIds')?.split(',') ?? []
    const accounts = (await client.call('GET', `/social-accounts?projectId=${projectId}`)).body
    expect(accounts).toContainEqual(expect.objectContaining({ id: account, username: 'moody-rejects-content-1' }))
    const { body } = await client.call('POST', '/posts', postTo([account]))
    const post = await eventually(async () => {
      const read = await client.call('GET', `/posts/${body.id}`)
      return read.body.socialAccountPosts[0].deliveryStatus === 'FAILED' && read.body
    })
    expect(post.socialAccountPosts[0].errorMessage).toContain('breaks the rules of this community')
  })

  test('denying leads back with access_denied', async () => {
    await start({ redirectUrl })
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL(/\/connected/)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      from: 'app',
      status: 'error',
      projectId,
      platform: 'SERVICETEST',
      error: 'access_denied',
    })
  })

  test('without redirectUrl a plain page says that the account is connected, and going back shows the link is used', async () => {
    await start()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/\/oauth\/callback/)
    expect(await page.textContent('h1')).toBe('Connected')
    const again = await page.reload()
    expect(again?.status()).toBe(400)
    expect(await page.textContent('h1')).toBe('The account was not connected')
  })
})

describe.runIf(hasBrowser('browser'))('pages for developers', () => {
  let service: TestService
  let browser: Browser
  let page: Page
  const foreign: string[] = []

  beforeAll(async () => {
    service = await startService()
    browser = await launchBrowser()
    page = await browser.newPage()
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== service.url && !['data:', 'blob:'].includes(protocol)) foreign.push(request.url())
    })
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  test('GraphiQL runs a query with a key, and nothing is loaded from elsewhere', async () => {
    const { token } = await service.client()
    const query = encodeURIComponent('{ health { message } }')
    await page.goto(`${service.url}/graphql?query=${query}`)
    await page.getByText('Bearer API_KEY').click()
    await page.keyboard.press('Control+A')
    // The editor closes the string and the brace by itself.
    await page.keyboard.insertText(`{"Authorization":"Bearer ${token}`)
    await page.locator('.graphiql-execute-button').click()
    await page.locator('.result-window').getByText('OK').waitFor()
    expect(foreign).toEqual([])
  })
})
