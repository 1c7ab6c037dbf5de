import { gigabytes, type MediaLimit, megabytes } from '../media-limits.ts'
import { applyRules, type PlatformRules, type PostRules, toFindings } from '../rules.ts'

const image: MediaLimit[] = [
  { limit: 'format', accepts: ['image/jpeg', 'image/png'], mark: 'N' },
  { limit: 'bytes', max: megabytes(8), mark: 'N' },
  { limit: 'aspect', max: '10:1', mark: 'H' },
  { limit: 'width', min: 320, max: 1440, mark: 'A', because: 'Threads scales it.' },
]
const video: MediaLimit[] = [
  { limit: 'format', accepts: ['video/mp4', 'video/quicktime'], mark: 'N' },
  { limit: 'videoCodec', accepts: ['H.264', 'H.265'], mark: 'H' },
  { limit: 'audioCodec', accepts: ['AAC'], mark: 'A' },
  { limit: 'seconds', min: 0.001, max: 300, mark: 'H' },
  { limit: 'bytes', max: gigabytes(1), mark: 'H' },
  { limit: 'width', max: 1920, mark: 'H' },
  { limit: 'aspect', min: '0.01:1', max: '10:1', mark: 'H' },
  { limit: 'aspect', min: '9:16', max: '9:16', mark: 'A' },
  { limit: 'frameRate', min: 23, max: 60, mark: 'H' },
  { limit: 'megabitsPerSecond', max: 100, mark: 'H' },
  { limit: 'megabitsPerSecond', max: 25, mark: 'A' },
]

const post: PostRules = {
  where: 'A Threads post',
  text: [
    { unit: 'threads', max: 500, mark: 'H' },
    { unit: 'links', max: 5, mark: 'H', field: 'LINK' },
    { unit: 'hashtags', max: 1, mark: 'A', because: 'Only one becomes a topic.' },
  ],
  counts: { min: 0, images: { max: 20, mark: 'H' }, videos: { max: 20, mark: 'H' }, mixed: true },
  image,
  video,
  firstComment: [{ unit: 'threads', max: 500, mark: 'H' }],
}

/** Threads' rules for text, one item and carousels. */
export const rules: PlatformRules = (target) => toFindings(applyRules(post, target))
