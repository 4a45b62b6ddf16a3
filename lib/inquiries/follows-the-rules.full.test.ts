// Random histories of the model, replayed by the real code: two instances in their own processes, on PostgreSQL.
// After every step the database must match the model. HISTORIES sets how many.
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../testing/runs'
import { judgeEnd, judgeState } from '../testing/simulation/invariants'
import {
  attemptAt,
  describeStep,
  initialState,
  MINUTE_MS,
  possibleSteps,
  QUIET_MS,
  type Scope,
  STATUSES,
  type State,
  type Status,
  type Step,
  take,
} from '../testing/simulation/model'
import {
  eventAt,
  HeldService,
  type Instance,
  RealThing,
  seen,
  startInstance,
} from '../testing/simulation/real-thing'
import { startTestApp, type TestApp } from '../testing/test-app'
import { hear, resolveGrant, resolveRead, retryRead } from './rules'
import { applicantStage, isInDoubt } from './status'

const HISTORIES = runs('HISTORIES', 80)
const AT_ONCE = 6
const STEPS = 18
const RULES = { hear, resolveRead, retryRead, resolveGrant, applicantStage, isInDoubt }

let app: TestApp
let instances: Instance[]
let service: HeldService
/** The histories so far, and how many grants each ended with. */
const ended: { seed: number; real: RealThing; standing: number }[] = []
beforeAll(async () => {
  app = await startTestApp()
  service = new HeldService(app.service)
  instances = await Promise.all([startInstance(), startInstance()])
})
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()))
  await app.stop()
})

test(
  'whatever happens to an applicant, the database matches the rules',
  async () => {
    const seeds = Array.from({ length: HISTORIES }, (_, seed) => seed + 1)
    const faults: string[] = []
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let seed = seeds.pop(); seed && faults.length === 0; seed = seeds.pop()) {
          const fault = await live(seed)
          if (fault) faults.push(fault)
        }
      }),
    )
    expect(faults).toEqual([])

    // Both instances empty the outbox of all histories at the same time.
    await Promise.all(instances.map((instance) => instance.call({ do: 'open accounts' })))
    for (const { seed, real, standing } of ended) {
      expect(await real.accounts(), `seed ${seed}`).toEqual({ opened: standing, due: 0 })
    }
  },
  60_000 + HISTORIES * 500,
)

const decide = (attempt: number, status: Status): [Step] => [{ do: 'decide', attempt, status }]
const begin = (attempt: number): [Step] => [{ do: 'begin', attempt, isScheduled: true }]
const ends = (read: number, status: Status): Step => ({ do: 'end', read, status })
const hears = (attempt: number, event: number): Step => ({ do: 'hear', attempt, event })

/** How a history may begin: races in which a lock matters, because a random walk rarely hits one. */
const RACES: readonly (readonly [Step, Step?][])[] = [
  [],
  // Both attempts are approved at the same time.
  [
    decide(0, 'APPROVED'),
    decide(1, 'APPROVED'),
    begin(0),
    begin(1),
    [ends(0, 'APPROVED'), ends(1, 'APPROVED')],
  ],
  // The approval that has the grant is reversed while the other is read.
  [
    decide(0, 'APPROVED'),
    begin(0),
    [ends(0, 'APPROVED')],
    decide(1, 'APPROVED'),
    decide(0, 'FAILED'),
    begin(0),
    begin(1),
    [ends(0, 'FAILED'), ends(1, 'APPROVED')],
  ],
  // An event arrives while the read that it makes stale is applied.
  [
    decide(0, 'APPROVED'),
    decide(0, 'NEEDS_REVIEW'),
    begin(0),
    [hears(0, 1), ends(0, 'APPROVED')],
    begin(0),
    [hears(0, 0), ends(0, 'NEEDS_REVIEW')],
  ],
  // Two reads of one inquiry return at the same time.
  [
    decide(0, 'APPROVED'),
    decide(0, 'FAILED'),
    begin(0),
    begin(0),
    [ends(0, 'APPROVED'), ends(1, 'FAILED')],
  ],
]

const attempts = (nth: number): 1 | 2 => (nth % 3 === 0 ? 1 : 2)

