/**
 * Tries every short history of one applicant with the app's own rules, and looks for one that breaks a promise. A history is a
 * sequence of steps: of the service, its deliveries, the app's instances, the customer, and time. An instance may be slow, overtaken or
 * dead between any two of its steps. The search is breadth first, so what it finds is the shortest history.
 */
import { delayMs, judge, type Known, LAG_MS, type Report, resolveGrant } from '../inquiries/rules'
import { isDecision } from '../inquiries/status'

/** As in claim.ts, open-inquiry.ts and read-inquiry.ts. */
const LEASE_MS = 15_000
const FIRST_READ_AFTER_MS = 1_000
const OPENING_LEASE_MS = 45_000
/** Once the service is quiet, a change that we were told of is settled soon, and any other while decisions are watched (N29). */
const SOON_MS = 180_000
const EVENTUALLY_MS = 31 * 24 * 3_600_000
/** More steps than a quiet month takes. */
const LONGEST_PATH = 1_000
/** Besides the moments when something falls due. */
const A_MOMENT_MS = 2_000

const steady = () => 0.5

/** What is explored. Everything in it costs states. */
export interface Scope {
  /** The statuses of each of the applicant's inquiries at the service, in order. */
  scripts: readonly (readonly string[])[]
  /** How often time passes. */
  waits: number
  crashes?: number
  returns?: number
  /** How far the clocks that sign events are ahead (N30). */
  skewsMs?: readonly number[]
  /** The endpoint doesn't lag (N6). */
  isCurrent?: boolean
  /** The inquiries have yet to be opened; how the service answers when a key is used again (N2). */
  opening?: 'same id' | 'conflict'
  /** Events name our reference too, so they can bind an inquiry (N12). */
  namesReference?: boolean
}

/** The rules, and what the app decides in SQL. A planted mistake replaces one of them. */
export const CORE = {
  judge,
  resolveGrant,
  isClaimable: (row: Row, hasWaiting: boolean): boolean =>
    hasWaiting || (row.dueAt !== null && row.dueAt <= 0),
  versionOfClaim: ({ version }: Row): number => version + 1,
  mayApply: (row: Row, claim: Claim, hasWaiting: boolean): boolean =>
    row.version === claim.version && !hasWaiting,
  mayBind: (row: Row, _claim: Claim): boolean => !row.isBound,
  mayOpen: (row: Row, claim: Claim, hasWaiting: boolean): boolean =>
    row.version === claim.version && !hasWaiting && row.isGranted,
  isServed: (other: Row): boolean => other.isGranted || other.isAccountAsked,
  isDueOnWithdrawal: (other: Row): boolean => other.status === 'APPROVED',
}
export type Core = typeof CORE

/** An inquiry. All times are in ms from now, so that it doesn't matter when a history began. */
const newRow = (script: readonly string[], exists: boolean) => ({
  // At the service: its status is `script[position]`, and the endpoint may still answer with those before.
  script,
  exists,
  position: 0,
  superseded: [] as { status: string; at: number }[],
  /** The core system was asked to open an account. */
  hasAccount: false,
  // With us.
  isBound: exists,
  version: 0,
  dueAt: 0 as Time,
  isUrgent: false,
  attempts: 0,
  status: exists ? (script[0] ?? null) : null,
  statusSince: null as Time,
  readAt: null as Time,
  isGranted: false,
  isAccountAsked: false,
  isAccountOpened: false,
  /** The latest position that an event or the customer has told us of. */
  toldOf: 0,
})

/** @param status null for a kind that nobody knows */
const newEvent = (row: number, position: number, status: string | null, signedAt: number) => ({
  row,
  position,
  status,
  signedAt,
  /** Null until it is acknowledged. */
  arrivedAt: null as Time,
  isTakenIn: false,
})

/** What an instance has under way. */
const newClaim = (row: number, { version, toldOf, isBound }: Row) => ({
  row,
  version,
  claimedAt: 0,
  next: (isBound ? 'read' : 'send') as 'send' | 'bind' | 'read' | 'apply' | 'call' | 'settle',
  answer: '',
  /** When to read again once the account is open. */
  dueAt: null as Time,
  toldOf,
  /** An event has been acknowledged since. */
  isOvertaken: false,
  /** The answer is an approval that had been taken back, as we had been told before. */
  isOutdated: false,
})

type Time = number | null
type Row = ReturnType<typeof newRow>
type Event = ReturnType<typeof newEvent>
type Claim = ReturnType<typeof newClaim>

