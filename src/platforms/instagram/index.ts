/** Instagram: what a target may carry. */
import type { Platform } from '../platform.ts'
import { batch } from './batch.ts'
import { fields, inputs } from './fields.ts'
import { rules } from './rules.ts'

export const instagram: Platform = {
  name: 'INSTAGRAM',
  slug: 'instagram',
  title: 'Instagram',
  fields,
  inputs,
  rules,
  firstComment: false,
  metrics: [],
  batch,
}
