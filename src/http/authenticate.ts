/** Who asks: the API key of the Authorization header. */
import type { IncomingMessage } from 'node:http'
import type { Actor, Services } from '../context.ts'
import { findApiKey } from '../features/api-keys/find-api-key.ts'
import { ServiceError } from '../lib/service-error.ts'

const keepMs = 5_000
const mostKept = 10_000

export interface Authenticator {
  /** The actor of a request. Errors: UNAUTHORIZED for a missing, malformed, unknown or revoked key. */
  authenticate(req: IncomingMessage): Promise<Actor>
  /** The actor of an Authorization header's value. Errors: UNAUTHORIZED. */
  authenticateHeader(header: string | undefined): Promise<Actor>
  /** Calls `changed` whenever keys were made or revoked. */
  onChange(changed: () => void): void
  close(): void
}

/**
 * Keys are looked up at most every 5 seconds, and again once a change of keys is announced: a revoked one is refused at
 * once, or after 5 seconds while the announcements do not arrive.
 */
export function createAuthenticator(services: Services): Authenticator {
  const known = new Map<string, { actor: Actor; until: number }>()
  const watchers: (() => void)[] = []
  let changes = 0
  const close = services.listener.on('api_keys_changed', () => {
    changes += 1
    known.clear()
    for (const changed of watchers) changed()
  })

  async function authenticateHeader(header: string | undefined): Promise<Actor> {
    const token = header?.match(/^Bearer +([\x21-\x7e]{1,512})$/i)?.[1]
    if (!token) throw unauthorized('Send your API key in the header Authorization: Bearer <API_KEY>.')
    const now = services.clock.now()
    const hit = known.get(token)
    if (hit && hit.until > now) return hit.actor
    known.delete(token)
    const asOf = changes
    const found = await findApiKey(services.db.pool, token)
    if (!found) throw unauthorized('The API key is unknown or revoked.')
    if (known.size >= mostKept) known.clear()
    if (asOf === changes) known.set(token, { actor: found, until: now + keepMs })
    return found
  }

  return {
    authenticateHeader,
    authenticate: (req) => authenticateHeader(req.headers.authorization),
    onChange: (changed) => watchers.push(changed),
    close,
  }
}

function unauthorized(message: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', message)
}
