/** The scopes to explore. Each is complete: every history within its limits. */
import { type Scope, STATUSES } from './model'

/** Over a million states together, in about twenty seconds. */
export const SMALL_SCOPES: readonly Scope[] = [
  { name: 'one inquiry, all statuses', attempts: 1, statuses: STATUSES, changes: 3, reads: 2 },
  {
    name: 'overlapping reads, all statuses',
    attempts: 1,
    statuses: STATUSES,
    changes: 2,
    reads: 3,
  },
  {
    name: 'five events',
    attempts: 1,
    statuses: ['NEEDS_REVIEW', 'APPROVED'],
    changes: 5,
    reads: 3,
  },
  {
    name: 'five reads',
    attempts: 1,
    statuses: ['NEEDS_REVIEW', 'APPROVED'],
    changes: 2,
    reads: 5,
  },
  {
    name: 'two attempts of one applicant',
    attempts: 2,
    statuses: ['APPROVED', 'FAILED'],
    changes: 3,
    reads: 3,
  },
  {
    name: 'two attempts, every change with an event',
    attempts: 2,
    statuses: ['APPROVED', 'DECLINED'],
    changes: 2,
    reads: 3,
  },
  {
    name: 'two attempts, failing reads',
    attempts: 2,
    statuses: ['APPROVED', 'FAILED'],
    changes: 3,
    reads: 2,
    failures: 1,
  },
  {
    name: 'failing reads',
    attempts: 1,
    statuses: ['NEEDS_REVIEW', 'APPROVED', 'FAILED'],
    changes: 2,
    reads: 2,
    failures: 2,
  },
  {
    name: 'failing reads after eighteen denials and long polling',
    attempts: 1,
    statuses: ['NEEDS_REVIEW', 'APPROVED'],
    changes: 1,
    reads: 4,
    failures: 3,
    isPolledForLong: true,
    denials: 18,
  },
  {
    name: 'days and months',
    attempts: 1,
    statuses: ['APPROVED', 'FAILED'],
    changes: 2,
    reads: 2,
    leaps: 2,
  },
  {
    name: 'expiry',
    attempts: 1,
    statuses: ['APPROVED', 'ESCALATED', 'COMPLETED'],
    changes: 2,
    reads: 2,
    leaps: 2,
    expires: true,
  },
  {
    name: 'a clock that goes back',
    attempts: 1,
    statuses: ['APPROVED', 'DECLINED'],
    changes: 2,
    reads: 2,
    failovers: 1,
  },
]

/** Too large to explore completely, so only the shortest histories are: about two million states. */
export const WHOLE_SCOPE: Scope = {
  name: 'two attempts, five events, five reads, a failing read',
  attempts: 2,
  statuses: ['APPROVED', 'DECLINED'],
  changes: 5,
  reads: 5,
  failures: 1,
}
export const WHOLE_SCOPE_STATES = 2_200_000

export const LARGE_SCOPES: readonly Scope[] = [
  { name: 'one inquiry, all statuses', attempts: 1, statuses: STATUSES, changes: 3, reads: 3 },
  {
    name: 'five events, five reads',
    attempts: 1,
    statuses: ['NEEDS_REVIEW', 'APPROVED'],
    changes: 5,
    reads: 5,
  },
  {
    name: 'two attempts of one applicant',
    attempts: 2,
    statuses: ['APPROVED', 'DECLINED'],
    changes: 3,
    reads: 4,
  },
  {
    name: 'two attempts, failing reads, days and months',
    attempts: 2,
    statuses: ['APPROVED', 'FAILED'],
    changes: 2,
    reads: 3,
    failures: 1,
    leaps: 1,
  },
  {
    name: 'expiry',
    attempts: 1,
    statuses: ['APPROVED', 'ESCALATED', 'COMPLETED'],
    changes: 3,
    reads: 3,
    leaps: 3,
    expires: true,
  },
]
