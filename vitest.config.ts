import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Vite would take graphql's other build than the packages that Node itself resolves, and two do not mix.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/helpers/global-setup.ts'],
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 90_000,
    teardownTimeout: 30_000,
  },
})
