/**
 * A model of everything that can happen to one applicant: the service decides and changes its mind, events arrive late, in
 * any order or never, reads overlap and return stale answers, and time passes. The rules under test are passed in.
 */

import { awaitsRead, isDecision } from '../../inquiries/status'
import {
  applyRead,
  claim,
  claimForStaff,
  failRead,
  makeDueForApplicant,
  openDueAccount,
  type Row,
  type Rules,
  reconsider,
  recordEvent,
} from './store'

export const STATUSES = [
  'PENDING',
  'COMPLETED',
  'NEEDS_REVIEW',
  'APPROVED',
  'DECLINED',
  'FAILED',
  'ESCALATED',
] as const
export type Status = (typeof STATUSES)[number]

/** W7: only these transitions send an event. */
const WITH_EVENT: readonly Status[] = ['NEEDS_REVIEW', 'APPROVED', 'DECLINED']

export const MINUTE_MS = 60_000
/** How far behind the database's clock is after a failover: longer than the status endpoint may lag. */
export const FAILOVER_MS = 2 * MINUTE_MS
/** After this long without news, every answer is true and every clock has caught up. */
export const QUIET_MS = FAILOVER_MS + MINUTE_MS
export const DAY_MS = 24 * 3_600_000
export const MONTH_MS = 31 * DAY_MS
const START = new Date(Date.UTC(2026, 0, 1))

/** The limits of the histories in one exploration. */
export interface Scope {
  name: string
  attempts: 1 | 2
  statuses: readonly Status[]
  /** How often the service changes a status. Each change to NEEDS_REVIEW, APPROVED or DECLINED sends an event. */
  changes: number
  reads: number
  /** How many reads get no answer, or a 404. */
  failures?: number
  /** How often a day or a month passes. */
  leaps?: number
  /** How often a database whose clock is behind takes over. */
  failovers?: number
  /** N7: whether the inquiries expire, half a day after the start. */
  expires?: boolean
  /** Whether the inquiries have already been polled for a long time. */
  isPolledForLong?: boolean
  /** How many 404s in a row the inquiries start with, so that one of the next may be the last. */
  denials?: number
  /** Whether the inquiries start with an APPROVED that was heard an hour ago, and that no read has confirmed. */
  isReported?: boolean
  /** Whether customers return from the flow, and staff refresh. */
  isAskedFor?: boolean
}

export interface Event {
  createdAt: Date
  status: Status
}

export interface Attempt {
  /** What the service has decided. */
  truth: Status
  /** What its status endpoint may answer: the truth, and what was true within the last minute (N6). A set of bits. */
  visible: number
  expiresAt: Date | null
  sentEvents: number
  undelivered: readonly Event[]
  /** The newest event that reached us, for the invariants: the rules don't see this. */
  newestHeard: Event | null
  /** How many scheduled reads in a row got a 404, without a successful read or an event in between, for the invariants. */
  denials: number
  /** How many scheduled reads have begun since an event arrived or the customer returned, for the invariants. */
  attempts: number
  /** We gave up, and no read has succeeded and no event has arrived since then, for the invariants. */
  wasGivenUp: boolean
  row: Row
}

export interface ReadInFlight {
  attempt: number
  beganAt: Date
  /** What the service may answer: anything its endpoint has shown since the read began. A set of bits. */
  answers: number
  /** An event arrived after it began, for the invariants: the rules don't see this. */
  hasHeardSince: boolean
  /** False if staff asked for it. */
  isScheduled: boolean
}

export interface State {
  now: Date
  attempts: readonly Attempt[]
  reads: readonly ReadInFlight[]
  changesLeft: number
  readsLeft: number
  failuresLeft: number
  leapsLeft: number
  failoversLeft: number
  /** So much time has passed that the last scheduled read of an old decision may be over. */
  isLate: boolean
}

export type Step =
  | { do: 'decide'; attempt: number; status: Status }
  | { do: 'hear'; attempt: number; event: number }
  | { do: 'begin'; attempt: number; isScheduled: boolean }
  | { do: 'return'; attempt: number }
  | { do: 'end'; read: number; status: Status }
  | { do: 'fail'; read: number; isFruitless: boolean }
  | { do: 'open account'; attempt: number }
  | { do: 'wait'; ms: number }
  | { do: 'fail over' }

