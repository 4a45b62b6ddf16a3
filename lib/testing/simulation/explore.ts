/** Explores every history of a scope, breadth first, so the first violation found has the shortest history. */
import { judgeEnd, judgeState, judgeStep } from './invariants'
import {
  type Attempt,
  attemptAt,
  DAY_MS,
  describeStep,
  initialState,
  MINUTE_MS,
  possibleSteps,
  type Row,
  type Rules,
  type Scope,
  STATUSES,
  type State,
  type Status,
  type Step,
  take,
} from './model'

export interface Exploration {
  /** Distinct states; those that differ only in what the rules can't tell apart count once. */
  states: number
  /** The shortest history that breaks an invariant, as a numbered list; null if there is none. */
  violation: string | null
}

/** A step and the history before it. */
interface History {
  step: Step
  before: History | null
}

interface Reached {
  state: State
  history: History | null
}

export function explore(scope: Scope, rules: Rules, maxStates = Infinity): Exploration {
  const seen = new KeySet()
  const judgedEnds = new KeySet()
  let level: Reached[] = [{ state: initialState(scope), history: null }]
  while (level.length > 0) {
    const next: Reached[] = []
    for (const { state: before, history } of level) {
      for (const step of possibleSteps(before, scope)) {
        const state = take(before, step, rules)
        const fault = judgeStep(before, step, state, rules) ?? judgeIfNew(state)
        if (fault === 'seen') continue
        const reached = { state, history: { step, before: history } }
        if (fault) return { states: seen.size, violation: tell(scope, rules, reached, fault) }
        if (seen.size >= maxStates) return { states: seen.size, violation: null }
        next.push(reached)
      }
    }
    level = next
  }
  return { states: seen.size, violation: null }

  function judgeIfNew(state: State): string | null {
    if (!seen.add(keyOf(state))) return 'seen'
    const fault = judgeState(state, rules)
    if (fault) return fault
    return judgedEnds.add(endKeyOf(state)) ? judgeEnd(state, rules) : null
  }
}

function tell(scope: Scope, rules: Rules, { history }: Reached, fault: string): string {
  const steps: Step[] = []
  for (let at = history; at; at = at.before) steps.unshift(at.step)
  let state = initialState(scope)
  const lines = steps.map((step, nth) => {
    const line = `${nth + 1}. ${describeStep(step, state)}.`
    state = take(state, step, rules)
    return line
  })
  return [...lines, `=> ${fault}`].join('\n')
}

/**
 * States with the same key behave alike: times count only by their order and by the thresholds that they have passed, and
 * it doesn't matter which of two attempts is the first.
 */
function keyOf(state: State): number {
  const budgets =
    (((state.changesLeft * 8 + state.readsLeft) * 8 + state.failuresLeft) * 8 + state.leapsLeft) *
      2 +
    Number(state.isLate)
  const second = state.attempts.length > 1 ? attemptKey(state, 1) : 0
  return combine(attemptKey(state, 0), second, budgets)
}

/** What the quiet end depends on: not what is in flight, nor what may still be sent. */
function endKeyOf({ attempts, now, isLate }: State): number {
  const [first = 0, second = 0] = attempts.map((attempt) => {
    const hash = new Hash()
    addAttempt(hash, attempt, now)
    return hash.value()
  })
  return combine(first, second, Number(isLate))
}

function combine(one: number, other: number, rest: number): number {
  const hash = new Hash()
  const smaller = Math.min(one, other)
  const larger = Math.max(one, other)
  hash.add(rest)
  hash.add(smaller % 2 ** 32)
  hash.add(Math.floor(smaller / 2 ** 32))
  hash.add(larger % 2 ** 32)
  hash.add(Math.floor(larger / 2 ** 32))
  return hash.value()
}

function attemptKey(state: State, index: number): number {
  const { now } = state
  const attempt = attemptAt(state, index)
  const { heardAt, readAt } = attempt.row
  const hash = new Hash()
  addAttempt(hash, attempt, now)
  hash.add(attempt.visible)
  for (const read of state.reads) {
    if (read.attempt !== index) continue
    hash.add(read.answers)
    hash.add(compare(read.beganAt, heardAt))
    hash.add(compare(read.beganAt, readAt))
    hash.add(compare(read.beganAt, now))
    hash.add(heardAt !== null && read.beganAt.getTime() - heardAt.getTime() >= MINUTE_MS ? 1 : 0)
    hash.add(read.hasHeardSince ? 1 : 0)
  }
  return hash.value()
}

function addAttempt(hash: Hash, attempt: Attempt, now: Date): void {
  const { truth, undelivered, newestHeard, denials, row, expiresAt } = attempt
  hash.add(STATUSES.indexOf(truth))
  hash.add(newestHeard ? STATUSES.indexOf(newestHeard.status) : 9)
  hash.add(compare(newestHeard?.createdAt ?? null, row.reportedAt))
  hash.add(age(expiresAt, now))
  hash.add(denials < 15 ? 0 : denials)
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
  return ms <= 0 ? 1 : ms <= 8 * 3_600_000 ? 2 : 3
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

/** A set of keys that takes eight bytes for each, where a Set takes fifty. */
class KeySet {
  size = 0
  private slots = new Float64Array(1 << 16)

  /** @returns whether it is new */
  add(key: number): boolean {
    if (this.size * 2 >= this.slots.length) this.grow()
    if (!insert(this.slots, key + 1)) return false
    this.size++
    return true
  }

  private grow(): void {
    const larger = new Float64Array(this.slots.length * 2)
    for (const key of this.slots) if (key !== 0) insert(larger, key)
    this.slots = larger
  }
}

function insert(slots: Float64Array, key: number): boolean {
  const mask = slots.length - 1
  let at = (key % 0x7fffffff) & mask
  for (; slots[at] !== 0; at = (at + 1) & mask) if (slots[at] === key) return false
  slots[at] = key
  return true
}
