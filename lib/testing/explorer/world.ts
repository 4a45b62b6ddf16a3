/**
 * The world of one applicant: the service with its deliveries, the app's instances, and time. Each method of {@link Steps} changes it
 * by one step, and returns the promise that the step breaks, or null.
 */
import {
  findReported,
  judge,
  type Known,
  LEASE_MS,
  LONG_LEASE_MS,
  type Report,
  resolveGrant,
} from '../../inquiries/rules'
import { LAG_MS } from '../../verification/times'

/** How often time passes in a history, each time to a moment at which something may change. */
const WAITS = 1

/** The histories to explore. Each addition multiplies the states. */
export interface Scope {
  /** The statuses of each of the applicant's inquiries at the service, in order. */
  scripts: readonly (readonly string[])[]
  /** How far the clocks that sign events are ahead (N30). */
  skewsMs?: readonly number[]
}

/** The app's rules, and copies of the decisions that it makes in SQL. A planted mistake replaces one of them. */
export const CORE = {
  judge,
  versionOfClaim: ({ version }: Row): number => version + 1,
  mayApply: (row: Row, claim: Claim, hasWaiting: boolean): boolean =>
    row.version === claim.version && !hasWaiting,
  mayOpen: (row: Row, claim: Claim, hasWaiting: boolean): boolean =>
    row.version === claim.version && !hasWaiting,
  isServed: (other: Row): boolean => other.isGranted || other.isAccountAsked,
  findReported,
  /** The reported status after an accepted read. */
  reportedAfterRead: (_: Row): string | null => null,
}
export type Core = typeof CORE

/**
 * An open inquiry; other tests cover opening. All times are in milliseconds from now, so that histories with different starts lead to
 * one state.
 */
const newRow = (script: readonly string[]) => ({
  // At the service: the status is `script[position]`, and the status route may still return earlier ones.
  script,
  position: 0,
  superseded: [] as [status: string, at: number][],
  // In our database.
  version: 0,
  dueAt: 0 as Time,
  status: script[0] ?? null,
  statusSince: null as Time,
  readAt: null as Time,
  reportedStatus: null as string | null,
  isGranted: false,
  /** `openAccount` was called, so the account exists. */
  isAccountAsked: false,
  /** `openAccount` has returned. */
  isAccountOpened: false,
  /** The latest position that an acknowledged event has reported. */
  reportedPosition: 0,
})

/** @param status null for an unknown kind */
const newEvent = (row: number, position: number, status: string | null, signedAt: number) => ({
  row,
  position,
  status,
  signedAt,
  /** Null until it is acknowledged. */
  arrivedAt: null as Time,
  isTakenIn: false,
})

/** An instance's work under way. The instance may be slow or dead, so the work continues at any time or never. */
const newClaim = (row: number, { version, reportedPosition }: Row) => ({
  row,
  version,
  claimedAt: 0,
  next: 'read' as 'read' | 'apply' | 'call' | 'settle',
  answer: '',
  /** When to read again after the account is open. */
  dueAt: null as Time,
  reportedPosition,
  /** An event has been acknowledged since the claim. */
  isOvertaken: false,
  /** The answer is an approval that was already reversed, and an event had reported that. */
  isOutdated: false,
})

type Time = number | null
export type Row = ReturnType<typeof newRow>
type Event = ReturnType<typeof newEvent>
export type Claim = ReturnType<typeof newClaim>

export interface World {
  rows: Row[]
  events: Event[]
  claims: Claim[]
  /** How often time may still pass. */
  waits: number
}

/** R3: other statuses change without an event. For ESCALATED, the service sends an event of an unknown kind (N13). */
const KINDS = ['NEEDS_REVIEW', 'APPROVED', 'DECLINED']
const UNKNOWN_KIND = 'ESCALATED'

type Broken = string | null

/** A possible next step: its name, and a function that applies it to a copy of the world. */
export type Step = [name: string, take: (world: World) => Broken]

export class Steps {
  constructor(
    private readonly scope: Scope,
    private readonly core: Core,
  ) {}

  start(): World {
    return { rows: this.scope.scripts.map(newRow), events: [], claims: [], waits: WAITS }
  }

