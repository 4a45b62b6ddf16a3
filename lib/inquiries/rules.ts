/**
 * The rules for reads and events, as pure functions, so that the explorer (`explorer.test.ts`) can try every short history.
 *
 * An event informs: it changes the status that the merchant shows, and makes a read due. A read confirms: unless it is in doubt, it
 * is accepted and changes the confirmed status and the grant.
 */
import { DECISION_WATCH_MS, EXPIRED_WATCH_MS, LAG_MS, LEAD_MS } from '../verification/times'
import { hasExpired, isDecision } from './status'

/** Longer than a call may take (10 s), and short enough that a customer doesn't wait long after a crash. */
export const LEASE_MS = 15_000
/** The lease for work after a read: longer than `openAccount` or `notifyCustomer` may take (30 s). */
export const LONG_LEASE_MS = 45_000
/** How long the service may refuse every read of an inquiry (404, 410 and the like) before the app stops asking. */
export const MISSING_MS = 24 * 3_600_000

const LONGEST_DELAY_MS = 6 * 3_600_000
/** The longest backoff while a decision, an account or a confirmation is outstanding: how late its read may be after an outage. */
export const LONGEST_AWAITED_DELAY_MS = 4 * 60_000
const LONGEST_DOUBT_DELAY_MS = 15_000
/** If somebody requests a read while one is under way, another follows after this time. */
const AGAIN_MS = 2_000

/** The part of an event that the rules use. */
export interface Report {
  /** Null for an unknown kind of event, which reports no status but still makes a read due (N13). */
  status: string | null
  /** The event's signed createdAt. */
  signedAt: Date
  /** When it arrived, by the database's clock. */
  arrivedAt: Date
}

/** The outcome of a read. */
export type Answer =
  | { kind: 'read'; status: string; expiresAt: Date | null }
  /** The service doesn't know the inquiry, refuses the read for good, or returns another inquiry. */
  | { kind: 'missing' }
  | { kind: 'failed' }

/** The columns that a verdict depends on, with their values at the time the answer is applied. */
export interface Known {
  status: string | null
  statusSince: Date | null
  readAt: Date | null
  missingSince: Date | null
  grantedAt: Date | null
  accountOpenedAt: Date | null
  accountRefusal: string | null
  /** Whether somebody has requested a read since the claim. */
  isUrgent: boolean
  /** How many claims there have been since a change, an event or a request last reset this number. */
  tries: number
}

interface Verdict {
  /** Whether the answer becomes the confirmed status. */
  isAccepted: boolean
  /** When to read again; null if no read is scheduled. */
  nextReadAt: Date | null
  /** Whether somebody waits for that read. */
  isUrgent: boolean
  missingSince: Date | null
}

/**
 * Decides whether an answer is accepted, and when to read again.
 * @param reports the reports of events since the last accepted read, and of earlier events that the status route may not show yet
 * @param claimedAt when the claim was made; the call started after that
 */
export function judge(
  known: Known,
  answer: Answer,
  reports: readonly Report[],
  { claimedAt, now }: { claimedAt: Date; now: Date },
): Verdict {
  const isAccepted = answer.kind === 'read' && !isInDoubt(answer.status, reports, claimedAt)
  const missingSince =
    answer.kind === 'read' ? null : (known.missingSince ?? (answer.kind === 'missing' ? now : null))
  const regular = ((): Date | null => {
    if (isAccepted) return nextAfterRead(known, answer, now)
    if (answer.kind === 'missing') return nextAfterMissing(known, reports, missingSince ?? now, now)
    const longestFailureMs = isWaitedFor(known, reports)
      ? LONGEST_AWAITED_DELAY_MS
      : LONGEST_DELAY_MS
    const longestMs = answer.kind === 'read' ? LONGEST_DOUBT_DELAY_MS : longestFailureMs
    return addMs(now, delayMs(known.tries, longestMs))
  })()
  // After any event, one read must follow once the status route can no longer lag behind it.
  const lagEndsAt = Math.max(...reports.map((report) => report.arrivedAt.getTime())) + LAG_MS
  const isLagging = lagEndsAt > claimedAt.getTime()
  return {
    isAccepted,
    missingSince,
    nextReadAt: earliest(
      regular,
      known.isUrgent ? addMs(now, AGAIN_MS) : null,
      isLagging ? new Date(Math.max(lagEndsAt, now.getTime())) : null,
    ),
    isUrgent: known.isUrgent || (!isAccepted && hasUnconfirmed(known, reports)),
  }
}

/**
 * Whether a read contradicts recent events. Then the status route may not have caught up with them (N6). An approval opens an
 * account, so any event that reports something else puts it in doubt, unless an approval was signed later than that event.
 */
export function isInDoubt(status: string, reports: readonly Report[], claimedAt: Date): boolean {
  const recent = reports.filter(
    ({ arrivedAt }) => claimedAt.getTime() - arrivedAt.getTime() < LAG_MS,
  )
  if (status !== 'APPROVED') {
    const known = recent.filter((one) => one.status !== null)
    const newestMs = Math.max(...known.map(signedMs))
    return known.some((one) => signedMs(one) === newestMs && one.status !== status)
  }
  // A signed time in the future comes from a wrong clock, so it proves nothing about the order.
  const approvals = recent.filter(
    (one) => one.status === 'APPROVED' && one.signedAt <= one.arrivedAt,
  )
  // An account can't be taken back. So after a decline, the approval must be signed at least five seconds later, which is more than
  // the clocks can differ (N30).
  const isSuperseded = (one: Report) =>
    approvals.some(({ signedAt }) => {
      const laterByMs = signedAt.getTime() - one.signedAt.getTime()
      return laterByMs > 0 && (one.status !== 'DECLINED' || laterByMs >= LEAD_MS)
    })
  return recent.some((one) => one.status !== 'APPROVED' && !isSuperseded(one))
}

