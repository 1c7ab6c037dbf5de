import { linkedinRules } from '../shared/linkedin-rules.ts'

/** LinkedIn's rules for members. */
export const rules = linkedinRules('A LinkedIn post')
