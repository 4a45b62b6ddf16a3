import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'sandbox',
    include: ['**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, '**/*.full.test.ts'],
    // Pages' scripts and styles come from the bundle.
    globalSetup: './bundle.mjs',
    pool: 'threads',
    // The files don't modify the modules that they load, so they can share them. That halves their CPU time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
