// Takes some thirty inquiries of one tenant through every transition, all at the same time, and writes down what happened: what
// each was given, how it and its documents read after each step, and which events arrived. Then what must hold for all of
// it. Most clauses look here, because a service that mixes up inquiries or loses its way only shows it over a whole life.
import {
  ALL_KINDS,
  APPROVAL,
  CAPABILITIES,
  eventOf,
  eventsAbout,
  type OwnTenant,
  STATUS_OF_KIND,
  type TenantOptions,
} from './control.ts'
import { type Answer, DAY_S, demand, fieldOf, MINUTE_S, sameMembers, toMs } from './expectations.ts'
import { type Fields, newReference } from './merchant.ts'
import type { Delivery } from './receiver.ts'

const DOCUMENT_TYPES = ['passport', 'national_id', 'driving_license']
/** With a kind that the contract doesn't name, to see whether the service sends it (N13). */
const SUBSCRIBED = [...ALL_KINDS, 'inquiry.future']
/** With a step that is none of the values seen (W9), though an event names it (R5). */
const DEFINITION = { steps: [...CAPABILITIES, 'SIGNATURE'], webhooks: { subscribe: SUBSCRIBED } }
/** Between two steps; more than the tolerance for times, less than it takes a service to reverse a decision (N5). */
const STEP_S = 10
/** Ends after the first step, so that every portal decision comes later (W7). */
const FLOW_S = 15
/** Long enough for late events (N10), for a service that sends twice, and for one that forgets. */
const AFTERMATH_S = [10 * MINUTE_S, 14 * DAY_S, 50 * DAY_S]
/** N30: the service's clocks may be two seconds apart. */
const CLOCK_TOLERANCE_MS = 2_500
const IN_REVIEW = 'inquiry.review_in_progress'
const DECIDED = ['APPROVED', 'DECLINED', 'FAILED']

const OUTCOMES = ['APPROVED', 'NEEDS_REVIEW', 'DECLINED', 'FAILED', 'COMPLETED']
const DECISIONS = ['APPROVED', 'NEEDS_REVIEW', 'DECLINED', 'FAILED']
/** The flow's outcome, and then what the portal decides. Nobody finishes the first, and it expires. */
const COURSES: readonly (readonly string[])[] = [
  [],
  ...OUTCOMES.map((outcome) => [outcome]),
  ...OUTCOMES.flatMap((outcome) => DECISIONS.map((decision) => [outcome, decision])),
  ['NEEDS_REVIEW', 'APPROVED', 'DECLINED', 'APPROVED'],
  ['NEEDS_REVIEW', 'DECLINED', 'NEEDS_REVIEW', 'APPROVED'],
  ['NEEDS_REVIEW', 'APPROVED', 'APPROVED', 'APPROVED'],
  ['APPROVED', 'NEEDS_REVIEW', 'FAILED', 'DECLINED'],
  // A status that the contract doesn't name (N5).
  ['APPROVED', 'ESCALATED', 'NEEDS_REVIEW', 'ESCALATED'],
  ['FAILED', 'ESCALATED', 'FAILED', 'ESCALATED'],
]
/** This one and its neighbour have no referenceId; both are approved. */
const WITHOUT_REFERENCE = 6
const ROUNDS = Math.max(...COURSES.map(({ length }) => length))

interface Transition {
  from: string
  to: string
  /** When it happened, by the tenant's clock. */
  fromMs: number
  untilMs: number
}

interface Decision {
  note: string | null
  atMs: number
}

/** What the suite told the service about an inquiry, and what came of it. */
export interface Life {
  inquiryId: string
  /** The statuses that it takes after PENDING. */
  course: readonly string[]
  /** As it was opened; without a referenceId, it's undefined. */
  fields: { inquiryTemplateId: string; referenceId: string | undefined; note: string }
  /** How it read before anything had happened. */
  asOpened: unknown
  documentType: string | undefined
  /** Undefined leaves them to the service (N26). */
  reviewReasons: string[] | undefined
  succeededCapabilities: string[]
  transitions: Transition[]
  /** The portal's newest; null if it has made none. */
  decision: Decision | null
  /** Of all the portal's decisions. */
  notes: string[]
  /** What its status was after a while, and much later. */
  laterStatuses: unknown[]
  /** In the order of createdAt, each as often as it was delivered. */
  events: Record<string, unknown>[]
}

