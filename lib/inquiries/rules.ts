/**
 * The rules of an inquiry's life cycle. Pure functions, so a model checker can explore every short history.
 *
 * Events report, reads decide. An event changes what is *reported* and makes a read due. A read changes what is *true*
 * unless it may be stale. Only a read that confirms an approval grants an account.
 */
import { awaitsRead, hasExpired, isDecision, isInDoubt } from './status'

/** N6: the status endpoint may lag behind an event for this long, so a read that contradicts the event proves nothing. */
export const READ_LAG_MS = 60_000
/** N29: a decision can be reversed without an event, so it is read again this long after it was made. */
export const DECISION_WATCH_MS = [1, 7, 30].map((days) => days * 24 * 3_600_000)
/** N7: an inquiry that expired unused may have been completed at the last moment, so we keep reading it for a while. */
export const EXPIRED_WATCH_MS = 7 * 24 * 3_600_000
/** A status we don't know may be a review that takes weeks. */
export const UNKNOWN_WATCH_MS = 30 * 24 * 3_600_000
/**
 * Scheduled reads stop after this many responses in a row that don't know the inquiry or are about another. With the backoff
 * between them that takes a day or more.
 */
export const MAX_FRUITLESS_READS = 20

/** A read that a customer asked for stays ahead of scheduled ones for this many attempts: about four minutes. */
export const MAX_ASKED_READS = 8

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 6 * 3_600_000
/** For a result that someone is waiting for: after an outage it arrives within five minutes. */
export const LONGEST_AWAITED_DELAY_MS = 4 * 60_000
const AFTER_EXPIRY_MS = 5_000
const LONGEST_LAG_DELAY_MS = 15_000

/** What events have reported about one inquiry. */
export interface Reported {
  reportedStatus: string | null
  /** The signed createdAt of the event that reported it. */
  reportedAt: Date | null
  /** When we last received a new event. */
  heardAt: Date | null
}

/** What reads have confirmed about it. */
export interface Confirmed {
  status: string | null
  /** When the read that confirmed it began. */
  readAt: Date | null
  decidedAt: Date | null
  reversedAt: Date | null
}

/** What one read returned. */
export interface Read {
  status: string
  expiresAt: Date | null
  /** When it began, by the same clock as `heardAt`. */
  beganAt: Date
}

export type ReadOutcome =
  /** The read began before the latest event or read we know of. `nextReadAt` is null if it needn't be repeated. */
  | { kind: 'discarded'; nextReadAt: Date | null }
  /** The read contradicts a recent event, and either may be stale. Nothing changes, and the read is repeated. */
  | { kind: 'contradicting'; nextReadAt: Date }
  | {
      kind: 'confirmed'
      decidedAt: Date | null
      reversedAt: Date | null
      /** The applicant may start another attempt. */
      isOver: boolean
      /** Null when no further read is needed. */
      nextReadAt: Date | null
    }

/**
 * Applies a new event; duplicates must be filtered out first. `recordEvent` does the same in SQL.
 * @param now after a failover the database's clock may be behind; the event still counts as later than the last read
 */
export function hear(
  row: Reported & Pick<Confirmed, 'readAt'>,
  event: { status: string | null; createdAt: Date },
  now: Date,
): Reported {
  const isNewest =
    event.status !== null && (row.reportedAt === null || event.createdAt >= row.reportedAt)
  return {
    reportedStatus: isNewest ? event.status : row.reportedStatus,
    reportedAt: isNewest ? event.createdAt : row.reportedAt,
    heardAt: row.readAt !== null && row.readAt > now ? row.readAt : now,
  }
}

export function resolveRead(
  row: Reported & Confirmed & { readAttempts: number },
  read: Read,
  now: Date,
  random: () => number,
): ReadOutcome {
  const { heardAt, readAt } = row
  const delayMs = readDelayMs(row.readAttempts, random)
  // After a failover, the clock may be behind the start of a read, so we can't tell what was heard since then.
  if (read.beganAt > now || (heardAt !== null && read.beganAt <= heardAt)) {
    // If it is behind `heardAt`, every read is discarded until it has caught up.
    const waitMs = heardAt !== null && heardAt > now ? Math.min(delayMs, LONGEST_LAG_DELAY_MS) : 0
    return { kind: 'discarded', nextReadAt: new Date(now.getTime() + waitMs) }
  }
  if (readAt !== null && read.beganAt <= readAt) return { kind: 'discarded', nextReadAt: null }

  const contradicts = row.reportedStatus !== null && row.reportedStatus !== read.status
  if (contradicts && heardAt !== null) {
    const lagEndsAt = heardAt.getTime() + READ_LAG_MS
    if (read.beganAt.getTime() < lagEndsAt) {
      const soonMs = now.getTime() + Math.min(delayMs, LONGEST_LAG_DELAY_MS)
      return { kind: 'contradicting', nextReadAt: new Date(Math.min(soonMs, lagEndsAt)) }
    }
  }

  const wasDecided = isDecision(row.status)
  const isSame = row.status === read.status
  const decidedAt = !isDecision(read.status) ? null : isSame ? (row.decidedAt ?? now) : now
  return {
    kind: 'confirmed',
    decidedAt,
    reversedAt: wasDecided && !isSame ? now : row.reversedAt,
    isOver: read.status === 'DECLINED' || read.status === 'FAILED' || hasExpired(read, now),
    nextReadAt: decidedAt ? nextWatch(decidedAt, now) : nextPoll(read, now, delayMs),
  }
}

