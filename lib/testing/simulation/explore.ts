/**
 * Explores every history of a scope, breadth first, so the first violation found has the shortest history.
 *
 * A state is three small numbers: its two sides, and what is left of the scope. States that differ only in ways that the
 * rules can't tell apart, or in the order of the two attempts, count once.
 */
import { judgeEnd, judgeState, judgeStep } from './invariants'
import { KeySet } from './key-set'
import { describeStep, initialState, possibleSteps, type Scope, type State, take } from './model'
import { COSTS, Sides } from './sides'
import type { Rules } from './store'

export interface Exploration {
  /** Distinct states. */
  states: number
  /** The shortest history that breaks an invariant, as a numbered list; null if there is none. */
  violation: string | null
}

const MOST_SIDES = 2 ** 22
const MOST_BUDGETS = 2 ** 9
const NO_SIDE = MOST_SIDES - 1

export function explore(scope: Scope, rules: Rules, maxStates = Infinity): Exploration {
  const sides = new Sides(scope, rules)
  const seen = new KeySet()
  const judgedEnds = new KeySet()
  const budgets = new Budgets(scope)
  /** Every state in the order in which it was reached, with the index of the one before it. */
  const keys = new Numbers(Float64Array)
  const parents = new Numbers(Int32Array)
  let at = 0

  const first = initialState(scope)
  reach(...pairOf(first), budgets.full)
  for (; at < keys.length && keys.length < maxStates; at++) {
    const key = keys.at(at)
    const budget = key % MOST_BUDGETS
    const pair = Math.floor(key / MOST_BUDGETS)
    const one = Math.floor(pair / MOST_SIDES)
    const other = pair % MOST_SIDES
    if (!step(one, other, budget)) break
    if (other !== NO_SIDE && other !== one && !step(other, one, budget)) break
    if (!pass(one, other, budget)) break
  }
  const isViolated = at < keys.length && keys.length < maxStates
  return { states: keys.length, violation: isViolated ? describeViolation() : null }

  /** Every step of one side. @returns false when one of them broke an invariant */
  function step(mover: number, other: number, budget: number): boolean {
    const side = sides.at(mover)
    const second = other === NO_SIDE ? null : sides.at(other)
    for (let cost = 0; cost < COSTS.length; cost++) {
      const left = budgets.after(budget, cost)
      if (left < 0) continue
      for (const move of sides.movesOf(side, cost, second?.hasGrant ?? false)) {
        if (move.isFaulty) return false
        if (move.both !== null && second !== null) {
          const before = sides.join(side, second)
          const after = take(before, move.both, rules)
          if (judgeStep(before, move.both, after, rules) !== null) return false
          if (!reach(...pairOf(after), left)) return false
          continue
        }
        const then = second === null ? NO_SIDE : move.ticks ? sides.tickOf(second) : other
        if (!reach(move.to, then, left)) return false
      }
    }
    return true
  }

  /** Time passes for both sides. */
  function pass(one: number, other: number, budget: number): boolean {
    const side = sides.at(one)
    const second = other === NO_SIDE ? null : sides.at(other)
    const both = (of: (known: typeof side) => { to: number; isFaulty: boolean }, left: number) => {
      const a = of(side)
      const b = second && of(second)
      if (a.isFaulty || b?.isFaulty) return false
      return reach(a.to, b ? b.to : NO_SIDE, left)
    }
    if (side.isRecent || second?.isRecent) {
      if (!both((known) => sides.minuteOf(known), budget)) return false
    }
    const afterFailover = budgets.afterFailover(budget)
    if (afterFailover >= 0 && !both((known) => sides.failoverOf(known), afterFailover)) return false
    const left = budgets.afterLeap(budget)
    if (left < 0 || side.hasReads || second?.hasReads) return true
    return both((known) => sides.dayOf(known), left) && both((known) => sides.monthOf(known), left)
  }

  /** @returns false when the state is new and breaks an invariant */
  function reach(a: number, b: number, budget: number): boolean {
    const one = Math.min(a, b)
    const other = Math.max(a, b)
    if (!seen.add((one * MOST_SIDES + other) * MOST_BUDGETS + budget)) return true
    keys.push((one * MOST_SIDES + other) * MOST_BUDGETS + budget)
    parents.push(at)
    const side = sides.at(one)
    if (side.isFaulty) return false
    if (other === NO_SIDE) {
      if (!judgedEnds.add(side.endClass)) return true
      return judgeEnd(sides.join(side, null), rules) === null
    }
    const second = sides.at(other)
    if (second.isFaulty || (side.hasGrant && second.hasGrant)) return false
    const smaller = Math.min(side.endClass, second.endClass)
    const larger = Math.max(side.endClass, second.endClass)
    if (!judgedEnds.add(smaller * MOST_SIDES + larger)) return true
    return judgeEnd(sides.join(side, second), rules) === null
  }

  function pairOf(state: State): [number, number] {
    const [a = NO_SIDE, b = NO_SIDE] = sides.numbersOf(state)
    return [a, b]
  }

  /** Replays the steps to the current state, and then the one that breaks an invariant. */
  function describeViolation(): string {
    const path: number[] = []
    for (let place = at; place > 0; place = parents.at(place)) path.unshift(keys.at(place))
    let state = first
    const lines: string[] = []
    for (const key of [...path, null]) {
      const found = possibleSteps(state, scope)
        .map((taken) => ({ taken, after: take(state, taken, rules) }))
        .map(({ taken, after }) => ({ taken, after, fault: faultOf(state, taken, after) }))
        .find(({ after, fault }) => (key === null ? fault !== null : keyOf(after) === key))
      if (!found)
        throw new Error(
          'No step leads to the next state: the key of a side omits something that matters',
        )
      lines.push(`${lines.length + 1}. ${describeStep(found.taken, state)}.`)
      if (key === null) lines.push(`=> ${found.fault}`)
      state = found.after
    }
    return lines.join('\n')
  }

  function faultOf(before: State, taken: Parameters<typeof take>[1], after: State): string | null {
    return (
      judgeStep(before, taken, after, rules) ?? judgeState(after, rules) ?? judgeEnd(after, rules)
    )
  }

  function keyOf(state: State): number {
    const [a, b] = pairOf(state)
    return (Math.min(a, b) * MOST_SIDES + Math.max(a, b)) * MOST_BUDGETS + budgets.of(state)
  }
}

