// Takes some thirty inquiries of one tenant through every transition at the same time, and records each one's history: its data,
// how it and its documents read after each step, and its events. The functions below check these histories. Most clauses need
// them, because a service that mixes up inquiries, or corrupts one later, shows that only over a whole life.
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
/** Includes an unknown kind, to see whether the service sends it (N13). */
const SUBSCRIBED = [...ALL_KINDS, 'inquiry.future']
/** Includes a step that isn't among W9's values. Events must name it even so (R5). */
const DEFINITION = { steps: [...CAPABILITIES, 'SIGNATURE'], webhooks: { subscribe: SUBSCRIBED } }
/** The time between two steps: longer than the tolerance for times, shorter than a service's automatic reversal (N5). */
const STEP_S = 10
/** The flow expires after the first step, so that every portal decision comes later (W7). */
const FLOW_S = 15
/** Long enough for late events (N10), for a service that sends twice, and for one that loses data. */
const AFTERMATH_S = [10 * MINUTE_S, 14 * DAY_S, 50 * DAY_S]
/** N30: the service's clocks may differ by two seconds. */
const CLOCK_TOLERANCE_MS = 2_500
const IN_REVIEW = 'inquiry.review_in_progress'
const DECIDED = ['APPROVED', 'DECLINED', 'FAILED']

const OUTCOMES = ['APPROVED', 'NEEDS_REVIEW', 'DECLINED', 'FAILED', 'COMPLETED']
const DECISIONS = ['APPROVED', 'NEEDS_REVIEW', 'DECLINED', 'FAILED']
/** The flow's outcome, then the portal's decisions. Nobody finishes the first inquiry, so it expires. */
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
/** The index of the first of two neighbours without a referenceId. Both are approved. */
const WITHOUT_REFERENCE = 6
const ROUNDS = Math.max(...COURSES.map(({ length }) => length))

interface Transition {
  from: string
  to: string
  /** Between these times by the tenant's clock. */
  fromMs: number
  untilMs: number
}

interface Decision {
  note: string | null
  atMs: number
}

export interface Life {
  inquiryId: string
  /** Its statuses after PENDING, in order. */
  course: readonly string[]
  /** The fields of the open. `referenceId` is undefined for an inquiry without one. */
  fields: { inquiryTemplateId: string; referenceId: string | undefined; note: string }
  /** The first read, right after the open. */
  asOpened: unknown
  documentType: string | undefined
  /** Undefined lets the service choose (N26). */
  reviewReasons: string[] | undefined
  succeededCapabilities: string[]
  transitions: Transition[]
  /** The newest portal decision; null if there is none. */
  decision: Decision | null
  /** The notes of all portal decisions. */
  notes: string[]
  /** Its status after a while, and much later. */
  laterStatuses: unknown[]
  /** Its deliveries' events by createdAt, repeated ones included. */
  events: Record<string, unknown>[]
}

/** A read of an inquiry, after a step or after some time. */
export interface Moment {
  /** Null if the inquiry came from the command line. */
  life: Life | null
  inquiry: Fields
  /** The answer of the documents route. */
  documents: Answer
  /** The latest status that the suite gave it. */
  given: string
  /** How much time has passed since then. */
  secondsLater: number
  /** The newest portal decision at that time; null if there was none. */
  decision: Decision | null
}

export interface Lives {
  lives: Life[]
  moments: Moment[]
  /** Everything that arrived at the tenant's endpoint, which accepts all. */
  deliveries: Delivery[]
  secret: string
}

