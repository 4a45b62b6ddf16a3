// The tests of what is mutated. Each mutant runs them again, so a property is tried with a few cases only.
import { mergeConfig } from 'vitest/config'
import base from '../vitest.config'

const config = mergeConfig(base, {
  test: { env: { HISTORIES: '3', FUZZ_CASES: '30' }, silent: true },
})
// biome-ignore lint/style/noProcessEnv: the only way in through Stryker
config.test.include = [`lib/${process.env.MUTATED_FOLDER}/**/*.test.ts`, 'lib/tracing.test.ts']
export default config
