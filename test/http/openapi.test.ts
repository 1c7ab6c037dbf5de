import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openapiDocument } from '../../src/http/rest/openapi.ts'
import { limits, removable } from '../../src/http/rest/openapi-limits.ts'
import { routes } from '../../src/http/rest/routes.ts'
import { platformNames } from '../../src/platforms/names.ts'
import { allFields, platforms } from '../../src/platforms/registry.ts'
import { restSchema } from '../../src/schema.ts'
import { createValidator } from '../helpers/contract.ts'
import { runNode } from '../helpers/run-node.ts'
import { startService, type TestService } from '../helpers/service.ts'
import { createTempDir } from '../helpers/temp-dir.ts'

const publicUrl = 'https://social.example.org'
const document = openapiDocument(publicUrl)
// biome-ignore lint/suspicious/noExplicitAny: tests look deep into the document
const schemas = document.components.schemas as Record<string, any>
// biome-ignore lint/suspicious/noExplicitAny: tests look deep into the document
const operations = Object.entries(document.paths).flatMap(([path, item]: [string, Record<string, any>]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)
const validator = createValidator()

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('the document passes the recommended rules of a linter without a warning', async () => {
  const dir = await createTempDir()
  const file = join(dir.path, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', HOME: dir.path }
  const args = ['lint', file, '--extends=recommended', '--format=json']
  const { stdout } = await runNode(fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js')), args, { env })
  await dir.remove()
  const { totals, problems } = JSON.parse(stdout)
  expect(problems).toEqual([])
  expect(totals).toMatchObject({ errors: 0, warnings: 0 })
}, 60_000)

test('the types of a generated client are up to date (npm test -- -u rewrites them)', async () => {
  const types = astToString(await openapiTS(JSON.stringify(document), { defaultNonNullable: false }))
  await expect(types).toMatchFileSnapshot('./api-types.ts')
})

test('it is served without a key, and says where the service is', async () => {
  const answer = await fetch(`${service.url}/v1/openapi.json`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual(openapiDocument(service.url))
  expect(document.servers).toEqual([{ url: `${publicUrl}/v1` }])
  expect(document.info.version).toBe('1.0.0')
})

test('the page that shows it brings its own scripts and may load nothing from elsewhere', async () => {
  const page = await fetch(`${service.url}/docs`)
  expect(page.status).toBe(200)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'; ")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toMatch(/https?:|unsafe-eval|\*/)
  const html = await page.text()
  const scripts = [...html.matchAll(/<script src="([^"]*)">/g)].map(([, src]) => src as string)
  expect(scripts).toEqual(['docs/reference.js', 'docs/start.js'])
  for (const src of scripts) {
    for (const encoding of ['gzip', 'identity']) {
      const script = await fetch(new URL(src, page.url), { headers: { 'accept-encoding': encoding } })
      expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
      expect(await script.text()).toContain('Scalar')
    }
  }
  expect((await fetch(`${service.url}/docs/../package.json`)).status).toBe(404)
  expect((await fetch(`${service.url}/docs/nothing.js`)).status).toBe(404)
})

test('it lists exactly the routes', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

test.each(operations)('$name says what every operation of its kind says', ({ name, operation }) => {
  const statuses = Object.keys(operation.responses)
  expect(operation).toMatchObject({
    operationId: expect.any(String),
    summary: expect.any(String),
    description: expect.any(String),
  })
  expect(statuses).toEqual(expect.arrayContaining(['401', '429', '500']))
  expect(operation.responses[401].headers).toHaveProperty('WWW-Authenticate')
  expect(operation.responses[429].headers['Retry-After'].$ref).toBe('#/components/headers/RetryAfter')
  for (const status of statuses) expect(operation.responses[status].headers).toHaveProperty('X-Request-Id')
  if (operation.requestBody) expect(statuses).toEqual(expect.arrayContaining(['413', '415']))
  if (operation.requestBody?.content['application/json']) expect(statuses).toContain('400')
  if (name.startsWith('POST')) {
    expect(statuses).toEqual(expect.arrayContaining(['409', '422']))
    expect(operation.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
  }
  const route = routes.find(({ method, path }) => `${method} ${path}` === name)
  expect(statuses.includes('403')).toBe(route?.field.startsWith('Mutation.'))
})

test('every example is what its schema asks for', () => {
  const contents = operations.flatMap(({ name, operation }) =>
    [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
      Object.values(part?.content ?? {}).map((content) => ({ name, content })),
    ),
  )
  // biome-ignore lint/suspicious/noExplicitAny: tests look deep into the document
  for (const { name, content } of contents as { name: string; content: any }[]) {
    const named = Object.values(content.examples ?? {}).map((example) => (example as { value: unknown }).value)
    const examples = 'example' in content ? [content.example, ...named] : named
    expect(examples, name).not.toEqual([])
    const validate = validator(content.schema)
    for (const example of examples) {
      expect(validate(example), `${name}: ${JSON.stringify(example)} ${JSON.stringify(validate.errors)}`).toBe(true)
    }
  }
})

test('every limit belongs to a field that exists', () => {
  for (const key of [...Object.keys(limits), ...removable]) {
    const [typeName = '', field] = key.split('.')
    const type = restSchema.getType(typeName)
    expect(type, key).toBeDefined()
    if (field && type && 'getFields' in type) expect(Object.keys(type.getFields()), key).toContain(field)
  }
})

describe('what differs by platform', () => {
  const unions = ['PostTargetInput', 'SocialAccountPost', 'PlatformSpecificInputs']

  test.each(unions)('%s has one variant per platform, told apart by platform', (name) => {
    const { oneOf, discriminator } = schemas[name]
    expect(oneOf).toHaveLength(platformNames.length)
    expect(discriminator.propertyName).toBe('platform')
    expect(Object.keys(discriminator.mapping).sort()).toEqual([...platformNames].sort())
    for (const [platform, $ref] of Object.entries(discriminator.mapping as Record<string, string>)) {
      const variant = schemas[$ref.split('/').at(-1) as string]
      expect(variant.properties.platform).toEqual({ type: 'string', const: platform })
      expect(variant.additionalProperties).toBe(false)
    }
  })

  test.each(Object.values(platforms))('a target of $name has exactly its own fields', (platform) => {
    const names = new Set(allFields().map((entry) => entry.name))
    const own = Object.keys(platform.fields)
    for (const union of ['PostTargetInput', 'SocialAccountPost']) {
      const variant = schemas[schemas[union].discriminator.mapping[platform.name].split('/').at(-1)]
      expect(Object.keys(variant.properties).filter((name) => names.has(name))).toEqual(own)
      for (const [name, field] of Object.entries(platform.fields)) {
        const filledIn = union === 'SocialAccountPost' && 'default' in field && field.default !== undefined
        expect(variant.required.includes(name), `${union}.${name}`).toBe(field.required === true || filledIn)
      }
    }
  })

  test('the contract’s enumerations are there under their names', () => {
    expect(schemas.SocialPlatform.enum.toSorted()).toEqual([...platformNames].sort())
    expect(schemas.FacebookPostType.enum).toEqual(['TEXT_ONLY', 'IMAGE', 'VIDEO', 'REEL', 'STORY'])
    expect(schemas.InstagramPostType.enum).toEqual(['POST', 'REEL', 'STORY'])
    expect(schemas.InstagramTrialGraduationStrategy.enum).toEqual(['MANUAL', 'SS_PERFORMANCE'])
    expect(schemas.DeliveryStatus.enum.toSorted()).toEqual(['FAILED', 'NOT_STARTED', 'PUBLISHED', 'SENDING'])
    expect(schemas).not.toHaveProperty('PostType')
  })

  const target = (fields: object) => ({ socialAccountId: 'a', ...fields })
  test.each([
    [true, { platform: 'PINTEREST', pinterestBoardId: 'b' }],
    [false, { platform: 'PINTEREST' }],
    [false, { platform: 'PINTEREST', pinterestBoardId: 'b', link: `https://example.com/${'a'.repeat(2048)}` }],
    [false, { platform: 'X', pinterestBoardId: 'b' }],
    [true, { platform: 'INSTAGRAM', postType: 'REEL', trialParams: { graduationStrategy: 'MANUAL' } }],
    [false, { platform: 'INSTAGRAM', postType: 'POST', trialParams: { graduationStrategy: 'MANUAL' } }],
    [false, { platform: 'INSTAGRAM', postType: 'REEL', trialParams: {} }],
    [false, { platform: 'FACEBOOK', postType: 'PHOTO' }],
    [false, { platform: 'MYSPACE' }],
  ])('%s: %j', (accepted, fields) => {
    expect(validator({ $ref: '#/components/schemas/PostTargetInput' })(target(fields))).toBe(accepted)
  })
})

test.each([
  [true, { type: 'DRAFT' }],
  [false, { type: 'DRAFT', scheduledFor: '2027-01-01T00:00:00Z' }],
  [true, { type: 'SCHEDULE_FOR_LATER', scheduledFor: '2027-01-01T00:00:00+02:00' }],
  [false, { type: 'SCHEDULE_FOR_LATER' }],
  [false, { type: 'SCHEDULE_FOR_LATER', scheduledFor: '2027-01-01T00:00:00' }],
])('%s: schedule %j', (accepted, schedule) => {
  expect(validator({ $ref: '#/components/schemas/PostSchedule' })(schedule)).toBe(accepted)
})

test('objects are closed, in requests and responses', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.type === 'object') expect(schema.additionalProperties, name).toBe(false)
  }
})
