// The model's store. It does to rows in memory what `recordEvent`, `applyRead` and `applyGrant` do in the database.
import type * as actualRules from '../../inquiries/rules'
import { MAX_ASKED_READS } from '../../inquiries/rules'
import {
  type ApplicantStage,
  type isInDoubt as actualIsInDoubt,
  awaitsRead,
  type StageFacts,
} from '../../inquiries/status'

export type Rules = Pick<
  typeof actualRules,
  'hear' | 'resolveRead' | 'retryRead' | 'resolveGrant'
> & {
  applicantStage: (facts: StageFacts, now: Date) => ApplicantStage
  isInDoubt: typeof actualIsInDoubt
}

const LEASE_MS = 15_000
const steady = () => 0.5

/** The columns that the rules and the store use. */
export interface Row {
  openState: 'OPEN'
  reportedStatus: string | null
  reportedAt: Date | null
  heardAt: Date | null
  status: string | null
  readAt: Date | null
  decidedAt: Date | null
  reversedAt: Date | null
  expiresAt: Date | null
  grantedAt: Date | null
  account: 'none' | 'due' | 'opened'
  nextReadAt: Date | null
  urgent: boolean
  readAttempts: number
  fruitlessReads: number
  readError: string | null
}

/** Like `recordEvent`. */
export function recordEvent(
  row: Row,
  event: { createdAt: Date; status: string },
  now: Date,
  rules: Rules,
): Row {
  const reported = rules.hear(row, event, now)
  return {
    ...row,
    ...reported,
    nextReadAt: now,
    urgent: true,
    readAttempts: 0,
    fruitlessReads: 0,
  }
}

/** A read may begin at any time, even while another is in flight. */
export function claim(row: Row, now: Date): Row {
  const nextReadAt = new Date(now.getTime() + LEASE_MS)
  const { heardAt, readAt } = row
  const awaitsRead = heardAt !== null && (readAt === null || heardAt >= readAt)
  const urgent = awaitsRead || (row.urgent && row.readAttempts < MAX_ASKED_READS)
  return { ...row, nextReadAt, urgent, readAttempts: row.readAttempts + 1 }
}

/** Like `readAtOnce`. */
export function claimForStaff(row: Row, now: Date): Row {
  const leaseEnd = new Date(now.getTime() + LEASE_MS)
  const isLater = row.nextReadAt !== null && row.nextReadAt > leaseEnd
  return { ...row, nextReadAt: isLater ? row.nextReadAt : leaseEnd }
}

/** Like `applicantReturned`. */
export const makeDueForApplicant = (row: Row, now: Date): Row => ({
  ...row,
  nextReadAt: now,
  urgent: true,
  readAttempts: 0,
})

/** Another read was requested after the last one was claimed. */
export const isAskedAgain = ({ urgent, nextReadAt }: Row, now: Date): boolean =>
  urgent && nextReadAt !== null && nextReadAt <= now

/**
 * Like `applyRead` and `applyGrant`.
 * @param hasOtherGrant another attempt of the applicant has a grant
 */
export function applyRead(
  row: Row,
  hasOtherGrant: boolean,
  read: actualRules.Read,
  now: Date,
  rules: Rules,
): { row: Row; isWithdrawn: boolean } {
  const outcome = rules.resolveRead(row, read, now, steady)
  if (outcome.kind === 'discarded') {
    const { nextReadAt } = outcome
    const isRepeated = nextReadAt !== null && !isAskedAgain(row, now)
    return { row: isRepeated ? { ...row, nextReadAt, urgent: true } : row, isWithdrawn: false }
  }
  const isDue = isAskedAgain(row, now)
  const nextReadAt = isDue ? row.nextReadAt : outcome.nextReadAt
  const answered = { ...row, nextReadAt, readError: null, fruitlessReads: 0 }
  if (outcome.kind === 'contradicting') {
    return { row: { ...answered, urgent: true }, isWithdrawn: false }
  }
  const confirmed: Row = {
    ...answered,
    urgent: isDue,
    status: read.status,
    readAt: read.beganAt,
    expiresAt: read.expiresAt,
    decidedAt: outcome.decidedAt,
    reversedAt: outcome.reversedAt,
  }
  switch (rules.resolveGrant(row, read.status, hasOtherGrant)) {
    case 'grant':
      return { row: { ...confirmed, grantedAt: now, account: 'due' }, isWithdrawn: false }
    case 'withdraw': {
      const account = row.account === 'due' ? 'none' : row.account
      return { row: { ...confirmed, grantedAt: null, account }, isWithdrawn: true }
    }
    default:
      return { row: confirmed, isWithdrawn: false }
  }
}

/** What `applyGrant` does with the applicant's other approved inquiries when it withdraws a grant. */
export function reconsider(row: Row, now: Date): Row {
  return { ...row, nextReadAt: now, urgent: true, readAttempts: 0 }
}

/** Like `failRead`. */
export function failRead(
  row: Row,
  beganAt: Date,
  isFruitless: boolean,
  isScheduled: boolean,
  now: Date,
  rules: Rules,
): Row {
  if (isAskedAgain(row, now) || (row.readAt !== null && row.readAt >= beganAt)) return row
  const readError = isFruitless ? 'NotFoundError' : 'UnavailableError'
  if (!isScheduled) return row.nextReadAt === null ? row : { ...row, readError }
  const isCounted = isFruitless && (awaitsRead(row) || !row.urgent)
  const retry = rules.retryRead(row, isCounted, now, steady)
  const urgent = retry.nextReadAt !== null && (awaitsRead(row) || row.urgent)
  return { ...row, readError, urgent, ...retry }
}

/** Like `openDueAccounts`. */
export const openDueAccount = (row: Row, rules: Rules): Row =>
  rules.isInDoubt(row) ? row : { ...row, account: 'opened' }
