import { type ContentType, unsupported } from './inspection.ts'

export interface DetectedType {
  contentType: ContentType
  brand: string
}

const supported = 'The library takes images (JPEG, PNG, WebP, GIF) and videos (MP4, MOV, WebM).'
const mp4Brands =
  /^(isom|iso[2-9]|mp4[12]|mp71|avc1|av01|dash|cmf[csl2]|msdh|msix|M4V[ HP]|f4v |MSNV|hvc1|XAVC|NDS[CHMPS]|3gp[4-9]|3g2[a-c])$/
const movAtoms = /^(moov|mdat|wide|free|skip|pnot)$/

/**
 * The type of a file by its first bytes (64 are enough but for WebM, 1024 are for all), never by its name.
 * Throws InspectionError UNSUPPORTED_MEDIA_TYPE for everything the library does not hold.
 */
export function detectType(head: Buffer): DetectedType {
  const ascii = (start: number, end: number) => head.toString('latin1', start, end)
  if (ascii(0, 3) === '\xff\xd8\xff') return { contentType: 'image/jpeg', brand: 'jpeg' }
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return { contentType: 'image/png', brand: 'png' }
  if (/^GIF8[79]a$/.test(ascii(0, 6))) return { contentType: 'image/gif', brand: 'gif' }
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return { contentType: 'image/webp', brand: 'webp' }
  if (ascii(4, 8) === 'ftyp') return fromBrand(ascii(8, 12), head)
  if (head.length >= 8 && movAtoms.test(ascii(4, 8))) return { contentType: 'video/quicktime', brand: 'qt' }
  if (ascii(0, 4) === '\x1a\x45\xdf\xa3') {
    // DocType, element 0x4282, in the EBML header.
    const at = head.indexOf(Buffer.from([0x42, 0x82]))
    if (at > 0 && ascii(at + 3, at + 7) === 'webm') return { contentType: 'video/webm', brand: 'webm' }
    throw unsupported(`This is a Matroska file and not a WebM one. ${supported}`)
  }
  throw unsupported(`This is no file of a supported type, whatever its name says. ${supported}`)
}

function fromBrand(brand: string, head: Buffer): DetectedType {
  if (brand === 'qt  ') return { contentType: 'video/quicktime', brand: 'qt' }
  if (mp4Brands.test(brand)) return { contentType: 'video/mp4', brand: brand.trim() }
  if (/^(heic|heix|hevc|mif1|msf1|avif|avis)$/.test(brand))
    throw unsupported(`This is a HEIC or AVIF image. ${supported}`)
  if (/^M4[AB] $/.test(brand)) throw unsupported(`This is an audio file. ${supported}`)
  const end = Math.min(head.length >= 4 ? head.readUInt32BE(0) : 0, head.length)
  for (let at = 16; at + 4 <= end; at += 4) {
    if (mp4Brands.test(head.toString('latin1', at, at + 4))) return { contentType: 'video/mp4', brand: brand.trim() }
  }
  throw unsupported(`This is a file of the unknown brand ${JSON.stringify(brand)}. ${supported}`)
}
