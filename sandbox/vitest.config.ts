import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'sandbox',
    include: ['**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, '**/*.full.test.ts'],
    // The bundle has the pages' scripts and styles.
    globalSetup: './bundle.mjs',
    pool: 'threads',
    // No test file modifies the modules that it loads, so files can share them, which halves the CPU time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
