// Turns a status change into rows in the outbox. The stored body is sent byte for byte.
import { randomUUID } from 'node:crypto'
import { scheduleDelivery } from '../scenario/faults.ts'
import { kindsToSend, signedAtMs } from '../scenario/gaps/delivery.ts'
import { presentEventData } from '../scenario/gaps/wire.ts'
import { eventData, kindOf } from '../service/events.ts'
import type { Inquiry } from '../state/entities.ts'
import type { Core } from './core.ts'

/**
 * Puts the event for the inquiry's new status into the outbox, one delivery per endpoint, and returns the inquiry with
 * its `lastEventAt` updated.
 */
export function enqueueEvent(core: Core, inquiry: Inquiry): Inquiry {
  const { store } = core
  const tenant = store.tenants.require(inquiry.tenantId)
  const subscribed = store.revisions.require(inquiry.revisionId).definition.webhooks?.subscribe
  const kind = kindOf(inquiry.status)
  // A template without the list delivers nothing (W8).
  if (!subscribed || kind === null) return inquiry
  return kindsToSend(tenant, kind)
    .filter((candidate) => subscribed.includes(candidate))
    .reduce((current, next) => enqueue(core, current, next), inquiry)
}

function enqueue({ store, clock }: Core, inquiry: Inquiry, kind: string): Inquiry {
  const tenant = store.tenants.require(inquiry.tenantId)
  const nowMs = clock.nowMs(tenant.id)
  // A receiver orders events by createdAt, so two events of one inquiry must not share it.
  const madeMs =
    inquiry.lastEventAt === null ? nowMs : Math.max(nowMs, Date.parse(inquiry.lastEventAt) + 1)
  const madeAt = new Date(madeMs).toISOString()
  const createdAt = new Date(signedAtMs(tenant, inquiry, madeMs)).toISOString()
  const eventId = randomUUID()
  const data = presentEventData(tenant, kind, inquiry, eventData(inquiry, kind, createdAt))
  const body = JSON.stringify({ id: eventId, type: kind, createdAt, data })
  for (const endpoint of store.endpoints.listBy('tenant', tenant.id)) {
    if (endpoint.removedAt !== null) continue
    const deliveries = scheduleDelivery(store, {
      id: randomUUID(),
      tenantId: tenant.id,
      endpointId: endpoint.id,
      inquiryId: inquiry.id,
      eventId,
      kind,
      body,
      state: 'DUE',
      createdAt: madeAt,
      dueAt: new Date(nowMs).toISOString(),
      attempts: 0,
    })
    for (const delivery of deliveries) store.deliveries.put(delivery)
  }
  // One that is signed with the time of the one before (N30) leaves it as it is.
  return { ...inquiry, lastEventAt: createdAt === inquiry.lastEventAt ? createdAt : madeAt }
}
