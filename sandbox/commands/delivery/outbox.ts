// Signed events, from a change of status to rows of the outbox. What is stored here is posted byte for byte.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../scenario/clock.ts'
import { gapValue, givenOrNone } from '../../scenario/gaps.ts'
import { takeFault } from '../../scenario/webhook-faults.ts'
import type { Delivery, Inquiry, Tenant } from '../../state/entities.ts'
import type { Store } from '../../state/store.ts'

/** How long a delivery is held under N10 `reversed`, so that later events can overtake it. */
const REVERSE_HOLD_MS = 5_000
const DAYS_LATE_MS = 3 * 24 * 60 * 60 * 1000

const KIND_OF_STATUS = new Map([
  ['APPROVED', 'inquiry.approved'],
  ['NEEDS_REVIEW', 'inquiry.review_in_progress'],
  ['DECLINED', 'inquiry.declined'],
])

/**
 * Puts the event of the inquiry's new status into the outbox, one delivery for each endpoint, and returns the
 * inquiry with its event time. There is no event for FAILED, COMPLETED or any other status (W7).
 */
export function enqueueEvent(store: Store, clock: Clock, inquiry: Inquiry): Inquiry {
  const tenant = store.tenants.require(inquiry.tenantId)
  const subscribed = store.revisions.require(inquiry.revisionId).definition.webhooks?.subscribe
  // A template without that list delivers none (W8).
  if (!subscribed) return inquiry
  const kind = KIND_OF_STATUS.get(inquiry.status)
  if (kind === undefined) return inquiry
  const kinds = gapValue(tenant, 'N13') === 'inquiry.future' ? [kind, 'inquiry.future'] : [kind]
  const wanted = kinds.filter((candidate) => subscribed.includes(candidate))
  return wanted.reduce((current, next) => enqueue(store, clock, tenant, current, next), inquiry)
}

function enqueue(
  store: Store,
  clock: Clock,
  tenant: Tenant,
  inquiry: Inquiry,
  kind: string,
): Inquiry {
  const createdAtMs = nextEventTimeMs(clock, inquiry)
  const createdAt = new Date(createdAtMs).toISOString()
  const eventId = randomUUID()
  const body = JSON.stringify({
    id: eventId,
    type: kind,
    createdAt,
    data: eventData(tenant, inquiry, kind, createdAt),
  })
  const endpoints = store.endpoints.listBy('tenant', tenant.id)
  for (const endpoint of endpoints) {
    if (endpoint.removedAt !== null) continue
    const delivery: Delivery = {
      id: randomUUID(),
      tenantId: tenant.id,
      endpointId: endpoint.id,
      inquiryId: inquiry.id,
      correlationId: inquiry.correlationId,
      eventId,
      kind,
      body,
      state: 'DUE',
      createdAt,
      dueAt: new Date(dueAtMs(store, tenant, clock.nowMs(tenant.id))).toISOString(),
      attempts: 0,
      lastAnswer: null,
      fault: null,
    }
    for (const faulty of takeFault(store, delivery)) store.deliveries.put(faulty)
  }
  return { ...inquiry, lastEventAt: createdAt }
}

/** A receiver orders events by createdAt, so two events of one inquiry must not share it. */
function nextEventTimeMs(clock: Clock, inquiry: Inquiry): number {
  const nowMs = clock.nowMs(inquiry.tenantId)
  return inquiry.lastEventAt === null ? nowMs : Math.max(nowMs, Date.parse(inquiry.lastEventAt) + 1)
}

function dueAtMs(store: Store, tenant: Tenant, nowMs: number): number {
  const order = gapValue(tenant, 'N10')
  if (order === 'as-created') return nowMs
  if (order === 'days-late') return nowMs + DAYS_LATE_MS
  const held = store.deliveries
    .listBy('state', 'DUE')
    .filter((delivery) => delivery.tenantId === tenant.id && delivery.attempts === 0)
    .map((delivery) => Date.parse(delivery.dueAt))
  return Math.min(nowMs + REVERSE_HOLD_MS, ...held.map((heldMs) => heldMs - 1))
}

function eventData(tenant: Tenant, inquiry: Inquiry, kind: string, at: string) {
  const { id: inquiryId, status, correlationId } = inquiry
  if (kind === 'inquiry.future') return { inquiryId, novelty: { level: 7, labels: ['unseen'] } }
  const referenceId = givenOrNone(tenant, 'referenceId', inquiry.referenceId)
  const usual = { inquiryId, ...referenceId, status, correlationId }
  if (kind === 'inquiry.approved') {
    return { ...usual, approvedAt: at, succeededCapabilities: succeededCapabilities(inquiry) }
  }
  const time = kind === 'inquiry.declined' ? { declinedAt: at } : { reviewStartedAt: at }
  switch (gapValue(tenant, 'N12')) {
    case 'only-inquiry-id':
      return { inquiryId }
    case 'extra-fields':
      return { ...usual, ...time, riskScore: 0.42, queue: { name: 'manual', position: 3 } }
    case 'usual':
      return { ...usual, ...time }
  }
}

/** The capabilities of W9 whose newest result succeeded, in the template's order. SIGNATURE is only the sandbox's. */
export function succeededCapabilities(inquiry: Inquiry): string[] {
  return inquiry.steps.filter((step) => {
    if (step === 'SIGNATURE') return false
    const results = inquiry.results.filter((result) => result.capability === step)
    return results.at(-1)?.succeeded === true
  })
}
