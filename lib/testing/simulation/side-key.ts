/** Sides with the same key behave alike: times matter only by their order and by the thresholds they have passed. */
import {
  type Attempt,
  DAY_MS,
  later,
  MINUTE_MS,
  QUIET_MS,
  type ReadInFlight,
  STATUSES,
  type Status,
} from './model'
import type { Row } from './store'

/** One attempt, with its reads in flight: all that its next steps depend on, except the other attempt's grant. */
export interface Side {
  now: Date
  isLate: boolean
  attempt: Attempt
  reads: readonly ReadInFlight[]
}

/** @param failsOver the clock may go back, so times count to the millisecond */
export function sideKey({ now, isLate, attempt, reads }: Side, failsOver: boolean): number {
  const { heardAt, readAt } = attempt.row
  const hash = new Hash()
  hash.add(isLate ? 1 : 0)
  addAttempt(hash, attempt, now)
  hash.add(attempt.visible)
  for (const { beganAt, answers, hasHeardSince, isScheduled } of reads) {
    hash.add(answers)
    hash.add(compare(beganAt, heardAt))
    hash.add(compare(beganAt, readAt))
    hash.add(compare(beganAt, now))
    hash.add(heardAt !== null && beganAt.getTime() - heardAt.getTime() >= MINUTE_MS ? 1 : 0)
    hash.add(hasHeardSince ? 1 : 0)
    hash.add(isScheduled ? 1 : 0)
    if (failsOver) hash.add(distance(beganAt, now))
  }
  if (failsOver) addDistances(hash, attempt.row, now)
  return hash.value()
}

/** What the end of a quiet history depends on: not reads in flight, and not lost events. */
export function endKey({ now, isLate, attempt }: Side, failsOver: boolean): number {
  const { truth, undelivered, newestHeard, row, expiresAt } = attempt
  const hash = new Hash()
  hash.add(isLate ? 1 : 0)
  if (isLate) addAttempt(hash, attempt, now)
  const hasHeardAll = undelivered.length === 0 && newestHeard !== null
  hash.add(hasHeardAll ? STATUSES.indexOf(newestHeard.status) : 9)
  hash.add(STATUSES.indexOf(truth))
  hash.add(age(expiresAt, now))
  addRow(hash, row, later(now, QUIET_MS))
  if (failsOver) addDistances(hash, row, now)
  return hash.value()
}

function addDistances(hash: Hash, row: Row, now: Date): void {
  const { heardAt, readAt, decidedAt, nextReadAt } = row
  for (const time of [heardAt, readAt, decidedAt, nextReadAt]) hash.add(distance(time, now))
  // This decides how far away the next read is.
  hash.add(row.readAttempts)
}

const distance = (at: Date | null, now: Date): number => (at ? now.getTime() - at.getTime() : -1)

function addAttempt(hash: Hash, attempt: Attempt, now: Date): void {
  const { truth, undelivered, newestHeard, denials, attempts, wasGivenUp, row, expiresAt } = attempt
  hash.add(STATUSES.indexOf(truth))
  hash.add(newestHeard ? STATUSES.indexOf(newestHeard.status) : 9)
  hash.add(compare(newestHeard?.createdAt ?? null, row.reportedAt))
  hash.add(age(expiresAt, now))
  hash.add(denials < 15 ? 0 : denials)
  hash.add(attempts >= 20 ? 1 : 0)
  hash.add(wasGivenUp ? 1 : 0)
  hash.add(undelivered.length)
  for (const { createdAt, status } of undelivered) {
    hash.add(STATUSES.indexOf(status))
    hash.add(compare(createdAt, row.reportedAt))
    hash.add(compare(createdAt, newestHeard?.createdAt ?? null))
  }
  addRow(hash, row, now)
}

function addRow(hash: Hash, row: Row, now: Date): void {
  const { nextReadAt, heardAt } = row
  hash.add(numberOf(row.reportedStatus))
  hash.add(numberOf(row.status))
  hash.add(compare(heardAt, row.readAt))
  // The next event is heard in the same millisecond as that read, or later.
  hash.add(row.readAt?.getTime() === now.getTime() ? 1 : 0)
  hash.add(heardAt === null ? 0 : now.getTime() - heardAt.getTime() < MINUTE_MS ? 1 : 2)
  hash.add(age(row.decidedAt, now))
  hash.add(age(row.expiresAt, now))
  hash.add(row.reversedAt === null ? 0 : 1)
  hash.add(row.grantedAt ? 1 : 0)
  hash.add(row.account === 'none' ? 0 : row.account === 'due' ? 1 : 2)
  hash.add(wait(nextReadAt, now))
  hash.add(row.urgent ? 1 : 0)
  hash.add(row.readAttempts >= 20 ? 1 : 0)
  hash.add(row.fruitlessReads < 15 ? 0 : row.fruitlessReads)
  hash.add(row.readError === null ? 0 : row.readError === 'NotFoundError' ? 1 : 2)
}

const numberOf = (status: string | null): number =>
  status === null ? 9 : STATUSES.indexOf(status as Status)

function compare(a: Date | null, b: Date | null): number {
  if (a === null) return 0
  if (b === null) return 1
  const ms = a.getTime() - b.getTime()
  return ms < 0 ? 2 : ms === 0 ? 3 : 4
}

/** Which of the thresholds in the rules a time has passed. */
function age(at: Date | null, now: Date): number {
  if (at === null) return 0
  const ms = now.getTime() - at.getTime()
  return ms < 0 ? 1 : ms < DAY_MS ? 2 : ms < 7 * DAY_MS ? 3 : ms < 30 * DAY_MS ? 4 : 5
}

function wait(until: Date | null, now: Date): number {
  if (until === null) return 0
  const ms = until.getTime() - now.getTime()
  return ms <= 0 ? 1 : ms <= 8 * 3_600_000 ? 2 : ms <= DAY_MS ? 3 : 4
}

/** 53 bits: among ten million states, the chance that two share a key is below one in a hundred. */
class Hash {
  private high = 0x9e3779b9
  private low = 0x85ebca6b

  add(number: number): void {
    this.high = Math.imul(this.high ^ number, 0x01000193)
    this.high ^= this.high >>> 15
    this.low = Math.imul(this.low ^ (number + 0x7f4a7c15), 0xc2b2ae35)
    this.low ^= this.low >>> 13
  }

  value(): number {
    const high = Math.imul(this.high ^ (this.low >>> 7), 0x2c1b3c6d) >>> 11
    return high * 2 ** 32 + ((this.low ^ (this.high >>> 9)) >>> 0)
  }
}