/** Whether the event arrived after the claim of the last accepted read, or no read was accepted yet. */
export const isUnconfirmed = (
  { arrivedAt }: Pick<Report, 'arrivedAt'>,
  readAt: Date | null,
): boolean => readAt === null || arrivedAt >= readAt

/** What the merchant shows until a read is accepted. */
export interface Reported {
  /** The newest status that an event reports; null if none does. */
  reportedStatus: string | null
  /** A decline and an approval were signed so close to each other that either may be the last. */
  reportsDisagree: boolean
}

/** @param readAt when the last accepted read was claimed; it has confirmed or corrected all earlier events */
export function findReported(reports: readonly Report[], readAt: Date | null): Reported {
  const news = reports.filter((report) => report.status !== null && isUnconfirmed(report, readAt))
  const [newest] = news.toSorted(
    (one, other) =>
      signedMs(other) - signedMs(one) ||
      Number(isDecision(other.status)) - Number(isDecision(one.status)),
  )
  if (!newest) return { reportedStatus: null, reportsDisagree: false }
  const isRival = (one: Report) =>
    one.status !== newest.status && signedMs(newest) - signedMs(one) < LEAD_MS
  const reportsDisagree =
    isDecision(newest.status) && news.some((one) => isDecision(one.status) && isRival(one))
  return { reportedStatus: newest.status, reportsDisagree }
}

/** Replaces a signed time in the future by the time of arrival (N30). */
const signedMs = ({ signedAt, arrivedAt }: Report): number =>
  Math.min(signedAt.getTime(), arrivedAt.getTime())

/**
 * What an accepted read means for the account.
 * @param hasOther whether another attempt of the same applicant has a grant or may have an account
 */
export function resolveGrant(
  grantedAt: Date | null,
  status: string,
  hasOther: boolean,
): 'grant' | 'withdraw' | 'has_one_already' | 'unchanged' {
  if (grantedAt !== null) return status === 'APPROVED' ? 'unchanged' : 'withdraw'
  if (status !== 'APPROVED') return 'unchanged'
  return hasOther ? 'has_one_already' : 'grant'
}

/** The notice for the customer when an accepted read changes the status; null if there is none. */
export function noticeOf(from: string | null, to: string): 'DECIDED' | 'REVERSED' | null {
  if (from === to) return null
  if (isDecision(from)) return 'REVERSED'
  return isDecision(to) ? 'DECIDED' : null
}

/** Exponential backoff from one second. It needs no jitter, because the call budget spreads reads that fall due together. */
export const delayMs = (tries: number, longestMs: number): number =>
  Math.min(1_000 * 2 ** Math.min(tries, 30), longestMs)

/** Whether the applicant waits for a decision or an account, or an event hasn't been confirmed yet. */
const isWaitedFor = (known: Known, reports: readonly Report[]): boolean =>
  !isDecision(known.status) || isOwed(known) || hasUnconfirmed(known, reports)

const hasUnconfirmed = ({ readAt }: Known, reports: readonly Report[]): boolean =>
  reports.some((report) => isUnconfirmed(report, readAt))

/** Whether the account is granted, and neither opened nor refused. */
export const isOwed = ({
  grantedAt,
  accountOpenedAt,
  accountRefusal,
}: Pick<Known, 'grantedAt' | 'accountOpenedAt' | 'accountRefusal'>): boolean =>
  grantedAt !== null && accountOpenedAt === null && accountRefusal === null

function nextAfterRead(
  known: Known,
  { status, expiresAt }: Extract<Answer, { kind: 'read' }>,
  now: Date,
): Date | null {
  if (isDecision(status))
    return nextWatch(status === known.status ? (known.statusSince ?? now) : now, now)
  if (hasExpired({ status, expiresAt }, addMs(now, -EXPIRED_WATCH_MS))) return null
  // A changed status resets the backoff.
  const tries = status === known.status ? known.tries : 0
  return addMs(now, delayMs(tries, LONGEST_DELAY_MS))
}

/** The app gives up on an undecided inquiry that stays missing. Staff see that, and a later event makes a read due again. */
function nextAfterMissing(
  known: Known,
  reports: readonly Report[],
  since: Date,
  now: Date,
): Date | null {
  const isLost = now.getTime() - since.getTime() >= MISSING_MS
  // If an event contradicts a decision, keep reading until a read decides between them.
  const isContradicted = isDecision(known.status) && hasUnconfirmed(known, reports)
  if (!isLost || isOwed(known) || isContradicted)
    return addMs(now, delayMs(known.tries, LONGEST_DELAY_MS))
  return isDecision(known.status) ? nextWatch(known.statusSince ?? now, now) : null
}

/** N29: when to read a decided inquiry next; null after the last time. */
function nextWatch(decidedAt: Date, now: Date): Date | null {
  const looks = DECISION_WATCH_MS.map((ms) => addMs(decidedAt, ms))
  return looks.find((look) => look > now) ?? null
}

export const addMs = (time: Date, ms: number): Date => new Date(time.getTime() + ms)

/** @returns null if all are null */
function earliest(...times: (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime())
  return known.length === 0 ? null : new Date(Math.min(...known))
}
