import type { PlatformRules } from '../rules.ts'

/** The sandbox accepts everything. */
export const rules: PlatformRules = () => ({ errors: [], warnings: [] })
