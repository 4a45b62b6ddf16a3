// Configures the tests of the file that mutation.ts mutates. Each mutant runs them again and dies at the first failure.
import { basename } from 'node:path'
import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from '../vitest.config.ts'

const tests = process.env.MUTATION_TESTS ?? ''

/** Sorts by the order on the command line: a file's own test comes first, because it kills most mutants. */
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