interface World {
  rows: Row[]
  events: Event[]
  claims: Claim[]
  left: { waits: number; crashes: number; returns: number }
}

/** W7: others change without an event. The service sends one of a kind that nobody knows for ESCALATED (N13). */
const KINDS = ['NEEDS_REVIEW', 'APPROVED', 'DECLINED']
const UNKNOWN_KIND = 'ESCALATED'

/** A step changes the world. @returns the promise that it breaks */
type Take = (world: World) => string | null | undefined

interface Node {
  world: World
  step: string
  from: Node | null
}

export class Explorer {
  constructor(
    private readonly scope: Scope,
    private readonly core: Core = CORE,
  ) {}

  /** @returns how many states there are, and the shortest history that breaks a promise, if any does */
  explore(): { states: number; violation: string | null } {
    const nodes: Node[] = [{ world: this.start(), step: 'start', from: null }]
    const known = new Set<string>()
    for (const from of nodes) {
      const stalled = this.findStall(from.world)
      if (stalled) return { states: known.size, violation: historyOf(from, stalled) }
      for (const [step, take] of this.steps(from.world)) {
        const world = copy(from.world)
        const broken = take(world) ?? findBrokenPromise(world)
        const node = { world, step, from }
        if (broken) return { states: known.size, violation: historyOf(node, broken) }
        this.forget(world)
        const key = keyOf(world)
        if (!known.has(key)) nodes.push(node)
        known.add(key)
      }
      // Only the history is needed any more.
      from.world = EMPTY
    }
    return { states: known.size, violation: null }
  }

  private start(): World {
    const { scripts, opening, waits, crashes = 0, returns = 0 } = this.scope
    const rows = scripts.map((script) => newRow(script, !opening))
    return { rows, events: [], claims: [], left: { waits, crashes, returns } }
  }

  /** Everything that may happen next. */
  private *steps(world: World): Generator<[string, Take]> {
    const { rows, events, claims, left } = world
    for (const [nth, row] of rows.entries()) {
      const status = row.script[row.position + 1]
      if (status !== undefined && row.exists)
        for (const skewMs of this.scope.skewsMs ?? [0])
          yield [
            `the service: ${nth} becomes ${status}, by a clock ${skewMs} ms ahead`,
            (next) => this.change(next, nth, status, skewMs),
          ]
      if (claims.length < 2 && this.isClaimable(world, nth))
        yield [`an instance claims ${nth}`, (next) => this.claim(next, nth)]
      if (left.returns > 0 && row.isBound && !isDecision(row.status))
        yield [`the customer of ${nth} returns`, (next) => this.customerReturns(next, nth)]
    }
    for (const [nth, { row, status, arrivedAt }] of events.entries())
      if (arrivedAt === null)
        yield [
          `acknowledged: ${row} is ${status ?? 'of an unknown kind'}`,
          (next) => this.acknowledge(next, nth),
        ]
    for (const nth of claims.keys()) yield* this.movesOf(world, nth)
    if (left.waits > 0)
      for (const ms of instants(world))
        yield [
          `${ms / 1_000} s pass`,
          (next) => {
            next.left.waits--
            return pass(next, ms)
          },
        ]
  }

  /** What an instance may do with its claim. */
  private *movesOf({ rows, claims, left }: World, nth: number): Generator<[string, Take]> {
    const { next, row, answer } = at(claims, nth)
    const { superseded, ...now } = at(rows, row)
    const move = (
      what: string,
      take: (claim: Claim, world: World) => string | null | undefined,
    ): [string, Take] => [
      `the claim of ${row} ${what}`,
      (world) => take(at(world.claims, nth), world),
    ]
    if (next === 'read') {
      const shown = [truth(now), ...superseded.map(({ status }) => status)]
      for (const status of new Set(shown))
        yield move(`reads ${status}`, (claim, world) => this.read(claim, world, status))
    } else yield move(`goes on: ${next} ${answer}`, (claim, world) => this.goOn(claim, world))
    if (left.crashes > 0)
      yield move('dies with its instance', (claim, world) => {
        world.left.crashes--
        return end(claim, world)
      })
  }

  // The service and the customer

