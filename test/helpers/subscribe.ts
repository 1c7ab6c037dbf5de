/** Clients of subscriptions: graphql-ws and SSE as programs use them. */
import { setTimeout } from 'node:timers/promises'
import { createClient } from 'graphql-ws'

export interface Subscriber {
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever arrives
  events: any[]
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever arrives
  errors: any[]
  /** The close code, once the connection is closed; 0 for SSE. */
  closed: Promise<number>
  stop(): void
}

const allFields =
  'id eventType occurredAt projectId postId socialAccountPostId socialAccountId platform externalPostId externalPostUrl errorMessage retryPostId'

const query = `subscription ($projectIds: [ID!], $postIds: [ID!], $socialAccountIds: [ID!], $eventTypes: [WebhookEventType!], $after: ID) {
  deliveryEvents(projectIds: $projectIds, postIds: $postIds, socialAccountIds: $socialAccountIds, eventTypes: $eventTypes, after: $after) { ${allFields} } }`

type Variables = Record<string, unknown>

/** Resolves once the server has taken the subscription, as far as the protocol shows it. */
export async function overWebSocket(url: string, token: string, variables: Variables = {}): Promise<Subscriber> {
  const events: unknown[] = []
  const errors: unknown[] = []
  let close = (_code: number) => {}
  const closed = new Promise<number>((resolve) => {
    close = resolve
  })
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    connectionParams: { Authorization: `Bearer ${token}` },
    retryAttempts: 0,
    on: { closed: (event) => close((event as CloseEvent).code) },
  })
  const connected = new Promise<void>((resolve) => {
    client.on('connected', () => resolve())
    closed.then(() => resolve())
  })
  client.subscribe<{ deliveryEvents: unknown }>(
    { query, variables },
    {
      next: ({ data, errors: failed }) => {
        if (data) events.push(data.deliveryEvents)
        errors.push(...(failed ?? []))
      },
      error: (error) => {
        if (Array.isArray(error)) errors.push(...error)
        else close((error as CloseEvent).code ?? 0)
      },
      complete: () => {},
    },
  )
  await connected
  return { events, errors, closed, stop: () => void client.dispose() }
}

export async function overSse(url: string, token: string, variables: Variables = {}): Promise<Subscriber> {
  const events: unknown[] = []
  const errors: unknown[] = []
  const abort = new AbortController()
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query, variables }),
    signal: abort.signal,
  })
  const read = async () => {
    let text = ''
    try {
      const body = response.body as ReadableStream<Uint8Array<ArrayBuffer>>
      const chunks = body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>
      for await (const chunk of chunks) {
        const messages = `${text}${chunk}`.split('\n\n')
        text = messages.pop() as string
        for (const message of messages) {
          const data = /^data: (.+)$/m.exec(message)?.[1]
          if (!data) continue
          const result = JSON.parse(data)
          if (result.data) events.push(result.data.deliveryEvents)
          errors.push(...(result.errors ?? []))
        }
      }
    } catch {
      return 0
    }
    return 0
  }
  return { events, errors, closed: read(), stop: () => abort.abort() }
}

/**
 * Subscribes again after the last event it saw, as often as it must.
 * @param url where to subscribe next
 * @param first the event to begin after
 */
export function resuming(open: typeof overWebSocket, url: () => string, token: string, first: string) {
  const seen: string[] = []
  let stopped = false
  let current: Subscriber | undefined
  const running = (async () => {
    while (!stopped) {
      const subscriber = await open(url(), token, { after: seen.at(-1) ?? first }).catch(() => undefined)
      current = subscriber
      if (subscriber) {
        let closed = false
        void subscriber.closed.then(() => {
          closed = true
        })
        while (!stopped && !closed && subscriber.errors.length === 0) await setTimeout(20)
        seen.push(...subscriber.events.map(({ id }) => id))
        subscriber.events.length = 0
        subscriber.stop()
      }
      await setTimeout(50)
    }
  })()
  return {
    all: () => [...seen, ...(current?.events.map(({ id }) => id) ?? [])],
    async stop() {
      stopped = true
      await running
      return seen
    },
  }
}
