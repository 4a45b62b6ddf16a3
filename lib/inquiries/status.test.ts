import { describe, expect, test } from 'vitest'
import {
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
const STATUSES = ['PENDING', 'COMPLETED', 'NEEDS_REVIEW', 'APPROVED', 'DECLINED', 'FAILED', 'NEW']
const those = (rule: (status: string) => boolean) => STATUSES.filter(rule)

test('each rule holds for the statuses that the contract names for it, and for no status not at all', () => {
  expect(those(isDecision)).toEqual(['APPROVED', 'DECLINED', 'FAILED'])
  expect(those(hasDocuments)).toEqual(['NEEDS_REVIEW', 'APPROVED'])
  expect(those(mayHaveIdentity)).toEqual(['NEEDS_REVIEW', 'APPROVED', 'FAILED'])
  expect([isDecision(null), hasDocuments(null), mayHaveIdentity(null)]).toEqual([
    false,
    false,
    false,
  ])
})

describe('what the applicant is told', () => {
  const stage = (changes: Partial<StageFacts>) =>
    applicantStage(
      { openState: 'OPEN', status: null, confirmedAt: NOW, expiresAt: null, ...changes },
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
  ])('of %s: %s', (status, told) => {
    expect(stage({ status })).toBe(told)
  })

  test('a decision that no read has confirmed is not told yet (principle 3)', () => {
    for (const status of ['APPROVED', 'DECLINED', 'FAILED'])
      expect(stage({ status, confirmedAt: null })).toBe('confirming')
    expect(stage({ status: 'NEEDS_REVIEW', confirmedAt: null })).toBe('in_review')
  })

  test('before the open is answered its own state counts', () => {
    expect(stage({ openState: 'OPENING', status: 'APPROVED' })).toBe('opening')
    expect(stage({ openState: 'OPEN_FAILED', status: 'APPROVED' })).toBe('open_failed')
  })

  test('what waits for the applicant expires at the moment that the service gave (N7)', () => {
    const earlier = new Date(NOW.getTime() - 1)
    const later = new Date(NOW.getTime() + 1)
    const expired = (expiresAt: Date | null) => hasExpired({ status: null, expiresAt }, NOW)
    expect([earlier, NOW, later, null].map(expired)).toEqual([true, true, false, false])
    expect(stage({ status: 'PENDING', expiresAt: earlier })).toBe('expired')
    expect(stage({ status: null, expiresAt: earlier })).toBe('expired')
    expect(stage({ status: 'PENDING', expiresAt: later })).toBe('ready')
    expect(stage({ status: 'NEEDS_REVIEW', expiresAt: earlier })).toBe('in_review')
    expect(stage({ status: 'EXPIRED', expiresAt: earlier })).toBe('expired')
    expect(stage({ status: 'EXPIRED', expiresAt: later })).toBe('unknown')
  })
})

test('another attempt may follow one that came to nothing; nothing follows an approval', () => {
  const stages: ApplicantStage[] = [
    'opening',
    'open_failed',
    'ready',
    'submitted',
    'in_review',
    'confirming',
    'approved',
    'declined',
    'failed',
    'expired',
    'unknown',
  ]
  const over: ApplicantStage[] = ['open_failed', 'declined', 'failed', 'expired']
  expect(stages.filter(mayTryAgain)).toEqual(over)
  expect(stages.filter((stage) => isFinal(stage) && !over.includes(stage))).toEqual(['approved'])
})
