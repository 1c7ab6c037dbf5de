import { countYoutubeTags } from '../count-text.ts'
import type { Finding } from '../media-facts.ts'
import { aspectOf, gigabytes, sameAspect } from '../media-limits.ts'
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
const maxTags = 500
const maxShortSeconds = 180
/** The assignable categories of most regions; a region may have others. */
const categories = ['1', '2', '10', '15', '17', '19', '20', '22', '23', '24', '25', '26', '27', '28', '29']

const post: PostRules = {
  where: 'A YouTube video',
  text: [{ unit: 'bytes', max: 5000, mark: 'H' }],
  counts: { min: 1, videos: { max: 1, mark: 'H' } },
  video: [
    { limit: 'format', accepts: ['video/mp4', 'video/quicktime', 'video/webm'], mark: 'H' },
    { limit: 'bytes', max: gigabytes(256), mark: 'H' },
    { limit: 'seconds', max: 12 * 3600, mark: 'H' },
    { limit: 'seconds', max: 15 * 60, mark: 'A', because: 'A longer one needs a channel that YouTube has verified.' },
    { limit: 'frameRate', max: 60, mark: 'A' },
  ],
  firstComment: [{ unit: 'codePoints', max: 10_000, mark: 'H?' }],
}

/** YouTube's rules for a video with its title, tags, category and first comment. */
export const rules: PlatformRules = (target) => {
  const titlePath = `${target.targetPath}.title`
  const heading = String(target.options.title ?? '')
  return toFindings([
    ...applyRules(post, target),
    ...checkText(heading, title, { path: titlePath, field: 'TITLE', subject: 'The title of a YouTube video' }),
    ...checkBrackets(heading, titlePath, 'TITLE'),
    ...checkBrackets(target.text, target.textPath, 'DESCRIPTION'),
    ...checkTags(target),
    ...checkCategory(target),
    ...checkComments(target),
    ...checkShort(target),
  ])
}

function checkBrackets(text: string, path: string, field: 'TITLE' | 'DESCRIPTION' | 'YOUTUBE_TAGS'): Finding[] {
  return /[<>]/.test(text) ? [error(path, field, 'YouTube takes no < and no > here.')] : []
}

function checkTags({ options, targetPath }: RuleTarget): Finding[] {
  const tags = (options.tags ?? []) as string[]
  const path = `${targetPath}.tags`
  const length = countYoutubeTags(tags)
  const message = `The tags of a YouTube video may have at most ${maxTags} characters with their commas and quotes, have ${length}.`
  return [
    ...(length > maxTags ? [error(path, 'YOUTUBE_TAGS', message)] : []),
    ...tags.flatMap((tag, index) => checkBrackets(tag, `${path}[${index}]`, 'YOUTUBE_TAGS')),
  ]
}

function checkCategory({ options, targetPath }: RuleTarget): Finding[] {
  const { category } = options
  if (typeof category !== 'string' || categories.includes(category)) return []
  const message = `${category} is not one of YouTube's usual categories; platform-inputs lists those of the account.`
  return [warning(`${targetPath}.category`, 'YOUTUBE_CATEGORY', message)]
}

function checkComments({ options, firstComment, targetPath }: RuleTarget): Finding[] {
  if (!firstComment || (options.privacy !== 'private' && options.madeForKids !== true)) return []
  const message = 'YouTube takes no comments on videos that are private or made for kids.'
  return [error(`${targetPath}.firstComment`, 'FIRST_COMMENT', message)]
}

function checkShort({ media }: RuleTarget): Finding[] {
  return (media ?? []).flatMap(({ facts, path }) => {
    const ratio = aspectOf(facts)
    if (facts.mediaType !== 'VIDEO' || ratio === undefined || facts.durationSeconds === null) return []
    if (facts.durationSeconds > maxShortSeconds || (ratio > 1 && !sameAspect(1, ratio))) return []
    return [warning(path, 'MEDIA', 'YouTube makes a Short of a square or upright video of up to 3 minutes.')]
  })
}
