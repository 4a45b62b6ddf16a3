/**
 * The invariants of every history, in plain words. They were written from the contract and the design before looking at the
 * rules. They judge a history by what the world did: what the service decided, what reached us, and which reads returned what.
 *
 *  1. An account is granted only on a read that said APPROVED and began after everything we had heard about the inquiry.
 *     Within a minute of an event, the newest event must not say otherwise (N6: that read may be stale).
 *  2. An applicant never has two grants at the same time.
 *  3. Once the service is quiet and every scheduled read has run, we hold the service's status for every inquiry. The
 *     applicant has a grant if, and only if, one of their inquiries is approved.
 *  4. Nobody waits forever: unless the applicant's screen shows a final state, the next read is planned within eight hours.
 *     The account of a grant is open, or its opening is due.
 *  5. An account opens only for a grant. A withdrawn grant that hasn't opened one never does. Neither does a grant while the
 *     newest event says otherwise, until a read has decided; then it does.
 *  6. However events and reads were delayed, reordered or overlapped, a history ends as it would if every event had arrived
 *     and been read immediately. If no event was lost, that includes what is reported.
 *  7. The applicant's screen shows a decision only once a read returns that decision, or once the newest event agrees with
 *     the latest read.
 *  8. A decision disappears from the applicant's screen when a newer event says otherwise, until a read has decided.
 *
 *  9. While the clock is behind an event, as after a failover, no read is repeated immediately: none can be applied, so one
 *     inquiry would use up all calls.
 * 10. We give up on an inquiry only after twenty scheduled reads in a row that got a 404, with no successful read and no event in
 *     between, and no sooner than the twentieth scheduled read after the customer last returned. Refreshes by staff don't
 *     count. That is the only exception to 3 and 4.
 */
import {
  type Attempt,
  attemptAt,
  hearAll,
  isGivenUp,
  later,
  MINUTE_MS,
  QUIET_MS,
  readTruth,
  type State,
  type Step,
} from './model'
import { isAskedAgain, openDueAccount, type Row, type Rules } from './store'

const DECIDED: Record<string, string> = {
  approved: 'APPROVED',
  declined: 'DECLINED',
  failed: 'FAILED',
}
const ENDS: readonly string[] = [...Object.keys(DECIDED), 'expired', 'open_failed']
const LONGEST_WAIT_MS = 8 * 3_600_000
const DENIALS = 20

/** What a step has done wrong, or null. */
export function judgeStep(before: State, step: Step, after: State, rules: Rules): string | null {
  for (const [index, attempt] of after.attempts.entries()) {
    const was = attemptAt(before, index)
    if (was === attempt) continue
    if (attempt.row.grantedAt && !was.row.grantedAt) {
      const fault = judgeGrant(before, step, index)
      if (fault) return fault
    }
    const { heardAt, nextReadAt } = attempt.row
    const isBehind = heardAt !== null && heardAt > after.now
    const wasDue = isAskedAgain(was.row, before.now)
    if (step.do === 'end' && isBehind && !wasDue && nextReadAt && nextReadAt <= after.now)
      return 'a read is repeated immediately while the clock is behind the event'
    const stage = rules.applicantStage(attempt.row, after.now)
    const decision = DECIDED[stage]
    const isNews = attempt.newestHeard !== was.newestHeard
    if (decision && isNews && attempt.newestHeard?.status !== decision)
      return `"${stage}" stays on the screen after a newer event`
    if (decision && stage !== rules.applicantStage(was.row, before.now)) {
      const agrees =
        step.do === 'hear' &&
        was.row.status === decision &&
        attempt.newestHeard?.status === decision
      if (answerTo(before, step, index) !== decision && !agrees)
        return `the screen changes to "${stage}" without a read that says so`
    }
    if (step.do === 'fail' && isGivenUp(attempt.row) && !isGivenUp(was.row)) {
      const read = before.reads[step.read]
      if (read && was.row.readAt !== null && was.row.readAt > read.beganAt)
        return 'gave up on a 404 after a newer read had found the inquiry'
      if (attempt.denials < DENIALS) return `gave up after only ${attempt.denials} denials in a row`
      if (attempt.attempts < DENIALS && !was.wasGivenUp)
        return `gave up ${attempt.attempts} reads after the customer had returned`
    }
    if (attempt.row.account !== 'none' && was.row.account === 'none' && !attempt.row.grantedAt)
      return 'an account is scheduled to open without a grant'
    if (attempt.row.account === 'opened' && was.row.account !== 'opened') {
      const fault = judgeOpening(was)
      if (fault) return fault
    }
  }
  return null
}