  private change(world: World, nth: number, status: string, skewMs: number): null {
    const row = at(world.rows, nth)
    if (!this.scope.isCurrent) row.superseded = [...row.superseded, { status: truth(row), at: 0 }]
    const position = ++row.position
    const reported = KINDS.includes(status) ? status : null
    if (reported !== null || status === UNKNOWN_KIND)
      world.events.push(newEvent(nth, position, reported, skewMs))
    return null
  }

  /** Late, in any order, or never. A duplicate changes nothing that anybody looks at. */
  private acknowledge(world: World, nth: number): null {
    const event = at(world.events, nth)
    const row = at(world.rows, event.row)
    event.arrivedAt = 0
    row.toldOf = Math.max(row.toldOf, event.position)
    for (const claim of world.claims) claim.isOvertaken ||= claim.row === event.row
    return null
  }

  private customerReturns(world: World, nth: number): null {
    world.left.returns--
    const row = at(world.rows, nth)
    const dueAt = row.dueAt === null || row.dueAt > LEASE_MS ? 0 : row.dueAt
    Object.assign(row, { isUrgent: true, attempts: 0, dueAt, toldOf: row.position })
    return null
  }

  // The app

  private isWaiting(world: World, nth: number): boolean {
    const canMatch = at(world.rows, nth).isBound || this.scope.namesReference
    return canMatch === true && world.events.some((one) => one.row === nth && isHeard(one))
  }

  private isClaimable = (world: World, nth: number): boolean =>
    this.core.isClaimable(at(world.rows, nth), this.isWaiting(world, nth))

  private claim(world: World, nth: number): null {
    const row = at(world.rows, nth)
    const hasNews = this.isWaiting(world, nth)
    if (hasNews) {
      row.isBound = true
      for (const event of world.events) event.isTakenIn ||= event.row === nth && isHeard(event)
    }
    row.attempts = hasNews ? 1 : row.attempts + 1
    row.version = this.core.versionOfClaim(row)
    Object.assign(row, { isUrgent: false, dueAt: LEASE_MS })
    world.claims.push(newClaim(nth, row))
    return null
  }

  private goOn(claim: Claim, world: World): string | null {
    const row = at(world.rows, claim.row)
    switch (claim.next) {
      case 'read':
        return this.read(claim, world, truth(row))
      case 'send':
        claim.answer = row.exists && this.scope.opening === 'conflict' ? 'a conflict' : 'the id'
        claim.next = 'bind'
        row.exists = true
        return null
      case 'bind':
        if (claim.answer === 'a conflict' && !row.isBound)
          row.dueAt = delayMs(row.attempts, steady, SOON_MS)
        if (claim.answer === 'the id' && this.core.mayBind(row, claim))
          Object.assign(row, { isBound: true, attempts: 0, dueAt: FIRST_READ_AFTER_MS })
        return end(claim, world)
      case 'apply':
        return this.apply(claim, world)
      case 'call':
        return this.call(claim, world)
      case 'settle':
        row.isAccountOpened = true
        if (row.version === claim.version) row.dueAt = row.isUrgent ? 0 : claim.dueAt
        return end(claim, world)
    }
  }

  private read(claim: Claim, world: World, status: string): null {
    const row = at(world.rows, claim.row)
    const approvedAt = row.script.slice(0, row.position + 1).lastIndexOf('APPROVED')
    const isStale = status === 'APPROVED' && truth(row) !== status
    const isOutdated = isStale && claim.toldOf > approvedAt
    Object.assign(claim, { answer: status, next: 'apply', toldOf: 0, isOutdated })
    return null
  }

  private apply(claim: Claim, world: World): string | null {
    const row = at(world.rows, claim.row)
    const { answer, claimedAt } = claim
    if (!this.core.mayApply(row, claim, this.isWaiting(world, claim.row))) return end(claim, world)
    const { isBelieved, dueAt, urgent } = this.core.judge(
      knownOf(row),
      { kind: 'read', status: answer, expiresAt: null },
      reportsOf(world, claim),
      { claimedAt: new Date(claimedAt), now: new Date(0), random: steady },
    )
    row.dueAt = dueAt?.getTime() ?? null
    row.isUrgent = urgent
    if (!isBelieved) return end(claim, world)
    if (row.readAt !== null && row.readAt > claimedAt) return 'a read replaces a later one'
    row.readAt = claimedAt
    if (row.status !== answer) Object.assign(row, { status: answer, statusSince: 0, attempts: 0 })
    const others = world.rows.filter((other) => other !== row)
    const hasOther = others.some(this.core.isServed)
    const outcome = this.core.resolveGrant(row.isGranted ? new Date(0) : null, answer, hasOther)
    if (outcome === 'grant') row.isGranted = true
    if (outcome === 'withdraw') {
      row.isGranted = false
      for (const other of others.filter(this.core.isDueOnWithdrawal))
        Object.assign(other, { dueAt: 0, isUrgent: true, attempts: 0 })
    }
    if (!row.isGranted || row.isAccountOpened) return end(claim, world)
    Object.assign(claim, { next: 'call', dueAt: row.dueAt })
    row.dueAt = OPENING_LEASE_MS
    return outcome === 'grant' ? findMistake(claim, 'granted') : null
  }

