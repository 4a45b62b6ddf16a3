// The short form of `npm run mutation`: what may be believed, and what may be concluded from it.
import { expect, test } from 'vitest'
import { runStryker } from './run-stryker.ts'

/** Half a minute alone; beside all other tests it gets what they leave. */
const TIMEOUT_MS = 300_000
const RULES = ['lib/verification/webhook', 'lib/inquiries/read-rules']

test(
  'of a hundred changes to the rules on signatures and decisions, tests notice at least 85',
  async () => {
    const { exitCode, output } = await runStryker(
      ['--mutate', RULES.map((rule) => `${rule}.ts`).join(','), '--concurrency', '2'],
      { env: { MUTATION_TESTS: RULES.map((rule) => `${rule}.test.ts`).join(' ') } },
    )
    expect(exitCode, output).toBe(0)
  },
  TIMEOUT_MS,
)
