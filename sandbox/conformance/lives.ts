// Takes inquiries through every transition, all at the same time, and keeps what was done and which events arrived. Then
// what must hold for the events of a whole life (W6–W9): one event for each transition that sends one, each with its own id,
// times and data.
import {
  ALL_KINDS,
  APPROVAL,
  type Control,
  type Definition,
  eventOf,
  eventsAbout,
  type OwnTenant,
  STATUS_OF_KIND,
  type TenantOptions,
} from './control.ts'
import { DAY_S, fieldOf, isRecord, MINUTE_S, sameMembers, UUID } from './expectations.ts'
import { type Fields, newReference, openedId } from './merchant.ts'
import type { Delivery } from './receiver.ts'
import { demand } from './verdict.ts'

const STEPS = ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']
/** With a kind that the contract doesn't name, to see whether the service sends it (N13). */
const SUBSCRIBED = [...ALL_KINDS, 'inquiry.future']
const DEFINITION: Definition = { steps: STEPS, webhooks: { subscribe: SUBSCRIBED } }
/** Between two acts; more than the tolerance for times, less than it takes a service to reverse a decision (N5). */
const STEP_S = 10
/** Long enough for late events (N10) and for a service that sends twice. */
const AFTERMATH_S = [10 * MINUTE_S, 14 * DAY_S]
/** N30: the service's clocks may be two seconds apart. */
const CLOCK_TOLERANCE_MS = 2_500
const IN_REVIEW = 'inquiry.review_in_progress'

const OUTCOMES = ['APPROVED', 'NEEDS_REVIEW', 'DECLINED', 'FAILED', 'COMPLETED']
const DECISIONS = ['APPROVED', 'NEEDS_REVIEW', 'DECLINED', 'FAILED']
/** The flow's outcome, and then what the portal decides. Nobody finishes the first, and it expires. */
const COURSES: readonly (readonly string[])[] = [
  [],
  ...OUTCOMES.map((outcome) => [outcome]),
  ...OUTCOMES.flatMap((outcome) => DECISIONS.map((decision) => [outcome, decision])),
  ['NEEDS_REVIEW', 'APPROVED', 'DECLINED', 'APPROVED'],
  ['NEEDS_REVIEW', 'DECLINED', 'NEEDS_REVIEW', 'APPROVED'],
  ['APPROVED', 'NEEDS_REVIEW', 'FAILED', 'DECLINED'],
]

interface Transition {
  from: string
  to: string
  /** When it happened, by the tenant's clock. */
  fromMs: number
  untilMs: number
}

interface Opened {
  inquiryId: string
  /** Null if the service neither accepts nor shows one (N24). */
  correlationId: string | null
  idempotencyKey: string
}

interface Life extends Opened {
  /** The statuses that it takes after PENDING. */
  course: readonly string[]
  referenceId: string
  succeededCapabilities: string[]
  transitions: Transition[]
  /** What its status was after a while, and much later. */
  laterStatuses: unknown[]
  /** In the order of createdAt, each as often as it was delivered. */
  events: Record<string, unknown>[]
}

export interface Lives {
  lives: Life[]
  /** All that the tenant's endpoint got, which accepted everything. */
  deliveries: Delivery[]
}

export async function liveThroughEveryTransition(
  createTenant: (options: TenantOptions) => Promise<OwnTenant>,
): Promise<Lives> {
  const tenant = await createTenant({ definition: DEFINITION })
  // Only the suite moves the clock, so it knows when everything happens.
  await tenant.freeze()
  const lives: Life[] = []
  for (const [index, course] of COURSES.entries()) lives.push(await begin(tenant, course, index))
  const rounds = Math.max(...COURSES.map(({ length }) => length))
  for (let round = 0; round < rounds; round += 1) await takeStep(tenant, lives, round)
  for (const seconds of AFTERMATH_S) {
    await tenant.advance(seconds)
    for (const { inquiryId, laterStatuses } of lives) {
      laterStatuses.push((await tenant.read(inquiryId)).status)
    }
  }
  const deliveries = await tenant.arrived()
  for (const life of lives) {
    life.events = eventsAbout(deliveries, life.inquiryId).toSorted((one, other) =>
      String(one.createdAt).localeCompare(String(other.createdAt)),
    )
  }
  return { lives, deliveries }
}

