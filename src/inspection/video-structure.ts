/** The outline of a video file: a container that ends early is found here, before any decoder is asked. */
import { corrupt } from './inspection.ts'
import type { SourceReader } from './source-reader.ts'

export interface Mp4Outline {
  moovFirst: boolean
  editLists: boolean
}

const maxTopBoxes = 100_000
const maxIndexBytes = 64 * 1024 * 1024

/** Walks the top level of an MP4 or MOV file. Throws InspectionError CORRUPT_MEDIA when it is cut off or has no index. */
export async function outlineMp4(source: SourceReader): Promise<Mp4Outline> {
  let moovAt: number | undefined
  let mdatAt: number | undefined
  let editLists = false
  let at = 0
  for (let count = 0; at + 8 <= source.bytes; count += 1) {
    if (count === maxTopBoxes) throw corrupt('The video has too many parts to be one.')
    const head = await source.read(at, 16)
    const type = head.toString('latin1', 4, 8)
    const size = boxSize(head, source.bytes - at)
    if (size < 8 || at + size > source.bytes) throw corrupt('The video is cut off: part of its data is missing.')
    if (type === 'mdat') mdatAt ??= at
    if (type === 'moov') {
      moovAt ??= at
      if (size > maxIndexBytes) throw corrupt(`The index of the video has ${size} bytes, which is too much.`)
      editLists = (await source.read(at, size)).includes('elst')
    }
    at += size
  }
  if (moovAt === undefined) throw corrupt('The video has no index (moov): it was not finished or is cut off.')
  return { moovFirst: mdatAt === undefined || moovAt < mdatAt, editLists }
}

function boxSize(head: Buffer, left: number): number {
  const size = head.readUInt32BE(0)
  if (size === 0) return left
  if (size !== 1) return size
  return head.length < 16 ? 0 : Number(head.readBigUInt64BE(8))
}

const ebmlHeader = 0x1a45dfa3
const segment = 0x18538067

/** Checks that a WebM file holds as much as it says. Throws InspectionError CORRUPT_MEDIA. */
export async function outlineWebm(source: SourceReader): Promise<void> {
  let at = 0
  for (let count = 0; count < 16 && at + 12 <= source.bytes; count += 1) {
    const head = await source.read(at, 12)
    const id = head.readUInt32BE(0)
    const size = vint(head, id === ebmlHeader || id === segment ? 4 : idLength(head[0] ?? 0))
    if (!size) break
    // A live recording does not know its length.
    if (id === segment && size.unknown) return
    const end = at + size.offset + size.value
    if (end > source.bytes) throw corrupt('The video is cut off: part of its data is missing.')
    if (id === segment) return
    at = end
  }
  throw corrupt('The video has no data.')
}

function idLength(first: number): number {
  return Math.clz32(first) - 23
}

function vint(bytes: Buffer, offset: number): { value: number; offset: number; unknown: boolean } | undefined {
  const first = bytes[offset]
  if (!first) return undefined
  const length = idLength(first)
  if (offset + length > bytes.length) return undefined
  let value = first & (0xff >> length)
  let ones = value === 0xff >> length
  for (let index = 1; index < length; index += 1) {
    const next = bytes[offset + index] as number
    value = value * 256 + next
    ones = ones && next === 0xff
  }
  return { value, offset: offset + length, unknown: ones }
}
