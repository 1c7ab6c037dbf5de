import type { Finding } from '../media-facts.ts'
import { aspectOf, gigabytes, type MediaLimit, megabytes, sameAspect } from '../media-limits.ts'
import {
  applyRules,
  error,
  type PlatformRules,
  type PostRules,
  type RuleTarget,
  toFindings,
  warning,
} from '../rules.ts'
import { checkText, type TextLimit } from '../text-limits.ts'

const title: TextLimit[] = [{ unit: 'codePoints', max: 100, mark: 'H' }]

const image: MediaLimit[] = [
  { limit: 'format', accepts: ['image/jpeg', 'image/png'], mark: 'N' },
  { limit: 'bytes', max: megabytes(32), mark: 'H?' },
  { limit: 'bytes', max: megabytes(10), mark: 'A' },
  { limit: 'aspect', min: '1:2.1', mark: 'A', because: 'A taller one is cut.' },
  { limit: 'frame', min: [100, 100], mark: 'A?' },
  { limit: 'frame', min: [1000, 1500], mark: 'A' },
]

const pin: PostRules = {
  where: 'A Pinterest pin',
  text: [
    { unit: 'codePoints', max: 800, mark: 'H' },
    { unit: 'codePoints', max: 500, mark: 'A' },
  ],
  counts: { min: 1, images: { max: 5, mark: 'H' }, videos: { max: 1, mark: 'H' } },
  image: [...image, { limit: 'aspect', oneOf: ['2:3'], mark: 'A' }],
  video: [
    { limit: 'format', accepts: ['video/mp4', 'video/quicktime'], mark: 'N' },
    { limit: 'videoCodec', accepts: ['H.264', 'H.265'], mark: 'H' },
    { limit: 'seconds', min: 4, max: 15 * 60, mark: 'H' },
    { limit: 'bytes', max: gigabytes(2), mark: 'H' },
    { limit: 'aspect', min: '1:2', max: '1.91:1', mark: 'H' },
    { limit: 'frame', min: [240, 240], mark: 'A' },
    { limit: 'frameRate', min: 25, mark: 'A' },
  ],
  firstComment: 'impossible',
}
const carousel: PostRules = { ...pin, image: [...image, { limit: 'aspect', oneOf: ['1:1', '2:3'], mark: 'A' }] }

/** Pinterest's rules for pins of an image, of several and of a video. */
export const rules: PlatformRules = (target) => {
  const { options, media, targetPath } = target
  const place = { path: `${targetPath}.title`, field: 'TITLE', subject: 'The title of a Pinterest pin' } as const
  const isCarousel = (media?.length ?? 0) > 1
  return toFindings([
    ...applyRules(isCarousel ? carousel : pin, target),
    ...(typeof options.title === 'string' ? checkText(options.title, title, place) : []),
    ...checkBoard(target),
    ...(isCarousel ? checkShapes(target) : []),
  ])
}

function checkBoard({ options, targetPath }: RuleTarget): Finding[] {
  if (/^\d+$/.test(String(options.pinterestBoardId))) return []
  const message = 'pinterestBoardId is not one of a Pinterest board, which has digits only.'
  return [error(`${targetPath}.pinterestBoardId`, 'PINTEREST_BOARD', message)]
}

function checkShapes({ media }: RuleTarget): Finding[] {
  const [first, ...others] = media ?? []
  const shape = first && aspectOf(first.facts)
  if (shape === undefined) return []
  return others.flatMap(({ facts, path }) => {
    const ratio = aspectOf(facts)
    if (ratio === undefined || sameAspect(shape, ratio)) return []
    return [
      warning(path, 'MEDIA', 'The images of a Pinterest carousel should all have one shape; this one has another.'),
    ]
  })
}
