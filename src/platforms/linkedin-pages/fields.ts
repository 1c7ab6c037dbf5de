import type { PlatformField, PlatformInput } from '../fields.ts'

export const fields: Record<string, PlatformField> = {
  link: { type: 'string', format: 'uri', field: 'LINK', description: 'Published as a link preview card.' },
}

export const inputs: Record<string, PlatformInput> = {}
