// The tests of the mutated code. Every mutant runs them again, so property tests get only a few cases.
import { relative } from 'node:path'
import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from '../../vitest.config'

/**
 * The first failing test kills a mutant. The test that killed the previous one, often its neighbour, therefore runs first, then
 * the rest, quickest first.
 */
class LikeliestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const before = ({ project, moduleId }: TestSpecification) =>
      this.ctx.cache.getFileTestResults(
        `${project.name}:${relative(this.ctx.config.root, moduleId)}`,
      ) ?? { failed: false, duration: 0 }
    return files
      .map((file) => ({ file, ...before(file) }))
      .sort((a, b) => Number(b.failed) - Number(a.failed) || a.duration - b.duration)
      .map(({ file }) => file)
  }
}

const config = mergeConfig(base, {
  test: {
    env: { HISTORIES: '3', FUZZ_CASES: '30' },
    silent: true,
    sequence: { sequencer: LikeliestFirst },
  },
})
delete config.test.projects
config.test.include = process.env.MUTATION_TESTS?.split(' ')
// It measures memory, not behaviour, and takes seconds.
config.test.exclude = [
  '**/memory.test.ts',
  // Too slow to repeat for each mutant.
  '**/rules-exhaustively.test.ts',
  // Runs the code in its own processes, where no mutant is active.
  '**/follows-the-rules.test.ts',
  // They wait for seconds, and a mutant that survives runs all of them. What only they would catch counts as missed.
  '**/frozen-connection.test.ts',
  '**/held-rows.test.ts',
]
if (!process.env.MUTATION_SLOW)
  config.test.exclude.push('**/reconcile{,-pass,-failures}.test.ts', '**/fairness.test.ts')
export default config