  /** All possible next steps. */
  possible(world: World): Step[] {
    const { rows, events, claims } = world
    const steps: Step[] = []
    const offer = (name: string, take: Step[1]) => steps.push([name, take])
    for (const [nth, row] of rows.entries()) {
      const status = row.script[row.position + 1]
      for (const skewMs of status ? (this.scope.skewsMs ?? [0]) : [])
        offer(`${nth} becomes ${status}, by a clock ${skewMs} ms ahead`, (next) =>
          this.change(next, nth, skewMs),
        )
      if (this.isWaiting(world, nth))
        offer(`the events of ${nth} are taken in`, (next) => this.takeIn(next, nth))
      if (claims.length < 2 && this.isClaimable(world, nth))
        offer(`an instance claims ${nth}`, (next) => this.claim(next, nth))
    }
    for (const [nth, { row, status, arrivedAt }] of events.entries())
      if (arrivedAt === null)
        offer(`acknowledged: ${row} is ${status ?? 'of an unknown kind'}`, (next) =>
          this.acknowledge(next, nth),
        )
    for (const [nth, { row, next, answer }] of claims.entries()) {
      const { superseded, ...now } = at(rows, row)
      const shown = new Set([truth(now), ...superseded.map(([status]) => status)])
      for (const status of next === 'read' ? shown : [])
        offer(`the claim of ${row} reads ${status}`, (world) =>
          this.read(world, at(world.claims, nth), status),
        )
      if (next !== 'read')
        offer(`the claim of ${row} goes on: ${next} ${answer}`, (world) =>
          this.goOn(world, at(world.claims, nth)),
        )
    }
    for (const ms of world.waits > 0 ? instants(world) : [])
      offer(`${ms / 1_000} s pass`, (next) => {
        next.waits--
        return pass(next, ms)
      })
    return steps
  }

  /**
   * Applies the next step of a world in which no event arrives and nothing fails.
   * @returns how long the step takes; Infinity if there is none
   */
  calm(world: World): number {
    const [claim] = world.claims
    const claimable = world.rows.findIndex((_, nth) => this.isClaimable(world, nth))
    const waiting = world.rows.findIndex((_, nth) => this.isWaiting(world, nth))
    if (claim) this.goOn(world, claim)
    else if (waiting >= 0) this.takeIn(world, waiting)
    else if (claimable >= 0) this.claim(world, claimable)
    else {
      const ms = Math.min(...world.rows.map(({ dueAt }) => dueAt ?? Number.POSITIVE_INFINITY))
      pass(world, ms)
      return ms
    }
    return 0
  }

  private change(world: World, nth: number, skewMs: number): null {
    const row = at(world.rows, nth)
    row.superseded = [...row.superseded, [truth(row), 0]]
    row.position++
    const status = truth(row)
    const reported = KINDS.includes(status) ? status : null
    if (reported !== null || status === UNKNOWN_KIND)
      world.events.push(newEvent(nth, row.position, reported, skewMs))
    return null
  }

  /** Events arrive late, in any order, or never. Duplicates aren't modelled, because they change no state. */
  private acknowledge(world: World, nth: number): null {
    const event = at(world.events, nth)
    const row = at(world.rows, event.row)
    event.arrivedAt = 0
    row.reportedPosition = Math.max(row.reportedPosition, event.position)
    for (const claim of world.claims) claim.isOvertaken ||= claim.row === event.row
    return null
  }

  isWaiting = (world: World, nth: number): boolean =>
    world.events.some((one) => one.row === nth && isAcknowledged(one))

  private isClaimable(world: World, nth: number): boolean {
    const { dueAt } = at(world.rows, nth)
    return dueAt !== null && dueAt <= 0
  }

  /** Taking in shows the reported status, and makes a read due at once. */
  private takeIn(world: World, nth: number): string | null {
    const row = at(world.rows, nth)
    for (const event of world.events) event.isTakenIn ||= event.row === nth && isAcknowledged(event)
    row.version = this.core.versionOfClaim(row)
    row.dueAt = 0
    const news = world.events.filter(
      ({ row: about, arrivedAt, status }) =>
        about === nth &&
        status !== null &&
        arrivedAt !== null &&
        arrivedAt >= (row.readAt ?? arrivedAt),
    )
    const reports = news.map((event) => toReport(event))
    row.reportedStatus = this.core.findReported(reports, toDate(row.readAt)).reportedStatus
    const times = news.map(({ signedAt, arrivedAt }) => Math.min(signedAt, arrivedAt ?? signedAt))
    const newest = news.filter((_, n) => times[n] === Math.max(...times))
    return newest.length === 0 || newest.some(({ status }) => status === row.reportedStatus)
      ? null
      : 'people see an older report than the newest'
  }

  private claim(world: World, nth: number): null {
    const row = at(world.rows, nth)
    if (this.isWaiting(world, nth)) this.takeIn(world, nth)
    row.version = this.core.versionOfClaim(row)
    row.dueAt = LEASE_MS
    world.claims.push(newClaim(nth, row))
    return null
  }

  private goOn(world: World, claim: Claim): string | null {
    const row = at(world.rows, claim.row)
    switch (claim.next) {
      case 'read':
        return this.read(world, claim, truth(row))
      case 'apply':
        return this.apply(world, claim)
      case 'call':
        return this.call(world, claim)
      case 'settle':
        row.isAccountOpened = true
        if (row.version === claim.version) row.dueAt = claim.dueAt
        return end(world, claim)
    }
  }

  private read(world: World, claim: Claim, status: string): null {
    const row = at(world.rows, claim.row)
    const approvedAt = row.script.slice(0, row.position + 1).lastIndexOf('APPROVED')
    const isStale = status === 'APPROVED' && truth(row) !== status
    const isOutdated = isStale && claim.reportedPosition > approvedAt
    Object.assign(claim, { answer: status, next: 'apply', reportedPosition: 0, isOutdated })
    return null
  }

