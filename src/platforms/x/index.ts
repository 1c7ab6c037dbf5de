/** X: what a target may carry. */
import type { Platform } from '../platform.ts'
import { fields, inputs } from './fields.ts'
import { rules } from './rules.ts'

export const x: Platform = {
  name: 'X',
  slug: 'x',
  title: 'X',
  fields,
  inputs,
  rules,
  firstComment: false,
  metrics: [],
}
