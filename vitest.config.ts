// Tests sit next to the code that they test. `npm run test:unit` runs the project `unit`. `npm test` runs all projects except
// those named `full…`, which `npm run test:full` runs.
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const FOLDERS = '{app,components,lib,messages,scripts}'
const globalSetup = './scripts/test-database.ts'

export default defineConfig({
  resolve: {
    alias: [
      // Merchants replace them with calls to their own systems, and the tests hold for any. By whichever path they are imported.
      {
        find: /^.*\/(open-account|notify-customer)$/,
        replacement: fromRoot('./lib/testing/$1.ts'),
      },
      { find: /^@\//, replacement: fromRoot('./') },
      // Next replaces this marker during a build. Without Next, importing it throws.
      { find: /^server-only$/, replacement: fromRoot('./node_modules/server-only/empty.js') },
      { find: /^pino$/, replacement: fromRoot('./lib/testing/silent-pino.ts') },
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${FOLDERS}/**/*.test.{ts,tsx}`],
          exclude: [...configDefaults.exclude, '**/*.{full,gaps}.test.ts'],
          globalSetup,
        },
      },
      // Slow tests, and tests that examine the core in depth.
      {
        extends: true,
        test: {
          name: 'full',
          include: [`${FOLDERS}/**/*.full.test.ts`],
          globalSetup,
          // Most of them keep a core busy. With more workers, the app would give up on a slow database.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      // The ambiguity matrix needs the command `verification-sandbox`.
      {
        extends: true,
        test: { name: 'gaps', include: [`${FOLDERS}/**/*.gaps.test.ts`], globalSetup },
      },
      // Each removable folder has its own configuration. The pattern matches nothing if the folder is gone.
      './{sandbox,lab}/vitest*.config.ts',
    ],
    pool: 'threads',
    // More workers than cores, because most tests wait for a database or a process.
    maxWorkers: availableParallelism() + 2,
    // An embedded database starts in half a second, but can take many seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
