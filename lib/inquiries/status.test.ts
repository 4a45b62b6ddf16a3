import { describe, expect, test } from 'vitest'
import {
  APPLICANT_STAGES,
  type ApplicantStage,
  applicantStage,
  hasDocuments,
  hasExpired,
  isDecision,
  isFinal,
  mayHaveIdentity,
  mayTryAgain,
  type StageFacts,
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
        reported: null,
        status: null,
        readAt: inMs(-1_000),
        expiresAt: null,
        dueAt: NOW,
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
    ['PENDING', 'APPROVED', 'confirming'],
    ['PENDING', 'DECLINED', 'confirming'],
    ['NEEDS_REVIEW', 'APPROVED', 'confirming'],
    [null, 'APPROVED', 'confirming'],
    ['APPROVED', 'DECLINED', 'confirming'],
    ['DECLINED', 'APPROVED', 'confirming'],
    ['APPROVED', 'NEEDS_REVIEW', 'confirming'],
    ['PENDING', 'NEEDS_REVIEW', 'submitted'],
    ['APPROVED', 'APPROVED', 'approved'],
  ])('of %s with a reported %s that awaits its read is %s', (status, reported, expected) => {
    expect(stage({ status, reported })).toBe(expected)
  })

  test('of an approval is account_refused once the core system has refused', () => {
    const refused = { accountRefusal: 'sanctions' }
    expect(stage({ status: 'APPROVED', ...refused })).toBe('account_refused')
    expect(stage({ status: 'DECLINED', ...refused })).toBe('declined')
  })

  test('shows the state of the open until it is answered', () => {
    expect(stage({ openState: 'OPENING', reported: 'APPROVED' })).toBe('opening')
    expect(stage({ openState: 'OPEN_FAILED', reported: 'APPROVED' })).toBe('open_failed')
  })

  test('is open_failed once the service has forgotten the inquiry and reads have stopped', () => {
    const lost = { dueAt: null, lastError: 'NotFoundError' }
    expect(stage({ status: 'PENDING', ...lost })).toBe('open_failed')
    expect(stage({ status: null, ...lost })).toBe('open_failed')
    expect(stage({ status: 'PENDING', ...lost, dueAt: NOW })).toBe('ready')
    expect(stage({ status: 'PENDING', ...lost, lastError: null })).toBe('ready')
    expect(stage({ status: 'APPROVED', ...lost })).toBe('approved')
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

test('without an expiry nothing expires', () => {
  expect(hasExpired({ status: null, expiresAt: null }, NOW)).toBe(false)
})

test('an applicant may try again after a failed attempt, but not after an approval', () => {
  const over: ApplicantStage[] = ['open_failed', 'declined', 'failed', 'expired']
  expect(APPLICANT_STAGES.filter(mayTryAgain)).toEqual(over)
  expect(APPLICANT_STAGES.filter((stage) => isFinal(stage) && !over.includes(stage))).toEqual([
    'approved',
    'account_refused',
  ])
})
