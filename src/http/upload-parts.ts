import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Services } from '../context.ts'
import { acceptPart, partPurpose, partText } from '../features/media/accept-part.ts'
import { ServiceError } from '../lib/service-error.ts'
import { send } from './respond.ts'

/**
 * `PUT /uploads/<sessionId>/<partNumber>?expires=&signature=`: a part for local storage. The signature stands for the key.
 * Errors: NOT_FOUND, FORBIDDEN for a wrong or expired signature, and those of `acceptPart`.
 */
export async function takePart(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  query: URLSearchParams,
): Promise<void> {
  const [, sessionId = '', number = ''] = /^\/uploads\/([^/]+)\/(\d{1,5})$/.exec(path) ?? []
  if (!sessionId) throw new ServiceError('NOT_FOUND', `There is nothing at ${path}.`)
  const expires = Number(query.get('expires') ?? Number.NaN)
  const text = partText(sessionId, Number(number), expires)
  if (!services.secrets.verify(partPurpose, text, query.get('signature') ?? '')) {
    throw new ServiceError('FORBIDDEN', 'The signature of this address is not ours.')
  }
  if (expires * 1000 <= services.clock.now()) throw new ServiceError('FORBIDDEN', 'This address has expired.')
  const announced = req.headers['content-length']
  const bytes = announced === undefined ? undefined : Number(announced)
  await acceptPart(services, { sessionId, partNumber: Number(number), bytes, body: req })
  send(res, { status: 200 })
}
