// Runs the suite against each service of a planted table: it names the clause, and blames no other.
import { describe, expect, test } from 'vitest'
import { failuresOf, walkPlanted } from './walk-planted.ts'
import type { WrongService } from './wrong-service.ts'

/** Each takes a second; a machine that is busy with other work takes many. */
const TIMEOUT_MS = 300_000

export function testWrongServices(services: readonly WrongService[]): void {
  describe.concurrent('the suite finds a service that is wrong in one way', {
    timeout: TIMEOUT_MS,
  }, () => {
    test.each(services)('$clause: $what', async ({ clause, besides = [], and = [], ...change }) => {
      const failures = failuresOf(await walkPlanted([change, ...and]))
      const found = failures.map(({ id }) => id).toSorted()
      expect(found, JSON.stringify(failures)).toEqual([clause, ...besides].toSorted())
    })
  })
}