const bit = (status: Status): number => 1 << STATUSES.indexOf(status)

/** The statuses in each set of bits. */
const STATUSES_IN = Array.from({ length: 1 << STATUSES.length }, (_, bits) =>
  STATUSES.filter((status) => (bits & bit(status)) !== 0),
)

export function initialState(scope: Scope): State {
  const heard: Event | null = scope.isReported
    ? { createdAt: new Date(0), status: 'APPROVED' }
    : null
  const truth = heard?.status ?? 'PENDING'
  const attempt: Attempt = {
    truth,
    visible: bit(truth),
    expiresAt: scope.expires ? later(START, DAY_MS / 2) : null,
    sentEvents: heard ? 1 : 0,
    undelivered: [],
    newestHeard: heard,
    denials: scope.denials ?? 0,
    attempts: scope.isPolledForLong ? 25 : 0,
    wasGivenUp: false,
    row: {
      openState: 'OPEN',
      reportedStatus: heard?.status ?? null,
      reportedAt: heard?.createdAt ?? null,
      heardAt: heard && later(START, -60 * MINUTE_MS),
      status: null,
      readAt: null,
      decidedAt: null,
      reversedAt: null,
      expiresAt: null,
      grantedAt: null,
      account: 'none',
      nextReadAt: START,
      urgent: heard !== null,
      readAttempts: scope.isPolledForLong ? 25 : 0,
      fruitlessReads: scope.denials ?? 0,
      readError: null,
    },
  }
  return {
    now: START,
    attempts: Array.from({ length: scope.attempts }, () => attempt),
    reads: [],
    changesLeft: scope.changes,
    readsLeft: scope.reads,
    failuresLeft: scope.failures ?? 0,
    leapsLeft: scope.leaps ?? 0,
    failoversLeft: scope.failovers ?? 0,
    isLate: false,
  }
}

/** Every step that the world may take next. A lost event is one that never arrives; a crash is a read that never ends. */
export function possibleSteps(state: State, scope: Scope): Step[] {
  const steps: Step[] = []
  for (const [attempt, { truth, undelivered, row }] of state.attempts.entries()) {
    if (state.changesLeft > 0) {
      for (const status of scope.statuses) {
        // N29 is watched for 30 days. Later changes are only noticed by their event.
        const isNoticed = !state.isLate || WITH_EVENT.includes(status)
        if (status !== truth && isNoticed) steps.push({ do: 'decide', attempt, status })
      }
    }
    for (const event of undelivered.keys()) steps.push({ do: 'hear', attempt, event })
    if (state.readsLeft > 0) steps.push({ do: 'begin', attempt, isScheduled: true })
    if (scope.isAskedFor) {
      if (state.readsLeft > 0) steps.push({ do: 'begin', attempt, isScheduled: false })
      const hasNothingToLearn = isDecision(row.status) && !awaitsRead(row)
      if (!hasNothingToLearn) steps.push({ do: 'return', attempt })
    }
    if (row.account === 'due') steps.push({ do: 'open account', attempt })
  }
  for (const [read, { answers }] of state.reads.entries()) {
    for (const status of STATUSES_IN[answers] ?? []) steps.push({ do: 'end', read, status })
    if (state.failuresLeft > 0) {
      steps.push({ do: 'fail', read, isFruitless: false }, { do: 'fail', read, isFruitless: true })
    }
  }
  if (state.attempts.some((attempt) => isRecent(attempt, state.now))) {
    steps.push({ do: 'wait', ms: MINUTE_MS })
  }
  if (state.leapsLeft > 0 && state.reads.length === 0) {
    steps.push({ do: 'wait', ms: DAY_MS }, { do: 'wait', ms: MONTH_MS })
  }
  if (state.failoversLeft > 0) steps.push({ do: 'fail over' })
  return steps
}

/** Whether another minute would make a difference. */
const isRecent = ({ truth, visible, row }: Attempt, now: Date): boolean =>
  visible !== bit(truth) || (row.heardAt !== null && now < later(row.heardAt, MINUTE_MS))

