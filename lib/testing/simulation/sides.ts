/**
 * The attempts of an applicant share only the clock and the grant. So each side (an attempt with its reads) gets a number
 * when it is first reached, and each of its steps is computed once with the rules under test. After that, a step is a
 * table look-up.
 */
import { judgeState, judgeStep } from './invariants'
import {
  type Attempt,
  attemptAt,
  DAY_MS,
  initialState,
  later,
  MINUTE_MS,
  MONTH_MS,
  possibleSteps,
  type Scope,
  type State,
  type Step,
  take,
} from './model'
import { endKey, type Side, sideKey } from './side-key'
import type { Row, Rules } from './store'

/** What a step uses up. */
export const COSTS = ['nothing', 'change', 'read', 'failure'] as const
const COST_OF: Partial<Record<Step['do'], (typeof COSTS)[number]>> = {
  decide: 'change',
  begin: 'read',
  fail: 'failure',
}

export interface Move {
  /** The number of the side afterwards. */
  to: number
  /** The clock advances for the other side too. */
  ticks: boolean
  /** Set if the step changes the other side too, and must be taken with both. */
  both: Step | null
  isFaulty: boolean
}

export interface Passing {
  to: number
  isFaulty: boolean
}

export interface Known extends Side {
  hasGrant: boolean
  isFaulty: boolean
  hasReads: boolean
  /** Another minute would make a difference. */
  isRecent: boolean
  /** Sides of the same class end in the same way once it is quiet. */
  endClass: number
  /** By cost. Moves that cost nothing are stored twice: for another attempt without a grant, and with one. */
  moves: (Move[] | undefined)[]
  tick: number
  minute: Passing | undefined
  day: Passing | undefined
  month: Passing | undefined
  failover: Passing | undefined
}

const NOTHING_LEFT = {
  changesLeft: 0,
  readsLeft: 0,
  failuresLeft: 0,
  leapsLeft: 0,
  failoversLeft: 0,
}
/** The budget with which a side can take the steps of each cost. */
const LEFT = [
  NOTHING_LEFT,
  { ...NOTHING_LEFT, changesLeft: 1 },
  { ...NOTHING_LEFT, readsLeft: 1 },
  { ...NOTHING_LEFT, failuresLeft: 1 },
]

export class Sides {
  readonly known: Known[] = []
  private readonly ids = new Map<number, number>()
  private readonly endClasses = new Map<number, number>()
  /** An approved attempt, without and with a grant: all of the other attempt that a step may depend on or change. */
  private readonly others: readonly [Attempt, Attempt]

  constructor(
    private readonly scope: Scope,
    private readonly rules: Rules,
  ) {
    const [other] = initialState(scope).attempts
    if (!other) throw new Error('There is no attempt')
    const row: Row = { ...other.row, status: 'APPROVED', nextReadAt: null }
    const { now } = initialState(scope)
    this.others = [
      { ...other, row },
      { ...other, row: { ...row, grantedAt: now, account: 'opened' } },
    ]
  }

  at(id: number): Known {
    const side = this.known[id]
    if (!side) throw new Error('There is no such side')
    return side
  }

  number(side: Side): number {
    const failsOver = this.scope.failovers !== undefined
    const key = sideKey(side, failsOver)
    const known = this.ids.get(key)
    if (known !== undefined) return known
    const id = this.known.length
    this.ids.set(key, id)
    const alone = this.alone(side)
    const ends = endKey(side, failsOver)
    const endClass = this.endClasses.get(ends) ?? this.endClasses.size
    this.endClasses.set(ends, endClass)
    const { now, isLate, attempt, reads } = side
    this.known.push({
      now,
      isLate,
      attempt,
      reads,
      hasGrant: side.attempt.row.grantedAt !== null,
      isFaulty: judgeState(alone, this.rules) !== null,
      hasReads: side.reads.length > 0,
      isRecent: possibleSteps(alone, this.scope).some((step) => step.do === 'wait'),
      endClass,
      moves: [],
      tick: -1,
      minute: undefined,
      day: undefined,
      month: undefined,
      failover: undefined,
    })
    return id
  }

  /** The sides of a state, each with its number. */
  numbersOf({ now, isLate, attempts, reads }: State): number[] {
    return attempts.map((attempt, index) =>
      this.number({
        now,
        isLate,
        attempt,
        reads: reads.flatMap((read) => (read.attempt === index ? [{ ...read, attempt: 0 }] : [])),
      }),
    )
  }

