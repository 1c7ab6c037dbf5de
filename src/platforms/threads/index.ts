/** Threads: what a target may carry. */
import type { Platform } from '../platform.ts'
import { fields, inputs } from './fields.ts'
import { rules } from './rules.ts'

export const threads: Platform = {
  name: 'THREADS',
  slug: 'threads',
  title: 'Threads',
  fields,
  inputs,
  rules,
  firstComment: false,
  metrics: [],
}