export function take(state: State, step: Step, rules: Rules): State {
  switch (step.do) {
    case 'decide':
      return decide(state, step.attempt, step.status)
    case 'hear':
      return hear(state, step.attempt, step.event, rules)
    case 'begin':
      return begin(state, step.attempt, step.isScheduled)
    case 'return':
      return changeAttempt(state, step.attempt, {
        attempts: 0,
        row: makeDueForApplicant(attemptAt(state, step.attempt).row, state.now),
      })
    case 'end':
      return end(state, step.read, step.status, rules)
    case 'fail':
      return fail(state, step.read, step.isFruitless, rules)
    case 'open account':
      return changeAttempt(state, step.attempt, {
        row: openDueAccount(attemptAt(state, step.attempt).row, rules),
      })
    case 'wait':
      return wait(state, step.ms)
    case 'fail over': {
      const failoversLeft = state.failoversLeft - 1
      return { ...state, now: later(state.now, -FAILOVER_MS), failoversLeft }
    }
  }
}

function decide(state: State, index: number, status: Status): State {
  const attempt = attemptAt(state, index)
  const { sentEvents } = attempt
  const isSent = WITH_EVENT.includes(status)
  return {
    ...changeAttempt(state, index, {
      truth: status,
      visible: attempt.visible | bit(status),
      sentEvents: isSent ? sentEvents + 1 : sentEvents,
      undelivered: isSent
        ? [...attempt.undelivered, { createdAt: new Date(sentEvents), status }]
        : attempt.undelivered,
    }),
    reads: state.reads.map((read) =>
      read.attempt === index ? { ...read, answers: read.answers | bit(status) } : read,
    ),
    changesLeft: state.changesLeft - 1,
  }
}

/** An event may arrive in the same millisecond in which a read begins. */
function hear(state: State, index: number, nth: number, rules: Rules): State {
  const { undelivered, newestHeard, row } = attemptAt(state, index)
  const event = undelivered[nth]
  if (!event) throw new Error('There is no such event')
  return {
    ...changeAttempt(state, index, {
      undelivered: undelivered.filter((other) => other !== event),
      newestHeard: newestHeard && newestHeard.createdAt > event.createdAt ? newestHeard : event,
      denials: 0,
      attempts: 0,
      wasGivenUp: false,
      row: recordEvent(row, event, state.now, rules),
    }),
    reads: state.reads.map((read) =>
      read.attempt === index ? { ...read, hasHeardSince: true } : read,
    ),
  }
}

function begin(state: State, attempt: number, isScheduled: boolean): State {
  const now = later(state.now, 1)
  const { row, visible, attempts } = attemptAt(state, attempt)
  const read = { attempt, beganAt: now, answers: visible, hasHeardSince: false, isScheduled }
  const claimed = isScheduled
    ? { attempts: attempts + 1, row: claim(row, now) }
    : { row: claimForStaff(row, now) }
  return {
    ...changeAttempt(state, attempt, claimed),
    now,
    reads: [...state.reads, read],
    readsLeft: state.readsLeft - 1,
  }
}

function end(before: State, nth: number, status: Status, rules: Rules): State {
  const { attempt: index, beganAt } = readAt(before, nth)
  const { row, expiresAt } = attemptAt(before, index)
  const isOther = (at: number) => at !== index
  const hasOtherGrant = before.attempts.some(
    (other, at) => isOther(at) && other.row.grantedAt !== null,
  )
  const read = { status, expiresAt, beganAt }
  const applied = applyRead(row, hasOtherGrant, read, before.now, rules)
  const reads = before.reads.filter((_, other) => other !== nth)
  const state = changeAttempt({ ...before, reads }, index, {
    denials: 0,
    wasGivenUp: false,
    row: applied.row,
  })
  if (!applied.isWithdrawn) return state
  const attempts = state.attempts.map((other, at) =>
    isOther(at) && other.row.status === 'APPROVED'
      ? { ...other, row: reconsider(other.row, state.now) }
      : other,
  )
  return { ...state, attempts }
}

