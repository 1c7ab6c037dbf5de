import sharp from 'sharp'
import type { DetectedType } from './detect-type.ts'
import { checkImageStructure } from './image-structure.ts'
import { corrupt, type InspectedFile, unsupported } from './inspection.ts'
import type { SourceReader } from './source-reader.ts'

/** Largest image file, bytes. */
const maxBytes = 100 * 1024 * 1024
/** Largest picture, pixels of one frame. */
const maxPixels = 100_000_000
const thumbnailPixels = 480

sharp.cache(false)
sharp.concurrency(1)

const formats: Record<string, string> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' }

/**
 * Decodes an image once, wholly, and makes its thumbnail on the way. Throws InspectionError.
 */
export async function inspectImage(source: SourceReader, { contentType }: DetectedType): Promise<InspectedFile> {
  if (source.bytes > maxBytes)
    throw unsupported(`Images may have up to ${maxBytes} bytes, this one has ${source.bytes}.`)
  const file = await source.read(0, source.bytes)
  checkImageStructure(contentType, file)
  const found = await sharp(file, { limitInputPixels: false }).metadata().catch(unreadable)
  if (formats[found.format ?? ''] !== contentType) throw corrupt('The image cannot be read.')
  const width = found.width
  const height = found.pageHeight ?? found.height
  if (width * height > maxPixels) {
    throw unsupported(`Images may have up to ${maxPixels} pixels, this one has ${width} x ${height}.`)
  }
  const thumbnail = await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: thumbnailPixels, height: thumbnailPixels, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
    .catch(unreadable)
  const orientation = found.orientation ?? 1
  const turned = orientation >= 5
  const frames = found.pages ?? 1
  return {
    mediaType: 'IMAGE',
    contentType,
    bytes: source.bytes,
    width: turned ? height : width,
    height: turned ? width : height,
    durationSeconds: null,
    frameRate: null,
    videoCodec: null,
    audioCodec: null,
    animated: frames > 1,
    details: { orientation, frames, colourSpace: found.space ?? 'unknown', hasAlpha: found.hasAlpha ?? false },
    thumbnail,
  }
}

function unreadable(error: Error): never {
  throw corrupt(`The image is broken: ${error.message.split('\n')[0]?.trim()}`)
}
