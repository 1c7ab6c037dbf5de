/** YouTube in a batch item. */
import { optional } from '../fields.ts'
import type { PlatformBatch } from '../platform.ts'
import { fields } from './fields.ts'

export const batch: PlatformBatch = {
  key: 'youtube',
  fields: optional(fields, ['privacy', 'category', 'tags', 'madeForKids']),
}
