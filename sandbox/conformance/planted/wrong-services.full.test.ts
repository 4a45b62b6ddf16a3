// The suite must name the clause that each wrong service breaks, and blame no other. PLANTED=all checks all clauses against
// each of them; otherwise all against one in 25, and the expected ones against the rest.
import { describe, expect, test } from 'vitest'
import { failuresOf, walkPast } from './mistakes.ts'
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
  timeout: 900_000,
}, () => {
  test.each(services)('$clauses.0: $what', async ({ clauses, make, settings, isWhole }) => {
    const failures = failuresOf(await walkPast(make(), settings, isWhole ? null : clauses))
    const named = failures.map(({ id }) => id)
    expect(named.toSorted(), JSON.stringify(failures)).toEqual(clauses.toSorted())
  })
})

test('every clause that HTTP can show has a wrong service', () => {
  expect(new Set(services.map(({ clauses }) => clauses[0])).size).toBe(46)
})
