import type { ContentItem } from './post.ts'
import type { ContentDraft, Problem } from './post-input.ts'

/**
 * Checks a post's content or a target's override: exactly one item that says or shows something.
 * @param mayBeEmpty whether everybody who publishes it has a link that says enough
 * @returns the content without its empty parts, an empty text where nothing is left; undefined when it has no item
 */
export function checkContent(
  content: ContentDraft,
  path: string,
  problems: Problem[],
  mayBeEmpty: boolean,
): ContentItem[] | undefined {
  if (content.length !== 1) {
    const message = `${path} must have exactly 1 item, has ${content.length}.`
    problems.push({ code: 'VALIDATION_FAILED', path, message, field: 'CONTENT' })
  }
  const [item] = content
  if (!item) return undefined
  const media = item.media?.flatMap((reference) =>
    reference?.type && reference.mediaId ? [{ type: reference.type, mediaId: reference.mediaId }] : [],
  )
  const checked: ContentItem = { ...(item.text && { text: item.text }), ...(media?.length && { media }) }
  if (!item.text?.trim() && !item.media?.length) {
    if (mayBeEmpty) return [{ text: '' }]
    const message = `${path}[0] needs text or media.`
    problems.push({ code: 'VALIDATION_FAILED', path: `${path}[0]`, message, field: 'CONTENT' })
  }
  return [checked]
}