  private call(claim: Claim, world: World): string | null {
    const row = at(world.rows, claim.row)
    if (!this.core.mayOpen(row, claim, this.isWaiting(world, claim.row))) return end(claim, world)
    Object.assign(row, { isAccountAsked: true, hasAccount: true })
    claim.next = 'settle'
    return row.isGranted ? findMistake(claim, 'opened') : 'an account is opened without a grant'
  }

  // Quiet means converged

  private readonly settledIn = new Map<string, number>()

  /** Whether something would never be settled, or not in time, if no event arrived and nothing failed from now on. */
  private findStall(world: World): string | null {
    const isTold = world.rows.every(({ toldOf, position }) => toldOf === position)
    const ms = this.msUntilSettled(world)
    if (ms <= (isTold ? SOON_MS : EVENTUALLY_MS)) return null
    return Number.isFinite(ms) ? `unsettled for another ${ms / 1_000} s` : 'somebody waits for ever'
  }

  private msUntilSettled(from: World): number {
    const world = copy(from)
    for (const row of world.rows) row.superseded = []
    world.events = world.events.filter(({ arrivedAt }) => arrivedAt !== null)
    world.left = EMPTY.left
    const path: { key: string; ms: number }[] = []
    let restMs: number | undefined
    while (restMs === undefined) {
      this.forget(world)
      const key = keyOf(world)
      restMs = this.isSettled(world) ? 0 : this.settledIn.get(key)
      const ms = path.length < LONGEST_PATH ? this.goOnCalmly(world) : Number.POSITIVE_INFINITY
      if (restMs === undefined) path.push({ key, ms })
      if (!Number.isFinite(ms)) restMs ??= ms
    }
    for (const { key, ms } of path.reverse()) {
      restMs += ms
      this.settledIn.set(key, restMs)
    }
    return restMs
  }

  /** The next thing that happens then. @returns how long that takes, Infinity if nothing does */
  private goOnCalmly(world: World): number {
    const [claim] = world.claims
    const claimable = world.rows.findIndex((_, nth) => this.isClaimable(world, nth))
    if (claim) this.goOn(claim, world)
    else if (claimable >= 0) this.claim(world, claimable)
    else {
      const ms = Math.min(...world.rows.map(({ dueAt }) => dueAt ?? Number.POSITIVE_INFINITY))
      pass(world, ms)
      return ms
    }
    return 0
  }

  /** Nothing acknowledged is lost, our status is the service's, and an approval has its account. */
  private isSettled(world: World): boolean {
    return world.rows.every((row, nth) => {
      const isServed = row.status !== 'APPROVED' || world.rows.some(CORE.isServed)
      const isOpen = !row.isGranted || row.isAccountOpened
      const isTrue = row.isBound && row.status === truth(row)
      return isTrue && isServed && isOpen && !this.isWaiting(world, nth)
    })
  }

  /** Drops what can't matter any more, so that histories that differ only in it lead to one state. */
  private forget(world: World): void {
    // A claim that is void has nothing left to do.
    if (this.core.mayApply === CORE.mayApply && this.core.mayOpen === CORE.mayOpen)
      world.claims = world.claims.filter(
        ({ next, row, version }) =>
          at(world.rows, row).version === version || !['read', 'apply', 'call'].includes(next),
      )
    const horizon = Math.min(0, ...world.claims.map(({ claimedAt }) => claimedAt)) - LAG_MS
    world.events = world.events.filter(
      ({ arrivedAt, isTakenIn }) => !isTakenIn || (arrivedAt ?? 0) > horizon,
    )
    for (const claim of world.claims) claim.version -= at(world.rows, claim.row).version
    for (const row of world.rows) {
      row.version = 0
      row.superseded = row.superseded.filter(({ at }) => at > -LAG_MS)
      if (row.dueAt !== null) row.dueAt = Math.max(row.dueAt, 0)
      if (row.readAt !== null) row.readAt = Math.max(row.readAt, horizon)
      if (!isDecision(row.status)) row.statusSince = null
    }
    if (world.claims.length > 1)
      world.claims.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  }
}