/** How an inquiry reads after a step, or once time has passed. */
export interface Moment {
  /** Null if the inquiry was given on the command line. */
  life: Life | null
  inquiry: Fields
  /** The response to a request for its documents. */
  documents: Answer
  /** The status that it was given last. */
  given: string
  /** How much time has passed since. */
  secondsLater: number
  /** The portal's newest; null if it had made none. */
  decision: Decision | null
}

export interface Lives {
  lives: Life[]
  moments: Moment[]
  /** All that the tenant's endpoint got, which accepted everything. */
  deliveries: Delivery[]
  secret: string
}

export async function liveThroughEveryTransition(
  createTenant: (options: TenantOptions) => Promise<OwnTenant>,
): Promise<Lives> {
  const tenant = await createTenant({ definition: { steps: CAPABILITIES } })
  const { templateId, revisionId } = await tenant.createTemplate(DEFINITION)
  // On whole seconds, a service might drop the milliseconds (S2).
  await tenant.advance((1000 - ((await tenant.nowMs()) % 1000)) / 1000)
  const lives: Life[] = []
  for (const course of COURSES) lives.push(await begin(tenant, templateId, course, lives))
  // What is open goes on, and sends its events (W7).
  await tenant.setEnabled(revisionId, false)
  const moments: Moment[] = []
  const look = async (life: Life, inquiry: Fields, given: string, secondsLater = 0) => {
    const { inquiryId, decision } = life
    const documents = await tenant.documents(inquiryId)
    moments.push({ life, inquiry, documents, given, secondsLater, decision })
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const fromMs = await tenant.advance(STEP_S)
    const steps = lives.flatMap((life) => {
      const [from = '', to] = ['PENDING', ...life.course].slice(round)
      return to === undefined ? [] : [{ life, from, to }]
    })
    for (const { life, to } of steps) {
      if (round === 0) await finish(tenant, life, to)
      else {
        life.decision = { note: noteOf(life, round), atMs: fromMs }
        life.notes.push(...(life.decision.note === null ? [] : [life.decision.note]))
        await tenant.decide(life.inquiryId, to, life.decision.note)
      }
    }
    // Nobody has touched the first.
    if (round === 0 && lives[0])
      await look(lives[0], await tenant.read(lives[0].inquiryId), 'PENDING')
    // N5: the flow may take a while to decide. N6: a decision may show later.
    for (const { life, to } of steps)
      await look(life, await tenant.readDecided(life.inquiryId, to), to)
    const untilMs = await tenant.nowMs()
    for (const { life, from, to } of steps) {
      if (from !== to) life.transitions.push({ from, to, fromMs, untilMs })
    }
  }
  for (const seconds of AFTERMATH_S) {
    await tenant.advance(seconds)
    for (const life of lives) {
      const inquiry = await tenant.read(life.inquiryId)
      life.laterStatuses.push(inquiry.status)
      await look(life, inquiry, life.course.at(-1) ?? 'PENDING', seconds)
    }
  }
  const deliveries = await tenant.arrived()
  for (const life of lives) {
    life.events = eventsAbout(deliveries, life.inquiryId).toSorted((one, other) =>
      String(one.createdAt).localeCompare(String(other.createdAt)),
    )
  }
  return { lives, moments, deliveries, secret: tenant.endpoint.secret }
}

