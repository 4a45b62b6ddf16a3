// The suite must name the clause that each wrong service breaks, and blame no other. PLANTED=all checks all clauses against
// each of them; otherwise all against one in 25, and the expected ones against the rest.
import { describe, expect, test } from 'vitest'
import { failuresOf, walkPast } from './walk-past.ts'
import { KEYS_AND_PORTAL } from './wrong-keys-and-portal.ts'
import { OPENING } from './wrong-opening.ts'
import { READING } from './wrong-reading.ts'
import { WEBHOOKS } from './wrong-webhooks.ts'

const WHOLE_WALK_EVERY = process.env.PLANTED === 'all' ? 1 : 25
const services = [...OPENING, ...READING, ...KEYS_AND_PORTAL, ...WEBHOOKS].map((each, index) => ({
  ...each,
  isWhole: index % WHOLE_WALK_EVERY === 0,
}))

// Generous, because a busy machine takes many times as long as an idle one.
describe.concurrent('the suite finds a service that is wrong in one way', {
  timeout: 300_000,
}, () => {
  test.each(services)('$clause: $what', async (service) => {
    const { clause, alsoBreaks = [], make, settings = {}, isWhole } = service
    const expected = [clause, ...alsoBreaks].toSorted()
    const failures = failuresOf(await walkPast(make(), settings, isWhole ? null : expected))
    expect(failures.map(({ id }) => id).toSorted(), JSON.stringify(failures)).toEqual(expected)
  })
})

test('every clause that HTTP can show has a wrong service', () => {
  const clauses = new Set(services.map(({ clause }) => clause))
  expect(clauses.size).toBe(46)
})
