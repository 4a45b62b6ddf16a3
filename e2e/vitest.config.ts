import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'conformance',
    include: ['conformance/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.full.test.ts'],
    pool: 'threads',
    // One walk takes a minute on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
