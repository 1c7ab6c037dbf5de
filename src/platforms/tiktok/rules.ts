import type { Finding } from '../media-facts.ts'
import { type MediaLimit, megabytes } from '../media-limits.ts'
import {
  applyRules,
  error,
  type PlatformRules,
  type PostRules,
  type RuleTarget,
  toFindings,
  warning,
} from '../rules.ts'

const inboxMaxSeconds = 600

const video: MediaLimit[] = [
  { limit: 'format', accepts: ['video/mp4', 'video/quicktime', 'video/webm'], mark: 'H' },
  { limit: 'videoCodec', accepts: ['H.264', 'H.265', 'VP8', 'VP9'], mark: 'H' },
  { limit: 'bytes', max: 4_294_967_296, mark: 'H' },
  { limit: 'seconds', min: 3, mark: 'A?' },
  { limit: 'frame', min: [360, 360], max: [4096, 4096], mark: 'H' },
  { limit: 'frameRate', min: 23, max: 60, mark: 'H' },
  { limit: 'aspect', min: '9:16', max: '16:9', mark: 'A?' },
]

const directVideo: PostRules = {
  where: 'A TikTok video',
  text: [{ unit: 'utf16', max: 2200, mark: 'H' }],
  counts: { min: 1, videos: { max: 1, mark: 'H' } },
  video,
  firstComment: 'impossible',
}
const inboxVideo: PostRules = {
  ...directVideo,
  where: 'A TikTok video draft',
  text: 'ignored',
  video: [{ limit: 'seconds', max: inboxMaxSeconds, mark: 'H' }, ...video],
}
const photos: PostRules = {
  where: 'A TikTok photo post',
  text: [{ unit: 'utf16', max: 4000, mark: 'H' }],
  counts: { min: 1, images: { max: 35, mark: 'H' } },
  image: [
    { limit: 'format', accepts: ['image/jpeg', 'image/webp'], mark: 'N' },
    { limit: 'bytes', max: megabytes(20), mark: 'H' },
    { limit: 'frame', max: [1080, 1920], mark: 'N' },
  ],
  firstComment: 'impossible',
}

/** TikTok's rules for videos, drafts and photos, and for disclosure. */
export const rules: PlatformRules = (target) => {
  const { postType, postMode } = target.options
  const table = postType === 'PHOTO' ? photos : postMode === 'MEDIA_UPLOAD' ? inboxVideo : directVideo
  return toFindings([...applyRules(table, target), ...checkDisclosure(target)])
}

/** Drafts carry no disclosure: the creator makes it in TikTok's app. */
function checkDisclosure({ options, targetPath }: RuleTarget): Finding[] {
  const found: Finding[] = []
  if (
    options.postMode !== 'MEDIA_UPLOAD' &&
    options.isBrandedContent === true &&
    options.privacyLevel === 'SELF_ONLY'
  ) {
    const message = 'TikTok does not allow branded content that only the creator can see: choose another privacyLevel.'
    found.push(error(`${targetPath}.isBrandedContent`, 'TIKTOK_CONTENT_DISCLOSURE', message))
  }
  if (options.isAiGeneratedContent === true && options.postType === 'PHOTO') {
    const message = 'TikTok takes no AI label for photo posts: it will be left out.'
    found.push(warning(`${targetPath}.isAiGeneratedContent`, 'TIKTOK_CONTENT_DISCLOSURE', message))
  }
  return found
}
