/** LinkedIn's members and pages publish by the same rules. */
import { kilobytesAtLeast, type MediaLimit, megabytes } from '../media-limits.ts'
import { applyRules, type PlatformRules, type PostRules, toFindings } from '../rules.ts'

const image: MediaLimit[] = [
  { limit: 'format', accepts: ['image/jpeg', 'image/png', 'image/gif'], mark: 'N' },
  { limit: 'frames', only: 'image/gif', max: 250, mark: 'H' },
  { limit: 'pixels', max: 36_152_319, mark: 'N' },
  { limit: 'bytes', max: megabytes(10), mark: 'A?' },
]
const video: MediaLimit[] = [
  { limit: 'format', accepts: ['video/mp4'], mark: 'N' },
  { limit: 'seconds', min: 3, max: 30 * 60, mark: 'H' },
  { limit: 'bytes', min: kilobytesAtLeast(75), max: megabytes(500), mark: 'H' },
  { limit: 'aspect', min: '1:2.4', max: '2.4:1', mark: 'H?' },
  { limit: 'frameRate', max: 60, mark: 'A' },
]

/**
 * The rules of one of LinkedIn's two platforms.
 * @param where names a post in messages, e.g. `A LinkedIn post`
 */
export function linkedinRules(where: string): PlatformRules {
  const post: PostRules = {
    where,
    text: [{ unit: 'codePoints', max: 3000, mark: 'H' }],
    counts: { min: 0, images: { max: 20, mark: 'H' }, videos: { max: 1, mark: 'H' } },
    linkWithoutMediaOnly: true,
    image,
    video,
    firstComment: [{ unit: 'codePoints', max: 1250, mark: 'H' }],
  }
  return (target) => toFindings(applyRules(post, target))
}
