import { type FileHandle, open } from 'node:fs/promises'
import type { ObjectSource } from '../storage/storage.ts'

/** Random access to an object, wherever it is. */
export interface SourceReader {
  bytes: number
  /** Up to `length` bytes from `position`; fewer only at the end. */
  read(position: number, length: number): Promise<Buffer>
}

const blockBytes = 1024 * 1024
const keptBlocks = 8
const keptFiles = 4

/** Reads local files piece by piece, and addresses in blocks of 1 MiB of which the last 8 are kept. */
export function openSource(source: ObjectSource): SourceReader {
  return 'url' in source ? fromUrl(source) : fromFiles(source.files)
}

function fromFiles(files: { path: string; bytes: number }[]): SourceReader {
  const starts: number[] = []
  let bytes = 0
  for (const file of files) {
    starts.push(bytes)
    bytes += file.bytes
  }
  const handles = new Map<number, FileHandle>()

  async function handle(index: number): Promise<FileHandle> {
    const known = handles.get(index)
    if (known) return known
    const [oldest] = handles
    if (oldest && handles.size >= keptFiles) {
      handles.delete(oldest[0])
      await oldest[1].close()
    }
    const opened = await open((files[index] as { path: string }).path)
    handles.set(index, opened)
    return opened
  }

  return {
    bytes,
    async read(position, length) {
      const wanted = Math.max(0, Math.min(length, bytes - position))
      const result = Buffer.allocUnsafe(wanted)
      let filled = 0
      while (filled < wanted) {
        const at = position + filled
        const index = starts.findLastIndex((start) => start <= at)
        const inside = at - (starts[index] as number)
        const most = Math.min(wanted - filled, (files[index] as { bytes: number }).bytes - inside)
        const { bytesRead } = await (await handle(index)).read(result, filled, most, inside)
        if (bytesRead === 0) throw new Error('A stored file is shorter than it was.')
        filled += bytesRead
      }
      return result
    },
  }
}

function fromUrl({ url, bytes }: { url: string; bytes: number }): SourceReader {
  const blocks = new Map<number, Buffer>()

  async function block(index: number): Promise<Buffer> {
    const known = blocks.get(index)
    if (known) return known
    const start = index * blockBytes
    const end = Math.min(bytes, start + blockBytes) - 1
    const response = await fetch(url, {
      headers: { range: `bytes=${start}-${end}` },
      signal: AbortSignal.timeout(20_000),
    })
    if (response.status !== 206 && !(response.status === 200 && bytes <= blockBytes)) {
      throw new Error(`Storage answered ${response.status} to a ranged read.`)
    }
    const content = Buffer.from(await response.arrayBuffer())
    const [oldest] = blocks.keys()
    if (oldest !== undefined && blocks.size >= keptBlocks) blocks.delete(oldest)
    blocks.set(index, content)
    return content
  }

  return {
    bytes,
    async read(position, length) {
      const wanted = Math.max(0, Math.min(length, bytes - position))
      const pieces: Buffer[] = []
      for (let at = position; at < position + wanted; ) {
        const content = await block(Math.floor(at / blockBytes))
        const inside = at % blockBytes
        const piece = content.subarray(inside, inside + (position + wanted - at))
        if (piece.length === 0) throw new Error('Storage sent less than the object has.')
        pieces.push(piece)
        at += piece.length
      }
      return Buffer.concat(pieces)
    },
  }
}
