// Turns a status change into rows in the outbox. The stored body is sent byte for byte.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../scenario/clock.ts'
import { takeScheduleFault } from '../../scenario/faults.ts'
import { firstDueMs, kindsToSend, signedMs } from '../../scenario/gaps/delivery.ts'
import { gapValue } from '../../scenario/gaps/table.ts'
import { presentEventData } from '../../scenario/gaps/wire.ts'
import { eventData, kindOf } from '../../service/events.ts'
import type { Delivery, Inquiry, Tenant } from '../../state/entities.ts'
import type { Store } from '../../state/store.ts'

const REORDER_HOLD_MS = 10_000

/**
 * Puts the event for the inquiry's new status into the outbox, one delivery per endpoint, and returns the inquiry with
 * its `lastEventAt` updated.
 */
export function enqueueEvent(store: Store, clock: Clock, inquiry: Inquiry): Inquiry {
  const tenant = store.tenants.require(inquiry.tenantId)
  const subscribed = store.revisions.require(inquiry.revisionId).definition.webhooks?.subscribe
  const kind = kindOf(inquiry.status)
  // A template without the list delivers nothing (W8).
  if (!subscribed || kind === null) return inquiry
  return kindsToSend(tenant, kind)
    .filter((candidate) => subscribed.includes(candidate))
    .reduce((current, next) => enqueue(store, clock, tenant, current, next), inquiry)
}

function enqueue(
  store: Store,
  clock: Clock,
  tenant: Tenant,
  inquiry: Inquiry,
  kind: string,
): Inquiry {
  const nowMs = clock.nowMs(tenant.id)
  // A receiver orders events by createdAt, so two events of one inquiry must not share it.
  const madeMs =
    inquiry.lastEventAt === null ? nowMs : Math.max(nowMs, Date.parse(inquiry.lastEventAt) + 1)
  const madeAt = new Date(madeMs).toISOString()
  const createdAtMs = signedMs(tenant, inquiry, madeMs)
  const createdAt = new Date(createdAtMs).toISOString()
  const eventId = randomUUID()
  const data = presentEventData(kind, eventData(inquiry, kind, createdAt), tenant)
  const body = JSON.stringify({ id: eventId, type: kind, createdAt, data })
  for (const endpoint of store.endpoints.listBy('tenant', tenant.id)) {
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
      createdAt: madeAt,
      dueAt: new Date(firstDueMs(tenant, nowMs, heldMs(store, tenant))).toISOString(),
      attempts: 0,
      attemptLog: [],
      lastAnswer: null,
    }
    for (const planned of withScheduleFault(store, inquiry, delivery)) {
      store.deliveries.put(planned)
    }
  }
  return { ...inquiry, lastEventAt: gapValue(tenant, 'N30') === 'same-time' ? createdAt : madeAt }
}

/** The due times of the tenant's deliveries that haven't been attempted. */
function heldMs(store: Store, tenant: Tenant): number[] {
  return store.deliveries
    .listBy('state', 'DUE')
    .filter((delivery) => delivery.tenantId === tenant.id && delivery.attempts === 0)
    .map((delivery) => Date.parse(delivery.dueAt))
}

/** The deliveries to store instead of this one. */
function withScheduleFault(store: Store, inquiry: Inquiry, delivery: Delivery): Delivery[] {
  const { kind, referenceId } = { kind: delivery.kind, referenceId: inquiry.referenceId }
  const fault = takeScheduleFault(store, delivery.tenantId, {
    inquiryId: inquiry.id,
    referenceId,
    eventType: kind,
  })
  const later = (ms: number) => new Date(Date.parse(delivery.dueAt) + ms).toISOString()
  switch (fault?.kind) {
    case undefined:
      return [delivery]
    case 'duplicate':
      return [delivery, { ...delivery, id: randomUUID() }]
    case 'drop':
      return [{ ...delivery, state: 'DROPPED', lastAnswer: 'dropped on purpose' }]
    case 'delay':
      return [{ ...delivery, dueAt: later(fault?.delayMs ?? REORDER_HOLD_MS) }]
    case 'reorder':
      return [{ ...delivery, dueAt: later(REORDER_HOLD_MS) }]
  }
}