function fail(state: State, nth: number, isFruitless: boolean, rules: Rules): State {
  const { attempt, beganAt, isScheduled } = readAt(state, nth)
  const { row, denials, wasGivenUp } = attemptAt(state, attempt)
  const failed = failRead(row, beganAt, isFruitless, isScheduled, state.now, rules)
  return {
    ...changeAttempt(state, attempt, {
      denials: isFruitless && isScheduled ? denials + 1 : denials,
      wasGivenUp: wasGivenUp || isGivenUp(failed),
      row: failed,
    }),
    reads: state.reads.filter((_, other) => other !== nth),
    failuresLeft: state.failuresLeft - 1,
  }
}

function wait(state: State, ms: number): State {
  return {
    ...state,
    now: later(state.now, ms),
    attempts: state.attempts.map((attempt) => ({ ...attempt, visible: bit(attempt.truth) })),
    // A call ends after ten seconds, so by the time a clock that went back has caught up with its start, it is over.
    reads: state.reads.filter(({ beganAt }) => beganAt <= state.now),
    leapsLeft: ms === MINUTE_MS ? state.leapsLeft : state.leapsLeft - 1,
    isLate: state.isLate || ms === MONTH_MS,
  }
}

/** A read that the service answers immediately and truthfully, at the time it is due or later. */
export function readTruth(state: State, attempt: number, rules: Rules): State {
  const { truth, row } = attemptAt(state, attempt)
  const now = row.nextReadAt && row.nextReadAt > state.now ? row.nextReadAt : state.now
  const begun = begin({ ...state, now, reads: [] }, attempt, true)
  return end(begun, 0, truth, rules)
}

export const isGivenUp = ({ nextReadAt, readError }: Row): boolean =>
  nextReadAt === null && readError === 'NotFoundError'

/** Delivers every event that is still on its way. */
export function hearAll(state: State, rules: Rules): State {
  let heard = state
  for (const [index, { undelivered }] of state.attempts.entries()) {
    for (const _ of undelivered) heard = hear(heard, index, 0, rules)
  }
  return heard
}

export const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms)

export function attemptAt(state: State, index: number): Attempt {
  const attempt = state.attempts[index]
  if (!attempt) throw new Error('There is no such attempt')
  return attempt
}

function readAt(state: State, index: number): ReadInFlight {
  const read = state.reads[index]
  if (!read) throw new Error('There is no such read')
  return read
}

function changeAttempt(state: State, index: number, changes: Partial<Attempt>): State {
  const attempts = state.attempts.slice()
  attempts[index] = { ...attemptAt(state, index), ...changes }
  return { ...state, attempts }
}

export function describeStep(step: Step, before: State): string {
  const of = (index: number) => (before.attempts.length > 1 ? ` (attempt ${index + 1})` : '')
  switch (step.do) {
    case 'decide': {
      const event = WITH_EVENT.includes(step.status) ? ', and sends an event' : ''
      return `The service decides ${step.status}${event}${of(step.attempt)}`
    }
    case 'hear': {
      const event = attemptAt(before, step.attempt).undelivered[step.event]
      return `The event ${event?.status} (number ${(event?.createdAt.getTime() ?? 0) + 1}) arrives${of(step.attempt)}`
    }
    case 'begin':
      return `Read ${name(before.reads.length)} begins${step.isScheduled ? '' : ' because staff refresh'}${of(step.attempt)}`
    case 'return':
      return `The customer returns from the flow${of(step.attempt)}`
    case 'end':
      return `Read ${name(step.read)} returns ${step.status}${of(readAt(before, step.read).attempt)}`
    case 'fail':
      return `Read ${name(step.read)} ${step.isFruitless ? 'gets a 404' : 'gets no answer'}${of(readAt(before, step.read).attempt)}`
    case 'open account':
      return `The outbox looks for the account${of(step.attempt)}`
    case 'wait':
      return step.ms === MINUTE_MS
        ? 'A minute passes'
        : step.ms === DAY_MS
          ? 'A day passes'
          : 'A month passes'
    case 'fail over':
      return 'A database whose clock is two minutes behind takes over'
  }
}

/** Reads in flight are A, B, C …, oldest first. */
const name = (read: number): string => String.fromCharCode(65 + read)
