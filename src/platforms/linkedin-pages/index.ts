/** LinkedIn Pages: what a target may carry. */
import type { Platform } from '../platform.ts'
import { fields, inputs } from './fields.ts'
import { rules } from './rules.ts'

export const linkedinPages: Platform = {
  name: 'LINKEDIN_PAGES',
  slug: 'linkedin-pages',
  title: 'LinkedIn Pages',
  fields,
  inputs,
  rules,
  firstComment: false,
  metrics: [],
}
