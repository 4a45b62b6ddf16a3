// Unit and integration tests stand beside what they test and run offline, in parallel and in any order.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: fromRoot('./') },
      // Next replaces this marker in a build; outside of one it would throw.
      { find: /^server-only$/, replacement: fromRoot('./node_modules/server-only/empty.js') },
    ],
  },
  test: {
    include: [
      '{lib,prisma,scripts,sandbox,app,components,e2e/conformance,examples}/**/*.test.{ts,tsx}',
    ],
    // Generous: an embedded database starts in half a second alone, and in many when the machine is busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
