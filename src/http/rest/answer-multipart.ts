import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context } from '../../context.ts'
import { checkUpload, maxUploadBytes, uploadMedia } from '../../features/media/upload-media.ts'
import { findBadText } from '../../graphql/text-check.ts'
import { type Issue, ServiceError, validationFailed } from '../../lib/service-error.ts'
import { fingerprint, readIdempotencyKey, runOnce } from '../idempotency.ts'
import { errorReply, type Reply } from '../respond.ts'
import { spoolForm } from '../spool.ts'

/**
 * `POST /v1/media?projectId=`: one file of up to 100 MB in the form field `file`. The file is on disk, and nothing of it in
 * memory, before the verb sees it. Errors: those of `uploadMedia`, VALIDATION_FAILED, PAYLOAD_TOO_LARGE.
 */
export async function answerMultipart(req: IncomingMessage, ctx: Context, query: URLSearchParams): Promise<Reply> {
  const key = readIdempotencyKey(req.headers['idempotency-key'])
  const projectId = readProjectId(query)
  await checkUpload(ctx, { projectId })
  const form = await spoolForm(req, ctx.temporaryDir, { fileBytes: maxUploadBytes, files: 1 })
  try {
    const unknown = [...form.fields.keys(), ...form.files.keys()].filter((name) => name !== 'file')
    const file = form.files.get('file')
    const issues: Issue[] = unknown.map((path) => ({ path, message: `${path} is not a known field.` }))
    if (!file)
      issues.push({ path: 'file', message: 'file is required: the file itself, as a form field of that name.' })
    if (!file || issues.length > 0) throw validationFailed(issues)
    const run = async (context: Context) => uploaded(await uploadMedia(context, { projectId, file }))
    if (!key) return await run(ctx)
    const content = createHash('sha256').update(file.hash).digest()
    return await runOnce(
      ctx,
      { key, fingerprint: fingerprint(ctx.actor, `POST ${req.url ?? ''}`, content) },
      (idempotency) =>
        run({ ...ctx, idempotency }).catch((error: unknown) => {
          if (error instanceof ServiceError) return errorReply(error)
          throw error
        }),
      async (mediaId) => uploaded({ mediaId }),
    )
  } finally {
    await form.remove()
  }
}

function uploaded({ mediaId }: { mediaId: string }): Reply {
  return { status: 200, body: JSON.stringify({ mediaId }) }
}

function readProjectId(query: URLSearchParams): string {
  const issues = [...new Set(query.keys())]
    .filter((name) => name !== 'projectId')
    .map((path) => ({ path, message: `${path} is not a known field.` }))
  const given = query.getAll('projectId')
  const [projectId] = given
  if (!projectId) issues.push({ path: 'projectId', message: 'projectId is required.' })
  else if (given.length > 1) issues.push({ path: 'projectId', message: 'projectId must be given once.' })
  issues.push(...findBadText({ projectId }))
  if (!projectId || issues.length > 0) throw validationFailed(issues)
  return projectId
}
