/** The pure rules of a read-back: what a read does to a row, and when the next one is due. */
import type { ServiceInquiry } from '../verification/schemas'
import { hasExpired, isDecision } from './status'

/** N6: for so long after an event a read that contradicts it may only be lagging behind. */
export const READ_LAG_MS = 60_000
/** N7: how long an inquiry that expired unused is still looked at, ever more seldom, in case it was completed at the last moment. */
export const EXPIRED_WATCH_MS = 7 * 24 * 3_600_000
/** And one whose status nobody knows: it may be a flow that was left, or a review that this application has no word for. */
const UNKNOWN_WATCH_MS = 30 * 24 * 3_600_000

const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 6 * 3_600_000
const AFTER_EXPIRY_MS = 5_000

/** The columns that a read is weighed against. */
export interface Standing {
  status: string | null
  statusSource: 'WEBHOOK' | 'READ' | null
  statusReceivedAt: Date | null
  confirmedAt: Date | null
  decision: string | null
  reversedAt: Date | null
  readAttempts: number
}

/** How the row stands after a read. `nextReadAt` null: settled. */
export interface ReadEffect {
  /** False while the service's own read lags behind its event: the row keeps the event's status, unconfirmed. */
  confirmed: boolean
  changed: boolean
  decision: string | null
  reversedAt: Date | null
  /** The applicant may begin another attempt. */
  over: boolean
  nextReadAt: Date | null
}

export function weighRead(
  standing: Standing,
  read: Pick<ServiceInquiry, 'status' | 'expiresAt'>,
  now: Date,
  random: () => number,
): ReadEffect {
  const nextDelayMs = readDelayMs(standing.readAttempts, random)
  if (isLagging(standing, read.status, now)) {
    return {
      confirmed: false,
      changed: false,
      decision: standing.decision,
      reversedAt: standing.reversedAt,
      over: false,
      nextReadAt: new Date(now.getTime() + Math.min(nextDelayMs, READ_LAG_MS / 4)),
    }
  }
  const decided = isDecision(read.status)
  const reversed = standing.decision !== null && standing.decision !== read.status
  return {
    confirmed: true,
    changed: standing.status !== read.status,
    decision: decided ? read.status : standing.decision,
    reversedAt: reversed ? (standing.reversedAt ?? now) : standing.reversedAt,
    over: read.status === 'DECLINED' || read.status === 'FAILED' || hasExpired(read, now),
    nextReadAt: decided ? null : nextRead(read, now, nextDelayMs),
  }
}

/**
 * An event is newer than what the read shows, or the read is newer than the event: for a while nobody can tell.
 * Only a decision after a report that was none is certainly news, unless it is the one from before that report.
 */
function isLagging(standing: Standing, readStatus: string, now: Date): boolean {
  if (standing.statusSource !== 'WEBHOOK' || standing.confirmedAt !== null) return false
  if (standing.status === readStatus || standing.statusReceivedAt === null) return false
  const isNewDecision = isDecision(readStatus) && readStatus !== standing.decision
  if (!isDecision(standing.status) && isNewDecision) return false
  return now.getTime() - standing.statusReceivedAt.getTime() < READ_LAG_MS
}

function nextRead(
  read: Pick<ServiceInquiry, 'status' | 'expiresAt'>,
  now: Date,
  delayMs: number,
): Date | null {
  const { status, expiresAt } = read
  const regular = now.getTime() + delayMs
  if (expiresAt === null) return new Date(regular)
  const sinceExpiryMs = now.getTime() - expiresAt.getTime()
  const watchMs = status === 'PENDING' ? EXPIRED_WATCH_MS : UNKNOWN_WATCH_MS
  if (hasExpired(read, now) && sinceExpiryMs > watchMs) return null
  if (sinceExpiryMs > 0) return new Date(regular)
  return new Date(Math.min(regular, expiresAt.getTime() + AFTER_EXPIRY_MS))
}

/** 1, 2, 4 … s up to 6 h, each ±20 %, so that rows that fell due together drift apart. */
export function readDelayMs(attempts: number, random: () => number): number {
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempts, 30), LONGEST_DELAY_MS)
  return delayMs * (0.8 + 0.4 * random())
}
