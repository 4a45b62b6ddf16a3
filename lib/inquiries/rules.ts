/**
 * The rules of an inquiry's life. Pure functions, so that the explorer (`explorer.test.ts`) can try every short history.
 *
 * Events report, reads decide. An event only makes a read due. A read changes what is true, unless it is in doubt.
 */
import { hasExpired, isDecision } from './status'

/** N6: the status endpoint may lag behind an event for this long. */
export const LAG_MS = 60_000
/** N30: the service's machines agree on the time within two seconds, so a lead of five is one. */
const LEAD_MS = 5_000
/** N29: a decision can be reversed without an event, so it is read again this long after it was made. */
const DECISION_WATCH_MS = [1, 7, 30].map((days) => days * 24 * 3_600_000)
/**
 * N7: an inquiry that expired unused may have been completed at the last moment, and a status that we don't know may be a review, so
 * they are read for a while longer. After that, only an event revives them.
 */
const EXPIRED_WATCH_MS = 7 * 24 * 3_600_000
/** How long the service may answer that it doesn't know an inquiry (404) before we stop asking. */
export const MISSING_MS = 24 * 3_600_000

const LONGEST_DELAY_MS = 6 * 3_600_000
/** For a result that someone is waiting for: after an outage it arrives within five minutes. */
export const LONGEST_AWAITED_DELAY_MS = 4 * 60_000
const LONGEST_DOUBT_DELAY_MS = 15_000
/** A read that someone asked to repeat while it was under way is repeated after this time. */
const AGAIN_MS = 2_000

/** What an event says about its inquiry. */
export interface Report {
  /** Null for an event of an unknown kind: it reports nothing, but it is news (N13). */
  status: string | null
  /** The event's signed createdAt. */
  signedAt: Date
  /** When it arrived, by the database's clock. */
  arrivedAt: Date
}

/** What the call of a claim came to. */
export type Answer =
  | { kind: 'read'; status: string; expiresAt: Date | null }
  /** The service answers, and doesn't know the inquiry, or sends another one. */
  | { kind: 'missing' }
  | { kind: 'failed' }

/** The columns that a verdict depends on, as they are when the answer is applied. */
export interface Known {
  status: string | null
  statusSince: Date | null
  readAt: Date | null
  missingSince: Date | null
  urgent: boolean
  attempts: number
  grantedAt: Date | null
  accountOpenedAt: Date | null
  accountRefusal: string | null
}

interface Verdict {
  /** Whether the answer becomes what is true. */
  isBelieved: boolean
  /** When to look again; null if never. */
  dueAt: Date | null
  urgent: boolean
  missingSince: Date | null
}

/**
 * What to make of an answer.
 * @param reports of the events since the last believed read, and of those that the endpoint may lag behind
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
    if (answer.kind === 'missing') return afterMissing(known, missingSince ?? now, now)
    const longestFailureMs = isAwaited(known, reports) ? LONGEST_AWAITED_DELAY_MS : LONGEST_DELAY_MS
    const longestMs = answer.kind === 'read' ? LONGEST_DOUBT_DELAY_MS : longestFailureMs
    return after(now, delayMs(known.attempts, longestMs))
  })()
  // Whatever an event said, one read follows when the endpoint can't lag any more.
  const lagEndsAt = Math.max(...reports.map((report) => report.arrivedAt.getTime())) + LAG_MS
  const isLagging = lagEndsAt > claimedAt.getTime()
  return {
    isBelieved,
    missingSince,
    dueAt: earliest(
      regular,
      known.urgent ? after(now, AGAIN_MS) : null,
      isLagging ? new Date(Math.max(lagEndsAt, now.getTime())) : null,
    ),
    // A read that an event is waiting for keeps its place before scheduled ones.
    urgent: known.urgent || (!isBelieved && reports.some((report) => isNews(report, known.readAt))),
  }
}

/**
 * Whether a read may contradict what events say only because the endpoint lags behind them. An approval needs unanimity,
 * since it opens an account: an event that differs counts, whatever its kind, unless one that agrees is clearly newer.
 */
