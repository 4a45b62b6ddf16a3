import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'conformance',
    include: ['conformance/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.full.test.ts'],
    pool: 'threads',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
