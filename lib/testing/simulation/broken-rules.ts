/** Rules that are broken on purpose. The exploration must find every one of them. */
import { DECISION_WATCH_MS } from '../../inquiries/rules'
import { DAY_MS, type Scope } from './model'
import type { Rules } from './store'

export interface BrokenRule {
  name: string
  /** A small scope in which the mistake shows. */
  scope: Scope
  broken: (rules: Rules) => Partial<Rules>
}

const oneInquiry: Scope = {
  name: 'one inquiry',
  attempts: 1,
  statuses: ['NEEDS_REVIEW', 'APPROVED', 'FAILED'],
  changes: 2,
  reads: 2,
}
const twoAttempts: Scope = {
  name: 'two attempts',
  attempts: 2,
  statuses: ['APPROVED', 'FAILED'],
  changes: 3,
  reads: 3,
}
const failingOver: Scope = {
  name: 'a clock that goes back',
  attempts: 1,
  statuses: ['APPROVED', 'DECLINED'],
  changes: 2,
  reads: 2,
  failovers: 1,
}
const failing: Scope = { ...oneInquiry, name: 'failing reads', reads: 3, failures: 1 }

export const BROKEN_RULES: readonly BrokenRule[] = [
  {
    name: 'an event counts as a confirmed status',
    scope: oneInquiry,
    broken: ({ applicantStage }) => ({
      applicantStage: (facts, now) =>
        applicantStage(
          { ...facts, status: facts.reportedStatus ?? facts.status, heardAt: null },
          now,
        ),
    }),
  },
  {
    name: 'a read that began before an event is applied',
    scope: oneInquiry,
    broken: ({ resolveRead }) => ({
      resolveRead: (row, read, now, random) => {
        const beganAt = new Date(
          Math.max(read.beganAt.getTime(), (row.heardAt?.getTime() ?? 0) + 1),
        )
        return resolveRead(row, { ...read, beganAt }, now, random)
      },
    }),
  },
  {
    name: 'a read that began in the same millisecond as an event is applied',
    scope: oneInquiry,
    broken: ({ resolveRead }) => ({
      resolveRead: (row, read, now, random) => {
        const isSame = row.heardAt?.getTime() === read.beganAt.getTime()
        const beganAt = isSame ? new Date(read.beganAt.getTime() + 1) : read.beganAt
        return resolveRead(row, { ...read, beganAt }, now, random)
      },
    }),
  },
  {
    name: 'a stale answer is believed immediately (no minute of lag)',
    scope: oneInquiry,
    broken: ({ resolveRead }) => ({
      resolveRead: (row, read, now, random) =>
        resolveRead({ ...row, reportedStatus: read.status }, read, now, random),
    }),
  },
  {
    name: 'the event that arrives last is reported, whatever its createdAt',
    scope: oneInquiry,
    broken: ({ hear }) => ({
      hear: (row, event, now) => hear({ ...row, reportedAt: null }, event, now),
    }),
  },
  {
    name: 'an older event does not count as heard',
    scope: oneInquiry,
    broken: ({ hear }) => ({
      hear: (row, event, now) =>
        row.reportedAt !== null && event.createdAt < row.reportedAt ? row : hear(row, event, now),
    }),
  },
  {
    name: 'a decision is never read again',
    scope: oneInquiry,
    broken: ({ resolveRead }) => ({
      resolveRead: (...read) => {
        const outcome = resolveRead(...read)
        const isDecided = outcome.kind === 'confirmed' && outcome.decidedAt !== null
        return isDecided ? { ...outcome, nextReadAt: null } : outcome
      },
    }),
  },
  {
    name: 'a review is watched as rarely as a decision',
    scope: oneInquiry,
    broken: ({ resolveRead }) => ({
      resolveRead: (row, read, now, random) => {
        const outcome = resolveRead(row, read, now, random)
        const nextReadAt = new Date(now.getTime() + (DECISION_WATCH_MS[0] ?? DAY_MS))
        return outcome.kind === 'confirmed' && read.status === 'NEEDS_REVIEW'
          ? { ...outcome, nextReadAt }
          : outcome
      },
    }),
  },
  {
    name: 'a read that contradicts an event ends the polling',
    scope: oneInquiry,
    broken: ({ resolveRead }) => ({
      resolveRead: (row, read, now, random) => {
        const outcome = resolveRead(row, read, now, random)
        if (outcome.kind !== 'contradicting') return outcome
        const { decidedAt, reversedAt } = row
        return { kind: 'confirmed', decidedAt, reversedAt, isOver: false, nextReadAt: null }
      },
    }),
  },
  {
    name: 'a review is granted like an approval',
    scope: oneInquiry,
    broken: ({ resolveGrant }) => ({
      resolveGrant: (row, status, hasOtherGrant) =>
        resolveGrant(row, status === 'NEEDS_REVIEW' ? 'APPROVED' : status, hasOtherGrant),
    }),
  },
  {
    name: 'a reversal does not withdraw the grant',
    scope: oneInquiry,
    broken: ({ resolveGrant }) => ({
      resolveGrant: (row, status, hasOtherGrant) =>
        row.grantedAt === null ? resolveGrant(row, status, hasOtherGrant) : 'unchanged',
    }),
  },
  {
    name: 'the other attempt is ignored',
    scope: twoAttempts,
    broken: ({ resolveGrant }) => ({
      resolveGrant: (row, status) => resolveGrant(row, status, false),
    }),
  },
  {
    name: 'a reversal keeps the grant, so the other approval never gets it',
    scope: twoAttempts,
    broken: ({ resolveGrant }) => ({
      resolveGrant: (row, status, hasOtherGrant) => {
        const outcome = resolveGrant(row, status, hasOtherGrant)
        return outcome === 'withdraw' ? 'unchanged' : outcome
      },
    }),
  },
  {
    name: 'an account is opened while an event contradicts the approval',
    scope: oneInquiry,
    broken: () => ({ isInDoubt: () => false }),
  },
  {
    name: 'an account is never opened once an event has contradicted a read',
    scope: oneInquiry,
    broken: () => ({
      isInDoubt: ({ reportedStatus, status }) =>
        reportedStatus !== null && reportedStatus !== status,
    }),
  },
  {
    name: 'a read is repeated immediately while the clock is behind the newest event',
    scope: failingOver,
    broken: ({ resolveRead }) => ({
      resolveRead: (row, read, now, random) => {
        const outcome = resolveRead(row, read, now, random)
        return outcome.kind === 'discarded' && outcome.nextReadAt
          ? { ...outcome, nextReadAt: now }
          : outcome
      },
    }),
  },
  {
    name: 'a read that began by a clock that was ahead is applied',
    scope: failingOver,
    broken: ({ resolveRead }) => ({
      resolveRead: (row, read, now, random) =>
        resolveRead(row, read, new Date(Math.max(read.beganAt.getTime(), now.getTime())), random),
    }),
  },
  {
    name: 'an event that arrives after a failover counts as older than the last read',
    scope: failingOver,
    broken: ({ hear }) => ({
      hear: (row, event, now) => hear({ ...row, readAt: null }, event, now),
    }),
  },
  {
    name: 'a failed read is not repeated',
    scope: failing,
    broken: () => ({ retryRead: () => ({ nextReadAt: null, fruitlessReads: 0 }) }),
  },
  {
    name: 'after a 404, a read that an event asked for waits for the next watch of the decision',
    scope: failing,
    broken: ({ retryRead }) => ({
      retryRead: (row, isFruitless, now, random) => {
        const retry = retryRead(row, isFruitless, now, random)
        return isFruitless && row.decidedAt
          ? { ...retry, nextReadAt: new Date(row.decidedAt.getTime() + DAY_MS) }
          : retry
      },
    }),
  },
  {
    name: 'every read counts as one that found nothing',
    scope: { ...failing, isPolledForLong: true },
    broken: ({ retryRead }) => ({
      retryRead: (row, isFruitless, now, random) =>
        retryRead({ ...row, fruitlessReads: row.readAttempts }, isFruitless, now, random),
    }),
  },
  {
    name: 'a read that got no answer counts as one that found nothing',
    scope: { ...failing, reads: 2, failures: 2, isPolledForLong: true, denials: 18 },
    broken: ({ retryRead }) => ({
      retryRead: (row, isFruitless, now, random) => {
        const { nextReadAt, fruitlessReads } = retryRead(row, true, now, random)
        return isFruitless
          ? { nextReadAt, fruitlessReads }
          : { ...retryRead(row, false, now, random), fruitlessReads }
      },
    }),
  },
  {
    name: 'a 404 counts although the customer has just restarted the backoff',
    scope: {
      ...failing,
      reads: 2,
      failures: 2,
      isPolledForLong: true,
      isReported: true,
      denials: 18,
      isAskedFor: true,
    },
    broken: ({ retryRead }) => ({
      retryRead: (row, isFruitless, now, random) =>
        retryRead({ ...row, readAttempts: Infinity }, isFruitless, now, random),
    }),
  },
  {
    name: 'a decision stays on the screen while an event contradicts it',
    scope: oneInquiry,
    broken: ({ applicantStage }) => ({
      applicantStage: (facts, now) =>
        applicantStage(
          { ...facts, readAt: facts.heardAt && new Date(facts.heardAt.getTime() + 1) },
          now,
        ),
    }),
  },
]
