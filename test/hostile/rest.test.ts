/** Whatever is sent to the REST API gets an answer that its document describes, and nothing of another organization. */
import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { type Logger, pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAnswer } from '../helpers/contract.ts'
import { type Receiver, startReceiver, trustReceivers } from '../helpers/receiver.ts'
import { type Answer, type Client, startService, type TestService } from '../helpers/service.ts'
import { parameters, tellCounts } from './parameters.ts'
import { drawRequest, type HostileRequest, operations } from './rest-requests.ts'
import { furnish, type Ids, mark, markTexts, nobody, rowsOf } from './tenants.ts'
import { toJson, withIds } from './values.ts'

let receiver: Receiver
let service: TestService
let theirs: Client
let ids: Ids
let clients: Record<'full' | 'readOnly' | 'limited', Client>
let mayLack = false
const defects: string[] = []
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
const counts = new Map<string, number>()

const log: Logger = pino({ level: 'error' }, { write: (line: string) => void defects.push(line) })

beforeAll(async () => {
  trustReceivers()
  receiver = await startReceiver()
  service = await startService({ log, config: { webhookAllowPrivate: ['127.0.0.0/8'] } })
  theirs = await service.client()
  const full = await service.client()
  const { organizationId } = full
  ids = {
    own: await furnish(service, full, receiver, 'Mine', ['X', 'PINTEREST', 'TIKTOK']),
    theirs: await furnish(service, theirs, receiver, mark),
    nobodys: nobody,
  }
  await markTexts(service, theirs.organizationId)
  clients = {
    full,
    readOnly: await service.client({ organizationId, readOnly: true }),
    limited: await service.client({ organizationId, projectIds: [ids.own.project] }),
  }
})
afterAll(async () => {
  agent.destroy()
  await service.stop()
  await receiver.stop()
})

/** Sends a request as it is, which fetch would put in order first. Fails after 10 s without an answer. */
function send({ method, path, headers, body, sender }: HostileRequest): Promise<Answer & { text: string }> {
  const bytes = !body ? undefined : 'bytes' in body ? body.bytes : Buffer.from(toJson(body.json, ids))
  const all = {
    ...headers,
    ...(sender !== 'none' && { authorization: `Bearer ${clients[sender].token}` }),
    ...(bytes && { 'content-length': String(bytes.length) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}`, { method, path: `/v1${withIds(path, ids)}`, headers: all, agent })
    sent.setTimeout(10_000, () => sent.destroy(new Error('There was no answer within 10 s.')))
    sent.on('error', reject)
    sent.on('response', async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString()
      const { statusCode: status = 0, rawHeaders } = response
      const pairs = rawHeaders.flatMap((name, at): [string, string][] =>
        at % 2 ? [] : [[name, rawHeaders[at + 1] ?? '']],
      )
      try {
        resolve({ status, headers: new Headers(pairs), text, body: text === '' ? undefined : JSON.parse(text) })
      } catch (error) {
        reject(error)
      }
    })
    sent.end(bytes)
  })
}

/** What requests deleted is made anew. */
async function refresh(): Promise<void> {
  if (!mayLack) return
  mayLack = false
  const { prisma } = service.app.services.db
  const { organizationId } = clients.full
  const { own } = ids
  const found = await Promise.all([
    prisma.project.count({ where: { id: own.project } }),
    prisma.socialAccount.count({ where: { id: own.account, status: 'CONNECTED' } }),
    prisma.post.count({ where: { id: own.post } }),
    prisma.media.count({ where: { id: own.media, deletedAt: null } }),
    prisma.uploadSession.count({ where: { id: own.upload } }),
    prisma.webhookDelivery.count({ where: { id: own.delivery } }),
  ])
  if (found.every((count) => count === 1)) return
  await prisma.webhookEndpoint.deleteMany({ where: { organizationId } })
  ids.own = await furnish(service, clients.full, receiver, 'Mine', ['X', 'PINTEREST', 'TIKTOK'])
  await prisma.apiKey.updateMany({
    where: { organizationId, projectLimited: true },
    data: { projectIds: [ids.own.project] },
  })
}

function check(sent: HostileRequest, answer: Answer & { text: string }): void {
  const path = sent.path.replaceAll(/«[^»]*»/g, 'x')
  checkAnswer(sent.method, path, answer)
  if (answer.status >= 500) throw new Error(`The answer is a ${answer.status}: ${answer.text}`)
  if (!answer.headers.get('x-request-id')) throw new Error('The answer has no X-Request-Id.')
  if (answer.text.includes(mark)) throw new Error(`The answer shows another organization: ${answer.text}`)
  if (answer.text.length > 3_000_000) throw new Error(`The answer has ${answer.text.length} characters.`)
  if (defects.length > 0) throw new Error(`The log has an error: ${defects.splice(0).join('')}`)
}

function tell({ body, ...sent }: HostileRequest): string {
  const text = !body ? '' : 'bytes' in body ? body.bytes.toString('latin1') : JSON.stringify(body.json)
  return `${JSON.stringify(sent)} ${text}`.slice(0, 3000)
}

test('every answer is described, and none shows or changes another organization', async () => {
  const before = await rowsOf(service, theirs.organizationId)
  expect(before.join('\n').split(mark).length).toBeGreaterThan(20)
  const run = async (g: fc.GeneratorValue) => {
    await refresh()
    const sent = drawRequest(g)
    try {
      const answer = await send(sent)
      mayLack ||= sent.method === 'DELETE' && answer.status === 204
      const key = `${answer.status} ${answer.body?.code ?? ''}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      counts.set(sent.operation, (counts.get(sent.operation) ?? 0) + 1)
      check(sent, answer)
    } catch (error) {
      throw new Error(`${(error as Error).message.slice(0, 3000)}\n${tell(sent)}`)
    }
  }
  await fc.assert(fc.asyncProperty(fc.gen(), run), parameters())
  expect(await rowsOf(service, theirs.organizationId)).toEqual(before)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  tellCounts(counts)
  for (const { method, path } of operations) expect([...counts.keys()]).toContain(`${method} ${path}`)
}, 3_600_000)
