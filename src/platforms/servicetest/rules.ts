import type { PlatformRules } from '../rules.ts'

export const rules: PlatformRules = () => ({ errors: [], warnings: [] })
