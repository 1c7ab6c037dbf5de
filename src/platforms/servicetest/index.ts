/** the sandbox: what a target may carry. */
import type { Platform } from '../platform.ts'
import { batch } from './batch.ts'
import { fields, inputs } from './fields.ts'
import { metrics } from './insights.ts'
import { rules } from './rules.ts'

export { createServicetest } from './connector.ts'

export const servicetest: Platform = {
  name: 'SERVICETEST',
  slug: 'servicetest',
  title: 'the sandbox',
  fields,
  inputs,
  rules,
  firstComment: true,
  metrics,
  batch,
}
