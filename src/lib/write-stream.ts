/** Streams into files: few and large writes, and no work for the garbage collector. */
import { type FileHandle, open } from 'node:fs/promises'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What may wait for the disk, bytes; what has gathered meanwhile goes down in one write. */
const waitingBytes = 512 * 1024

/**
 * Writes a stream of buffers to a new file of mode 600. The buffers are taken over: nobody may read them afterwards.
 * @param options.accept is shown each chunk before it goes down; false drops it, an error ends it all
 * @param options.sync whether the file is to be on the disk itself when this resolves
 * Throws what the stream, `accept` and the disk throw; the caller removes what was written.
 */
export async function writeStream(
  path: string,
  source: Readable,
  options: { accept: (chunk: Buffer) => boolean; sync?: boolean },
): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await pipeline(source, createSink(file, options.accept))
    if (options.sync) await file.sync()
  } finally {
    await file.close()
  }
}

function createSink(file: FileHandle, accept: (chunk: Buffer) => boolean): Writable {
  let at = 0
  return new Writable({
    highWaterMark: waitingBytes,
    writev(entries, done) {
      try {
        const chunks = entries.map(({ chunk }) => chunk as Buffer).filter(accept)
        const start = at
        for (const { length } of chunks) at += length
        writeAll(file, chunks, start).then(() => done(), done)
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

async function writeAll(file: FileHandle, chunks: Buffer[], start: number): Promise<void> {
  let at = start
  for (let left = chunks; left.length > 0; ) {
    const { bytesWritten } = await file.writev(left, at)
    at += bytesWritten
    left = without(left, bytesWritten)
  }
  for (const chunk of chunks) release(chunk)
}

function without(chunks: Buffer[], written: number): Buffer[] {
  let skipped = written
  return chunks.flatMap((chunk) => {
    const rest = chunk.subarray(skipped)
    skipped -= chunk.length - rest.length
    return rest.length > 0 ? [rest] : []
  })
}

/**
 * Frees a chunk that owns its memory. Left to the garbage collector, the chunks of a fast upload would make it walk the
 * whole heap ten times a second.
 */
function release(chunk: Buffer): void {
  if (chunk.length === chunk.buffer.byteLength && chunk.buffer instanceof ArrayBuffer) chunk.buffer.transfer(0)
}
