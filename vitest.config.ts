// Unit and integration tests sit next to what they test and run offline, in parallel and in any order.
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: fromRoot('./') },
      // Next replaces this marker when it builds. Elsewhere, importing it throws.
      { find: /^server-only$/, replacement: fromRoot('./node_modules/server-only/empty.js') },
    ],
  },
  test: {
    include: [
      '{app,components,lib,messages,scripts,e2e/conformance,examples}/**/*.test.{ts,tsx}',
      'sandbox/**/*.test.{ts,tsx}', // strip-all:line
      'lab/**/*.test.{ts,tsx}', // strip:line
    ],
    globalSetup: './scripts/database/test-server.ts',
    // One more than there are cores, because most tests wait for a database or a process.
    maxWorkers: availableParallelism() + 1,
    // An embedded database starts in half a second, but takes many seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
