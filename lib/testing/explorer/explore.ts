/**
 * A model checker: it tries every short history of one applicant with the app's own rules, and looks for one that breaks a promise. An
 * instance may be slow, overtaken or dead between any two steps. The search is breadth first, so it finds the shortest history.
 */
import { isDecision } from '../../inquiries/status'
import { LAG_MS } from '../../verification/times'
import { at, CORE, type Core, type Scope, Steps, truth, type World } from './world'

/**
 * How soon the app must settle a change once nothing more happens: soon if an event reported it, or else within the month in which
 * decisions are read again (N29).
 */
const SOON_MS = 180_000
const EVENTUALLY_MS = 31 * 24 * 3_600_000

interface Node {
  world: World
  step: string
  from: Node | null
}

export class Explorer {
  private readonly steps: Steps
  /** How long each world takes to settle if nothing more happens. */
  private readonly settledIn = new Map<string, number>()

  constructor(
    scope: Scope,
    private readonly core: Core = CORE,
  ) {
    this.steps = new Steps(scope, core)
  }

  /** @returns the number of states, and the shortest history that breaks a promise; null if none does */
  explore(): { states: number; violation: string | null } {
    const nodes: Node[] = [{ world: this.steps.start(), step: 'start', from: null }]
    const known = new Set<string>()
    for (const from of nodes) {
      const stalled = this.findStall(copy(from.world))
      if (stalled) return { states: known.size, violation: historyOf(from, stalled) }
      for (const [step, take] of this.steps.possible(from.world)) {
        const world = copy(from.world)
        const broken = take(world) ?? findBrokenPromise(world)
        const node = { world, step, from }
        if (broken) return { states: known.size, violation: historyOf(node, broken) }
        this.forget(world)
        const key = JSON.stringify(world)
        if (!known.has(key)) nodes.push(node)
        known.add(key)
      }
    }
    return { states: known.size, violation: null }
  }

  /** Assumes that every instance dies now, no more event arrives and a new instance takes over. Finds anything not settled in time. */
  private findStall(world: World): string | null {
    const isReported = world.rows.every(
      ({ reportedPosition, position }) => reportedPosition === position,
    )
    for (const row of world.rows) row.superseded = []
    world.events = world.events.filter(({ arrivedAt }) => arrivedAt !== null)
    Object.assign(world, { claims: [], waits: 0 })
    const ms = this.msUntilSettled(world)
    if (ms <= (isReported ? SOON_MS : EVENTUALLY_MS)) return null
    return Number.isFinite(ms) ? `unsettled for another ${ms / 1_000} s` : 'somebody waits forever'
  }

  private msUntilSettled(world: World): number {
    this.forget(world)
    const key = JSON.stringify(world)
    const known = this.settledIn.get(key)
    if (known !== undefined) return known
    // If a path leads back to this world, it never settles.
    this.settledIn.set(key, Number.POSITIVE_INFINITY)
    const ms = this.isSettled(world) ? 0 : this.steps.calm(world) + this.msUntilSettled(world)
    this.settledIn.set(key, ms)
    return ms
  }

  /** Settled: no acknowledged event is lost, our status equals the service's, and an approval has its account. */
  private isSettled(world: World): boolean {
    return world.rows.every((row, nth) => {
      const isServed = row.status !== 'APPROVED' || world.rows.some(CORE.isServed)
      const isOpen = !row.isGranted || row.isAccountOpened
      return row.status === truth(row) && isServed && isOpen && !this.steps.isWaiting(world, nth)
    })
  }

  /** Drops facts that no longer matter, so that histories which differ only in them lead to one state. */
  private forget(world: World): void {
    // A void claim does nothing more.
    world.claims = world.claims.filter((claim) => {
      const row = at(world.rows, claim.row)
      const { mayApply, mayOpen } = this.core
      return claim.next === 'settle' || mayApply(row, claim, false) || mayOpen(row, claim, false)
    })
    const horizon = Math.min(0, ...world.claims.map(({ claimedAt }) => claimedAt)) - LAG_MS
    world.events = world.events.filter(
      ({ arrivedAt, isTakenIn }) => !isTakenIn || (arrivedAt ?? 0) > horizon,
    )
    for (const claim of world.claims) claim.version -= at(world.rows, claim.row).version
    for (const row of world.rows) {
      row.version = 0
      row.superseded = row.superseded.filter(([, at]) => at > -LAG_MS)
      if (row.dueAt !== null) row.dueAt = Math.max(row.dueAt, 0)
      if (row.readAt !== null) row.readAt = Math.max(row.readAt, horizon)
      if (!isDecision(row.status)) row.statusSince = null
    }
  }
}

function findBrokenPromise({ rows }: World): string | null {
  if (rows.filter(({ isGranted }) => isGranted).length > 1) return 'two grants stand'
  if (rows.filter(({ isAccountAsked }) => isAccountAsked).length > 1)
    return 'the applicant has two accounts'
  const isMistaken = rows.some(({ isGranted, status }) => isGranted && status !== 'APPROVED')
  return isMistaken ? 'a grant stands without an approval' : null
}

const historyOf = (node: Node, broken: string): string => {
  const stepsTo = (one: Node | null): string[] => (one ? [...stepsTo(one.from), one.step] : [])
  return [...stepsTo(node), `=> ${broken}`].join('\n')
}

/** Faster than `structuredClone`. */
const copy = ({ rows, events, claims, waits }: World): World => ({
  rows: rows.map((row) => ({ ...row })),
  events: events.map((event) => ({ ...event })),
  claims: claims.map((claim) => ({ ...claim })),
  waits,
})
