/** The sandbox: a small social platform of its own, reached only over HTTP, with its own tables and OAuth. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { behaviourTimes } from './behaviours.ts'
import { cutConnection, Refusal, type Reply } from './http.ts'
import { findRoute, refuse, type Speech } from './routes.ts'
import type { SandboxOptions, SandboxSettings } from './settings.ts'

interface Sandbox {
  /** Answers one request, whose url carries the full path. Never rejects: a defect goes to `onError`. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>
}

/**
 * The sandbox platform as an HTTP handler. `baseUrl` must be an absolute URL (throws TypeError), and the tables of the
 * Postgres schema `sandbox` must exist.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const settings: SandboxSettings = {
    ...options,
    baseUrl,
    basePath: new URL(baseUrl).pathname.replace(/\/+$/, ''),
    wait: options.wait ?? ((ms) => sleep(ms)),
    times: { ...behaviourTimes, ...options.times },
  }
  return {
    async handle(req, res) {
      const reply = await answer(settings, req)
      if (reply === cutConnection) return void req.socket.destroy()
      res.writeHead(reply.status, { ...reply.headers, 'content-length': Buffer.byteLength(reply.body ?? '') })
      res.end(reply.body)
      // What is left of a refused body would otherwise block the connection's next request.
      req.resume()
    },
  }
}

async function answer(settings: SandboxSettings, req: IncomingMessage): Promise<Reply> {
  let speech: Speech = 'json'
  try {
    const [path = '', query = ''] = (req.url ?? '').split(/\?(.*)/s)
    const route = findRoute(settings.basePath, path)
    speech = route.speech
    return await route.run(settings, req, new URLSearchParams(query))
  } catch (error) {
    if (error instanceof Refusal) return refuse(speech, error)
    if (!req.destroyed || req.complete) settings.onError?.(error)
    return refuse(speech, new Refusal(500, 'internal_error', 'The sandbox failed to answer.'))
  }
}