  private apply(world: World, claim: Claim): string | null {
    const row = at(world.rows, claim.row)
    const { answer, claimedAt } = claim
    if (!this.core.mayApply(row, claim, this.isWaiting(world, claim.row))) return end(world, claim)
    const { isAccepted, nextReadAt } = this.core.judge(
      knownOf(row),
      { kind: 'read', status: answer, expiresAt: null },
      reportsOf(world, claim),
      { claimedAt: new Date(claimedAt), now: new Date(0) },
    )
    row.dueAt = nextReadAt?.getTime() ?? null
    if (!isAccepted) return end(world, claim)
    if (row.readAt !== null && row.readAt > claimedAt) return 'a read replaces a later one'
    row.readAt = claimedAt
    row.reportedStatus = this.core.reportedAfterRead(row)
    if (row.reportedStatus !== null) return 'a reported status outlives an accepted read'
    if (row.status !== answer) Object.assign(row, { status: answer, statusSince: 0 })
    const others = world.rows.filter((other) => other !== row)
    const hasOther = others.some(this.core.isServed)
    const outcome = resolveGrant(row.isGranted ? new Date(0) : null, answer, hasOther)
    if (outcome === 'grant') row.isGranted = true
    if (outcome === 'withdraw') {
      row.isGranted = false
      for (const other of others.filter((one) => one.status === 'APPROVED')) other.dueAt = 0
    }
    if (!row.isGranted || row.isAccountOpened) return end(world, claim)
    Object.assign(claim, { next: 'call', dueAt: row.dueAt })
    row.dueAt = LONG_LEASE_MS
    return outcome === 'grant' ? findMistake(claim, 'granted') : null
  }

  private call(world: World, claim: Claim): string | null {
    const row = at(world.rows, claim.row)
    if (!this.core.mayOpen(row, claim, this.isWaiting(world, claim.row))) return end(world, claim)
    row.isAccountAsked = true
    claim.next = 'settle'
    return row.isGranted ? findMistake(claim, 'opened') : 'an account is opened without a grant'
  }
}

/** The app may act on an approval only if a read claimed after every acknowledged event returned it. */
function findMistake({ answer, isOvertaken, isOutdated }: Claim, what: string): string | null {
  if (answer !== 'APPROVED') return `${what} on a read of ${answer}`
  if (isOvertaken) return `${what} on a read that was claimed before an acknowledged event`
  return isOutdated ? `${what} on an approval that an event had reported as reversed` : null
}

/** The moments at which something may change. */
function instants({ rows, events }: World): number[] {
  const lagEnds = events.map(({ arrivedAt }) => (arrivedAt === null ? 0 : arrivedAt + LAG_MS))
  const all = new Set([...rows.map(({ dueAt }) => dueAt ?? 0), ...lagEnds])
  return [...all].filter((ms) => ms > 0)
}

function pass({ rows, events, claims }: World, ms: number): null {
  const earlier = <Key extends string>(item: Record<Key, Time>, ...keys: Key[]) => {
    for (const key of keys) item[key] = item[key] === null ? null : item[key] - ms
  }
  for (const row of rows) {
    earlier(row, 'dueAt', 'statusSince', 'readAt')
    row.superseded = row.superseded.map(([status, at]) => [status, at - ms])
  }
  for (const event of events) earlier(event, 'signedAt', 'arrivedAt')
  for (const claim of claims) earlier(claim, 'claimedAt', 'dueAt')
  return null
}

const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
export const truth = ({ script, position }: Pick<Row, 'script' | 'position'>): string =>
  script[position] ?? ''
const isAcknowledged = ({ arrivedAt, isTakenIn }: Event): boolean =>
  arrivedAt !== null && !isTakenIn

/** Assumes that nobody requested a read, and a fixed number of tries: these promises don't depend on when the next read comes. */
const knownOf = ({ status, statusSince, readAt, ...row }: Row): Known => ({
  ...{ status, isUrgent: false, tries: 4, missingSince: null, accountRefusal: null },
  ...{ statusSince: toDate(statusSince), readAt: toDate(readAt) },
  grantedAt: row.isGranted ? new Date(0) : null,
  accountOpenedAt: row.isAccountOpened ? new Date(0) : null,
})

const reportsOf = ({ events }: World, { row, claimedAt }: Claim): Report[] =>
  events
    .filter(
      (one) => one.row === row && one.arrivedAt !== null && one.arrivedAt > claimedAt - LAG_MS,
    )
    .map(toReport)

const toReport = ({ status, signedAt, arrivedAt }: Event): Report => ({
  status,
  signedAt: new Date(signedAt),
  arrivedAt: new Date(arrivedAt ?? 0),
})

function end(world: World, claim: Claim): null {
  world.claims = world.claims.filter((other) => other !== claim)
  return null
}

export function at<Item>(items: readonly Item[], nth: number): Item {
  const item = items[nth]
  if (item === undefined) throw new RangeError(`There is no item ${nth}`)
  return item
}
