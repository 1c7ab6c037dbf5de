import type { PlatformField, PlatformInput } from '../fields.ts'

export const fields: Record<string, PlatformField> = {
  shouldSucceed: {
    type: 'boolean',
    default: true,
    description: 'Whether the sandbox delivery succeeds.',
  },
}

export const inputs: Record<string, PlatformInput> = {}
