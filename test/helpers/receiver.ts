/** A receiver of webhooks: a real HTTPS server that keeps what it gets. */
import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { certificate, certificateKey } from './certificate.ts'

export interface Received {
  path: string
  signature: string
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever arrives
  event: any
}

export interface Receiver {
  /** Such as https://127.0.0.1:1234, without a path. */
  url: string
  received: Received[]
  /** How requests are answered; 204 by default. */
  answer: (req: IncomingMessage, res: ServerResponse, received: Received) => void
  stop(): Promise<void>
}

/** Lets this process trust receivers; processes that are started need NODE_EXTRA_CA_CERTS. */
export function trustReceivers(): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate])
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer({ cert: certificate, key: certificateKey }, async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const signature = String(req.headers['x-service-signature'])
    const entry = { path: req.url ?? '', signature, body, event: JSON.parse(body) }
    receiver.received.push(entry)
    receiver.answer(req, res, entry)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: (_req, res) => res.writeHead(204).end(),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

/** The v1 signature that `secret` makes of what arrived. */
export function signatureBy(secret: string, { signature, body }: Received): string {
  const time = /^t=(\d+),/.exec(signature)?.[1]
  return createHmac('sha256', Buffer.from(secret, 'base64')).update(`${time}.${body}`).digest('hex')
}
