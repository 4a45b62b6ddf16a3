// Turns a status change into rows in the outbox. The stored body is sent byte for byte.
import { randomUUID } from 'node:crypto'
import { scheduleDelivery } from '../scenario/faults.ts'
import { kindsToSend, signedAtMs } from '../scenario/gaps/delivery.ts'
import { presentEventData } from '../scenario/gaps/wire.ts'
import { eventData, kindOf } from '../service/events.ts'
import type { Inquiry } from '../state/entities.ts'
import type { Core } from './core.ts'

/**
 * Adds the event for the inquiry's new status to the outbox, one delivery per endpoint.
 * @returns the inquiry with its new `lastEventAt`
 */
export function enqueueEvent(core: Core, inquiry: Inquiry): Inquiry {
  const { store } = core
  const tenant = store.tenants.require(inquiry.tenantId)
  const subscribed = store.revisions.require(inquiry.revisionId).definition.webhooks?.subscribe
  const kind = kindOf(inquiry.status)
  // Without a subscribe list, a template delivers nothing (W8).
  if (!subscribed || kind === null) return inquiry
  return kindsToSend(tenant, kind)
    .filter((candidate) => subscribed.includes(candidate))
    .reduce((current, next) => enqueue(core, current, next), inquiry)
}

function enqueue({ store, clock }: Core, inquiry: Inquiry, kind: string): Inquiry {
  const tenant = store.tenants.require(inquiry.tenantId)
  const nowMs = clock.nowMs(tenant.id)
  // Receivers order events by createdAt, so two events of one inquiry need different ones.
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
  // N30 can give an event the same time as the previous one. Then `lastEventAt` stays.
  return { ...inquiry, lastEventAt: createdAt === inquiry.lastEventAt ? createdAt : madeAt }
}
