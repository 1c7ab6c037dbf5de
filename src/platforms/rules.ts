/** What a platform accepts, as data: each platform's rules.ts is a table of these, applied here. */
import type { Issue } from '../lib/service-error.ts'
import { type Finding, type Mark, severityOf } from './media-facts.ts'
import { checkMediaItem, type MediaLimit, type RuleMedia } from './media-limits.ts'
import { checkText, type TextLimit } from './text-limits.ts'

/** A target with everything its platform's rules look at. */
export interface RuleTarget {
  /** '' when the post has none. */
  text: string
  /** `content[0].text` or `socialAccounts[2].contentOverride[0].text`. */
  textPath: string
  /** In order; null when one of them is not known: then no rule of media speaks. */
  media: readonly RuleMedia[] | null
  /** The checked platform-specific fields by their contract names. */
  options: Readonly<Record<string, unknown>>
  /** `socialAccounts[2]`. */
  targetPath: string
  firstComment?: string
  cover?: RuleMedia
}

/** Errors refuse the post, warnings only tell. */
export interface Findings {
  errors: Issue[]
  warnings: Issue[]
}

/** Pure: what a platform would say of a target whose fields have the right shape. */
export type PlatformRules = (target: RuleTarget) => Findings

interface CountLimit {
  max: number
  mark: Mark
}

/** Which media a post takes: a kind that is left out is refused. */
interface MediaCounts {
  min: 0 | 1
  images?: CountLimit
  videos?: CountLimit
  /** Images and videos may stand together; their limit is then one for both. */
  mixed?: boolean
}

/** The rules of one post type. */
export interface PostRules {
  /** Names the post in messages: `An Instagram reel`. */
  where: string
  /** `ignored`: the platform drops the text, which is worth a warning. */
  text: readonly TextLimit[] | 'ignored'
  counts: MediaCounts
  image?: readonly MediaLimit[]
  /** For animated GIFs where they are a kind of their own: alone in their post. */
  animatedGif?: readonly MediaLimit[]
  video?: readonly MediaLimit[]
  cover?: readonly MediaLimit[]
  /** The field `link` makes a card, and a post has either that or media. */
  linkWithoutMediaOnly?: boolean
  firstComment: readonly TextLimit[] | 'impossible'
}

/** Applies a post type's table to a target. */
export function applyRules(rules: PostRules, target: RuleTarget): Finding[] {
  const { media } = target
  return [
    ...checkPostText(rules, target),
    ...checkLink(rules, target),
    ...(media ? [...checkCounts(rules, media, mediaPath(target)), ...checkItems(rules, media)] : []),
    ...checkCover(rules, target.cover),
    ...checkFirstComment(rules, target),
  ]
}

/** Splits what was found into what refuses the post and what does not. */
export function toFindings(found: readonly Finding[]): Findings {
  const of = (severity: Finding['severity']) =>
    found.filter((finding) => finding.severity === severity).map((finding) => finding.issue)
  return { errors: of('error'), warnings: of('warning') }
}

/** A finding that refuses the post. */
export function error(path: string, field: Issue['field'], message: string): Finding {
  return { severity: 'error', issue: { path, message, ...(field && { field }) } }
}

/** A finding that only tells. */
export function warning(path: string, field: Issue['field'], message: string): Finding {
  return { severity: 'warning', issue: { path, message, ...(field && { field }) } }
}

function mediaPath({ textPath }: RuleTarget): string {
  return textPath.replace(/text$/, 'media')
}

function checkPostText({ text: limits, where }: PostRules, { text, textPath }: RuleTarget): Finding[] {
  if (limits === 'ignored') {
    return text.trim() === '' ? [] : [warning(textPath, 'DESCRIPTION', `${where} shows no text: it will be left out.`)]
  }
  return checkText(text, limits, { path: textPath, field: 'DESCRIPTION', subject: `The text of ${lower(where)}` })
}

