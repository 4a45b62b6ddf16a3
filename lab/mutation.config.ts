// The tests of the file that mutation.ts mutates. Every mutant runs them again, and the first that fails kills it.
import { mergeConfig } from 'vitest/config'
import base from '../vitest.config.ts'

const config = mergeConfig(base, {
  test: { include: [process.env.MUTATION_TESTS], maxWorkers: 1, silent: true },
})
delete config.test.projects
export default config