/** Every second inquiry shares the referenceId of the one before, or shares having none. */
async function begin(
  tenant: OwnTenant,
  inquiryTemplateId: string,
  course: readonly string[],
  earlier: readonly Life[],
): Promise<Life> {
  const index = earlier.length
  const mate = index % 2 ? earlier.at(-1) : undefined
  const own = index === WITHOUT_REFERENCE ? undefined : newReference()
  const referenceId = mate ? mate.fields.referenceId : own
  const fields = { inquiryTemplateId, referenceId, note: `Inquiry ${index}.` }
  const isLeft = course.length === 0
  const expiresAt = await tenant.inSeconds(isLeft ? 5 * MINUTE_S : FLOW_S)
  const request = isLeft || index % 2 ? { ...fields, expiresAt } : fields
  const inquiryId = await tenant.open(request)
  const { json: asOpened } = await tenant.status(inquiryId)
  // The first is left in the middle of the flow.
  const done = isLeft ? ['PERSONAL_INFO', 'PASSPORT_SCAN'] : []
  for (const capability of done) await tenant.record(inquiryId, { capability })
  return {
    inquiryId,
    course,
    fields,
    asOpened,
    documentType: DOCUMENT_TYPES[index % DOCUMENT_TYPES.length],
    reviewReasons: index % 4 ? [`Reason ${index}.`] : undefined,
    // One of the eight subsets, another for each neighbour, so that none passes for another's.
    succeededCapabilities: CAPABILITIES.filter((_, step) => !((index >> step) & 1)),
    transitions: [],
    decision: null,
    notes: [],
    laterStatuses: [],
    events: [],
  }
}

/** Takes every step of the hosted flow, some of them at the second attempt or twice. */
async function finish(tenant: OwnTenant, life: Life, outcome: string): Promise<void> {
  const { inquiryId, documentType, reviewReasons, succeededCapabilities: succeeded } = life
  if (succeeded.length === CAPABILITIES.length) {
    await tenant.record(inquiryId, { capability: 'PASSPORT_SCAN', succeeded: false })
    for (const capability of ['PASSPORT_SCAN', 'FACE_MATCH', 'FACE_MATCH'])
      await tenant.record(inquiryId, { capability, documentType })
  }
  const failedCapabilities = CAPABILITIES.filter((each) => !succeeded.includes(each))
  const how = { documentType, failedCapabilities, reviewReasons }
  await tenant.complete(inquiryId, outcome, how)
}

/** Every second decision has none. */
function noteOf({ fields }: Life, round: number): string | null {
  return round % 2 ? `${fields.note} Decision ${round}.` : null
}

/**
 * W7: decisions arrive by webhook. A reversal may come without an event (N29), so only what leads to an inquiry's first
 * decision counts, once or several times (R3).
 */
export function expectDecisionsSent({ lives, moments }: Lives): void {
  for (const life of lives) {
    const { course, events } = life
    const first = course.findIndex((status) => DECIDED.includes(status))
    for (const status of first < 0 ? course : course.slice(0, first + 1)) {
      const kind = ALL_KINDS.find((each) => STATUS_OF_KIND[each] === status)
      if (kind === undefined) continue
      const isSent = events.some(({ type }) => type === kind)
      demand(isSent, `${nameOf(life)}: no ${kind} arrived`)
    }
    const statuses = moments.flatMap((each) => (each.life === life ? [each.inquiry.status] : []))
    const isApproved = [...course, ...statuses].includes('APPROVED')
    const saysSo = events.some(({ type }) => type === APPROVAL)
    demand(isApproved || !saysSo, `${nameOf(life)}: ${APPROVAL} of what was never approved`)
  }
}

