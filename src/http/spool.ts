/** Multipart bodies: fields in memory, files straight to the temporary directory, nothing in between. */
import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { SpooledFile } from '../context.ts'
import { ServiceError, validationFailed } from '../lib/service-error.ts'
import { writeStream } from '../lib/write-stream.ts'

export interface SpooledForm {
  fields: Map<string, string>
  files: Map<string, SpooledFile>
  /** Removes the files that nobody took. */
  remove(): Promise<void>
}

interface Limits {
  /** Bytes of each file. */
  fileBytes: number
  files: number
}

const maxFields = 20
const maxFieldBytes = 1024 * 1024
/** What a client may still send after a file turned out too large, so that it gets to read the answer. */
const maxDiscardedBytes = 16 * 1024 * 1024

/**
 * Reads a `multipart/form-data` body. The caller removes the files.
 * Errors: UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION_FAILED for a broken body or a field given twice.
 */
export async function spoolForm(req: IncomingMessage, directory: string, limits: Limits): Promise<SpooledForm> {
  const parser = createParser(req, limits)
  const tooLarge = () => new ServiceError('PAYLOAD_TOO_LARGE', `A file may have up to ${limits.fileBytes} bytes.`)
  if (Number(req.headers['content-length'] ?? 0) > limits.files * limits.fileBytes + maxDiscardedBytes) throw tooLarge()
  const form: SpooledForm = {
    fields: new Map(),
    files: new Map(),
    remove: async () => {
      for (const path of paths) await rm(path, { force: true })
    },
  }
  const paths: string[] = []
  const writing: Promise<void>[] = []
  let failure: Error | undefined

  const fail = (error: Error) => {
    failure ??= error
  }
  const seen = new Set<string>()
  const take = (name: string) => {
    if (seen.has(name)) fail(validationFailed([{ path: name, message: `${name} must be given once.` }]))
    seen.add(name)
  }
  parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
    take(name)
    if (valueTruncated) fail(new ServiceError('PAYLOAD_TOO_LARGE', `A field may have up to ${maxFieldBytes} bytes.`))
    form.fields.set(name, value)
  })
  parser.on('file', (name, stream) => {
    // A body that ends in the middle of a file is the parser's error too, which is the one that is told. Here it may come
    // before the file on the disk is open, when nobody else listens: it would end the process.
    stream.on('error', () => {})
    take(name)
    if (failure) return stream.resume()
    const path = join(directory, randomUUID())
    paths.push(path)
    const written = writeFile(stream, path, limits.fileBytes).then(
      (file) => {
        if (file) form.files.set(name, file)
        else fail(tooLarge())
      },
      (error: Error) => {
        stream.resume()
        fail(error)
      },
    )
    writing.push(written)
  })
  parser.on('filesLimit', () =>
    fail(validationFailed([{ path: '', message: `At most ${limits.files} files may be sent.` }])),
  )
  parser.on('fieldsLimit', () =>
    fail(validationFailed([{ path: '', message: `At most ${maxFields} fields may be sent.` }])),
  )

  try {
    await pipeline(req, parser, { end: true }).catch((error: Error) => {
      if (req.destroyed && !req.complete) throw error
      throw validationFailed([{ path: '', message: `The body is not a complete multipart form: ${error.message}.` }])
    })
    await Promise.all(writing)
    if (failure) throw failure
    return form
  } catch (error) {
    await Promise.allSettled(writing)
    await form.remove()
    throw error
  }
}

function createParser(req: IncomingMessage, limits: Limits): InstanceType<typeof Busboy> {
  const type = req.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be sent as Content-Type: multipart/form-data with a boundary.',
    )
  }
  try {
    return new Busboy({
      headers: req.headers as BusboyHeaders,
      limits: {
        files: limits.files,
        fields: maxFields,
        fieldSize: maxFieldBytes,
        fileSize: limits.fileBytes + 1,
        parts: limits.files + maxFields,
      },
    })
  } catch {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The Content-Type multipart/form-data needs a boundary.')
  }
}

/** Writes and hashes a file; undefined when it is larger than `most`. */
async function writeFile(stream: Readable, path: string, most: number): Promise<SpooledFile | undefined> {
  const hash = createHash('sha256')
  let bytes = 0
  await writeStream(path, stream, {
    accept(chunk) {
      bytes += chunk.length
      hash.update(chunk)
      return true
    },
  })
  return bytes > most ? undefined : { path, bytes, hash: hash.digest() }
}
