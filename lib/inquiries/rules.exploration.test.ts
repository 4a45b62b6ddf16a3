/**
 * Explores every history of a few scopes against invariants that were written down without looking at the rules. Then
 * breaks the rules on purpose, and expects each break to be found.
 *
 * `SIMULATION_STATES` lets the larger scopes run to their end, or to that many states each.
 */
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/runs'
import { explore } from '../testing/simulation/explore'
import type { Rules, Scope } from '../testing/simulation/model'
import * as actual from './rules'
import { applicantStage } from './status'

const RULES: Rules = { ...actual, applicantStage }
const MAX_STATES = runs('SIMULATION_STATES', 150_000)

const SCOPES: Scope[] = [
  {
    name: 'one inquiry, every status',
    attempts: 1,
    statuses: [
      'PENDING',
      'COMPLETED',
      'NEEDS_REVIEW',
      'APPROVED',
      'DECLINED',
      'FAILED',
      'ESCALATED',
    ],
    changes: 2,
    reads: 2,
  },
  {
    name: 'one inquiry, five events and five reads',
    attempts: 1,
    statuses: ['APPROVED', 'NEEDS_REVIEW'],
    changes: 5,
    reads: 5,
  },
  {
    name: 'two attempts of one applicant',
    attempts: 2,
    statuses: ['APPROVED', 'DECLINED'],
    changes: 3,
    reads: 3,
  },
  {
    name: 'reads that fail after long polling',
    attempts: 1,
    statuses: ['APPROVED', 'DECLINED', 'FAILED'],
    changes: 2,
    reads: 3,
    failures: 2,
    isPolledForLong: true,
  },
  {
    name: 'silent changes over days and months, with an expiry',
    attempts: 1,
    statuses: ['APPROVED', 'DECLINED', 'COMPLETED'],
    changes: 3,
    reads: 2,
    leaps: 2,
    expires: true,
  },
]

test.each(SCOPES)('no history breaks an invariant: $name', (scope) => {
  expect(explore(scope, RULES, MAX_STATES).violation).toBeNull()
})

/** Each breaks one rule. The scopes find them within few states, as the search is breadth first. */
const BREAKS: Record<string, Partial<Rules>> = {
  'an event that was heard discards no read in flight': {
    resolveRead: (row, ...rest) => actual.resolveRead({ ...row, heardAt: null }, ...rest),
  },
  'a read that contradicts a recent event is believed': {
    resolveRead: (row, ...rest) => actual.resolveRead({ ...row, reportedStatus: null }, ...rest),
  },
  'an older read replaces a newer one': {
    resolveRead: (row, ...rest) => actual.resolveRead({ ...row, readAt: null }, ...rest),
  },
  'a contradicting event wins for good': {
    resolveRead: (row, read, now, random) => {
      const isContradicting = row.reportedStatus !== null && row.reportedStatus !== read.status
      if (isContradicting) return { kind: 'contradicting', nextReadAt: now }
      return actual.resolveRead(row, read, now, random)
    },
  },
  'decided inquiries are never read again': {
    resolveRead: (...facts) => {
      const outcome = actual.resolveRead(...facts)
      const isDecided = outcome.kind === 'confirmed' && outcome.decidedAt !== null
      return isDecided ? { ...outcome, nextReadAt: null } : outcome
    },
  },
  'undecided inquiries are never read again': {
    resolveRead: (...facts) => {
      const outcome = actual.resolveRead(...facts)
      const isUndecided = outcome.kind === 'confirmed' && outcome.decidedAt === null
      return isUndecided ? { ...outcome, nextReadAt: null } : outcome
    },
  },
  'the event that arrives last is reported': {
    hear: (row, ...rest) => actual.hear({ ...row, reportedAt: null }, ...rest),
  },
  'events report nothing': {
    hear: (row, _event, now) => ({ ...row, heardAt: now }),
  },
  'a second attempt is granted beside the first': {
    resolveGrant: (row, status) => actual.resolveGrant(row, status, false),
  },
  'a reversal leaves the grant': {
    resolveGrant: (row, status, otherStands) => {
      const step = actual.resolveGrant(row, status, otherStands)
      return step === 'withdraw' ? 'unchanged' : step
    },
  },
  'a review is granted like an approval': {
    resolveGrant: (row, status, otherStands) =>
      actual.resolveGrant(row, status === 'NEEDS_REVIEW' ? 'APPROVED' : status, otherStands),
  },
  'the first 404 ends all reading': { retryRead: () => null },
  'the screen follows the event': {
    applicantStage: (facts, now) =>
      applicantStage(
        { ...facts, status: facts.reportedStatus ?? facts.status, heardAt: null },
        now,
      ),
  },
}

describe('a broken rule is found', () => {
  test.each(Object.entries(BREAKS))('%s', (_, broken) => {
    const violation = SCOPES.map((scope) => explore(scope, { ...RULES, ...broken }, 60_000)).find(
      (found) => found.violation !== null,
    )?.violation
    expect(violation).toMatch(/^1\. .*\n=> /s)
  })
})