export function isInDoubt(status: string, reports: readonly Report[], claimedAt: Date): boolean {
  const recent = reports.filter(
    ({ arrivedAt }) => claimedAt.getTime() - arrivedAt.getTime() < LAG_MS,
  )
  if (status === 'APPROVED') {
    // A time in the future proves nothing about the order, so such an approval outweighs nothing.
    const approvals = recent.filter((one) => one.status === status && one.signedAt <= one.arrivedAt)
    return recent.some(
      (one) =>
        one.status !== status &&
        // Nor does the arrival of the other, if our clock is behind.
        !approvals.some(({ signedAt }) => signedAt.getTime() >= one.signedAt.getTime() + LEAD_MS),
    )
  }
  const known = recent.filter((one) => one.status !== null)
  const newestMs = Math.max(...known.map(signedMs))
  return known.some((one) => signedMs(one) === newestMs && one.status !== status)
}

/** Whether no read has been claimed since the event arrived. */
export const isNews = ({ arrivedAt }: Pick<Report, 'arrivedAt'>, readAt: Date | null): boolean =>
  readAt === null || arrivedAt >= readAt

/** What events have reported since the last believed read: against an approval, anything else; otherwise the newest. */
export function reportedSince(
  { status, readAt }: { status: string | null; readAt: Date | null },
  reports: readonly Report[],
): string | null {
  const news = reports.filter((report) => report.status !== null && isNews(report, readAt))
  const other = status === 'APPROVED' && news.find((report) => report.status !== status)
  const [newest] = news.toSorted((one, next) => signedMs(next) - signedMs(one))
  return (other || newest)?.status ?? null
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

/** 1, 2, 4 … seconds up to the longest. Without jitter: the call budget spreads reads that fall due together. */
export const delayMs = (attempts: number, longestMs: number): number =>
  Math.min(1_000 * 2 ** Math.min(attempts, 30), longestMs)

/** Whether an applicant waits for the decision or the account, or an event for its read. */
const isAwaited = (known: Known, reports: readonly Report[]): boolean =>
  !isDecision(known.status) ||
  isOwed(known) ||
  reports.some((report) => isNews(report, known.readAt))

/** Granted, and the account is neither opened nor refused. */
const isOwed = ({ grantedAt, accountOpenedAt, accountRefusal }: Known): boolean =>
  grantedAt !== null && accountOpenedAt === null && accountRefusal === null

function afterRead(
  known: Known,
  { status, expiresAt }: Extract<Answer, { kind: 'read' }>,
  now: Date,
): Date | null {
  if (isDecision(status))
    return nextWatch(status === known.status ? (known.statusSince ?? now) : now, now)
  const isGivenUp = hasExpired({ status, expiresAt }, after(now, -EXPIRED_WATCH_MS))
  return isGivenUp ? null : after(now, delayMs(known.attempts, LONGEST_DELAY_MS))
}

/** An undecided inquiry that stays unknown is given up: staff see it, and a later event revives it. */
function afterMissing(known: Known, since: Date, now: Date): Date | null {
  const isLost = now.getTime() - since.getTime() >= MISSING_MS
  if (!isLost || isOwed(known)) return after(now, delayMs(known.attempts, LONGEST_DELAY_MS))
  return isDecision(known.status) ? nextWatch(known.statusSince ?? now, now) : null
}

/** N29: the next look at a decision, or null after the last one. */
function nextWatch(decidedAt: Date, now: Date): Date | null {
  const looks = DECISION_WATCH_MS.map((ms) => after(decidedAt, ms))
  return looks.find((look) => look > now) ?? null
}

const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms)

function earliest(...times: (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime())
  return known.length === 0 ? null : new Date(Math.min(...known))
}
