/** The whole service in this process, on a database of its own and a free port. */
import { randomBytes } from 'node:crypto'
import { type Logger, pino } from 'pino'
import { type App, type AppOptions, startApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts'
import { createOrganization } from '../../src/features/api-keys/create-organization.ts'
import { listen, type Timeouts } from '../../src/http/door.ts'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import type { Behaviour, BehaviourTimes } from '../../src/sandbox/behaviours.ts'
import { checkAnswer } from './contract.ts'
import { createTestDatabase } from './database.ts'
import { createTempDir } from './temp-dir.ts'

export interface ServiceOptions {
  config?: Partial<Config>
  clock?: Clock
  log?: Logger
  /** Another service's database to share; by default one of its own, dropped at the end. */
  databaseUrl?: string
  encryptionKeys?: { id: string; secret: Buffer }[]
  /** How long the sandbox's misbehaviour lasts. */
  sandboxTimes?: Partial<BehaviourTimes>
  timeouts?: Partial<Timeouts>
  patience?: AppOptions['patience']
}

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the API answers
  body: any
}

export interface Client {
  organizationId: string
  token: string
  /** Calls `/v1` + path; an object body is sent as JSON, a string as it is. Throws when the answer breaks the contract. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the API answers
  graphql(query: string, variables?: Record<string, unknown>): Promise<{ status: number; data: any; errors: any[] }>
  /** Creates a project and returns its id. */
  project(name?: string): Promise<string>
  /** Connects sandbox accounts through the consent page and returns their ids. */
  connect(projectId: string, input?: ConnectInput): Promise<string[]>
  /** Starts a flow, decides on the consent page and returns where the browser ends up. */
  authorize(projectId: string, input?: ConnectInput): Promise<URL>
}

export interface ConnectInput {
  accounts?: number
  /** Of the accounts without their behaviour and number: `ada` gives `ada-slow-1`. */
  username?: string
  behaviour?: Behaviour
  decision?: 'allow' | 'deny'
}

export interface TestService {
  app: App
  url: string
  databaseUrl: string
  encryptionKeys: { id: string; secret: Buffer }[]
  /** A new organization with a key; `options` restrict the key. */
  client(options?: { readOnly?: boolean; projectIds?: string[]; organizationId?: string }): Promise<Client>
  stop(): Promise<void>
}

/** Where flows return to in tests; nothing listens there. */
export const redirectUrl = 'http://127.0.0.1:9/done?kept=1'

export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const database = options.databaseUrl ? undefined : await createTestDatabase()
  const databaseUrl = options.databaseUrl ?? (database as { url: string }).url
  const encryptionKeys = options.encryptionKeys ?? [{ id: 'test', secret: randomBytes(32) }]
  const directory = options.config?.dataDir ? undefined : await createTempDir()
  const door = await listen('127.0.0.1', 0, options.timeouts)
  const app = await startApp({
    config: { ...readConfig({ PORT: '0', ...(directory && { DATA_DIR: directory.path }) }), ...options.config },
    databaseUrl,
    encryptionKeys,
    door,
    clock: options.clock ?? systemClock,
    sandboxTimes: options.sandboxTimes,
    patience: options.patience,
    log: options.log ?? pino({ level: process.env.TEST_LOG ?? 'fatal' }),
  })
  const { prisma } = app.services.db
  return {
    app,
    url: door.url,
    databaseUrl,
    encryptionKeys,
    async client({ organizationId, ...limits } = {}) {
      const id = organizationId ?? (await createOrganization({ prisma }, { name: 'Test' })).id
      const { token } = await createApiKey({ prisma }, { organizationId: id, ...limits })
      return createClient(door.url, token, id)
    },
    async stop() {
      await app.stop()
      await database?.drop()
      await directory?.remove()
    },
  }
}

export function createClient(url: string, token: string, organizationId: string): Client {
  const authorization = `Bearer ${token}`

  const client: Client = {
    organizationId,
    token,
    async call(method, path, body, headers = {}) {
      const response = await fetch(`${url}/v1${path}`, {
        method,
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const { status } = response
      const answer = { status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
      checkAnswer(method, path, answer)
      return answer
    },
    async graphql(query, variables) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown[] }
      return { status: response.status, data, errors: errors ?? [] }
    },
    async project(name = 'Brand') {
      const { body } = await client.call('POST', '/projects', { name })
      return body.id
    },
    async connect(projectId, input) {
      const end = await client.authorize(projectId, input)
      const ids = end.searchParams.get('socialAccountIds')
      if (!ids) throw new Error(`Connecting ended with ${end}`)
      return ids.split(',')
    },
    async authorize(projectId, input = {}) {
      const { body } = await client.call('POST', '/social-accounts/authorization-url', {
        projectId,
        platform: 'SERVICETEST',
        redirectUrl,
      })
      if (!body.url) throw new Error(`No flow started: ${JSON.stringify(body)}`)
      const callback = await consent(body.url, input)
      const end = await fetch(callback, { redirect: 'manual' })
      const location = end.headers.get('location')
      if (!location) throw new Error(`The callback answered ${end.status}.`)
      return new URL(location)
    },
  }
  return client
}

/** Fills in the sandbox's consent page and returns the callback's address. */
export async function consent(authorizationUrl: string, input: ConnectInput = {}): Promise<string> {
  const form = new URLSearchParams(new URL(authorizationUrl).search)
  form.set('username', input.username ?? 'sandbox')
  form.set('behaviour', input.behaviour ?? 'healthy')
  form.set('accounts', String(input.accounts ?? 1))
  form.set('decision', input.decision ?? 'allow')
  const decided = await fetch(new URL('/sandbox/oauth/authorize', authorizationUrl), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const location = decided.headers.get('location')
  if (!location) throw new Error(`The consent page answered ${decided.status}: ${await decided.text()}`)
  return location
}

/** A post for `POST /posts` to sandbox accounts. */
export function postTo(socialAccountIds: string[], changes: Record<string, unknown> = {}) {
  return {
    content: [{ text: 'Hello' }],
    schedule: { type: 'PUBLISH_NOW' },
    socialAccounts: socialAccountIds.map((socialAccountId) => ({ platform: 'SERVICETEST', socialAccountId })),
    ...changes,
  }
}
