import { describe, expect, test } from 'vitest'
import {
  APPLICANT_STAGES,
  type ApplicantStage,
  applicantStage,
  isFinal,
  mayTryAgain,
  type StageFacts,
} from './stages'
import {
  hasDocuments,
  hasExpired,
  isBeingConfirmed,
  isDecision,
  mayHaveIdentity,
  REFERENCE_MISMATCH,
  shownStatus,
} from './status'

const NOW = new Date('2026-01-02T12:00:00Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms)
const STATUSES = ['PENDING', 'COMPLETED', 'NEEDS_REVIEW', 'APPROVED', 'DECLINED', 'FAILED', 'NEW']
const allWith = (rule: (status: string) => boolean) => STATUSES.filter(rule)

test('each rule is true for the statuses that the contract names, and never without a status', () => {
  expect(allWith(isDecision)).toEqual(['APPROVED', 'DECLINED', 'FAILED'])
  expect(allWith(hasDocuments)).toEqual(['NEEDS_REVIEW', 'APPROVED'])
  expect(allWith(mayHaveIdentity)).toEqual(['NEEDS_REVIEW', 'APPROVED', 'FAILED'])
  expect([isDecision, hasDocuments, mayHaveIdentity].map((rule) => rule(null))).toEqual([
    false,
    false,
    false,
  ])
})

describe('the applicant’s stage', () => {
  const stage = (facts: Partial<StageFacts>) =>
    applicantStage(
      {
        openState: 'OPEN',
        status: null,
        reportedStatus: null,
        reportsDisagree: false,
        expiresAt: null,
        hasNoNextCall: false,
        lastError: null,
        accountRefusal: null,
        ...facts,
      },
      NOW,
    )

  test.each<[string | null, ApplicantStage]>([
    [null, 'ready'],
    ['PENDING', 'ready'],
    ['COMPLETED', 'submitted'],
    ['NEEDS_REVIEW', 'in_review'],
    ['APPROVED', 'approved'],
    ['DECLINED', 'declined'],
    ['FAILED', 'failed'],
    ['ESCALATED', 'unknown'],
  ])('follows the confirmed status: %s is %s', (status, expected) => {
    expect(stage({ status })).toBe(expected)
  })

  test.each<[string | null, string, ApplicantStage]>([
    [null, 'APPROVED', 'approved'],
    ['PENDING', 'APPROVED', 'approved'],
    ['NEEDS_REVIEW', 'APPROVED', 'approved'],
    ['PENDING', 'DECLINED', 'declined'],
    ['PENDING', 'NEEDS_REVIEW', 'in_review'],
    ['ESCALATED', 'DECLINED', 'declined'],
    // An event doesn't replace a confirmed decision.
    ['APPROVED', 'DECLINED', 'confirming'],
    ['DECLINED', 'APPROVED', 'confirming'],
    ['FAILED', 'APPROVED', 'confirming'],
    ['APPROVED', 'NEEDS_REVIEW', 'confirming'],
    ['APPROVED', 'APPROVED', 'approved'],
  ])(
    'of %s with a reported %s that no read has confirmed is %s',
    (status, reportedStatus, expected) => {
      expect(stage({ status, reportedStatus })).toBe(expected)
    },
  )

  test.each(['PENDING', 'APPROVED', 'DECLINED'])(
    'of %s is confirming while a decline and an approval were signed at about the same time',
    (status) => {
      for (const reportedStatus of ['APPROVED', 'DECLINED'])
        expect(stage({ status, reportedStatus, reportsDisagree: true })).toBe('confirming')
    },
  )

  test('of a reported status doesn’t expire, and is account_refused after a refusal', () => {
    const reported = { status: 'PENDING', reportedStatus: 'APPROVED' }
    expect(stage({ ...reported, expiresAt: inMs(-1) })).toBe('approved')
    expect(stage({ ...reported, accountRefusal: 'sanctions' })).toBe('account_refused')
  })

  test('of an approval is account_refused once the core system has refused', () => {
    const refused = { accountRefusal: 'sanctions' }
    expect(stage({ status: 'APPROVED', ...refused })).toBe('account_refused')
    expect(stage({ status: 'DECLINED', ...refused })).toBe('declined')
  })

  test('shows the state of the open until it is answered', () => {
    expect(stage({ openState: 'OPENING', reportedStatus: 'APPROVED' })).toBe('opening')
    expect(stage({ openState: 'OPEN_FAILED', reportedStatus: 'APPROVED' })).toBe('open_failed')
  })

  test('is open_failed once the service no longer knows the inquiry and reads have stopped', () => {
    const lost = { hasNoNextCall: true, lastError: 'NotFoundError' }
    expect(stage({ status: 'PENDING', ...lost })).toBe('open_failed')
    expect(stage({ status: null, ...lost })).toBe('open_failed')
    expect(stage({ status: 'PENDING', ...lost, hasNoNextCall: false })).toBe('ready')
    expect(stage({ status: 'PENDING', ...lost, lastError: null })).toBe('ready')
    expect(stage({ status: 'APPROVED', ...lost })).toBe('approved')
  })

  test('is opening while reads return another inquiry, because the id would start that inquiry’s flow', () => {
    const mismatch = { lastError: REFERENCE_MISMATCH, expiresAt: inMs(1) }
    for (const status of [null, 'PENDING']) expect(stage({ status, ...mismatch })).toBe('opening')
    expect(stage({ status: 'COMPLETED', ...mismatch })).toBe('submitted')
    expect(stage({ status: 'PENDING', ...mismatch, hasNoNextCall: true })).toBe('open_failed')
  })

  test.each<[string | null, number, ApplicantStage]>([
    ['PENDING', -1, 'expired'],
    ['PENDING', 0, 'expired'],
    ['PENDING', 1, 'ready'],
    [null, -1, 'expired'],
    ['EXPIRED', -1, 'expired'],
    ['EXPIRED', 1, 'unknown'],
    ['NEEDS_REVIEW', -1, 'in_review'],
    ['APPROVED', -1, 'approved'],
  ])('of %s that expires in %i ms is %s (N7)', (status, ms, expected) => {
    expect(stage({ status, expiresAt: inMs(ms) })).toBe(expected)
  })
})

test.each([
  ['PENDING', null, false, 'PENDING', false],
  ['PENDING', 'APPROVED', false, 'APPROVED', true],
  ['APPROVED', 'APPROVED', false, 'APPROVED', false],
  ['APPROVED', 'APPROVED', true, 'APPROVED', true],
  ['APPROVED', 'DECLINED', false, 'DECLINED', true],
  [null, null, false, null, false],
])(
  'staff see a confirmed %s with a reported %s (contradictory: %s) as %s, being confirmed: %s',
  (status, reportedStatus, reportsDisagree, shown, isConfirming) => {
    const row = { status, reportedStatus, reportsDisagree }
    expect(shownStatus(row)).toBe(shown)
    expect(isBeingConfirmed(row)).toBe(isConfirming)
  },
)

test('without an expiry nothing expires', () => {
  expect(hasExpired({ status: null, expiresAt: null }, NOW)).toBe(false)
})

test('an applicant may try again after a failed attempt, and not after an approval', () => {
  const over: ApplicantStage[] = ['open_failed', 'declined', 'failed', 'expired']
  expect(APPLICANT_STAGES.filter(mayTryAgain)).toEqual(over)
  expect(APPLICANT_STAGES.filter((stage) => isFinal(stage) && !over.includes(stage))).toEqual([
    'approved',
    'account_refused',
  ])
})
