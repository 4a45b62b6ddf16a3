// The suite must name each clause that a service breaks, and no other. A service whose codes are only rulings (R) or gaps (N) breaks
// none. By default, the suite checks everything only against these services and one in 25 of the others. Against the rest, it checks
// the expected clauses. PLANTED=all checks everything against each service.
import { describe, expect, test } from 'vitest'
import { canBreak } from '../run.ts'
import { KEYS_AND_PORTAL } from './keys-and-portal.ts'
import { failuresOf, walkPast } from './mistakes.ts'
import { OPENING } from './opening.ts'
import { READING } from './reading.ts'
import { WEBHOOKS } from './webhooks.ts'

const WHOLE_WALK_EVERY = process.env.PLANTED === 'all' ? 1 : 25
const services = [...OPENING, ...READING, ...KEYS_AND_PORTAL, ...WEBHOOKS].map((each, index) => ({
  ...each,
  isWhole: index % WHOLE_WALK_EVERY === 0 || !each.codes.some(canBreak),
}))

// Generous, because a busy machine takes many times as long.
describe.concurrent('the suite judges a service that differs in one way', {
  timeout: 900_000,
}, () => {
  test.each(services)('$codes.0: $what', async ({ codes, make, settings, isWhole }) => {
    const report = await walkPast(make(), settings, isWhole ? null : codes)
    const failures = failuresOf(report)
    const named = failures.map(({ id }) => id)
    expect(named.toSorted(), JSON.stringify(failures)).toEqual(codes.filter(canBreak).toSorted())
    const differing = report.rulings.filter(({ verdict }) => verdict === 'differs')
    const rulings = codes.filter((code) => code.startsWith('R'))
    expect(differing.map(({ id }) => id)).toEqual(rulings.toSorted())
  })
})

test('every clause and every ruling that HTTP can show has a service that differs', () => {
  const codes = new Set(services.flatMap(({ codes }) => codes))
  expect([...codes].filter(canBreak)).toHaveLength(46)
  expect([...codes].filter((code) => code.startsWith('R'))).toHaveLength(7)
})
