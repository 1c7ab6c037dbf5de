/** TikTok in a batch item: without content disclosure both brand flags are false. */
import { optional } from '../fields.ts'
import type { PlatformBatch } from '../platform.ts'
import { fields } from './fields.ts'

export const batch: PlatformBatch = {
  key: 'tiktok',
  fields: {
    ...optional(fields, [
      'postType',
      'privacyLevel',
      'allowComment',
      'allowDuet',
      'allowStitch',
      'isYourBrand',
      'isBrandedContent',
      'autoAddMusic',
    ]),
    contentDisclosureEnabled: {
      type: 'boolean',
      field: 'TIKTOK_CONTENT_DISCLOSURE',
      description: 'Whether anything is disclosed; false makes isYourBrand and isBrandedContent false.',
    },
  },
  toOptions({ contentDisclosureEnabled, ...given }, mediaTypes) {
    return {
      postType: mediaTypes.includes('IMAGE') ? 'PHOTO' : 'VIDEO',
      ...given,
      ...(contentDisclosureEnabled === false && { isYourBrand: false, isBrandedContent: false }),
    }
  },
}
