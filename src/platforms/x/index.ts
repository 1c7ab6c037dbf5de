/** X: what a target may carry. */
import type { Platform } from '../platform.ts'
import { fields, inputs } from './fields.ts'

export const x: Platform = {
  name: 'X',
  slug: 'x',
  title: 'X',
  fields,
  inputs,
  firstComment: false,
  metrics: [],
}
