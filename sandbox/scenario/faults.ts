// Deliberate faults in deliveries and in merchant API responses. A fault waits for a match; of several that match, the oldest
// applies.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type Delivery, type Fault, faultSchema } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import { firstDueMs } from './gaps/delivery.ts'

/** How long the fault `reorder` holds an event, and `delay` if it names no time. */
const HOLD_MS = 10_000

/** Each delivery fault and what the receiver sees. The signature is valid unless the text says otherwise. */
export const WEBHOOK_FAULTS = {
  duplicate: 'the same event arrives twice, under two delivery ids',
  drop: 'the event never arrives',
  delay: 'the event arrives `delayMs` later, by the sandbox clock',
  reorder: 'the event is held for ten seconds by the sandbox clock, so later ones overtake it',
  'flip-byte': 'one byte of the body changes after signing, so the signature is wrong',
  'wrong-secret': 'signed with a secret that no endpoint has',
  'bare-digest': 'the signature header has no sha256= prefix',
  'missing-signature': 'there is no signature header',
  'reserialised-after-signing': 'the keys are reordered after signing, so the signature is wrong',
  reserialised: 'the keys are in another order, signed as sent',
  'pretty-printed': 'the JSON is indented, signed as sent',
  'non-ascii': 'the body has characters beyond ASCII, signed as sent',
  'byte-order-mark': 'the body begins with a UTF-8 byte order mark, signed as sent',
  'invalid-utf8': 'the body is not valid UTF-8, signed as sent',
  'not-json': 'the body is not JSON, signed as sent',
  oversize: 'the body is padded to 2 MiB, signed as sent',
  slow: 'the body trickles in over four seconds',
  reset: 'the connection is reset in the middle of the body',
} as const

/** Each merchant API fault and what the merchant sees. */
export const API_FAULTS = {
  'rate-limited': '429 with Retry-After in the form that `retryAfter` names (N17)',
  'server-error': 'the 5xx in `status`, by default 503; the request has no effect',
  slow: 'the right response, `delayMs` late',
  reset: 'the connection is reset before the request takes effect',
  'reset-after-commit': 'the request takes effect, then the connection is reset',
  'timeout-after-commit': 'the request takes effect, but no response ever comes',
  malformed: 'the request takes effect, but the response is truncated JSON',
} as const

/** These apply when a delivery is created; the others apply to an attempt. */
const SCHEDULE_FAULTS = ['duplicate', 'drop', 'delay', 'reorder'] as const
type ScheduleFaultKind = (typeof SCHEDULE_FAULTS)[number]
type WebhookFaultKind = keyof typeof WEBHOOK_FAULTS
type AttemptFaultKind = Exclude<WebhookFaultKind, ScheduleFaultKind>
type ApiFaultKind = keyof typeof API_FAULTS
export type ApiFault = Fault & { kind: ApiFaultKind }

export function isWebhookFaultKind(kind: string): kind is WebhookFaultKind {
  return Object.hasOwn(WEBHOOK_FAULTS, kind)
}

export function isAttemptFaultKind(kind: string): kind is AttemptFaultKind {
  return isWebhookFaultKind(kind) && !isScheduleFaultKind(kind)
}

export function isApiFaultKind(kind: string): kind is ApiFaultKind {
  return Object.hasOwn(API_FAULTS, kind)
}

function isScheduleFaultKind(kind: string): kind is ScheduleFaultKind {
  return SCHEDULE_FAULTS.some((known) => known === kind)
}

/** What a fault's `match` is compared with. What the match omits matches anything, but its `attempt` defaults to 1. */
export interface FaultContext {
  inquiryId: string | null
  referenceId: string | null
  eventType?: string
  operation?: string
  attempt?: number
}

/** Queues a fault. */
export function orderFault(
  store: Store,
  tenantId: string,
  fault: Omit<z.input<typeof faultSchema>, 'id' | 'tenantId'>,
): Fault {
  return store.faults.put(faultSchema.parse({ id: randomUUID(), tenantId, ...fault }))
}

/** The deliveries to store instead of a new one that is due now (N10). */
export function scheduleDelivery(store: Store, given: Delivery): Delivery[] {
  const tenant = store.tenants.require(given.tenantId)
  const heldMs = store.deliveries
    .listBy('state', 'DUE')
    .filter((other) => other.tenantId === tenant.id && other.attempts === 0)
    .map((other) => Date.parse(other.dueAt))
  const dueMs = firstDueMs(tenant, Date.parse(given.dueAt), heldMs)
  const later = (ms: number) => ({ ...given, dueAt: new Date(dueMs + ms).toISOString() })
  const delivery = later(0)
  const fault = findFault(store, tenant.id, 'webhook', contextOf(store, delivery))
  if (!fault || !isScheduleFaultKind(fault.kind)) return [delivery]
  consume(store, fault)
  switch (fault.kind) {
    case 'duplicate':
      return [delivery, { ...delivery, id: randomUUID() }]
    case 'drop':
      return [{ ...delivery, state: 'DROPPED' }]
    case 'delay':
      return [later(fault.delayMs ?? HOLD_MS)]
    case 'reorder':
      return [later(HOLD_MS)]
  }
}

/** Consumes the fault that waits for an attempt; null if there is none. */
export function takeAttemptFault(store: Store, delivery: Delivery): AttemptFaultKind | null {
  const fault = findFault(store, delivery.tenantId, 'webhook', contextOf(store, delivery))
  if (!fault || !isAttemptFaultKind(fault.kind)) return null
  consume(store, fault)
  return fault.kind
}

/** A new delivery counts as its first attempt. */
function contextOf(store: Store, { inquiryId, kind, attempts }: Delivery): FaultContext {
  const referenceId = store.inquiries.get(inquiryId)?.referenceId ?? null
  return { inquiryId, referenceId, eventType: kind, attempt: attempts + 1 }
}

/** Consumes the fault that waits for a request; null if there is none. */
export function takeApiFault(
  store: Store,
  tenantId: string,
  context: FaultContext,
): ApiFault | null {
  const fault = findFault(store, tenantId, 'api', context)
  if (!fault || !isApiFaultKind(fault.kind)) return null
  consume(store, fault)
  return { ...fault, kind: fault.kind }
}

/** The oldest that matches. */
function findFault(
  store: Store,
  tenantId: string,
  target: Fault['target'],
  context: FaultContext,
): Fault | null {
  const faults = store.faults.listBy('tenant', tenantId)
  return faults.find((fault) => fault.target === target && matches(fault.match, context)) ?? null
}

function matches({ attempt = 1, ...match }: Fault['match'], context: FaultContext): boolean {
  if (context.attempt !== undefined && attempt !== 'any' && attempt !== context.attempt) {
    return false
  }
  const { inquiryId, referenceId, eventType, operation } = match
  return (
    (inquiryId === undefined || inquiryId === context.inquiryId) &&
    (referenceId === undefined || referenceId === context.referenceId) &&
    (eventType === undefined || eventType === context.eventType) &&
    (operation === undefined || operation === context.operation)
  )
}

function consume(store: Store, fault: Fault): void {
  if (fault.remaining > 1) store.faults.put({ ...fault, remaining: fault.remaining - 1 })
  else store.faults.delete(fault.id)
}
