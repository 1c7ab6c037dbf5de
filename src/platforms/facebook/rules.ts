import { gigabytes, type MediaLimit, megabytes } from '../media-limits.ts'
import { applyRules, error, type PlatformRules, type PostRules, toFindings, warning } from '../rules.ts'
import type { TextLimit } from '../text-limits.ts'

// Folklore: Meta documents no number, so nothing is refused by it.
const text: TextLimit[] = [{ unit: 'utf16', max: 63_206, mark: 'H?' }]
const firstComment: TextLimit[] = [{ unit: 'utf16', max: 8000, mark: 'H?' }]

const imageFormats: MediaLimit = { limit: 'format', accepts: ['image/jpeg', 'image/png', 'image/gif'], mark: 'N' }
const videoFormats: MediaLimit = { limit: 'format', accepts: ['video/mp4', 'video/quicktime'], mark: 'N' }
const firstFrame: MediaLimit = { limit: 'still', mark: 'A', because: 'Only the first frame will be shown.' }
const sound: MediaLimit = { limit: 'audioCodec', accepts: ['AAC'], mark: 'A' }

/** Reels and stories differ in their length alone. */
const upright = (maxSeconds: number): MediaLimit[] => [
  videoFormats,
  { limit: 'videoCodec', accepts: ['H.264', 'H.265', 'VP9', 'AV1'], mark: 'H' },
  sound,
  { limit: 'seconds', min: 3, max: maxSeconds, mark: 'H' },
  { limit: 'aspect', min: '9:16', max: '9:16', mark: 'H' },
  { limit: 'frame', min: [540, 960], mark: 'H' },
  { limit: 'frame', min: [1080, 1920], mark: 'A' },
  { limit: 'frameRate', min: 24, max: 60, mark: 'H' },
]

const postTypes: Record<string, PostRules> = {
  TEXT_ONLY: { where: 'A Facebook text post', text, counts: { min: 0 }, firstComment },
  IMAGE: {
    where: 'A Facebook image post',
    text,
    counts: { min: 1, images: { max: 10, mark: 'H?' } },
    linkWithoutMediaOnly: true,
    image: [
      imageFormats,
      firstFrame,
      { limit: 'bytes', max: megabytes(10), mark: 'H' },
      { limit: 'bytes', only: 'image/png', max: megabytes(1), mark: 'A', because: 'A larger PNG may look pixelated.' },
      { limit: 'bytes', max: megabytes(4), mark: 'A' },
      { limit: 'frame', min: [200, 200], mark: 'A?' },
    ],
    firstComment,
  },
  VIDEO: {
    where: 'A Facebook video post',
    text,
    counts: { min: 1, videos: { max: 1, mark: 'H' } },
    linkWithoutMediaOnly: true,
    video: [
      videoFormats,
      { limit: 'videoCodec', accepts: ['H.264'], mark: 'A' },
      sound,
      { limit: 'bytes', max: gigabytes(10), mark: 'H?' },
      { limit: 'seconds', max: 240 * 60, mark: 'H?' },
      { limit: 'seconds', min: 1, mark: 'A' },
      { limit: 'aspect', min: '9:16', max: '16:9', mark: 'A' },
      { limit: 'frameRate', max: 60, mark: 'A' },
    ],
    firstComment,
  },
  REEL: {
    where: 'A Facebook reel',
    text: [{ unit: 'utf16', max: 2200, mark: 'H?' }],
    counts: { min: 1, videos: { max: 1, mark: 'H' } },
    linkWithoutMediaOnly: true,
    video: upright(90),
    firstComment,
  },
  STORY: {
    where: 'A Facebook story',
    text: 'ignored',
    counts: { min: 1, images: { max: 1, mark: 'H' }, videos: { max: 1, mark: 'H' } },
    linkWithoutMediaOnly: true,
    image: [
      imageFormats,
      firstFrame,
      { limit: 'bytes', max: megabytes(10), mark: 'H' },
      { limit: 'aspect', min: '9:16', max: '9:16', mark: 'A' },
      { limit: 'frame', min: [1080, 1920], mark: 'A' },
    ],
    video: upright(60),
    firstComment: 'impossible',
  },
}

/** Facebook's rules by post type: text, link, place, media and first comment. */
export const rules: PlatformRules = (target) => {
  const { options, targetPath } = target
  return toFindings([
    ...applyRules(postTypes[options.postType as string] as PostRules, target),
    ...(isFacebook(options.link) ? [error(`${targetPath}.link`, 'LINK', 'Facebook refuses links to itself.')] : []),
    ...(options.locationId && options.postType === 'VIDEO'
      ? [warning(`${targetPath}.locationId`, undefined, 'A Facebook video post has no place: it will be left out.')]
      : []),
  ])
}

function isFacebook(link: unknown): boolean {
  const host = typeof link === 'string' ? URL.parse(link)?.hostname : undefined
  return host !== undefined && /(^|\.)facebook\.com$/.test(host)
}
