/** LinkedIn Pages: what a target may carry. */
import type { Platform } from '../platform.ts'
import { fields, inputs } from './fields.ts'

export const linkedinPages: Platform = {
  name: 'LINKEDIN_PAGES',
  slug: 'linkedin-pages',
  title: 'LinkedIn Pages',
  fields,
  inputs,
  firstComment: false,
  metrics: [],
}
