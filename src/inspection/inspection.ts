/** What inspecting a file finds, and how it refuses one. */

export const contentTypes = {
  'image/jpeg': 'IMAGE',
  'image/png': 'IMAGE',
  'image/webp': 'IMAGE',
  'image/gif': 'IMAGE',
  'video/mp4': 'VIDEO',
  'video/quicktime': 'VIDEO',
  'video/webm': 'VIDEO',
} as const

export type ContentType = keyof typeof contentTypes

/** Everything the rules of a platform may ask about a file. */
interface Inspection {
  mediaType: 'IMAGE' | 'VIDEO'
  contentType: ContentType
  bytes: number
  /** Pixels as shown, after orientation or rotation. */
  width: number
  height: number
  durationSeconds: number | null
  /** Average, per second. */
  frameRate: number | null
  videoCodec: string | null
  audioCodec: string | null
  animated: boolean
  details: ImageDetails | VideoDetails
}

interface ImageDetails {
  /** EXIF orientation, 1 to 8. */
  orientation: number
  frames: number
  colourSpace: string
  hasAlpha: boolean
}

interface VideoDetails {
  /** Degrees clockwise from the stored frames to what is shown: 0, 90, 180, 270. */
  rotation: number
  /** As in MIME's codecs parameter, such as `avc1.64001f`. */
  videoCodecString: string | null
  pixelFormat: string | null
  maxFrameRate: number | null
  /** Bits per second of the whole file. */
  bitRate: number
  audioChannels: number | null
  audioSampleRate: number | null
  audioCodecString: string | null
  /** MP4 and MOV: whether the index stands before the data, and whether there are edit lists. */
  moovFirst: boolean | null
  editLists: boolean | null
  /** The container's brand (`isom`, `qt`, `webm`). */
  brand: string
}

export interface InspectedFile extends Inspection {
  thumbnail: Uint8Array
}

/** Pictures of what is shown, at most 480 pixels wide and high. */
export const thumbnailType = 'image/webp'

/** The file is none of the library's, or broken: the client's to mend. */
export class InspectionError extends Error {
  readonly code: 'UNSUPPORTED_MEDIA_TYPE' | 'CORRUPT_MEDIA'

  constructor(code: InspectionError['code'], message: string) {
    super(message)
    this.name = 'InspectionError'
    this.code = code
  }
}

export function corrupt(message: string): InspectionError {
  return new InspectionError('CORRUPT_MEDIA', message)
}

export function unsupported(message: string): InspectionError {
  return new InspectionError('UNSUPPORTED_MEDIA_TYPE', message)
}
