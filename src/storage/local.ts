/** Storage on local disk: `objects/<2 letters>/<key>`, a file, or a folder of parts for what came in parts. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { syncDirectory } from '../lib/data-dir.ts'
import { writeStream } from '../lib/write-stream.ts'
import { type ByteRange, ObjectMissingError, PartRefusedError, type Storage, type Upload } from './storage.ts'

const chunkBytes = 256 * 1024

interface Piece {
  path: string
  bytes: number
}

/**
 * @param directory made when missing; several processes may share it
 * @param temporaryDir for what is not whole yet, on the same disk; its user sweeps it
 * @param partUrl makes the address that leads to `acceptPart`
 */
export async function createLocalStorage(options: {
  directory: string
  temporaryDir: string
  partUrl: (upload: Upload, partNumber: number, expiresAt: Date) => string
}): Promise<Storage> {
  const folders = {
    objects: join(options.directory, 'objects'),
    uploads: join(options.directory, 'uploads'),
    temporary: options.temporaryDir,
  }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 })
  const shelf = (key: string) => join(folders.objects, key.slice(0, 2))
  const objectPath = (key: string) => join(shelf(key), key)
  const uploadPath = (upload: Pick<Upload, 'key'>) => join(folders.uploads, upload.key)

  async function publish(from: string, key: string): Promise<void> {
    await mkdir(shelf(key), { recursive: true, mode: 0o700 })
    await rename(from, objectPath(key))
    await syncDirectory(shelf(key))
  }

  async function piecesOf(key: string): Promise<Piece[]> {
    const path = objectPath(key)
    const found = await stat(path).catch(unless('ENOENT'))
    if (!found) throw new ObjectMissingError(key)
    return found.isDirectory() ? partsIn(path) : [{ path, bytes: found.size }]
  }

  return {
    async putFile(key, path) {
      const draft = join(folders.temporary, randomUUID())
      try {
        await rename(path, draft).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EXDEV') throw error
          await copyFile(path, draft)
        })
        await syncFile(draft)
        await publish(draft, key)
      } finally {
        await rm(draft, { force: true })
      }
    },

    async read(key, range) {
      const pieces = cut(await piecesOf(key), range)
      return pieces.length === 1
        ? openPiece(pieces[0] as Required<Cut>)
        : Readable.from(chained(pieces), { objectMode: false, highWaterMark: chunkBytes })
    },

    async size(key) {
      try {
        return total(await piecesOf(key))
      } catch (error) {
        if (error instanceof ObjectMissingError) return undefined
        throw error
      }
    },

    async source(key) {
      return { files: await piecesOf(key) }
    },

    async delete(key) {
      for (const path of [objectPath(key), uploadPath({ key })])
        await rm(path, { recursive: true, force: true, maxRetries: 3 })
    },

    async startUpload(key) {
      await mkdir(uploadPath({ key }), { recursive: true, mode: 0o700 })
      return key
    },

    async partUrl(upload, partNumber, _bytes, expiresAt) {
      return options.partUrl(upload, partNumber, expiresAt)
    },

    async listParts(upload) {
      // A completion is accepted on the word of this list: no power cut may take an entry off it afterwards.
      await syncDirectory(uploadPath(upload)).catch(unless('ENOENT'))
      const parts = await partsIn(uploadPath(upload)).catch(unless('ENOENT'))
      return parts?.map(({ partNumber, bytes }) => ({ partNumber, bytes }))
    },

    async completeUpload(upload) {
      try {
        await syncDirectory(uploadPath(upload))
        await publish(uploadPath(upload), upload.key)
      } catch (error) {
        if ((await stat(objectPath(upload.key)).catch(unless('ENOENT'))) === undefined) throw error
      }
    },

    async acceptPart(upload, partNumber, bytes, body) {
      const draft = join(folders.temporary, randomUUID())
      try {
        await writeExactly(draft, body, bytes)
        await rename(draft, join(uploadPath(upload), String(partNumber))).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') throw new PartRefusedError('This upload is over; it takes no more parts.')
          throw error
        })
      } finally {
        await rm(draft, { force: true })
      }
    },
  }
}

async function partsIn(folder: string): Promise<(Piece & { partNumber: number })[]> {
  const names = (await readdir(folder)).filter((name) => /^\d+$/.test(name))
  const parts = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return { path, partNumber: Number(name), bytes: (await stat(path)).size }
    }),
  )
  return parts.sort((a, b) => a.partNumber - b.partNumber)
}

function total(pieces: Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.bytes, 0)
}

type Cut = Piece & ByteRange

/** The pieces that a range touches, with the range inside each. */
function cut(pieces: Piece[], range: ByteRange = { start: 0, end: total(pieces) - 1 }): Cut[] {
  let offset = 0
  const touched: Cut[] = []
  for (const piece of pieces) {
    const start = Math.max(0, range.start - offset)
    const end = Math.min(piece.bytes - 1, range.end - offset)
    if (start <= end) touched.push({ ...piece, start, end })
    offset += piece.bytes
  }
  return touched
}

/** Opens before anything flows, so that a file deleted meanwhile is an error and not an empty answer. */
async function openPiece({ path, start, end }: Cut): Promise<Readable> {
  const file = await open(path)
  return createReadStream(path, { fd: file, start, end, highWaterMark: chunkBytes })
}

async function* chained(pieces: Cut[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield* (await openPiece(piece)) as AsyncIterable<Buffer>
}

/** What is too much is read to its end, up to twice the part, so that the answer arrives. */
async function writeExactly(path: string, body: Readable, bytes: number): Promise<void> {
  const wrong = (is: number | 'more') => new PartRefusedError(`This part must have exactly ${bytes} bytes, has ${is}.`)
  let received = 0
  const accept = (chunk: Buffer) => {
    received += chunk.length
    if (received > 2 * bytes + 65_536) throw wrong('more')
    return received <= bytes
  }
  await writeStream(path, body, { accept, sync: true })
  if (received !== bytes) throw wrong(received)
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}

const unless = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error
  return undefined
}