// Promises

function findBrokenPromise({ rows }: World): string | null {
  if (rows.filter(({ isGranted }) => isGranted).length > 1) return 'two grants stand'
  if (rows.filter(({ hasAccount }) => hasAccount).length > 1)
    return 'the applicant has two accounts'
  const isMistaken = rows.some(({ isGranted, status }) => isGranted && status !== 'APPROVED')
  return isMistaken ? 'a grant stands without an approval' : null
}

/** An approval is acted on only if a read said so that was claimed after everything acknowledged. */
function findMistake({ answer, isOvertaken, isOutdated }: Claim, what: string): string | null {
  if (answer !== 'APPROVED') return `${what} on a read of ${answer}`
  if (isOvertaken) return `${what} on a read that was claimed before an acknowledged event`
  return isOutdated ? `${what} on an approval that we had been told was taken back` : null
}

const historyOf = (node: Node, broken: string): string => {
  const told = (one: Node | null): string[] => (one ? [...told(one.from), one.step] : [])
  return [...told(node), `=> ${broken}`].join('\n')
}

// Times and states

/** The moments at which something may change. */
function instants({ rows, events }: World): number[] {
  const lagEnds = events.map(({ arrivedAt }) => (arrivedAt === null ? 0 : arrivedAt + LAG_MS))
  const all = new Set([A_MOMENT_MS, ...rows.map(({ dueAt }) => dueAt ?? 0), ...lagEnds])
  return [...all].filter((ms) => ms > 0)
}

function pass({ rows, events, claims }: World, ms: number): null {
  const earlier = <Key extends string>(item: Record<Key, Time>, ...keys: Key[]) => {
    for (const key of keys) item[key] = item[key] === null ? null : item[key] - ms
  }
  for (const row of rows) {
    earlier(row, 'dueAt', 'statusSince', 'readAt')
    row.superseded = row.superseded.map(({ status, at }) => ({ status, at: at - ms }))
  }
  for (const event of events) earlier(event, 'signedAt', 'arrivedAt')
  for (const claim of claims) earlier(claim, 'claimedAt', 'dueAt')
  return null
}

const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
const truth = ({ script, position }: Pick<Row, 'script' | 'position'>): string =>
  script[position] ?? ''
const isHeard = ({ arrivedAt, isTakenIn }: Event): boolean => arrivedAt !== null && !isTakenIn

const knownOf = ({ status, statusSince, readAt, isUrgent, attempts, ...row }: Row): Known => ({
  ...{ status, urgent: isUrgent, attempts, missingSince: null, accountRefusedAt: null },
  ...{ statusSince: toDate(statusSince), readAt: toDate(readAt) },
  grantedAt: row.isGranted ? new Date(0) : null,
  accountOpenedAt: row.isAccountOpened ? new Date(0) : null,
})

const reportsOf = ({ events }: World, { row, claimedAt }: Claim): Report[] =>
  events.flatMap(({ arrivedAt, ...event }) =>
    event.row === row && arrivedAt !== null && arrivedAt > claimedAt - LAG_MS
      ? [{ ...event, signedAt: new Date(event.signedAt), arrivedAt: new Date(arrivedAt) }]
      : [],
  )

function end(claim: Claim, world: World): null {
  world.claims = world.claims.filter((other) => other !== claim)
  return null
}

const EMPTY: World = {
  ...{ rows: [], events: [], claims: [] },
  left: { waits: 0, crashes: 0, returns: 0 },
}

const keyOf = ({ rows, events, claims, left }: World): string => {
  const values = (items: object[]) => items.map((item) => Object.values(item))
  return JSON.stringify([values(rows), values(events), values(claims), Object.values(left)])
}

const copy = ({ rows, events, claims, left }: World): World => ({
  rows: rows.map((row) => ({ ...row })),
  events: events.map((event) => ({ ...event })),
  claims: claims.map((claim) => ({ ...claim })),
  left: { ...left },
})

function at<Item>(items: readonly Item[], nth: number): Item {
  const item = items[nth]
  if (item === undefined) throw new RangeError(`There is no item ${nth}`)
  return item
}
