import { expect, test } from 'vitest'
import { nextStep } from './case-step'

const now = new Date('2026-01-01T12:00:00Z')
const at = new Date('2026-01-01T11:00:00Z')
const inquiry = {
  openState: 'OPEN',
  status: null,
  isBeingConfirmed: false,
  reversedAt: null,
  grantedAt: null,
  accountAskedAt: null,
  accountOpenedAt: null,
  accountBlockedAt: null,
  accountError: null,
  accountRefusal: null,
  noticeError: null,
  expiresAt: null,
} as const

test.each([
  [{}, 'applicant'],
  [{ status: 'PENDING' }, 'applicant'],
  [{ status: 'PENDING', expiresAt: at }, 'expired'],
  [{ status: 'ESCALATED' }, 'unknown'],
  [{ openState: 'OPENING' }, 'opening'],
  [{ openState: 'OPEN_FAILED' }, 'not_opened'],
  [{ status: 'COMPLETED', expiresAt: at }, 'service'],
  [{ status: 'APPROVED', isBeingConfirmed: true }, 'confirming'],
  [{ status: 'NEEDS_REVIEW' }, 'decide'],
  [{ status: 'APPROVED' }, 'approved_elsewhere'],
  [{ status: 'APPROVED', grantedAt: at }, 'account_opening'],
  [{ status: 'APPROVED', grantedAt: at, accountError: 'TypeError' }, 'account_failing'],
  [{ status: 'APPROVED', grantedAt: at, accountRefusal: 'sanctions' }, 'account_refused'],
  [{ status: 'APPROVED', grantedAt: at, accountOpenedAt: at }, 'approved'],
  [
    { status: 'APPROVED', grantedAt: at, accountOpenedAt: at, accountBlockedAt: at },
    'account_to_unblock',
  ],
  [
    { status: 'APPROVED', grantedAt: at, accountOpenedAt: at, noticeError: 'TypeError' },
    'not_told',
  ],
  [{ status: 'DECLINED', reversedAt: at }, 'reversed'],
  // The core system hasn't answered.
  [{ status: 'DECLINED', reversedAt: at, accountAskedAt: at }, 'account_to_find'],
  [
    { status: 'DECLINED', reversedAt: at, accountAskedAt: at, accountRefusal: 'sanctions' },
    'reversed',
  ],
  [{ status: 'DECLINED', reversedAt: at, accountAskedAt: at, accountBlockedAt: at }, 'reversed'],
  [
    { status: 'DECLINED', reversedAt: at, accountOpenedAt: at, accountBlockedAt: at },
    'account_blocked',
  ],
  // An open account has priority over any current status.
  [{ status: 'DECLINED', reversedAt: at, accountOpenedAt: at }, 'account_to_block'],
  [{ status: 'NEEDS_REVIEW', reversedAt: at, accountOpenedAt: at }, 'account_to_block'],
  [
    { status: 'APPROVED', isBeingConfirmed: true, reversedAt: at, accountOpenedAt: at },
    'account_to_block',
  ],
  [{ status: 'APPROVED', reversedAt: at, grantedAt: at, accountOpenedAt: at }, 'approved'],
  [{ status: 'DECLINED', isBeingConfirmed: true, reversedAt: at, grantedAt: at }, 'confirming'],
  [{ status: 'DECLINED' }, 'declined'],
  [{ status: 'FAILED' }, 'failed'],
] as const)('the next step of %j is: %s', (columns, step) => {
  expect(nextStep({ ...inquiry, ...columns }, now)).toBe(step)
})
