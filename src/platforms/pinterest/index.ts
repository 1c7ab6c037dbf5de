/** Pinterest: what a target may carry. */
import type { Platform } from '../platform.ts'
import { batch } from './batch.ts'
import { fields, inputs } from './fields.ts'
import { rules } from './rules.ts'

export const pinterest: Platform = {
  name: 'PINTEREST',
  slug: 'pinterest',
  title: 'Pinterest',
  fields,
  inputs,
  rules,
  firstComment: false,
  metrics: [],
  batch,
}
