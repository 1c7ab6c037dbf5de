import {
  AV_LOG_QUIET,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVSEEK_CUR,
  AVSEEK_END,
  AVSEEK_FLAG_BACKWARD,
  AVSEEK_SET,
  avGetCodecName,
  avGetPixFmtName,
  Decoder,
  Demuxer,
  type Frame,
  type IOInputCallbacks,
  Log,
  Scaler,
  type Stream,
} from 'node-av'
import sharp from 'sharp'
import type { DetectedType } from './detect-type.ts'
import { corrupt, type InspectedFile, InspectionError, unsupported } from './inspection.ts'
import type { SourceReader } from './source-reader.ts'
import { outlineMp4, outlineWebm } from './video-structure.ts'

const maxPixels = 8192 * 8192
const thumbnailPixels = 480
/** Packets that may go by before the first picture. */
const maxPackets = 2000

Log.setLevel(AV_LOG_QUIET)

/** Reads a video's index, decodes one of its pictures and makes the thumbnail of it. Throws InspectionError. */
export async function inspectVideo(source: SourceReader, { contentType, brand }: DetectedType): Promise<InspectedFile> {
  const webm = contentType === 'video/webm'
  const outline = webm ? await outlineWebm(source) : await outlineMp4(source)
  const trouble: { error?: unknown } = {}
  const open = () => openVideo(source, webm ? 'matroska' : 'mov', trouble)
  const demuxer = await open()
  try {
    const video = demuxer.video()
    if (!video) throw unsupported('The file holds no pictures, only sound or data.')
    const audio = demuxer.audio()
    const { width, height } = video.codecpar
    if (!(width > 0 && height > 0)) throw corrupt('The video does not say how large its pictures are.')
    if (width * height > maxPixels) throw unsupported(`The pictures of the video are too large: ${width} x ${height}.`)
    const duration = demuxer.duration
    if (!(duration > 0)) throw corrupt('The video has no length.')
    const rotation = rotationOf(video)
    // A little way in, because many videos begin with black; where that cannot be reached, the first one.
    await demuxer.seek(Math.min(1, duration / 3), -1, AVSEEK_FLAG_BACKWARD)
    const thumbnail = (await picture(demuxer, rotation)) ?? (await firstPicture(await open(), rotation))
    if (trouble.error) throw trouble.error
    const turned = rotation === 90 || rotation === 270
    return {
      mediaType: 'VIDEO',
      contentType,
      bytes: source.bytes,
      width: turned ? height : width,
      height: turned ? width : height,
      durationSeconds: duration,
      frameRate: rate(video.avgFrameRate),
      videoCodec: avGetCodecName(video.codecpar.codecId) ?? null,
      audioCodec: audio ? (avGetCodecName(audio.codecpar.codecId) ?? null) : null,
      animated: false,
      details: {
        rotation,
        videoCodecString: video.codecpar.getCodecString() || null,
        pixelFormat: avGetPixFmtName(video.codecpar.format as never) ?? null,
        maxFrameRate: rate(video.rFrameRate),
        bitRate: Math.round((source.bytes * 8) / duration),
        audioChannels: audio?.codecpar.channels ?? null,
        audioSampleRate: audio?.codecpar.sampleRate ?? null,
        audioCodecString: audio?.codecpar.getCodecString() || null,
        moovFirst: outline?.moovFirst ?? null,
        editLists: outline?.editLists ?? null,
        brand,
      },
      thumbnail,
    }
  } finally {
    await demuxer.close()
  }
}

/** The format is fixed, so that no file makes the demuxer open others. */
async function openVideo(source: SourceReader, format: string, trouble: { error?: unknown }): Promise<Demuxer> {
  try {
    return await Demuxer.open(input(source, trouble), { format })
  } catch (error) {
    if (trouble.error) throw trouble.error
    throw corrupt(`The video cannot be read: ${(error as Error).message}`)
  }
}

/** Storage trouble must not pass for a broken video, so it is kept aside for the caller. */
function input(source: SourceReader, trouble: { error?: unknown }): IOInputCallbacks {
  let position = 0
  return {
    async read(size) {
      try {
        const content = await source.read(position, size)
        position += content.length
        return content.length > 0 ? content : null
      } catch (error) {
        trouble.error = error
        return -5
      }
    },
    seek(offset, whence) {
      const to = Number(offset)
      if (whence === AVSEEK_SET) position = to
      else if (whence === AVSEEK_CUR) position += to
      else if (whence === AVSEEK_END) position = source.bytes + to
      else return BigInt(source.bytes)
      return BigInt(position)
    },
  }
}

async function firstPicture(demuxer: Demuxer, rotation: number): Promise<Buffer> {
  try {
    const found = await picture(demuxer, rotation)
    if (!found) throw corrupt('No picture of the video can be decoded.')
    return found
  } finally {
    await demuxer.close()
  }
}

async function picture(demuxer: Demuxer, rotation: number): Promise<Buffer | undefined> {
  const video = demuxer.video()
  const frame = video && (await firstFrame(demuxer, video))
  if (!frame) return undefined
  using scaler = new Scaler()
  const scale = Math.min(1, thumbnailPixels / Math.max(frame.width, frame.height))
  const width = Math.max(1, Math.round(frame.width * scale))
  const height = Math.max(1, Math.round(frame.height * scale))
  const pixels = await scaler.toBuffer(frame, { format: 'rgb', resize: { width, height } })
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .rotate(rotation)
    .webp({ quality: 80 })
    .toBuffer()
}

async function firstFrame(demuxer: Demuxer, video: Stream): Promise<Frame | undefined> {
  using decoder = await decoderOf(video)
  let count = 0
  try {
    for await (const packet of demuxer.packets(video.index)) {
      const [frame] = await decoder.decodeAll(packet)
      if (frame) return frame
      count += 1
      if (!packet || count > maxPackets) return undefined
    }
  } catch (error) {
    throw corrupt(`The video cannot be decoded: ${(error as Error).message}`)
  }
  return undefined
}

async function decoderOf(video: Stream): Promise<Decoder> {
  try {
    return await Decoder.create(video, { threadCount: 1 })
  } catch (error) {
    if (error instanceof InspectionError) throw error
    throw unsupported(
      `The codec of the video is not supported: ${avGetCodecName(video.codecpar.codecId) ?? 'unknown'}.`,
    )
  }
}

function rotationOf(video: Stream): number {
  const matrix = video.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  if (!matrix || matrix.length < 36) return 0
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI
  return (Math.round(degrees / 90) * 90 + 360) % 360
}

function rate({ num, den }: { num: number; den: number }): number | null {
  return den > 0 && num > 0 ? num / den : null
}
