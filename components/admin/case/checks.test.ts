import { describe, expect, test } from 'vitest'
import type { RevealedInquiry } from '@/lib/inquiries/views'
import { describeChecks } from './checks'

const results = (...args: Parameters<typeof describeChecks>) =>
  Object.fromEntries(describeChecks(...args).map(({ capability, result }) => [capability, result]))

const revealed = (
  types: string[],
  { declared = 0, unavailable }: { declared?: number; unavailable?: 'none' | 'not_approved' } = {},
): RevealedInquiry => ({
  status: 'NEEDS_REVIEW',
  urlExpiresAt: null,
  documents: types.map((type) => ({ type, frontPage: 'x', backPage: null, hasBackPage: false })),
  documentsUnavailable: unavailable ?? null,
  identity: {
    declared: Array.from({ length: declared }, () => ({ name: 'fullName', value: 'Ada' })),
    document: [],
    address: [],
  },
})

describe('describeChecks', () => {
  test('an approval names the checks that passed (W9); the others failed or were not run', () => {
    const capabilities = ['PERSONAL_INFO', 'FACE_MATCH', 'LIVENESS']
    expect(results({ status: 'APPROVED', capabilities, isLocked: false }, null)).toEqual({
      PERSONAL_INFO: 'passed',
      PASSPORT_SCAN: 'not_passed',
      FACE_MATCH: 'passed',
      LIVENESS: 'passed',
    })
  })

  test.each([
    ['PENDING', 'not_run'],
    [null, 'not_run'],
    ['COMPLETED', 'not_reported'],
    ['NEEDS_REVIEW', 'not_reported'],
    ['DECLINED', 'not_reported'],
    ['APPROVED', 'not_reported'],
    ['ESCALATED', 'not_reported'],
    ['FAILED', 'not_passed'],
  ])('without other evidence, %s makes every check %s', (status, result) => {
    const all = Object.values(results({ status, capabilities: [], isLocked: false }, null))
    expect(all).toEqual([result, result, result])
  })

  test('a revealed document shows that its scan succeeded (D11), not that its check passed', () => {
    const facts = { status: 'NEEDS_REVIEW', capabilities: [], isLocked: false }
    expect(results(facts, revealed(['national_id'], { declared: 1 }))).toEqual({
      PERSONAL_INFO: 'received',
      PASSPORT_SCAN: 'scanned',
      FACE_MATCH: 'not_passed',
    })
    expect(results(facts, revealed(['selfie']))).toEqual({
      PERSONAL_INFO: 'not_reported',
      PASSPORT_SCAN: 'not_passed',
      FACE_MATCH: 'scanned',
    })
  })

  test.each(['none', 'not_approved'] as const)(
    'when documents are unavailable (%s), their absence proves nothing (D2, D12)',
    (unavailable) => {
      const facts = { status: 'NEEDS_REVIEW', capabilities: [], isLocked: false }
      expect(Object.values(results(facts, revealed([], { unavailable })))).toEqual([
        'not_reported',
        'not_reported',
        'not_reported',
      ])
    },
  )

  test.each([
    ['NEEDS_REVIEW', true, 'locked'],
    ['NEEDS_REVIEW', false, 'silent'],
    ['APPROVED', true, 'locked'],
    ['DECLINED', true, 'silent'],
    ['ESCALATED', true, 'silent'],
  ])('%s, locked %s: the ground is %s (D2)', (status, isLocked, ground) => {
    const checks = describeChecks({ status, capabilities: [], isLocked }, null)
    expect(new Set(checks.map((check) => check.ground))).toEqual(new Set([ground]))
  })
})