function checkLink(rules: PostRules, { options, media, targetPath }: RuleTarget): Finding[] {
  if (!rules.linkWithoutMediaOnly || !options.link || media?.length === 0) return []
  const message = `${rules.where} takes a link only without media: put the address into the text instead.`
  return [error(`${targetPath}.link`, 'LINK', message)]
}

function checkCounts({ counts, where }: PostRules, media: readonly RuleMedia[], path: string): Finding[] {
  const takes = `${where} takes ${describeCounts(counts)}`
  const takesAny = counts.images !== undefined || counts.videos !== undefined
  if (media.length === 0) return counts.min === 0 ? [] : [error(path, 'MEDIA', `${takes}, has none.`)]
  const images = media.filter(({ facts }) => facts.mediaType === 'IMAGE')
  const videos = media.filter(({ facts }) => facts.mediaType === 'VIDEO')
  const groups = counts.mixed
    ? [{ items: media, limit: counts.images, name: 'media' }]
    : [
        { items: images, limit: counts.images, name: 'images' },
        { items: videos, limit: counts.videos, name: 'videos' },
      ]
  const found = groups.flatMap(({ items, limit, name }): Finding[] => {
    if (!limit) return items.map((item) => error(item.path, 'MEDIA', `${takes}${takesAny ? `, no ${name}` : ''}.`))
    const excess = items[limit.max]
    if (!excess) return []
    const message = `${takes}, has ${items.length} ${name}.`
    return [{ severity: severityOf(limit.mark), issue: { path: excess.path, message, field: 'MEDIA' } }]
  })
  if (!counts.mixed && counts.images && counts.videos && images.length > 0 && videos.length > 0) {
    const other = media[0] === images[0] ? videos[0] : images[0]
    const message = `${takes}, not images and videos together.`
    found.push(error((other as RuleMedia).path, 'MEDIA', message))
  }
  return found
}

function describeCounts({ images, videos, mixed }: MediaCounts): string {
  const some = ({ max }: CountLimit, one: string, many: string) => (max === 1 ? `1 ${one}` : `1 to ${max} ${many}`)
  if (mixed && images) return some(images, 'image or video', 'images or videos')
  const parts = [images && some(images, 'image', 'images'), videos && some(videos, 'video', 'videos')]
  return parts.filter(Boolean).join(' or ') || 'no media'
}

function checkItems(rules: PostRules, media: readonly RuleMedia[]): Finding[] {
  return media.flatMap((item) => {
    const { mediaType, contentType, animated } = item.facts
    if (mediaType === 'VIDEO') return checkMediaItem(item, rules.video ?? [], rules.where)
    if (!rules.animatedGif || contentType !== 'image/gif' || !animated) {
      return checkMediaItem(item, rules.image ?? [], rules.where)
    }
    const alone = media.length === 1
    const crowd = error(item.path, 'MEDIA', `${rules.where} takes an animated GIF only with no other media beside it.`)
    return [...(alone ? [] : [crowd]), ...checkMediaItem(item, rules.animatedGif, rules.where)]
  })
}

function checkCover({ cover: limits, where }: PostRules, cover: RuleMedia | undefined): Finding[] {
  if (!cover || !limits) return []
  if (cover.facts.mediaType === 'VIDEO')
    return [error(cover.path, 'MEDIA', `The cover of ${lower(where)} is an image.`)]
  return checkMediaItem(cover, limits, `The cover of ${lower(where)}`)
}

function checkFirstComment(rules: PostRules, { firstComment, targetPath }: RuleTarget): Finding[] {
  if (!firstComment) return []
  const path = `${targetPath}.firstComment`
  if (rules.firstComment === 'impossible') {
    return [error(path, 'FIRST_COMMENT', `${rules.where} cannot have a first comment.`)]
  }
  const subject = `The first comment of ${lower(rules.where)}`
  return checkText(firstComment, rules.firstComment, { path, field: 'FIRST_COMMENT', subject })
}

function lower(where: string): string {
  return where.charAt(0).toLowerCase() + where.slice(1)
}
