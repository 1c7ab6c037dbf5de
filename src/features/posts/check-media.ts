import { platforms } from '../../platforms/registry.ts'
import type { LibraryItem } from '../media/find-media.ts'
import type { ContentDraft, PostDraft, Problem } from './post-input.ts'

interface Reference {
  path: string
  mediaId: string
  /** Platform fields that take media take an image. */
  imageOnly: boolean
}

/** Checks that every referenced item is there and in the accounts' project: in content, overrides and platform fields. */
export function checkMedia(
  draft: PostDraft,
  items: ReadonlyMap<string, LibraryItem>,
  projectId: string | undefined,
  problems: Problem[],
): void {
  for (const { path, mediaId, imageOnly } of findReferences(draft)) {
    const item = items.get(mediaId.toLowerCase())
    if (!item || (projectId !== undefined && item.projectId !== projectId)) {
      const message = `There is no media item ${mediaId} in the project.`
      problems.push({ code: 'INVALID_MEDIA_ID', path: `${path}.mediaId`, message, field: 'MEDIA' })
    } else if (imageOnly && item.mediaType !== 'IMAGE') {
      const message = `The media item ${mediaId} is a video; an image is needed here.`
      problems.push({ code: 'INVALID_PLATFORM_SPECIFIC_DATA', path, message, field: 'MEDIA' })
    }
  }
}

/** Every place of a post that names a media item. */
export function findReferences(draft: PostDraft): Reference[] {
  const inContent = (content: ContentDraft | null | undefined, path: string): Reference[] =>
    (content?.[0]?.media ?? []).flatMap((reference, index) =>
      reference?.mediaId === undefined
        ? []
        : [{ path: `${path}[0].media[${index}]`, mediaId: reference.mediaId, imageOnly: false }],
    )
  return [
    ...inContent(draft.content, 'content'),
    ...(draft.socialAccounts ?? []).flatMap((target, index) => {
      const path = `socialAccounts[${index}]`
      const fields = target?.platform ? platforms[target.platform].fields : {}
      const inFields = Object.entries(fields).flatMap(([name, field]) => {
        const value = (target as Record<string, unknown>)[name] as { mediaId?: string } | null | undefined
        if (field.type !== 'media' || !value?.mediaId) return []
        return [{ path: `${path}.${name}`, mediaId: value.mediaId, imageOnly: true }]
      })
      return [...inContent(target?.contentOverride, `${path}.contentOverride`), ...inFields]
    }),
  ]
}