/** @returns where model and database differ, or null */
async function live(seed: number): Promise<string | null> {
  const random = seeded(seed)
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)]
  const scope: Scope = {
    name: `seed ${seed}`,
    attempts: attempts(seed),
    statuses: seed % 2 === 0 ? STATUSES : ['NEEDS_REVIEW', 'APPROVED', 'FAILED'],
    changes: 5,
    reads: 7,
    failures: 2,
    leaps: 1,
    failovers: 1,
    isAskedFor: true,
  }
  const real = await RealThing.begin(instances, service, scope.attempts)
  const lines: string[] = []
  let state = initialState(scope)

  if (scope.attempts === 2) {
    for (const [step, other] of pick(RACES) ?? []) {
      const fault = other ? await takeTogether(step, other) : await takeOne(step)
      if (fault) return report(fault)
    }
  }
  for (let nth = 0; nth < STEPS; nth++) {
    const steps = possibleSteps(state, scope).filter(isFeasible)
    const kinds = [...new Set(steps.map((step) => step.do))]
    const kind = pick(kinds)
    const step = pick(steps.filter((possible) => possible.do === kind))
    if (!step) break
    const other =
      random() < 0.5 ? pick(steps.filter((second) => mayCoincide(step, second))) : undefined
    const fault = other ? await takeTogether(step, other) : await takeOne(step)
    if (fault) return report(fault)
  }
  while (state.reads.length > 0) {
    const last = possibleSteps(state, scope).filter((step) => step.do === 'end' && step.read === 0)
    const fault = await takeOne(pick(last) ?? { do: 'end', read: 0, status: 'PENDING' })
    if (fault) return report(fault)
  }
  return (await settle()) ?? judge()

  /** The service is quiet, and everything is read until nothing changes any more. */
  async function settle(): Promise<string | null> {
    for (const [index, { undelivered }] of state.attempts.entries()) {
      for (const _ of undelivered) {
        const fault = await takeOne({ do: 'hear', attempt: index, event: 0 })
        if (fault) return report(fault)
      }
    }
    for (let ms = 0; ms < QUIET_MS; ms += MINUTE_MS) {
      const fault = await takeOne({ do: 'wait', ms: MINUTE_MS })
      if (fault) return report(fault)
    }
    for (let round = 0; round < 2; round++) {
      for (const attempt of state.attempts.keys()) {
        const fault =
          (await takeOne({ do: 'begin', attempt, isScheduled: true })) ??
          (await takeOne({ do: 'end', read: 0, status: attemptAt(state, attempt).truth }))
        if (fault) return report(fault)
      }
    }
    return null
  }

  async function judge(): Promise<string | null> {
    const before = await real.look()
    const outcomes = await real.hearAgain(seed)
    if (outcomes.some((outcome) => outcome !== 'duplicate')) return report('a duplicate was new')
    if (!isDeepStrictEqual(await real.look(), before))
      return report('a duplicate changed something')
    const standing = state.attempts.filter(({ row }) => row.grantedAt !== null).length
    ended.push({ seed, real, standing })
    const fault = judgeState(state, RULES) ?? judgeEnd(state, RULES)
    return fault && report(fault)
  }

  async function takeOne(step: Step): Promise<string | null> {
    lines.push(describeStep(step, state))
    const after = take(state, step, RULES)
    await real.take(step, state, after, seed + lines.length)
    state = after
    return compare([after])
  }

  /** Takes both at the same time, one on each instance. Either order is correct. */
  async function takeTogether(one: Step, two: Step): Promise<string | null> {
    lines.push(`${describeStep(one, state)}, and at the same time: ${describeStep(two, state)}`)
    const before = state
    await Promise.all([
      real.take(one, before, before, seed),
      real.take(two, before, before, seed + 1),
    ])
    const afterOne = take(before, one, RULES)
    const afterTwo = take(before, two, RULES)
    return compare([
      take(afterOne, relocate(two, before, afterOne), RULES),
      take(afterTwo, relocate(one, before, afterTwo), RULES),
    ])
  }

  async function compare(possible: readonly State[]): Promise<string | null> {
    const found = await real.look()
    const match = possible.find((candidate) => isDeepStrictEqual(seen(candidate), found))
    if (match) {
      state = match
      return null
    }
    const expected = possible.map((candidate) => JSON.stringify(seen(candidate))).join(' or ')
    return `expected ${expected}\n   found ${JSON.stringify(found)}`
  }

  function report(fault: string): string {
    return [`seed ${seed}`, ...lines.map((line, nth) => `${nth + 1}. ${line}.`), fault].join('\n')
  }

  /**
   * The clock can't be moved while a read is in flight, customers return for their newest attempt, and the outbox runs once
   * for all histories, at the end.
   */
  function isFeasible(step: Step): boolean {
    if (step.do === 'wait' || step.do === 'fail over') return state.reads.length === 0
    if (step.do === 'return') return step.attempt === scope.attempts - 1
    return step.do !== 'open account'
  }
}

function mayCoincide(one: Step, two: Step): boolean {
  if (one.do === 'hear') {
    if (two.do === 'hear') return one.attempt !== two.attempt || one.event !== two.event
    return two.do === 'end'
  }
  return one.do === 'end' && two.do === 'end' && one.read !== two.read
}

/** The same step, after another step has shifted the indexes of events and reads. */
function relocate(step: Step, before: State, after: State): Step {
  if (step.do === 'hear') {
    const event = attemptAt(after, step.attempt).undelivered.indexOf(eventAt(before, step))
    return { ...step, event }
  }
  if (step.do !== 'end') return step
  const beganAt = before.reads[step.read]?.beganAt
  return { ...step, read: after.reads.findIndex((read) => read.beganAt === beganAt) }
}

/** Mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