/** The n-th inquiry. */
async function begin(tenant: OwnTenant, course: readonly string[], index: number): Promise<Life> {
  const referenceId = newReference()
  const isLeft = course.length === 0
  const expiry = isLeft ? { expiresAt: await tenant.inSeconds(5 * MINUTE_S) } : {}
  const opened = await openTraced(tenant, { referenceId, ...expiry })
  if (isLeft) await tenant.record(opened.inquiryId, { capability: 'PERSONAL_INFO' })
  return {
    ...opened,
    course,
    referenceId,
    // One of the eight subsets, another for each neighbour, so that none passes for another's.
    succeededCapabilities: STEPS.filter((_, step) => !((index >> step) & 1)),
    transitions: [],
    laterStatuses: [],
    events: [],
  }
}

/** Opens with a correlation id of the suite's, or takes the one that the service shows (N24). */
export async function openTraced(tenant: OwnTenant, fields: Fields = {}): Promise<Opened> {
  const correlationId = crypto.randomUUID()
  const idempotencyKey = crypto.randomUUID()
  const traced = { 'x-correlation-id': correlationId, 'idempotency-key': idempotencyKey }
  const answer = await tenant.tryOpen(fields, traced)
  if (answer.status !== 400) return { inquiryId: openedId(answer), correlationId, idempotencyKey }
  const otherKey = crypto.randomUUID()
  const untraced = await tenant.tryOpen(fields, { 'idempotency-key': otherKey })
  const shown = untraced.headers.get('x-correlation-id') ?? ''
  const inquiryId = openedId(untraced)
  return { inquiryId, correlationId: UUID.test(shown) ? shown : null, idempotencyKey: otherKey }
}

/** Every inquiry whose course goes on takes its next step. */
async function takeStep(tenant: OwnTenant, lives: readonly Life[], round: number): Promise<void> {
  const fromMs = await tenant.advance(STEP_S)
  const steps = lives.flatMap((life) => {
    const [from = '', to] = ['PENDING', ...life.course].slice(round)
    return to === undefined ? [] : [{ life, from, to }]
  })
  for (const { life, to } of steps) {
    const failedCapabilities = STEPS.filter((step) => !life.succeededCapabilities.includes(step))
    if (round > 0) await tenant.decide(life.inquiryId, to)
    else await tenant.complete(life.inquiryId, to, { failedCapabilities })
  }
  // N5: the flow may take a while to decide. The portal decides at once.
  if (round === 0) for (const { life, to } of steps) await tenant.readDecided(life.inquiryId, to)
  const untilMs = await tenant.nowMs()
  for (const { life, from, to } of steps) {
    if (from !== to) life.transitions.push({ from, to, fromMs, untilMs })
  }
}

/** W7. @returns the kinds that were sent but aren't in the contract */
export function expectExactlyOneEventPerTransition({ lives, deliveries }: Lives): string[] {
  for (const life of lives) {
    for (const kind of ALL_KINDS) {
      const expected = transitionsTo(life, kind).length
      const got = life.events.filter(({ type }) => type === kind).length
      const what = `${nameOf(life)}: expected ${expected || 'no'} ${kind}, got ${got}`
      demand(got >= expected && got <= expected + allowedMore(life, kind), what)
    }
  }
  return kindsOf(deliveries).filter((kind) => !ALL_KINDS.includes(kind))
}

/** N5: how many more events of this kind a life may cause than its course shows. */
function allowedMore({ course, transitions, laterStatuses }: Life, kind: string): number {
  const declines = transitions.filter(({ to }) => to === 'DECLINED')
  // A decline may follow a review.
  const reviews = declines.filter(({ from }) => from !== 'NEEDS_REVIEW').length
  // A decision may be reversed later. An expiry sends nothing, whatever it reads as (N7).
  const status = STATUS_OF_KIND[kind]
  const isReversed = course.length > 0 && course.at(-1) !== status && laterStatuses.includes(status)
  return (isReversed ? 1 : 0) + (kind === IN_REVIEW ? reviews : 0)
}

/** W8: a kind that the template doesn't subscribe to isn't delivered, not even one that the contract doesn't name. */
export function expectOnlySubscribed({ deliveries }: Lives): void {
  const others = kindsOf(deliveries).filter((kind) => !SUBSCRIBED.includes(kind))
  demand(others.length === 0, `the template doesn't subscribe to ${others.join(', ')}`)
}

