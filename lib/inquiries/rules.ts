/**
 * The rules of an inquiry's life. Pure functions, so that the explorer (`explorer.test.ts`) can try every short history.
 *
 * An event informs: it changes what the merchant shows, and makes a read due. A read confirms: it changes the status and the
 * grant, unless it is in doubt.
 */
import { DECISION_WATCH_MS, EXPIRED_WATCH_MS, LAG_MS, LEAD_MS } from '../verification/times'
import { hasExpired, isDecision } from './status'

/** Longer than a call may take (10 s). Short enough that a crash doesn't strand a customer. */
export const LEASE_MS = 15_000
/** For what follows a read: longer than `openAccount` or `notifyCustomer` may take (30 s). */
export const LONG_LEASE_MS = 45_000
/** How long the service may refuse every read of an inquiry (404, 410 and the like) before the app stops asking. */
export const MISSING_MS = 24 * 3_600_000

const LONGEST_DELAY_MS = 6 * 3_600_000
/** For a result that someone is waiting for: after an outage it arrives within five minutes. */
export const LONGEST_AWAITED_DELAY_MS = 4 * 60_000
const LONGEST_DOUBT_DELAY_MS = 15_000
/** If somebody asks for a read while one is under way, another follows after this time. */
const AGAIN_MS = 2_000

/** What an event says about its inquiry. */
export interface Report {
  /** Null for an event of an unknown kind: it reports no status, but it makes a read due (N13). */
  status: string | null
  /** The event's signed createdAt. */
  signedAt: Date
  /** When it arrived, by the database's clock. */
  arrivedAt: Date
}

/** How the read of a claim ended. */
export type Answer =
  | { kind: 'read'; status: string; expiresAt: Date | null }
  /** The service has no such inquiry, refuses to read it, or sends another one. */
  | { kind: 'missing' }
  | { kind: 'failed' }

/** The columns that a verdict depends on, as they are when the answer is applied. */
export interface Known {
  status: string | null
  statusSince: Date | null
  readAt: Date | null
  missingSince: Date | null
  grantedAt: Date | null
  accountOpenedAt: Date | null
  accountRefusal: string | null
  /** Whether somebody has asked for a read since the claim. */
  isAwaited: boolean
  /** How many claims have been made since something last happened. */
  tries: number
}

interface Verdict {
  /** Whether the answer becomes the confirmed status. */
  isBelieved: boolean
  /** When to read again; null if never. */
  nextReadAt: Date | null
  /** Whether somebody waits for that read. */
  isAwaited: boolean
  missingSince: Date | null
}

/**
 * What to make of an answer.
 * @param reports the events since the last believed read, and those that the endpoint may lag behind
 * @param claimedAt when the claim was made, which is before the call began
 */
export function judge(
  known: Known,
  answer: Answer,
  reports: readonly Report[],
  { claimedAt, now }: { claimedAt: Date; now: Date },
): Verdict {
  const isBelieved = answer.kind === 'read' && !isInDoubt(answer.status, reports, claimedAt)
  const missingSince =
    answer.kind === 'read' ? null : (known.missingSince ?? (answer.kind === 'missing' ? now : null))
  const regular = ((): Date | null => {
    if (isBelieved) return afterRead(known, answer, now)
    if (answer.kind === 'missing') return afterMissing(known, reports, missingSince ?? now, now)
    const longestFailureMs = isWaitedFor(known, reports)
      ? LONGEST_AWAITED_DELAY_MS
      : LONGEST_DELAY_MS
    const longestMs = answer.kind === 'read' ? LONGEST_DOUBT_DELAY_MS : longestFailureMs
    return after(now, delayMs(known.tries, longestMs))
  })()
  // Whatever an event said, one read follows once the endpoint can no longer lag behind it.
  const lagEndsAt = Math.max(...reports.map((report) => report.arrivedAt.getTime())) + LAG_MS
  const isLagging = lagEndsAt > claimedAt.getTime()
  return {
    isBelieved,
    missingSince,
    nextReadAt: earliest(
      regular,
      known.isAwaited ? after(now, AGAIN_MS) : null,
      isLagging ? new Date(Math.max(lagEndsAt, now.getTime())) : null,
    ),
    isAwaited: known.isAwaited || (!isBelieved && hasNews(known, reports)),
  }
}

