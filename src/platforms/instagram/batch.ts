/** Instagram in a batch item: a feed post when nothing else is said. */
import { optional } from '../fields.ts'
import type { PlatformBatch } from '../platform.ts'
import { fields } from './fields.ts'

export const batch: PlatformBatch = {
  key: 'instagram',
  fields: optional(fields, ['postType']),
  toOptions: (given) => ({ postType: 'POST', ...given }),
}
