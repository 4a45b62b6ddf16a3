// The tests of the file that mutation.ts mutates. Every mutant runs them again, and the first that fails kills it.
import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from '../vitest.config.ts'

/** The explorer takes longest, so it comes last. */
class ExplorerLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLast = ({ moduleId }: TestSpecification) => Number(moduleId.includes('explorer'))
    return files.sort((one, other) => isLast(one) - isLast(other))
  }
}

const config = mergeConfig(base, {
  test: {
    include: [process.env.MUTATION_TESTS],
    maxWorkers: 1,
    sequence: { sequencer: ExplorerLast },
    silent: true,
  },
})
delete config.test.projects
export default config
