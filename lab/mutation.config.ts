// The tests of the mutated code, for `npm run mutation -w lab -- --mutate lib/inquiries/rules.ts`. Every mutant runs them again, so
// property tests get only a few cases. The first failing test kills a mutant.
import { mergeConfig } from 'vitest/config'
import base from '../vitest.config.ts'

const config = mergeConfig(base, {
  test: {
    include: ['lib/{verification,inquiries}/**/*.test.ts'],
    exclude: ['**/*.full.test.ts'],
    globalSetup: './scripts/test-server.ts',
    env: { HISTORIES: '3', FUZZ_CASES: '30' },
    silent: true,
  },
})
delete config.test.projects
export default config
