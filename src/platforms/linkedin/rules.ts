import { linkedinRules } from '../shared/linkedin-rules.ts'

export const rules = linkedinRules('A LinkedIn post')
