import { linkedinRules } from '../shared/linkedin-rules.ts'

/** LinkedIn's rules for pages. */
export const rules = linkedinRules('A LinkedIn page post')
