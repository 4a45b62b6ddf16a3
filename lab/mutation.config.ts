// The tests of the file that mutation.ts mutates. Every mutant runs them again, and the first that fails kills it.
import { basename } from 'node:path'
import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from '../vitest.config.ts'

const tests = process.env.MUTATION_TESTS ?? ''

/** In the order of their names: a file's own test first, since it kills most mutants. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) =>
      tests.indexOf(basename(moduleId, '.test.ts'))
    return files.sort((one, other) => placeOf(one) - placeOf(other))
  }
}

const config = mergeConfig(base, {
  test: {
    include: [tests],
    maxWorkers: 1,
    sequence: { sequencer: AsNamed },
    silent: true,
  },
})
delete config.test.projects
export default config
