// Runs the suite against each service of a planted table. It must name the clause and blame no other.
import { describe, expect, test } from 'vitest'
import { failuresOf, walkPlanted } from './walk-planted.ts'
import type { WrongService } from './wrong-service.ts'

/** Generous, because a busy machine takes many times as long as an idle one. */
const TIMEOUT_MS = 300_000
/** Every night, PLANTED=all checks the whole contract against each service. `npm test` does so for one in 25, to show that
 * the suite blames no other clause, and checks only the expected clauses against the rest. */
const WHOLE_WALK_EVERY = process.env.PLANTED === 'all' ? 1 : 25

export function testWrongServices(services: readonly WrongService[]): void {
  const cases = services.map((service, index) => ({
    ...service,
    isWhole: index % WHOLE_WALK_EVERY === 0,
  }))
  describe.concurrent('the suite finds a service that is wrong in one way', {
    timeout: TIMEOUT_MS,
  }, () => {
    test.each(cases)('$clause: $what', async ({ clause, alsoBreaks = [], isWhole, ...service }) => {
      const expected = [clause, ...alsoBreaks].toSorted()
      const { find, replace, and = [], settings = {} } = service
      const changes = [{ find, replace }, ...and]
      const failures = failuresOf(await walkPlanted(changes, settings, isWhole ? null : expected))
      const found = failures.map(({ id }) => id).toSorted()
      expect(found, JSON.stringify(failures)).toEqual(expected)
    })
  })
}
