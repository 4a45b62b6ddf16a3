// Slow tests: packing, wrong services, and receivers in other languages.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'full-sandbox',
    include: ['**/*.full.test.ts'],
    globalSetup: './bundle.mjs',
    pool: 'threads',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
