/** A batch item as the post that `POST /posts` would take, and the way back for its problems. */
import type { Issue } from '../../lib/service-error.ts'
import type { PlatformName } from '../../platforms/names.ts'
import type { Platform } from '../../platforms/platform.ts'
import { platforms } from '../../platforms/registry.ts'
import type { BatchItemDraft } from './batch-input.ts'
import type { PostDraft, TargetDraft } from './post-input.ts'

/** The platforms' objects in `platformSpecificData`, by their keys. */
const batchKeys: ReadonlyMap<string, Platform> = new Map(
  Object.values(platforms).flatMap((platform) => (platform.batch ? [[platform.batch.key, platform]] : [])),
)

/** @param mediaTypes of the item's media, those that exist */
export function toDraft(
  item: BatchItemDraft,
  platform: PlatformName,
  mediaTypes: readonly ('IMAGE' | 'VIDEO')[],
): PostDraft {
  const { batch, fields } = platforms[platform]
  const given = batch ? (item.platformSpecificData?.[batch.key] ?? {}) : {}
  const options = batch?.toOptions ? batch.toOptions(given, mediaTypes) : given
  const media = item.mediaIds?.map((mediaId) => ({ type: 'MEDIA_LIBRARY' as const, mediaId }))
  const target: TargetDraft & Record<string, unknown> = {
    platform,
    socialAccountId: item.socialAccountId,
    firstComment: item.firstComment,
    ...options,
    ...('title' in fields && item.title != null && { title: item.title }),
  }
  return {
    content: [{ text: item.description, media }],
    schedule: { type: 'SCHEDULE_FOR_LATER', scheduledFor: item.scheduledForUTC },
    socialAccounts: [target],
  }
}

/** The platform objects of an item that its account's platform does not have, and those beyond the first. */
export function foreignData(item: BatchItemDraft, platform: PlatformName): Issue[] {
  const given = Object.keys(item.platformSpecificData ?? {}).filter((key) => item.platformSpecificData?.[key] != null)
  return given
    .filter((key) => batchKeys.get(key)?.name !== platform)
    .map((key) => ({
      path: `platformSpecificData.${key}`,
      message: `platformSpecificData.${key} does not match the account's platform ${platform}.`,
    }))
}

/** A path of the post as a path of the item. */
export function toItemPath(path: string, platform: PlatformName): string {
  const media = /^content\[0\]\.media\[(\d+)\]/.exec(path)
  if (media) return `mediaIds[${media[1]}]`
  if (path.startsWith('content')) return 'description'
  if (path.startsWith('schedule')) return 'scheduledForUTC'
  const field = path.replace(/^socialAccounts\[0\]\.?/, '')
  if (['socialAccountId', 'firstComment', 'title'].includes(field)) return field
  const { batch } = platforms[platform]
  return batch ? `platformSpecificData.${batch.key}.${field}` : field
}