function judgeGrant(before: State, step: Step, index: number): string | null {
  if (step.do !== 'end' || answerTo(before, step, index) !== 'APPROVED')
    return 'granted without a read that says APPROVED'
  if (before.reads[step.read]?.hasHeardSince)
    return 'granted on a read that began before an event we had heard'
  const { newestHeard, row } = attemptAt(before, index)
  const isRecent = row.heardAt !== null && before.now < later(row.heardAt, MINUTE_MS)
  if (newestHeard && newestHeard.status !== 'APPROVED' && isRecent)
    return `granted within a minute of hearing ${newestHeard.status}`
  return null
}

function judgeOpening({ newestHeard, row }: Attempt): string | null {
  const isDecided = row.readAt !== null && row.heardAt !== null && row.readAt > row.heardAt
  return newestHeard && newestHeard.status !== 'APPROVED' && !isDecided
    ? `an account is opened after hearing ${newestHeard.status}, before a read has decided`
    : null
}

const answerTo = (before: State, step: Step, index: number): string | null =>
  step.do === 'end' && before.reads[step.read]?.attempt === index ? step.status : null

/** What is wrong with a state, however it was reached. */
export function judgeState(state: State, rules: Rules): string | null {
  let grants = 0
  for (const attempt of state.attempts) {
    const { row } = attempt
    if (row.grantedAt) grants++
    if (row.grantedAt && row.account === 'none') return 'nobody opens the granted account'
    if (!row.grantedAt && row.account === 'due') return 'an account is due without a grant'
    const stage = rules.applicantStage(row, state.now)
    if (ENDS.includes(stage)) continue
    if (row.nextReadAt === null) return `"${stage}" on the screen, and no read is planned`
    if (row.nextReadAt > later(state.now, LONGEST_WAIT_MS))
      return `"${stage}" on the screen, and the next read is more than eight hours away`
  }
  return grants > 1 ? 'there are two grants' : null
}

/** Whether the state converges when the service is quiet from now on. Events that haven't arrived are lost. */
export function judgeEnd(state: State, rules: Rules): string | null {
  const end = settle(state, rules)
  const approved = end.attempts.filter(({ truth }) => truth === 'APPROVED')
  for (const attempt of end.attempts) {
    const { truth, row } = attempt
    if (isGivenUp(row)) continue
    if (row.status !== truth)
      return `in the end we have ${row.status}, but the service has ${truth} (3, 6)`
    if (row.grantedAt && truth !== 'APPROVED') return `in the end there is a grant on ${truth}`
    if (row.account === 'due' && openDueAccount(row, rules).account === 'due')
      return 'in the end nobody opens the granted account'
  }
  const grants = end.attempts.filter(({ row }) => row.grantedAt).length
  if (!end.attempts.some(({ row }) => isGivenUp(row)) && grants !== Math.min(1, approved.length))
    return `in the end ${approved.length} inquiries are approved and there are ${grants} grants`
  for (const attempt of state.attempts) {
    if (attempt.undelivered.length > 0 || attempt.newestHeard === null) continue
    if (attempt.row.reportedStatus !== attempt.newestHeard.status)
      return `${attempt.newestHeard.status} is the newest event, but ${attempt.row.reportedStatus} is reported`
  }
  return null
}

/** Runs the scheduled reads until they change nothing. Reads in flight are lost, and their leases expire. */
function settle(state: State, rules: Rules): State {
  let quiet: State = { ...state, now: later(state.now, QUIET_MS), reads: [] }
  // After a month, only an event reveals a reversal (N29), so none may be lost.
  if (state.isLate) {
    const heard = hearAll(quiet, rules)
    quiet = { ...heard, now: later(heard.now, MINUTE_MS) }
  }
  for (let round = 0; round < 4; round++) {
    const before = quiet
    for (const index of state.attempts.keys()) {
      if (attemptAt(quiet, index).row.nextReadAt !== null) quiet = readTruth(quiet, index, rules)
    }
    if (quiet.attempts.every((attempt, index) => isSame(attempt.row, attemptAt(before, index).row)))
      break
  }
  return quiet
}

const isSame = (row: Row, before: Row): boolean =>
  row.status === before.status &&
  (row.grantedAt === null) === (before.grantedAt === null) &&
  !row.urgent
