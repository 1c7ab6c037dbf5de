/** Facebook in a batch item: the post type follows the media when it is not given. */
import { optional } from '../fields.ts'
import type { PlatformBatch } from '../platform.ts'
import { fields } from './fields.ts'

export const batch: PlatformBatch = {
  key: 'facebook',
  fields: optional(fields, ['postType', 'link']),
  toOptions(given, mediaTypes) {
    const byMedia = mediaTypes.length === 0 ? 'TEXT_ONLY' : mediaTypes.includes('VIDEO') ? 'VIDEO' : 'IMAGE'
    return { postType: byMedia, ...given }
  },
}
