/** Checks that decoders leave out: an image that ends early, or that is another kind of file at the same time. */
import { type ContentType, corrupt } from './inspection.ts'

const foreign = ['<script', '<html', '<!doctype html', '<?php', '<svg']

/** Throws InspectionError CORRUPT_MEDIA. @param file the whole file */
export function checkImageStructure(contentType: ContentType, file: Buffer): void {
  const complete = {
    'image/png': endsPng,
    'image/gif': endsGif,
    'image/webp': (content: Buffer) => content.length >= 12 && content.readUInt32LE(4) + 8 <= content.length,
  } as Partial<Record<ContentType, (content: Buffer) => boolean>>
  if (complete[contentType]?.(file) === false) throw corrupt('The image is cut off: its end is missing.')
  if (file.subarray(0, 1024).includes('%PDF-') || file.subarray(-65_557).includes('PK\x05\x06')) {
    throw corrupt('The file is an image and a document or archive at the same time.')
  }
  // Lower case in pieces: a copy of the whole file would double the memory.
  for (let at = 0; at < file.length; at += 1024 * 1024) {
    const piece = file.toString('latin1', at, at + 1024 * 1024 + 16).toLowerCase()
    if (foreign.some((mark) => piece.includes(mark))) {
      throw corrupt('The file is an image and a web page or script at the same time.')
    }
  }
}

function endsPng(file: Buffer): boolean {
  for (let at = 8; at + 12 <= file.length; ) {
    const next = at + 12 + file.readUInt32BE(at)
    if (next > file.length) return false
    if (file.toString('latin1', at + 4, at + 8) === 'IEND') return true
    at = next
  }
  return false
}

const gifExtension = 0x21
const gifImage = 0x2c
const gifTrailer = 0x3b

function endsGif(file: Buffer): boolean {
  const byte = (at: number) => file[at] ?? 0
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const afterBlocks = (start: number) => {
    let at = start
    while (at < file.length && byte(at) !== 0) at += byte(at) + 1
    return at + 1
  }
  let at = 13 + tableBytes(byte(10))
  while (at < file.length) {
    if (byte(at) === gifTrailer) return true
    if (byte(at) === gifExtension) at = afterBlocks(at + 2)
    else if (byte(at) === gifImage) at = afterBlocks(at + 11 + tableBytes(byte(at + 9)))
    else return false
  }
  return false
}
