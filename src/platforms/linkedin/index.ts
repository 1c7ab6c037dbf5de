/** LinkedIn: what a target may carry. */
import type { Platform } from '../platform.ts'
import { fields, inputs } from './fields.ts'
import { rules } from './rules.ts'

export const linkedin: Platform = {
  name: 'LINKEDIN',
  slug: 'linkedin',
  title: 'LinkedIn',
  fields,
  inputs,
  rules,
  firstComment: false,
  metrics: [],
}
