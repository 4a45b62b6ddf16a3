// Runs the suite against each service of a planted table: it names the clause, and blames no other.
import { describe, expect, test } from 'vitest'
import { failuresOf, walkPlanted } from './walk-planted.ts'
import type { WrongService } from './wrong-service.ts'

export function testWrongServices(services: readonly WrongService[]): void {
  describe.concurrent('the suite finds a service that is wrong in one way', () => {
    test.each(services)('$clause: $what', async ({ clause, besides = [], and = [], ...change }) => {
      const failures = failuresOf(await walkPlanted([change, ...and]))
      const found = failures.map(({ id }) => id).toSorted()
      expect(found, JSON.stringify(failures)).toEqual([clause, ...besides].toSorted())
    })
  })
}