/**
 * Whether a read may differ from what events report only because the endpoint lags behind them. An approval opens an account, so
 * every event counts that reports anything else, unless an approval was signed later.
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
  // An approval signed in the future proves nothing about the order.
  const approvals = recent.filter(
    (one) => one.status === 'APPROVED' && one.signedAt <= one.arrivedAt,
  )
  // An approval after a decline is rare and costly to get wrong, so the two clocks must not be able to explain it.
  const isOutweighed = (one: Report) =>
    approvals.some(({ signedAt }) => {
      const leadMs = signedAt.getTime() - one.signedAt.getTime()
      return leadMs > 0 && (one.status !== 'DECLINED' || leadMs >= LEAD_MS)
    })
  return recent.some((one) => one.status !== 'APPROVED' && !isOutweighed(one))
}

/** Whether no read has been believed that was claimed since the event arrived. */
export const isNews = ({ arrivedAt }: Pick<Report, 'arrivedAt'>, readAt: Date | null): boolean =>
  readAt === null || arrivedAt >= readAt

/** What events report, as the merchant shows it until a read is believed. */
export interface Reported {
  /** The newest status of a known kind; null if no event reports one. */
  reportedStatus: string | null
  /** A decline and an approval were signed so close to each other that either may be the last. */
  reportsDisagree: boolean
}

/** @param readAt when the last believed read was claimed. What arrived before it has been confirmed or corrected */
export function findReported(reports: readonly Report[], readAt: Date | null): Reported {
  const news = reports.filter((report) => report.status !== null && isNews(report, readAt))
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

/** A time in the future counts as that of the arrival (N30). */
const signedMs = ({ signedAt, arrivedAt }: Report): number =>
  Math.min(signedAt.getTime(), arrivedAt.getTime())

/**
 * What a believed read means for the account.
 * @param hasOther another attempt of the same applicant has a grant, or may have an account
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

/** What to tell the customer when a believed read changes the status; null if nothing. */
export function noticeOf(from: string | null, to: string): 'DECIDED' | 'REVERSED' | null {
  if (from === to) return null
  if (isDecision(from)) return 'REVERSED'
  return isDecision(to) ? 'DECIDED' : null
}

/** 1, 2, 4 … seconds up to the longest. Without jitter: the call budget spreads reads that fall due together. */
export const delayMs = (tries: number, longestMs: number): number =>
  Math.min(1_000 * 2 ** Math.min(tries, 30), longestMs)

/** Whether an applicant waits for the decision or the account, or an event for its read. */
const isWaitedFor = (known: Known, reports: readonly Report[]): boolean =>
  !isDecision(known.status) || isOwed(known) || hasNews(known, reports)

const hasNews = ({ readAt }: Known, reports: readonly Report[]): boolean =>
  reports.some((report) => isNews(report, readAt))

/** Granted, and the account is neither opened nor refused. */
export const isOwed = ({
  grantedAt,
  accountOpenedAt,
  accountRefusal,
}: Pick<Known, 'grantedAt' | 'accountOpenedAt' | 'accountRefusal'>): boolean =>
  grantedAt !== null && accountOpenedAt === null && accountRefusal === null

function afterRead(
  known: Known,
  { status, expiresAt }: Extract<Answer, { kind: 'read' }>,
  now: Date,
): Date | null {
  if (isDecision(status))
    return nextWatch(status === known.status ? (known.statusSince ?? now) : now, now)
  if (hasExpired({ status, expiresAt }, after(now, -EXPIRED_WATCH_MS))) return null
  // After a change, the backoff starts again.
  const tries = status === known.status ? known.tries : 0
  return after(now, delayMs(tries, LONGEST_DELAY_MS))
}

/** An undecided inquiry that stays missing is given up: staff see it, and a later event revives it. */
function afterMissing(
  known: Known,
  reports: readonly Report[],
  since: Date,
  now: Date,
): Date | null {
  const isLost = now.getTime() - since.getTime() >= MISSING_MS
  // An event that contradicts a decision stays open until a read says which is true.
  const isContradicted = isDecision(known.status) && hasNews(known, reports)
  if (!isLost || isOwed(known) || isContradicted)
    return after(now, delayMs(known.tries, LONGEST_DELAY_MS))
  return isDecision(known.status) ? nextWatch(known.statusSince ?? now, now) : null
}

/** N29: when to look at a decision next; null after the last time. */
function nextWatch(decidedAt: Date, now: Date): Date | null {
  const looks = DECISION_WATCH_MS.map((ms) => after(decidedAt, ms))
  return looks.find((look) => look > now) ?? null
}

const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms)

/** @returns null if there is none */
function earliest(...times: (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime())
  return known.length === 0 ? null : new Date(Math.min(...known))
}
