import { findXUrls, longestWeighed } from '../count-text.ts'
import type { Finding } from '../media-facts.ts'
import { gigabytes, type MediaLimit, megabytes } from '../media-limits.ts'
import { applyRules, type PlatformRules, type PostRules, type RuleTarget, toFindings, warning } from '../rules.ts'
import type { TextLimit } from '../text-limits.ts'

/** Accounts with Premium may write more; as long as nothing says that one has it, all are normal. */
const text: TextLimit[] = [{ unit: 'x', max: 280, mark: 'H' }]

const image: MediaLimit[] = [
  { limit: 'bytes', max: megabytes(5), mark: 'N' },
  { limit: 'frame', min: [4, 4], max: [8192, 8192], mark: 'A?' },
]
const animatedGif: MediaLimit[] = [
  { limit: 'bytes', max: megabytes(15), mark: 'H' },
  { limit: 'frame', max: [1080, 1280], mark: 'A' },
  { limit: 'frames', max: 350, mark: 'A' },
  { limit: 'pixelsOfAllFrames', max: 300_000_000, mark: 'A' },
]
const video: MediaLimit[] = [
  { limit: 'format', accepts: ['video/mp4', 'video/quicktime'], mark: 'N' },
  { limit: 'videoCodec', accepts: ['H.264'], mark: 'H' },
  { limit: 'audioCodec', accepts: ['AAC'], mark: 'H' },
  { limit: 'seconds', min: 0.5, mark: 'H' },
  { limit: 'seconds', max: 20 * 60, mark: 'H', because: 'Only Premium accounts may post longer ones.' },
  { limit: 'seconds', max: 140, mark: 'A', because: 'That was the limit until September 2026.' },
  { limit: 'bytes', max: gigabytes(8), mark: 'H' },
  { limit: 'aspect', min: '1:3', max: '3:1', mark: 'H' },
  { limit: 'frameRate', max: 60, mark: 'H' },
  { limit: 'frame', min: [32, 32], max: [1024, 1280], mark: 'A?', because: 'Larger ones are usually scaled.' },
]

const post: PostRules = {
  where: 'An X post',
  text,
  counts: { min: 0, images: { max: 4, mark: 'H' }, videos: { max: 1, mark: 'H' } },
  image,
  animatedGif,
  video,
  firstComment: text,
}

/** X's rules of an account without Premium. */
export const rules: PlatformRules = (target) => toFindings([...applyRules(post, target), ...checkCost(target)])

function checkCost({ text: given, textPath, firstComment = '', targetPath }: RuleTarget): Finding[] {
  const message = 'On pay-per-use plans X charges far more for a post with a URL (0.20 instead of 0.015 US dollars).'
  const found: Finding[] = []
  if (hasUrl(given)) found.push(warning(textPath, 'LINK', message))
  if (hasUrl(firstComment)) found.push(warning(`${targetPath}.firstComment`, 'FIRST_COMMENT', message))
  return found
}

function hasUrl(given: string): boolean {
  return findXUrls(given.slice(0, longestWeighed)).length > 0
}