/** What is left of a scope, as one number. */
class Budgets {
  readonly full: number
  private readonly strides: readonly number[]
  private readonly sizes: readonly number[]

  constructor({ changes, reads, failures = 0, leaps = 0, failovers = 0 }: Scope) {
    this.sizes = [changes + 1, reads + 1, failures + 1, leaps + 1, failovers + 1]
    this.strides = this.sizes.map((_, nth) => this.sizes.slice(0, nth).reduce((a, b) => a * b, 1))
    this.full = this.sizes.reduce((a, b) => a * b, 1) - 1
    if (this.full >= MOST_BUDGETS) throw new Error('The scope is too large')
  }

  /** @param cost an index of `COSTS` @returns -1 when nothing is left */
  after(budget: number, cost: number): number {
    return cost === 0 ? budget : this.less(budget, cost - 1)
  }

  afterLeap(budget: number): number {
    return this.less(budget, COSTS.length - 1)
  }

  afterFailover(budget: number): number {
    return this.less(budget, COSTS.length)
  }

  of({ changesLeft, readsLeft, failuresLeft, leapsLeft, failoversLeft }: State): number {
    return [changesLeft, readsLeft, failuresLeft, leapsLeft, failoversLeft].reduce(
      (sum, left, nth) => sum + left * (this.strides[nth] ?? 0),
      0,
    )
  }

  private less(budget: number, nth: number): number {
    const stride = this.strides[nth] ?? 1
    return Math.floor(budget / stride) % (this.sizes[nth] ?? 1) === 0 ? -1 : budget - stride
  }
}

/** A growing list of numbers that takes a few bytes for each. */
class Numbers {
  length = 0
  private values: Float64Array | Int32Array

  constructor(private readonly kind: typeof Float64Array | typeof Int32Array) {
    this.values = new kind(1 << 10)
  }

  at(index: number): number {
    return this.values[index] ?? 0
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new this.kind(this.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.length++] = value
  }
}