/** R3. */
export function expectExactlyOneEventPerTransition({ lives }: Lives): void {
  for (const life of lives) {
    for (const kind of ALL_KINDS) {
      const expected = transitionsTo(life, kind).length
      const got = life.events.filter(({ type }) => type === kind).length
      const what = `${nameOf(life)}: ${expected} transitions, and ${got} events ${kind}`
      demand(got >= expected && got <= expected + allowedMore(life, kind), what)
    }
  }
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

/** R3: each transition has its own id. */
export function expectOwnIds({ lives }: Lives): void {
  for (const life of lives) {
    for (const kind of ALL_KINDS) {
      const sent = life.events.filter(({ type }) => type === kind).length
      const ids = distinctEvents(life, kind).length
      const transitions = transitionsTo(life, kind).length
      const areOwn = ids >= Math.min(sent, transitions)
      demand(areOwn, `${nameOf(life)}: ${transitions} transitions share ${ids} event ids`)
    }
  }
}

/** W6: an id identifies an event. Whether it also tells two transitions of one inquiry apart is R3. */
export function expectIdsOfOneInquiry({ lives }: Lives): void {
  const inquiryOf = new Map<unknown, string>()
  for (const { inquiryId, events } of lives) {
    for (const { id } of events) {
      const isSame = (inquiryOf.get(id) ?? inquiryId) === inquiryId
      demand(isSame, 'events about two inquiries have the same id')
      inquiryOf.set(id, inquiryId)
    }
  }
}

/** N30. */
export function expectTimesOfTransitions({ lives }: Lives): void {
  for (const life of lives) {
    for (const kind of ALL_KINDS) {
      for (const [event, transition] of eventsOfTransitions(life, kind)) {
        const isThen = happenedAt(event.createdAt, transition) || isShared(life, event)
        demand(isThen, 'createdAt is not when it happened')
        if (kind !== APPROVAL) continue
        const approvedAt = fieldOf(event.data, 'approvedAt')
        const isShownThen =
          happenedAt(approvedAt, transition) ||
          (isShared(life, event) && approvedAt === event.createdAt)
        demand(isShownThen, 'approvedAt is not when it was approved')
      }
    }
  }
}

/** W9: each approval describes its own inquiry. */
export function expectOwnApprovals({ lives }: Lives): void {
  const references = lives.flatMap(({ fields }) => fields.referenceId ?? [])
  for (const life of lives) {
    const { referenceId } = life.fields
    for (const { data } of life.events.filter(({ type }) => type === APPROVAL)) {
      const shown = fieldOf(data, 'referenceId')
      // N21: how one that wasn't given reads is open.
      const isOwn =
        referenceId === undefined ? !references.includes(String(shown)) : shown === referenceId
      demand(isOwn, `${APPROVAL}: referenceId is not that of the inquiry (${nameOf(life)})`)
    }
  }
}

/** R5. */
export function expectSucceededCapabilities({ lives }: Lives): void {
  for (const life of lives) {
    for (const { data } of life.events.filter(({ type }) => type === APPROVAL)) {
      const shown = fieldOf(data, 'succeededCapabilities')
      const succeeded = [...life.succeededCapabilities, 'SIGNATURE']
      const areOwn = Array.isArray(shown) && sameMembers(shown.map(String), succeeded)
      demand(areOwn, `succeededCapabilities are not those that succeeded (${nameOf(life)})`)
    }
  }
}

/** N29: what approvals became later, without an event of that kind. */
export function silentReversals({ lives }: Lives): string[] {
  const seen = lives.flatMap(({ course, laterStatuses, events }) => {
    const later = laterStatuses.find((status) => status !== 'APPROVED')
    if (course.at(-1) !== 'APPROVED' || later === undefined) return []
    const isSent = events.some(({ type }) => STATUS_OF_KIND[String(type)] === later)
    return isSent ? [] : [`APPROVED → ${later} without an event`]
  })
  return [...new Set(seen)]
}

/** Each event of a kind with the transition that it reports; none if they don't match (R3). */
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
  const atMs = toMs(time)
  return atMs >= fromMs - CLOCK_TOLERANCE_MS && atMs <= untilMs + CLOCK_TOLERANCE_MS
}

export function kindsOf(deliveries: readonly Delivery[]): string[] {
  return [...new Set(deliveries.map((each) => String(eventOf(each).type)))]
}

/** The inquiry by what it was given. */
export function nameOf({ course }: Life): string {
  return course.join(', ') || 'an inquiry that nobody finished'
}
