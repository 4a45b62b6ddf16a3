// Tests sit next to what they test. `npm run test:unit` runs the project `unit`, `npm test` all but those named `full…`,
// and `npm run test:full` those.
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
      // Next replaces this marker when it builds. Elsewhere, importing it throws.
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
      // Slow tests, and those that judge the core in depth.
      {
        extends: true,
        test: {
          name: 'full',
          include: [`${FOLDERS}/**/*.full.test.ts`],
          globalSetup,
          // Most of them keep a core busy, and the app gives up on a database that is too slow.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      // The ambiguity matrix. It needs the command `verification-sandbox`.
      {
        extends: true,
        test: { name: 'gaps', include: [`${FOLDERS}/**/*.gaps.test.ts`], globalSetup },
      },
      // Each folder that can be deleted brings its own. A missing one matches nothing.
      './{sandbox,lab}/vitest*.config.ts',
    ],
    pool: 'threads',
    // More workers than cores, because most tests wait for a database or a process.
    maxWorkers: availableParallelism() + 2,
    // An embedded database starts in half a second, but takes many seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
