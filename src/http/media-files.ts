/** The public addresses of media: ranges, HEAD and caching; nothing here is ever taken for a page or a script. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Services } from '../context.ts'
import { findByToken } from '../features/media/find-media.ts'
import { thumbnailKey } from '../features/media/media-address.ts'
import { ServiceError } from '../lib/service-error.ts'
import { type ByteRange, ObjectMissingError } from '../storage/storage.ts'

/** Serves `/media/<token>` and `/media/<token>/thumbnail`. Errors: NOT_FOUND. */
export async function serveMedia(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const notFound = () => new ServiceError('NOT_FOUND', 'There is no such media item.')
  const [, token = '', thumbnail] = /^\/media\/([\w-]{32})(\/thumbnail)?$/.exec(path) ?? []
  const media = token && (await findByToken(services, token))
  if (!media) throw notFound()
  const key = thumbnail ? thumbnailKey(media.storageKey) : media.storageKey
  const bytes = thumbnail ? await services.storage.size(key) : media.bytes
  if (bytes === undefined) throw notFound()
  const etag = `"${token}${thumbnail ? '-thumbnail' : ''}"`
  const headers = {
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': 'inline',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    'x-content-type-options': 'nosniff',
  }
  if (req.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) {
    res.writeHead(304, headers).end()
    return
  }
  const current = req.headers['if-range'] === undefined || req.headers['if-range'] === etag
  const range = current ? readRange(req.headers.range, bytes) : undefined
  if (range === 'unsatisfiable') {
    res
      .writeHead(416, {
        ...headers,
        'cache-control': 'no-store',
        'content-range': `bytes */${bytes}`,
        'content-length': 0,
      })
      .end()
    return
  }
  const head = {
    ...headers,
    'content-type': thumbnail ? media.thumbnailType : media.contentType,
    'content-length': range ? range.end - range.start + 1 : bytes,
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${bytes}` }),
  }
  const status = range ? 206 : 200
  if (req.method === 'HEAD') {
    res.writeHead(status, head).end()
    return
  }
  const body = await services.storage.read(key, range).catch((error: unknown) => {
    throw error instanceof ObjectMissingError ? notFound() : error
  })
  res.writeHead(status, head)
  await pipeline(body, res).catch((error: unknown) => {
    services.log.debug({ err: error }, 'a media transfer ended early')
    res.destroy()
  })
}

/** One range of RFC 9110; several, or what is not understood, count as none. */
function readRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= bytes ? 'unsatisfiable' : { start, end }
}
