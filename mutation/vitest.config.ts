// The tests of what is mutated, with properties tried briefly: each mutant runs them again.
import { mergeConfig } from 'vitest/config'
import base from '../vitest.config'

const config = mergeConfig(base, {
  test: { env: { HISTORIES: '4', FUZZ_CASES: '40', LOG_LEVEL: 'silent' } },
})
config.test.include = ['lib/**/*.test.ts']
export default config
