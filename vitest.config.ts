// Unit and integration tests sit next to what they test and run offline, in parallel and in any order.
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const INCLUDED = [
  '{app,components,lib,messages,scripts,e2e/conformance,examples}/**/*.test.{ts,tsx}',
  'sandbox/**/*.test.{ts,tsx}',
  'lab/**/*.test.{ts,tsx}',
]

/** These tests don't modify the modules they load, so files can share them. That halves their CPU time. */
const SHARING = [
  'components/**/*.test.{ts,tsx}',
  'lib/verification/**/*.test.ts',
  'sandbox/*/**/*.test.{ts,tsx}',
]

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: fromRoot('./') },
      // Next replaces this marker when it builds. Elsewhere, importing it throws.
      { find: /^server-only$/, replacement: fromRoot('./node_modules/server-only/empty.js') },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'isolated',
          include: INCLUDED,
          exclude: [...configDefaults.exclude, ...SHARING],
          globalSetup: './scripts/test-server.ts',
        },
      },
      { extends: true, test: { name: 'sharing', include: SHARING, isolate: false } },
    ],
    pool: 'threads',
    // More workers than cores, because most tests wait for a database or a process.
    maxWorkers: availableParallelism() + 2,
    // An embedded database starts in half a second, but takes many seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
