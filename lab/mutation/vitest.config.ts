// The tests of the mutated code. Every mutant runs them again, so properties get only a few cases.
import { readFileSync } from 'node:fs'
import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from '../../vitest.config'

/** The first failing test ends a mutant, so tests without a database go first. */
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
// It measures memory, not behaviour, and takes seconds.
config.test.exclude = [
  '**/memory.test.ts',
  // Too slow to repeat for each mutant.
  '**/rules-exhaustively.test.ts',
  // Runs the code in processes of its own, where no mutant is active.
  '**/follows-the-rules.test.ts',
]
export default config
