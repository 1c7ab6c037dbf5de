/** the sandbox: what a target may carry. */
import type { Platform } from '../platform.ts'
import { batch } from './batch.ts'
import { fields, inputs } from './fields.ts'

export { createServicetest } from './connector.ts'

export const servicetest: Platform = {
  name: 'SERVICETEST',
  slug: 'servicetest',
  title: 'the sandbox',
  fields,
  inputs,
  firstComment: true,
  batch,
}
