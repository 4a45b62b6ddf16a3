// Every history of a small scope, against the invariants in lib/testing/simulation/invariants.ts.
// `SIMULATION=long npx vitest run lib/inquiries/rules-exhaustively.test.ts` explores larger scopes, for minutes.
import { describe, expect, test } from 'vitest'
import { BROKEN_RULES } from '../testing/simulation/broken-rules'
import { explore } from '../testing/simulation/explore'
import { LARGE_SCOPES, SMALL_SCOPES } from '../testing/simulation/scopes'
import { hear, resolveGrant, resolveRead, retryRead } from './rules'
import { applicantStage } from './status'

const RULES = { hear, resolveRead, retryRead, resolveGrant, applicantStage }
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

describe('a broken rule is found', () => {
  test.each(BROKEN_RULES)('$name', ({ scope, broken }) => {
    const { violation } = explore(scope, { ...RULES, ...broken(RULES) })
    if (isLong) console.log(violation)
    expect(violation).toContain('\n=> ')
  })
})