/**
 * When the applicant started waiting for a decision: they have done their part, and the service hasn't decided.
 * @returns null while the check is waiting for the applicant, or once it is decided or expired
 */
export function resolveWaiting(
  row: { status: string | null; waitingSince: Date | null },
  read: Read,
  now: Date,
): Date | null {
  const isWaiting = read.status !== 'PENDING' && !isDecision(read.status) && !hasExpired(read, now)
  if (!isWaiting) return null
  return isDecision(row.status) ? read.beganAt : (row.waitingSince ?? read.beganAt)
}

/**
 * When to read again after a failed read.
 * @param row as it is when the read ends: another read may have found the inquiry since this one began
 * @param isFruitless the service answered, but doesn't know the inquiry, or sent another one. A failure without an answer
 *   says nothing about the inquiry, so it neither adds to the count nor resets it
 * @returns `nextReadAt` null when we stop asking: staff see the error, and an undecided applicant may start again
 */
export function retryRead(
  row: Reported & Confirmed & { readAttempts: number; fruitlessReads: number },
  isFruitless: boolean,
  now: Date,
  random: () => number,
): { nextReadAt: Date | null; fruitlessReads: number } {
  const longestMs = !isFruitless && awaitsRead(row) ? LONGEST_AWAITED_DELAY_MS : LONGEST_DELAY_MS
  const retryAt = new Date(now.getTime() + readDelayMs(row.readAttempts, random, longestMs))
  if (!isFruitless) return { nextReadAt: retryAt, fruitlessReads: row.fruitlessReads }
  // A customer who returns restarts the backoff. The count waits until the backoff has caught up with it.
  const isCounted = row.readAttempts > row.fruitlessReads
  const fruitlessReads = row.fruitlessReads + (isCounted ? 1 : 0)
  if (fruitlessReads < MAX_FRUITLESS_READS) return { nextReadAt: retryAt, fruitlessReads }
  if (row.decidedAt === null) return { nextReadAt: null, fruitlessReads }
  // While a decision is in doubt, its applicant can't start again, so reads go on.
  const nextReadAt = isInDoubt(row) ? retryAt : nextWatch(row.decidedAt, now)
  return { nextReadAt, fruitlessReads }
}

/**
 * What a confirmed read means for the account.
 * @param hasOtherGrant another attempt of the same applicant has a grant
 */
export function resolveGrant(
  row: { grantedAt: Date | null },
  status: string,
  hasOtherGrant: boolean,
): 'grant' | 'withdraw' | 'has_one_already' | 'unchanged' {
  if (row.grantedAt !== null) return status === 'APPROVED' ? 'unchanged' : 'withdraw'
  if (status !== 'APPROVED') return 'unchanged'
  return hasOtherGrant ? 'has_one_already' : 'grant'
}

/** 1, 2, 4 … seconds up to the longest, each ±20 % so that reads that fell due together drift apart. */
export function readDelayMs(
  attempts: number,
  random: () => number,
  longestMs = LONGEST_DELAY_MS,
): number {
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempts, 30), longestMs)
  return delayMs * (0.8 + 0.4 * random())
}

/** N29: the next look at a decision, or null after the last one. */
function nextWatch(decidedAt: Date, now: Date): Date | null {
  const nextMs = DECISION_WATCH_MS.map((ms) => decidedAt.getTime() + ms).find(
    (ms) => ms > now.getTime(),
  )
  return nextMs === undefined ? null : new Date(nextMs)
}

function nextPoll(read: Read, now: Date, delayMs: number): Date | null {
  const { status, expiresAt } = read
  const regularMs = now.getTime() + delayMs
  if (expiresAt === null) return new Date(regularMs)
  const sinceExpiryMs = now.getTime() - expiresAt.getTime()
  const watchMs = status === 'PENDING' ? EXPIRED_WATCH_MS : UNKNOWN_WATCH_MS
  if (hasExpired(read, now) && sinceExpiryMs > watchMs) return null
  if (sinceExpiryMs > 0) return new Date(regularMs)
  return new Date(Math.min(regularMs, expiresAt.getTime() + AFTER_EXPIRY_MS))
}
