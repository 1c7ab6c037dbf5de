import { mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

const config = mergeConfig(base, {})
config.test = { ...base.test, include: ['test/large/*.large.ts'] }

export default config
