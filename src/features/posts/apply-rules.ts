import type { Issue } from '../../lib/service-error.ts'
import type { ContentType, MediaFacts } from '../../platforms/media-facts.ts'
import { platforms } from '../../platforms/registry.ts'
import type { RuleTarget } from '../../platforms/rules.ts'
import type { LibraryItem } from '../media/find-media.ts'
import type { ContentItem } from './post.ts'
import type { CheckedTarget, Problem } from './post-input.ts'

/** A target whose fields have the right shape, with the content it publishes: its own or the post's. */
export interface RuledTarget {
  target: CheckedTarget
  /** `socialAccounts[2]`. */
  path: string
  content: ContentItem
  /** `content[0]` or `socialAccounts[2].contentOverride[0]`. */
  contentPath: string
}

/**
 * Asks every target's platform what it would say (`POST /posts`, `POST /posts/validate`).
 * @param library the media items by id; rules of media stay silent about a post with one that is missing
 * @returns problems that are answered after all others, and warnings, in the order of the targets
 */
export function applyPlatformRules(
  library: ReadonlyMap<string, LibraryItem>,
  targets: readonly RuledTarget[],
): { problems: Problem[]; warnings: Issue[] } {
  const findings = targets.map((ruled) => platforms[ruled.target.platform].rules(toRuleTarget(ruled, library)))
  return {
    problems: findings.flatMap(({ errors }) =>
      errors.map((issue) => ({ ...issue, code: 'VALIDATION_FAILED' as const, platformRule: true })),
    ),
    warnings: findings.flatMap(({ warnings }) => warnings),
  }
}

function factsOf(library: ReadonlyMap<string, LibraryItem>, mediaId: string | undefined): MediaFacts | undefined {
  const item = mediaId === undefined ? undefined : library.get(mediaId.toLowerCase())
  if (!item) return undefined
  const { frames } = item.details
  return {
    ...item,
    mediaId: item.id,
    contentType: item.contentType as ContentType,
    frames: typeof frames === 'number' ? frames : null,
  }
}

function toRuleTarget(
  { target, path, content, contentPath }: RuledTarget,
  library: ReadonlyMap<string, LibraryItem>,
): RuleTarget {
  const media = (content.media ?? []).flatMap(({ mediaId }, index) => {
    const facts = factsOf(library, mediaId)
    return facts ? [{ facts, path: `${contentPath}.media[${index}]` }] : []
  })
  const cover = factsOf(library, coverOf(target))
  return {
    text: content.text ?? '',
    textPath: `${contentPath}.text`,
    media: media.length === (content.media?.length ?? 0) ? media : null,
    options: target.options,
    targetPath: path,
    ...(target.firstComment && platforms[target.platform].firstComment && { firstComment: target.firstComment }),
    ...(cover && { cover: { facts: cover, path: `${path}.cover` } }),
  }
}

function coverOf({ options }: CheckedTarget): string | undefined {
  const cover = options.cover as { mediaId?: unknown } | undefined
  return typeof cover?.mediaId === 'string' ? cover.mediaId : undefined
}
