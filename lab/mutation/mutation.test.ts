// The short form of `npm run mutation`: the rules on signatures and on reads.
import { expect, test } from 'vitest'
import { runStryker } from './run-stryker.ts'

/** Half a minute on its own, much longer next to all other tests. */
const TIMEOUT_MS = 300_000
const RULES = ['lib/verification/webhook', 'lib/inquiries/rules']

test(
  'tests catch at least 85% of the changes to the rules on signatures and reads',
  async () => {
    const { exitCode, output } = await runStryker(
      ['--mutate', RULES.map((rule) => `${rule}.ts`).join(','), '--concurrency', '2'],
      { env: { MUTATION_TESTS: RULES.map((rule) => `${rule}.test.ts`).join(' ') } },
    )
    expect(exitCode, output).toBe(0)
  },
  TIMEOUT_MS,
)
