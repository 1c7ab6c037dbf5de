import type { PlatformField, PlatformInput } from '../fields.ts'

export const fields: Record<string, PlatformField> = {}

export const inputs: Record<string, PlatformInput> = {}
