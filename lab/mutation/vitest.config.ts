// The tests of what is mutated. Each mutant runs them again, so a property is tried with a few cases only.
import { readFileSync } from 'node:fs'
import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from '../../vitest.config'

/** A mutant is over with the first test that notices it: those that need no database go first. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isQuick), ...sorted.filter((file) => !isQuick(file))]
  }
}

const isQuick = ({ moduleId }: TestSpecification) =>
  !readFileSync(moduleId, 'utf8').includes('startTestApp')

const config = mergeConfig(base, {
  test: {
    env: { HISTORIES: '3', FUZZ_CASES: '30' },
    silent: true,
    sequence: { sequencer: QuickFirst },
  },
})
config.test.include = process.env.MUTATION_TESTS?.split(' ')
// It looks for no fault in what is done, and takes seconds.
config.test.exclude = ['**/memory.test.ts']
export default config
