import type { Readable } from 'node:stream'
import type { Services } from '../../context.ts'
import { reach } from '../../lib/fault-points.ts'
import { isId } from '../../lib/ids.ts'
import { ServiceError, validationFailed } from '../../lib/service-error.ts'
import { PartRefusedError } from '../../storage/storage.ts'
import { isOver, partBytes, partCount, type SessionRow, sessionColumns } from './upload-session.ts'

/** What a part's signature covers. */
export function partText(sessionId: string, partNumber: number, expires: number): string {
  return `${sessionId}/${partNumber}/${expires}`
}

/** Purpose of the signatures of part addresses. */
export const partPurpose = 'upload part'

/**
 * Takes a part sent to an address of local storage.
 * @param input.bytes the announced length, undefined when it is not known before the end
 * Errors: UPLOAD_SESSION_NOT_FOUND, UPLOAD_SESSION_CLOSED, VALIDATION_FAILED for a wrong length.
 */
export async function acceptPart(
  services: Services,
  input: { sessionId: string; partNumber: number; bytes: number | undefined; body: Readable },
): Promise<void> {
  const { sessionId, partNumber, body } = input
  const found = isId(sessionId)
    ? await services.db.pool.query<SessionRow>({
        name: 'upload_session_of_part',
        text: `SELECT ${sessionColumns} FROM upload_sessions WHERE id = $1`,
        values: [sessionId],
      })
    : { rows: [] }
  const [session] = found.rows
  if (!session || !services.storage.acceptPart || partNumber < 1 || partNumber > partCount(session.bytes)) {
    throw new ServiceError('UPLOAD_SESSION_NOT_FOUND', 'There is no such part of an upload session.')
  }
  if (session.status !== 'INITIATED' || isOver(services, session)) {
    throw new ServiceError('UPLOAD_SESSION_CLOSED', 'This upload session takes no more parts.')
  }
  const expected = partBytes(session.bytes, partNumber)
  if (input.bytes !== undefined && input.bytes !== expected) {
    throw wrongSize(partNumber, `Part ${partNumber} must have exactly ${expected} bytes, has ${input.bytes}.`)
  }
  const upload = { key: session.storageKey, uploadId: session.uploadId, sessionId }
  try {
    await services.storage.acceptPart(upload, partNumber, expected, body)
    reach('upload.after-part')
  } catch (error) {
    if (error instanceof PartRefusedError) throw wrongSize(partNumber, error.message)
    throw error
  }
}

function wrongSize(partNumber: number, message: string): ServiceError {
  return validationFailed([{ path: `parts[${partNumber - 1}]`, message }])
}
