import type { ContentItem } from './post.ts'
import type { ContentDraft, Problem } from './post-input.ts'

/**
 * Checks a post's content or a target's override: exactly one item that says or shows something.
 * @returns the content without its empty parts, undefined when it has problems
 */
export function checkContent(content: ContentDraft, path: string, problems: Problem[]): ContentItem[] | undefined {
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
    const message = `${path}[0] needs text or media.`
    problems.push({ code: 'VALIDATION_FAILED', path: `${path}[0]`, message, field: 'CONTENT' })
  }
  return [checked]
}
