/** Threads: what a target may carry. */
import type { Platform } from '../platform.ts'
import { fields, inputs } from './fields.ts'

export const threads: Platform = {
  name: 'THREADS',
  slug: 'threads',
  title: 'Threads',
  fields,
  inputs,
  firstComment: false,
  metrics: [],
}
