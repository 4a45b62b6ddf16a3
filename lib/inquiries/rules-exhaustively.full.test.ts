// Checks every history of a small scope against the invariants in lib/testing/simulation/invariants.ts.
// `SIMULATION=long npx vitest run lib/inquiries/rules-exhaustively.test.ts` explores larger scopes and takes minutes.
import { describe, expect, test } from 'vitest'
import { BROKEN_RULES } from '../testing/simulation/broken-rules'
import { explore } from '../testing/simulation/explore'
import type { Scope } from '../testing/simulation/model'
import {
  LARGE_SCOPES,
  SMALL_SCOPES,
  WHOLE_SCOPE,
  WHOLE_SCOPE_STATES,
} from '../testing/simulation/scopes'
import { walkConcretely } from '../testing/simulation/walk-concretely'
import { hear, resolveGrant, resolveRead, retryRead } from './rules'
import { applicantStage, isInDoubt } from './status'

const RULES = { hear, resolveRead, retryRead, resolveGrant, applicantStage, isInDoubt }
const isLong = process.env.SIMULATION === 'long'
const TIMEOUT_MS = isLong ? 3_600_000 : 240_000

test.each(isLong ? LARGE_SCOPES : SMALL_SCOPES)(
  'the rules hold in every history: $name',
  (scope) => {
    const { states, violation } = explore(scope, RULES)
    if (isLong) console.log(`${scope.name}: ${states} states`)
    expect(violation).toBeNull()
    // A scope that explores nothing proves nothing.
    expect(states).toBeGreaterThan(3_000)
  },
  TIMEOUT_MS,
)

test.runIf(isLong)(
  'the rules hold in the two million states closest to the start of the whole scope',
  () => {
    const { states, violation } = explore(WHOLE_SCOPE, RULES, WHOLE_SCOPE_STATES)
    expect(violation).toBeNull()
    expect(states).toBeGreaterThanOrEqual(WHOLE_SCOPE_STATES)
  },
  TIMEOUT_MS,
)

// The explorer numbers sides and takes each of their steps once. That is sound only if states with the same key behave alike.
test.each<Scope>([
  { name: 'two attempts', attempts: 2, statuses: ['APPROVED', 'FAILED'], changes: 2, reads: 1 },
  {
    name: 'failures',
    attempts: 2,
    statuses: ['APPROVED', 'NEEDS_REVIEW'],
    changes: 1,
    reads: 2,
    failures: 1,
  },
  {
    name: 'customers who return and staff who refresh',
    attempts: 2,
    statuses: ['APPROVED', 'FAILED'],
    changes: 1,
    reads: 2,
    failures: 1,
    isAskedFor: true,
  },
  {
    name: 'days and months',
    attempts: 1,
    statuses: ['APPROVED', 'FAILED'],
    changes: 1,
    reads: 2,
    leaps: 2,
  },
  {
    name: 'a clock that goes back',
    attempts: 1,
    statuses: ['APPROVED', 'DECLINED'],
    changes: 1,
    reads: 2,
    failovers: 1,
  },
])(
  'states with the same key lead to the same states, and all of them are explored: $name',
  (scope) => {
    const { states, clash } = walkConcretely(scope, RULES)
    expect(clash).toBeNull()
    expect(explore(scope, RULES).states).toBe(states)
  },
)

describe('a broken rule is found', () => {
  test.each(BROKEN_RULES)('$name', ({ scope, broken }) => {
    const { violation } = explore(scope, { ...RULES, ...broken(RULES) })
    if (isLong) console.log(violation)
    expect(violation).toContain('\n=> ')
  })
})
