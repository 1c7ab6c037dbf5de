import { normalizeText } from '../count-text.ts'
import type { Finding } from '../media-facts.ts'
import { aspectOf, type MediaLimit, megabytes, sameAspect } from '../media-limits.ts'
import { applyRules, type PlatformRules, type PostRules, type RuleTarget, toFindings, warning } from '../rules.ts'
import type { TextLimit } from '../text-limits.ts'

const text: TextLimit[] = [
  // The unit is not documented: the larger count decides.
  { unit: 'utf16', max: 2200, mark: 'H' },
  { unit: 'hashtags', max: 30, mark: 'H' },
  { unit: 'hashtags', max: 5, mark: 'A' },
  { unit: 'mentions', max: 20, mark: 'H' },
  { unit: 'mentions', max: 3, mark: 'A?' },
]

/** The current reference has no number; the older ones may still be enforced. */
const firstComment: TextLimit[] = [
  { unit: 'utf16', max: 2200, mark: 'H' },
  { unit: 'utf16', max: 300, mark: 'A?' },
  { unit: 'hashtags', max: 4, mark: 'A?' },
  { unit: 'links', max: 1, mark: 'A?' },
]

const jpeg: MediaLimit[] = [
  { limit: 'format', accepts: ['image/jpeg'], mark: 'N' },
  { limit: 'bytes', max: megabytes(8), mark: 'N' },
]
const feedImage: MediaLimit[] = [
  ...jpeg,
  { limit: 'aspect', min: '4:5', max: '1.91:1', mark: 'H' },
  { limit: 'width', min: 320, max: 1440, mark: 'A', because: 'Instagram scales it.' },
]
const upright: MediaLimit = { limit: 'aspect', min: '9:16', max: '9:16', mark: 'A' }

const video: MediaLimit[] = [
  { limit: 'format', accepts: ['video/mp4', 'video/quicktime'], mark: 'N' },
  { limit: 'videoCodec', accepts: ['H.264', 'H.265'], mark: 'H' },
  { limit: 'audioCodec', accepts: ['AAC'], mark: 'A' },
  { limit: 'width', max: 1920, mark: 'H' },
  { limit: 'frameRate', min: 23, max: 60, mark: 'H' },
  { limit: 'megabitsPerSecond', max: 25, mark: 'H?' },
]
const anyReel: MediaLimit[] = [
  ...video,
  { limit: 'bytes', max: megabytes(300), mark: 'H' },
  { limit: 'seconds', min: 3, max: 15 * 60, mark: 'H' },
  { limit: 'aspect', min: '0.01:1', max: '10:1', mark: 'H' },
]
const reelVideo: MediaLimit[] = [
  ...anyReel,
  {
    limit: 'seconds',
    max: 3 * 60,
    mark: 'A',
    because: 'Instagram does not recommend a longer one to people who do not follow the account.',
  },
  upright,
]
const carouselVideo: MediaLimit[] = [...anyReel, { limit: 'seconds', max: 60, mark: 'A?' }]

const post: PostRules = {
  where: 'An Instagram post',
  text,
  counts: { min: 1, images: { max: 10, mark: 'H' }, videos: { max: 10, mark: 'H' }, mixed: true },
  image: feedImage,
  video: reelVideo,
  firstComment,
}
const carousel: PostRules = { ...post, video: carouselVideo }

const postTypes: Record<string, PostRules> = {
  REEL: {
    where: 'An Instagram reel',
    text,
    counts: { min: 1, videos: { max: 1, mark: 'H' } },
    video: reelVideo,
    cover: [...jpeg, upright],
    firstComment,
  },
  STORY: {
    where: 'An Instagram story',
    text: 'ignored',
    counts: { min: 1, images: { max: 1, mark: 'H' }, videos: { max: 1, mark: 'H' } },
    image: [...jpeg, upright],
    video: [
      ...video,
      { limit: 'bytes', max: megabytes(100), mark: 'H' },
      { limit: 'seconds', min: 3, max: 60, mark: 'H' },
      { limit: 'aspect', min: '0.1:1', max: '10:1', mark: 'H' },
      upright,
    ],
    firstComment: 'impossible',
  },
}

/** Instagram's rules by post type; a POST of several items is a carousel. */
export const rules: PlatformRules = (target) => {
  const isCarousel = (target.media?.length ?? 0) > 1
  const table = postTypes[target.options.postType as string] ?? (isCarousel ? carousel : post)
  return toFindings([
    ...applyRules(table, target),
    ...(table === carousel ? checkShapes(target) : []),
    ...(table.firstComment === 'impossible' ? [] : checkCapitals(target)),
  ])
}

function checkShapes({ media }: RuleTarget): Finding[] {
  const [first, ...others] = media ?? []
  const shape = first && aspectOf(first.facts)
  if (shape === undefined) return []
  return others.flatMap(({ facts, path }) => {
    const ratio = aspectOf(facts)
    if (ratio === undefined || sameAspect(shape, ratio)) return []
    const message = 'An Instagram carousel crops every item to the shape of the first one; this one has another.'
    return [warning(path, 'MEDIA', message)]
  })
}

function checkCapitals({ firstComment: given, targetPath }: RuleTarget): Finding[] {
  const comment = normalizeText(given ?? '')
  if (comment === comment.toLowerCase() || comment !== comment.toUpperCase()) return []
  const message = 'Instagram may refuse a first comment that is all capitals.'
  return [warning(`${targetPath}.firstComment`, 'FIRST_COMMENT', message)]
}
