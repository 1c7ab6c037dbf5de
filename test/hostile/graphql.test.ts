/** Whatever is sent to GraphQL gets a well-formed answer with known codes, and nothing of another organization. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, parse, validate } from 'graphql'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver, trustReceivers } from '../helpers/receiver.ts'
import { type Client, startService, type TestService } from '../helpers/service.ts'
import { checkData, checkForm } from './graphql-answer.ts'
import { drawOperation, type HostileOperation } from './graphql-operations.ts'
import { parameters, tellCounts } from './parameters.ts'
import { furnish, type Ids, mark, markTexts, nobody, rowsOf } from './tenants.ts'
import { toJson } from './values.ts'

let receiver: Receiver
let service: TestService
let client: Client
let theirs: Client
let schema: GraphQLSchema
let ids: Ids
let mayLack = false
const defects: string[] = []
const counts = new Map<string, number>()
const log = pino({ level: 'error' }, { write: (line: string) => void defects.push(line) })

beforeAll(async () => {
  trustReceivers()
  receiver = await startReceiver()
  service = await startService({ log, config: { webhookAllowPrivate: ['127.0.0.0/8'] } })
  theirs = await service.client()
  client = await service.client()
  const other = await furnish(service, theirs, receiver, mark)
  ids = { own: await furnish(service, client, receiver, 'Mine', ['X', 'TIKTOK']), theirs: other, nobodys: nobody }
  await markTexts(service, theirs.organizationId)
  schema = buildClientSchema((await client.graphql(getIntrospectionQuery())).data)
})
afterAll(async () => {
  await service.stop()
  await receiver.stop()
})

const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

async function refresh(): Promise<void> {
  if (!mayLack) return
  mayLack = false
  await service.app.services.db.prisma.webhookEndpoint.deleteMany({ where: { organizationId: client.organizationId } })
  ids.own = await furnish(service, client, receiver, 'Mine', ['X', 'TIKTOK'])
}

async function run({ kind, ...operation }: HostileOperation): Promise<void> {
  const body = toJson(operation, ids)
  const first = await ask(kind, body)
  if (kind === 'query' && first?.includes('"data":{') && !body.includes('timestamp')) await askAgain(body)
}

/** A query that comes again is answered in another way than a new one, which must not show. */
async function askAgain(body: string): Promise<void> {
  const sent = JSON.parse(body)
  await ask('query', body)
  // What a query reads may change meanwhile, but not every time.
  for (let round = 0; ; round += 1) {
    const asNew = await ask('query', JSON.stringify({ ...sent, query: `${sent.query} # ${round}` }))
    const asKnown = await ask('query', body)
    if (isDeepStrictEqual(JSON.parse(asKnown ?? 'null'), JSON.parse(asNew ?? 'null'))) return
    if (round === 3) throw new Error(`Asked again: ${asKnown}\nAsked anew: ${asNew}`)
  }
}

/** Sends a request and checks its answer. Returns its text, where it is the answer to an operation. */
async function ask(kind: string, body: string): Promise<string | undefined> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body,
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  count(`status ${response.status}`)
  if (text.includes(mark) || text.includes('424242.5'))
    throw new Error(`The answer shows another organization: ${text}`)
  if (!response.headers.get('x-request-id')) throw new Error('The answer has no X-Request-Id.')
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return undefined
  const answer = JSON.parse(text)
  if (response.status === 400 && answer.code === 'INVALID_JSON') return undefined
  if (![200, 400].includes(response.status)) throw new Error(`The answer is a ${response.status}: ${text}`)
  const found = checkForm(answer)
  for (const code of new Set(found.length > 0 ? found : ['no error'])) count(`code ${code}`)
  count(kind)
  if (found.includes('INTERNAL_ERROR') || defects.length > 0) throw new Error(`${text} ${defects.splice(0).join('')}`)
  if (!answer.data) return text
  mayLack ||= /delete/.test(body)
  const sent = JSON.parse(body)
  const document = parse(sent.query)
  const problems = validate(schema, document)
  if (problems.length > 0) throw new Error(`An invalid document was executed: ${problems[0]}`)
  checkData(schema, document, sent.variables ?? {}, answer.data, sent.operationName)
  return text
}

test('every answer is well-formed, and none shows or changes another organization', async () => {
  const before = await rowsOf(service, theirs.organizationId)
  expect(before.join('\n').split(mark).length).toBeGreaterThan(20)
  const property = async (g: fc.GeneratorValue) => {
    await refresh()
    const operation = drawOperation(g, schema)
    await run(operation).catch((error: Error) => {
      throw new Error(`${error.message.slice(0, 3000)}\n${toJson(operation, ids).slice(0, 3000)}`)
    })
  }
  await fc.assert(fc.asyncProperty(fc.gen(), property), parameters())
  expect(await rowsOf(service, theirs.organizationId)).toEqual(before)
  tellCounts(counts)
  expect(counts.get('code no error')).toBeGreaterThan(parameters().numRuns / 20)
  expect(counts.get('code GRAPHQL_VALIDATION_FAILED')).toBeGreaterThan(0)
}, 3_600_000)