export async function liveThroughEveryTransition(
  createTenant: (options: TenantOptions) => Promise<OwnTenant>,
): Promise<Lives> {
  const tenant = await createTenant({ definition: { steps: CAPABILITIES } })
  const { templateId, revisionId } = await tenant.createTemplate(DEFINITION)
  // Start on a whole second, because a service might then drop the milliseconds (S2).
  await tenant.advance((1000 - ((await tenant.nowMs()) % 1000)) / 1000)
  const lives: Life[] = []
  for (const course of COURSES) lives.push(await begin(tenant, templateId, course, lives))
  // A disabled revision doesn't stop open inquiries or their events (W7).
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
    // Nobody has acted on the first inquiry.
    if (round === 0 && lives[0])
      await look(lives[0], await tenant.read(lives[0].inquiryId), 'PENDING')
    // The flow may need time to decide (N5), and a decision may show late (N6).
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

/** Opens an inquiry. Neighbours share a referenceId, or both have none. */
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
  // The first inquiry is left in the middle of the flow.
  const done = isLeft ? ['PERSONAL_INFO', 'PASSPORT_SCAN'] : []
  for (const capability of done) await tenant.record(inquiryId, { capability })
  return {
    inquiryId,
    course,
    fields,
    asOpened,
    documentType: DOCUMENT_TYPES[index % DOCUMENT_TYPES.length],
    reviewReasons: index % 4 ? [`Reason ${index}.`] : undefined,
    // One of the eight subsets. Neighbours have different ones, so that a mix-up shows.
    succeededCapabilities: CAPABILITIES.filter((_, step) => !((index >> step) & 1)),
    transitions: [],
    decision: null,
    notes: [],
    laterStatuses: [],
    events: [],
  }
}

/** Takes every step of the hosted flow, some at the second attempt, some twice. */
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

/** Every second decision has no note. */
function noteOf({ fields }: Life, round: number): string | null {
  return round % 2 ? `${fields.note} Decision ${round}.` : null
}

/**
 * W7: decisions arrive by webhook. A reversal may come without an event (N29), so this checks only the events up to the first
 * decision. They may arrive several times (R3).
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

/** N5: how many more events of this kind a life may have than its course has transitions. */
function allowedMore({ course, transitions, laterStatuses }: Life, kind: string): number {
  const declines = transitions.filter(({ to }) => to === 'DECLINED')
  // A decline may come with a review.
  const reviews = declines.filter(({ from }) => from !== 'NEEDS_REVIEW').length
  // The service may reverse a decision later. An expiry sends nothing, however it reads (N7).
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

/** W6: an id identifies an event. Whether it also distinguishes two transitions of one inquiry is R3's question. */
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

/** N30: each event has the time of its transition, unless it repeats another event's time. */
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
      // N21 leaves open how a missing referenceId reads.
      const isOwn =
        referenceId === undefined ? !references.includes(String(shown)) : shown === referenceId
      demand(isOwn, `${APPROVAL}: referenceId is not that of the inquiry (${nameOf(life)})`)
    }
  }
}

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

/** N29: the statuses to which approvals changed without an event. */
export function silentReversals({ lives }: Lives): string[] {
  const seen = lives.flatMap(({ course, laterStatuses, events }) => {
    const later = laterStatuses.find((status) => status !== 'APPROVED')
    if (course.at(-1) !== 'APPROVED' || later === undefined) return []
    const isSent = events.some(({ type }) => STATUS_OF_KIND[String(type)] === later)
    return isSent ? [] : [`APPROVED → ${later} without an event`]
  })
  return [...new Set(seen)]
}

/** Pairs a kind's events with the transitions that they report. Returns none if the numbers don't match (R3). */
function eventsOfTransitions(life: Life, kind: string): [Record<string, unknown>, Transition][] {
  const transitions = transitionsTo(life, kind)
  const events = distinctEvents(life, kind)
  const more = events.length - transitions.length
  const allowed = allowedMore(life, kind)
  if (more < 0 || more > allowed) return []
  // N5: a reversal's additional event comes last, so the pairs still match. But an additional review can be anywhere.
  if (allowed > 0 && kind === IN_REVIEW) return []
  return transitions.flatMap((transition, index) => {
    const event = events[index]
    return event ? [[event, transition]] : []
  })
}

/** The kind's events without repeated deliveries. */
function distinctEvents({ events }: Life, kind: string): Record<string, unknown>[] {
  const ofKind = events.filter(({ type }) => type === kind)
  return [...new Map(ofKind.map((each) => [each.id, each])).values()]
}

function transitionsTo({ transitions }: Life, kind: string): Transition[] {
  return transitions.filter(({ to }) => to === STATUS_OF_KIND[kind])
}

/** N30: whether another event of the inquiry has the same time. */
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

/** Names an inquiry by its course. */
export function nameOf({ course }: Life): string {
  return course.join(', ') || 'an inquiry that nobody finished'
}
