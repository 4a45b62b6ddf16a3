// What must hold for the events of an inquiry over its whole life (W6–W9): one event for each transition that sends one,
// each with its own id, times and data.
import { eventOf, eventsAbout, STATUS_OF_KIND } from './events.ts'
import { isRecord } from './expectations.ts'
import { open, openCompleted, readDecided } from './inquiries.ts'
import type { Life, Lives, Transition } from './lives.ts'
import type { Delivery } from './receiver.ts'
import { ALL_KINDS } from './sandbox-control.ts'
import type { Trial } from './trial.ts'
import { demand } from './verdict.ts'

const MINUTE_S = 60
const DAY_S = 24 * 60 * MINUTE_S
const CLOCK_TOLERANCE_MS = 2_000

const APPROVED = 'inquiry.approved'
const IN_REVIEW = 'inquiry.review_in_progress'

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
function allowedMore(life: Life, kind: string): number {
  const { course, transitions, laterStatuses } = life
  const declines = transitions.filter(({ to }) => to === 'DECLINED')
  // A decline may follow a review.
  const reviews = declines.filter(({ from }) => from !== 'NEEDS_REVIEW').length
  // A decision may be reversed later. An expiry sends nothing, whatever it reads as (N7).
  const status = STATUS_OF_KIND[kind]
  const isReversed = course.length > 0 && course.at(-1) !== status && laterStatuses.includes(status)
  return (isReversed ? 1 : 0) + (kind === IN_REVIEW ? reviews : 0)
}

/** W8: a kind that the template doesn't subscribe to isn't delivered, not even one that the contract doesn't name. */
export function expectOnlySubscribed({ deliveries, subscribed }: Lives): void {
  const others = kindsOf(deliveries).filter((kind) => !subscribed.includes(kind))
  demand(others.length === 0, `the template doesn't subscribe to ${others.join(', ')}`)
}

/** W6: an id identifies one event, at every attempt and every endpoint of every tenant, and no event has two. */
export function expectOneIdPerEvent(deliveries: readonly Delivery[]): void {
  const eventOfId = new Map<unknown, string>()
  const idOfEvent = new Map<string, unknown>()
  for (const { id, type, createdAt, data } of deliveries.map(eventOf)) {
    const event = JSON.stringify([isRecord(data) ? data.inquiryId : null, type, createdAt])
    const isSameEvent = (eventOfId.get(id) ?? event) === event
    demand(isSameEvent, 'deliveries of one id differ in inquiryId, type or createdAt')
    const isSameId = (idOfEvent.get(event) ?? id) === id
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
        const isThen = happenedAt(event.createdAt, transition)
        demand(isThen, `${nameOf(life)}: createdAt of ${kind} is not when it happened`)
      }
    }
  }
}

/** W9: each approval describes its own inquiry and its own transition. */
export function expectOwnApprovals({ lives }: Lives): void {
  for (const life of lives) {
    const expectOwn = (isOwn: boolean, field: string) =>
      demand(isOwn, `inquiry.approved: ${field} is not that of the inquiry (${nameOf(life)})`)
    for (const [{ data }, transition] of eventsOfTransitions(life, APPROVED)) {
      if (!isRecord(data)) continue
      expectOwn(data.referenceId === life.referenceId, 'referenceId')
      expectOwn(data.status === 'APPROVED', 'status')
      const { correlationId } = life
      expectOwn(correlationId === null || data.correlationId === correlationId, 'correlationId')
      expectOwn(happenedAt(data.approvedAt, transition), 'approvedAt')
      const succeeded = JSON.stringify(life.succeededCapabilities.toSorted())
      const shown = data.succeededCapabilities
      const isOwn = Array.isArray(shown) && JSON.stringify(shown.toSorted()) === succeeded
      expectOwn(isOwn, 'succeededCapabilities')
    }
  }
}

/** W7: events reach only their own tenant's endpoints. */
export async function expectNoEventElsewhere(trial: Trial): Promise<void> {
  const [tenant, other] = [
    await trial.ownTenant({ receives: true }),
    await trial.ownTenant({ receives: true }),
  ]
  const inquiryId = await openCompleted(tenant, 'APPROVED')
  await tenant.delivered()
  const leaked = eventsAbout(await other.arrived(), inquiryId)
  demand(leaked.length === 0, "another tenant's endpoint got the event")
}

/** W7: expiresAt limits the hosted flow, not the review after it. */
export async function expectEventOfLateDecision(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const expiresAt = new Date((await tenant.nowMs()) + 5 * MINUTE_S * 1000).toISOString()
  const inquiryId = await open(tenant.merchant, { expiresAt })
  await tenant.complete(inquiryId, 'NEEDS_REVIEW')
  await readDecided(tenant, inquiryId, 'NEEDS_REVIEW')
  await tenant.advance(DAY_S)
  await tenant.decide(inquiryId, 'APPROVED')
  const { status } = await readDecided(tenant, inquiryId, 'APPROVED')
  demand(status === 'APPROVED', `a decision after expiresAt leaves the inquiry ${status}`)
  const events = eventsAbout(await tenant.delivered(2), inquiryId)
  const { length } = events.filter(({ type }) => type === APPROVED)
  demand(length === 1, `a decision after expiresAt sends ${length} events`)
}

/** W7: a disabled revision can't be opened from, but the inquiries that were still send their events. */
export async function expectEventDespiteDisabledRevision(trial: Trial): Promise<void> {
  const tenant = await trial.ownTenant({ receives: true })
  const inquiryId = await open(tenant.merchant)
  await tenant.setEnabled(tenant.ids.revisionId, false)
  await tenant.complete(inquiryId, 'APPROVED')
  const events = eventsAbout(await tenant.delivered(), inquiryId)
  demand(events.length > 0, 'an inquiry sends nothing after its revision has been disabled')
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
  return [
    ...new Map(events.filter(({ type }) => type === kind).map((each) => [each.id, each])).values(),
  ]
}

function transitionsTo({ transitions }: Life, kind: string): Transition[] {
  return transitions.filter(({ to }) => to === STATUS_OF_KIND[kind])
}

function happenedAt(time: unknown, { fromMs, untilMs }: Transition): boolean {
  const atMs = Date.parse(String(time))
  return atMs >= fromMs - CLOCK_TOLERANCE_MS && atMs <= untilMs + CLOCK_TOLERANCE_MS
}

function kindsOf(deliveries: readonly Delivery[]): string[] {
  return [...new Set(deliveries.map((each) => String(eventOf(each).type)))]
}

function nameOf({ course }: Life): string {
  return course.join(', ') || 'an inquiry that nobody finished'
}
