/** Facebook: what a target may carry. */
import type { Platform } from '../platform.ts'
import { batch } from './batch.ts'
import { fields, inputs } from './fields.ts'
import { rules } from './rules.ts'

export const facebook: Platform = {
  name: 'FACEBOOK',
  slug: 'facebook',
  title: 'Facebook',
  fields,
  inputs,
  rules,
  firstComment: false,
  linkAlone: true,
  metrics: [],
  batch,
}
