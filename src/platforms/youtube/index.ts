/** YouTube: what a target may carry. */
import type { Platform } from '../platform.ts'
import { batch } from './batch.ts'
import { fields, inputs } from './fields.ts'
import { rules } from './rules.ts'

export const youtube: Platform = {
  name: 'YOUTUBE',
  slug: 'youtube',
  title: 'YouTube',
  fields,
  inputs,
  rules,
  firstComment: false,
  metrics: [],
  batch,
}
