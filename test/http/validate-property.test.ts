/** What `POST /posts/validate` says of a body is what `POST /posts` does with it. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlatformField } from '../../src/platforms/fields.ts'
import { type PlatformName, platformNames } from '../../src/platforms/names.ts'
import { allFields, platforms } from '../../src/platforms/registry.ts'
import { addAccount } from '../helpers/accounts.ts'
import { createValidator, findOperation } from '../helpers/contract.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'

let service: TestService
let client: Client
const accounts: Partial<Record<PlatformName, string>> = {}
const odd: Record<string, string> = { unknown: randomUUID(), nonsense: 'nonsense' }

beforeAll(async () => {
  service = await startService()
  client = await service.client()
  const { organizationId } = client
  const projectId = await client.project()
  for (const platform of platformNames)
    accounts[platform] = await addAccount(service, { organizationId, projectId, platform })
  const elsewhere = await client.project('Elsewhere')
  odd.elsewhere = await addAccount(service, { organizationId, projectId: elsewhere, platform: 'X' })
  odd.gone = await addAccount(service, { organizationId, projectId, platform: 'X', status: 'DISCONNECTED' })
})
afterAll(() => service.stop())

const junk = fc.oneof(
  fc.constantFrom(null, '', 'a', 0, 1.5, -1, true, [], {}, [null], 'x'.repeat(3000), '\0', '\ud800', 2 ** 40),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Mostly the good value, now and then a bad one or none. */
const mostly = (good: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 40, arbitrary: good },
    { weight: 1, arbitrary: junk },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )

const rarely = (value: fc.Arbitrary<object>) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

function goodValue(field: PlatformField): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'string':
      return field.format === 'uri' ? fc.webUrl() : fc.string({ minLength: 1, maxLength: 50 })
    case 'strings':
      return fc.array(fc.string({ minLength: 1 }), { maxLength: 3 })
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...field.values)
    case 'media':
      return fc.constant(undefined)
    case 'object':
      return recordOf(field.fields)
    default:
      return field satisfies never
  }
}

function recordOf(fields: Readonly<Record<string, PlatformField>>): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const value = field.onlyWhen ? rarely(goodValue(field) as fc.Arbitrary<object>) : goodValue(field)
    return [name, mostly(field.required ? value : fc.option(value, { nil: undefined }))]
  })
  return fc.record(Object.fromEntries(entries))
}

const content = mostly(
  fc.array(mostly(fc.record({ text: mostly(fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' })) })), {
    minLength: 1,
    maxLength: 1,
  }),
)

/** A target whose account is named, and put in when the body is sent. */
const target = fc.constantFrom(...platformNames).chain((name) => {
  const foreign = fc
    .constantFrom(...allFields().map((entry) => entry.name))
    .chain((field) => fc.record({ [field]: junk }))
  return fc
    .tuple(
      recordOf(platforms[name].fields),
      rarely(foreign),
      rarely(content.map((contentOverride) => ({ contentOverride }))),
    )
    .chain(([own, extra, override]) =>
      fc.record({
        platform: mostly(fc.constant(name)),
        socialAccountId: fc.oneof(
          { weight: 20, arbitrary: fc.constant(name as string) },
          { weight: 1, arbitrary: fc.constantFrom('unknown', 'nonsense', 'elsewhere', 'gone', 'X', 'TIKTOK') },
        ),
        fields: fc.constant({ ...own, ...extra, ...override }),
      }),
    )
})

const schedule = fc.oneof(
  fc.constant({ type: 'DRAFT' }),
  fc.integer({ min: 1, max: 1000 }).map((hours) => ({
    type: 'SCHEDULE_FOR_LATER',
    scheduledFor: new Date(Date.now() + hours * 3600_000).toISOString(),
  })),
)

const posts = fc.record({
  content,
  schedule: mostly(schedule),
  socialAccounts: fc.oneof(
    {
      weight: 30,
      arbitrary: fc.uniqueArray(target, { minLength: 1, maxLength: 3, selector: (one) => one.socialAccountId }),
    },
    { weight: 1, arbitrary: fc.array(target, { maxLength: 4 }) },
  ),
  retryPolicy: mostly(
    fc.option(
      fc.record({ maxRetries: fc.integer({ min: 0, max: 10 }), delaySeconds: fc.integer({ min: 1, max: 610_000 }) }),
      { nil: undefined },
    ),
  ),
  autoDeleteMediaAfterPublish: mostly(fc.option(fc.boolean(), { nil: undefined })),
})

function toBody({
  socialAccounts,
  ...rest
}: {
  socialAccounts: { platform: unknown; socialAccountId: string; fields: object }[]
}) {
  const ids: Record<string, string> = { ...odd, ...accounts }
  return {
    ...rest,
    socialAccounts: socialAccounts.map(({ platform, socialAccountId, fields }) => ({
      ...fields,
      platform,
      socialAccountId: ids[socialAccountId],
    })),
  }
}

const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value as object).some(hasNull))

test('both give the same verdict with the same list of issues, and the described body is what passes', async () => {
  const schema = findOperation('POST', '/posts')?.requestBody?.content['application/json']?.schema
  if (!schema) throw new Error('The body of POST /posts is not described.')
  const described = createValidator()(schema)
  const verdicts = { valid: 0, invalid: 0 }
  const run = async (given: Parameters<typeof toBody>[0]) => {
    const body = JSON.parse(JSON.stringify(toBody(given)))
    const validated = await client.call('POST', '/posts/validate', body)
    const created = await client.call('POST', '/posts', body)
    const { isValid, errors } = validated.body
    verdicts[isValid ? 'valid' : 'invalid'] += 1
    expect(validated.status).toBe(200)
    expect(created.status).toBe(isValid ? 201 : 422)
    expect(errors).toEqual(isValid ? [] : created.body.validationErrors)
    if (isValid && !hasNull(body)) expect(described(body), JSON.stringify(described.errors)).toBe(true)
  }
  await fc.assert(
    fc.asyncProperty(posts, (given) => run(given as never)),
    { numRuns: 400 },
  )
  expect(verdicts.valid).toBeGreaterThan(40)
  expect(verdicts.invalid).toBeGreaterThan(40)
}, 60_000)
