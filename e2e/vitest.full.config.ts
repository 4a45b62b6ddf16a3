// The suite must fail against services that are wrong, and pass against every freedom that the contract leaves.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'full-conformance',
    include: ['conformance/**/*.full.test.ts'],
    pool: 'threads',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
