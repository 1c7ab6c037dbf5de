import type { Context } from '../../context.ts'
import type { Issue } from '../../lib/service-error.ts'
import type { MediaFacts } from '../../platforms/media-facts.ts'
import { platforms } from '../../platforms/registry.ts'
import type { RuleTarget } from '../../platforms/rules.ts'
import { factsOf } from './media-facts.ts'
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
 * @returns problems that are answered after all others, and warnings, in the order of the targets
 */
export async function applyPlatformRules(
  ctx: Context,
  targets: readonly RuledTarget[],
): Promise<{ problems: Problem[]; warnings: Issue[] }> {
  const ids = [...new Set(targets.flatMap(mediaIdsOf))]
  const facts = ids.length > 0 ? await factsOf(ctx, ids) : new Map<string, MediaFacts>()
  const findings = targets.map((ruled) => platforms[ruled.target.platform].rules(toRuleTarget(ruled, facts)))
  return {
    problems: findings.flatMap(({ errors }) =>
      errors.map((issue) => ({ ...issue, code: 'VALIDATION_FAILED' as const, platformRule: true })),
    ),
    warnings: findings.flatMap(({ warnings }) => warnings),
  }
}

function mediaIdsOf({ target, content }: RuledTarget): string[] {
  const cover = coverOf(target)
  return [...(content.media ?? []).map(({ mediaId }) => mediaId), ...(cover ? [cover] : [])]
}

function toRuleTarget({ target, path, content, contentPath }: RuledTarget, known: Map<string, MediaFacts>): RuleTarget {
  const media = (content.media ?? []).flatMap(({ mediaId }, index) => {
    const facts = known.get(mediaId)
    return facts ? [{ facts, path: `${contentPath}.media[${index}]` }] : []
  })
  const cover = known.get(coverOf(target) ?? '')
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