  /**
   * The steps of a side.
   * @param cost an index of {@link COSTS}
   * @param hasOtherGrant the other attempt has a grant
   */
  movesOf(side: Known, cost: number, hasOtherGrant: boolean): Move[] {
    const variant = hasOtherGrant && cost === 0 ? 1 : 0
    const place = cost + COSTS.length * variant
    const known = side.moves[place]
    if (known) return known
    const isOnly = this.scope.attempts === 1
    const alone = { ...this.alone(side), ...LEFT[cost] }
    const before = isOnly ? alone : { ...this.withOther(side, this.others[variant]), ...LEFT[cost] }
    const moves = possibleSteps(alone, this.scope)
      .filter((step) => step.do !== 'wait' && COSTS.indexOf(COST_OF[step.do] ?? 'nothing') === cost)
      .map((step): Move => {
        const after = take(before, step, this.rules)
        const isCoupled = !isOnly && attemptAt(after, 1) !== attemptAt(before, 1)
        return {
          to: isCoupled ? -1 : this.numberOfFirst(after),
          ticks: step.do === 'begin',
          both: isCoupled ? step : null,
          isFaulty: judgeStep(before, step, after, this.rules) !== null,
        }
      })
    side.moves[place] = moves
    return moves
  }

  tickOf(side: Known): number {
    if (side.tick < 0) side.tick = this.number({ ...side, now: later(side.now, 1) })
    return side.tick
  }

  minuteOf(side: Known): Passing {
    side.minute ??= this.pass(side, { do: 'wait', ms: MINUTE_MS })
    return side.minute
  }

  dayOf(side: Known): Passing {
    side.day ??= this.pass(side, { do: 'wait', ms: DAY_MS })
    return side.day
  }

  monthOf(side: Known): Passing {
    side.month ??= this.pass(side, { do: 'wait', ms: MONTH_MS })
    return side.month
  }

  failoverOf(side: Known): Passing {
    side.failover ??= this.pass(side, { do: 'fail over' })
    return side.failover
  }

  /** A state that consists of these sides. */
  join(one: Known, other: Known | null): State {
    if (other === null) return this.alone(one)
    const ms = one.now.getTime() - other.now.getTime()
    const moved = moveInTime(other, ms)
    const state = this.withOther(one, moved.attempt)
    return {
      ...state,
      reads: [...one.reads, ...moved.reads.map((read) => ({ ...read, attempt: 1 }))],
    }
  }

  private pass(side: Known, step: Step): Passing {
    const before = this.alone(side)
    const after = take(before, step, this.rules)
    return {
      to: this.numberOfFirst(after),
      isFaulty: judgeStep(before, step, after, this.rules) !== null,
    }
  }

  private numberOfFirst({ now, isLate, attempts, reads }: State): number {
    const [attempt] = attempts
    if (!attempt) throw new Error('There is no attempt')
    return this.number({ now, isLate, attempt, reads })
  }

  /** Names each field, because a spread takes several times as long. */
  private alone({ now, isLate, attempt, reads }: Side): State {
    return {
      now,
      attempts: [attempt],
      reads,
      changesLeft: 0,
      readsLeft: 0,
      failuresLeft: 0,
      leapsLeft: 0,
      failoversLeft: 0,
      isLate,
    }
  }

  private withOther(side: Side, other: Attempt): State {
    return { ...this.alone(side), attempts: [side.attempt, other] }
  }
}

/** Events keep their createdAt, which comes from the service. */
function moveInTime({ attempt, reads }: Side, ms: number): Pick<Side, 'attempt' | 'reads'> {
  const move = (time: Date | null) => time && later(time, ms)
  const { row } = attempt
  return {
    attempt: {
      ...attempt,
      expiresAt: move(attempt.expiresAt),
      row: {
        ...row,
        heardAt: move(row.heardAt),
        readAt: move(row.readAt),
        decidedAt: move(row.decidedAt),
        reversedAt: move(row.reversedAt),
        expiresAt: move(row.expiresAt),
        grantedAt: move(row.grantedAt),
        nextReadAt: move(row.nextReadAt),
      },
    },
    reads: reads.map((read) => ({ ...read, beganAt: later(read.beganAt, ms) })),
  }
}