/** W6: an id identifies one event, at every attempt and every endpoint of every tenant, and no event has two. */
export function expectOneIdPerEvent({ receiver, decided }: Control, { lives }: Lives): void {
  const eventOfId = new Map<unknown, string>()
  const idOfEvent = new Map<string, unknown>()
  // N30: two approvals of one of these may have one time. For the lives, expectOwnIdsAndTimes checks that each has its own id.
  const again = decided.filter((inquiryId, index) => decided.indexOf(inquiryId) < index)
  const repeated = new Set<unknown>([...again, ...lives.map(({ inquiryId }) => inquiryId)])
  for (const { id, type, createdAt, data } of receiver.deliveries.map(eventOf)) {
    const event = JSON.stringify([fieldOf(data, 'inquiryId'), type, createdAt])
    const isSameEvent = (eventOfId.get(id) ?? event) === event
    demand(isSameEvent, 'deliveries of one id differ in inquiryId, type or createdAt')
    const isSameId = (idOfEvent.get(event) ?? id) === id || repeated.has(fieldOf(data, 'inquiryId'))
    demand(isSameId, 'one event has different ids at different attempts or endpoints')
    eventOfId.set(id, event)
    idOfEvent.set(event, id)
  }
}

/** W6: each transition has its own id, and createdAt is when it happened. */
export function expectOwnIdsAndTimes({ lives }: Lives): void {
  for (const life of lives) {
    for (const kind of ALL_KINDS) {
      const sent = life.events.filter(({ type }) => type === kind).length
      const ids = distinctEvents(life, kind).length
      const transitions = transitionsTo(life, kind).length
      const areOwn = ids >= Math.min(sent, transitions)
      demand(areOwn, `${nameOf(life)}: ${transitions} ${kind} share ${ids} event ids`)
      for (const [event, transition] of eventsOfTransitions(life, kind)) {
        const isThen = happenedAt(event.createdAt, transition) || isShared(life, event)
        demand(isThen, `${nameOf(life)}: createdAt of ${kind} is not when it happened`)
      }
    }
  }
}

/** W9: each approval describes its own inquiry and its own transition. */
export function expectOwnApprovals({ lives }: Lives): void {
  for (const life of lives) {
    for (const [event, transition] of eventsOfTransitions(life, APPROVAL)) {
      const { data, createdAt } = event
      if (!isRecord(data)) continue
      const isTimeShared = isShared(life, event) && data.approvedAt === createdAt
      const { correlationId, succeededCapabilities: succeeded } = life
      const shown = data.succeededCapabilities
      for (const [field, isOwn] of Object.entries({
        referenceId: data.referenceId === life.referenceId,
        status: data.status === 'APPROVED',
        correlationId: correlationId === null || data.correlationId === correlationId,
        approvedAt: isTimeShared || happenedAt(data.approvedAt, transition),
        succeededCapabilities: Array.isArray(shown) && sameMembers(shown, succeeded),
      })) {
        demand(isOwn, `${APPROVAL}: ${field} is not that of the inquiry (${nameOf(life)})`)
      }
    }
  }
}

/** Each event of a kind with the transition that it reports; none if W7 is broken, which it reports itself. */
function eventsOfTransitions(life: Life, kind: string): [Record<string, unknown>, Transition][] {
  const transitions = transitionsTo(life, kind)
  const events = distinctEvents(life, kind)
  const more = events.length - transitions.length
  const allowed = allowedMore(life, kind)
  if (more < 0 || more > allowed) return []
  // N5: a reversal comes last, but a review that precedes a decline can be any.
  if (allowed > 0 && kind === IN_REVIEW) return []
  return transitions.flatMap((transition, index) => {
    const event = events[index]
    return event ? [[event, transition]] : []
  })
}

/** The events of a kind without those that arrived again. */
function distinctEvents({ events }: Life, kind: string): Record<string, unknown>[] {
  const ofKind = events.filter(({ type }) => type === kind)
  return [...new Map(ofKind.map((each) => [each.id, each])).values()]
}

function transitionsTo({ transitions }: Life, kind: string): Transition[] {
  return transitions.filter(({ to }) => to === STATUS_OF_KIND[kind])
}

/** N30: two events of an inquiry may have one time. */
function isShared({ events }: Life, { id, createdAt }: Record<string, unknown>): boolean {
  return events.some((other) => other.id !== id && other.createdAt === createdAt)
}

function happenedAt(time: unknown, { fromMs, untilMs }: Transition): boolean {
  const atMs = Date.parse(String(time))
  return atMs >= fromMs - CLOCK_TOLERANCE_MS && atMs <= untilMs + CLOCK_TOLERANCE_MS
}

export function kindsOf(deliveries: readonly Delivery[]): string[] {
  return [...new Set(deliveries.map((each) => String(eventOf(each).type)))]
}

function nameOf({ course }: Life): string {
  return course.join(', ') || 'an inquiry that nobody finished'
}
