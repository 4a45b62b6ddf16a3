// Planned faults in deliveries and in merchant API responses. A fault waits for a matching request or attempt; of several matching
// faults, the oldest applies.
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type Delivery, type Fault, faultSchema } from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import { firstDueMs } from './gaps/delivery.ts'

/** How long `reorder` holds an event, and `delay` if it gives no time. */
const HOLD_MS = 10_000

/** Faults that apply when a delivery is created, and what the receiver sees. */
const SCHEDULE_FAULTS = {
  duplicate: 'the same event arrives twice, under two delivery ids',
  drop: 'the event never arrives',
  delay: 'the event arrives `delayMs` later, by the sandbox clock',
  reorder: 'the event is held for ten seconds by the sandbox clock, so later ones overtake it',
}

/** Faults that apply to an attempt, and what the receiver sees. Unless the text says otherwise, the signature is valid. */
export const ATTEMPT_FAULTS = {
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
}

export const WEBHOOK_FAULTS = { ...SCHEDULE_FAULTS, ...ATTEMPT_FAULTS }

/** Merchant API faults, and what the merchant sees. */
export const API_FAULTS = {
  'rate-limited': '429 with Retry-After in the form that `retryAfter` names (N17)',
  'server-error': 'the 5xx in `status`, by default 503; the request has no effect',
  slow: 'the right response, `delayMs` late',
  reset: 'the connection is reset before the request takes effect',
  'reset-after-commit': 'the request takes effect, then the connection is reset',
  'timeout-after-commit': 'the request takes effect, but no response ever comes',
  malformed: 'the request takes effect, but the response is truncated JSON',
}

/** What `match` is compared with. A missing field matches anything, but `attempt` defaults to 1. */
interface FaultContext {
  inquiryId: string | null
  referenceId: string | null
  eventType?: string
  operation?: string
  attempt?: number
}

export function orderFault(
  store: Store,
  tenantId: string,
  fault: Omit<z.input<typeof faultSchema>, 'id' | 'tenantId'>,
): Fault {
  return store.faults.put(faultSchema.parse({ id: randomUUID(), tenantId, ...fault }))
}

/** Schedules a new delivery (N10) and applies a matching fault. @returns the deliveries to store: two for a duplicate, else one */
export function scheduleDelivery(store: Store, given: Delivery): Delivery[] {
  const tenant = store.tenants.require(given.tenantId)
  const heldMs = store.deliveries
    .listBy('state', 'DUE')
    .filter((other) => other.tenantId === tenant.id && other.attempts === 0)
    .map((other) => Date.parse(other.dueAt))
  const dueMs = firstDueMs(tenant, Date.parse(given.dueAt), heldMs)
  const later = (ms: number) => ({ ...given, dueAt: new Date(dueMs + ms).toISOString() })
  const delivery = later(0)
  const context = contextOf(store, delivery)
  const fault = takeFault(store, tenant.id, 'webhook', SCHEDULE_FAULTS, context)
  switch (fault?.kind) {
    case 'duplicate':
      return [delivery, { ...delivery, id: randomUUID() }]
    case 'drop':
      return [{ ...delivery, state: 'DROPPED' }]
    case 'delay':
      return [later(fault.delayMs ?? HOLD_MS)]
    case 'reorder':
      return [later(HOLD_MS)]
    default:
      return [delivery]
  }
}

/** Consumes the fault that matches an attempt. @returns its kind, or null if none matches */
export function takeAttemptFault(store: Store, delivery: Delivery): string | null {
  const context = contextOf(store, delivery)
  return takeFault(store, delivery.tenantId, 'webhook', ATTEMPT_FAULTS, context)?.kind ?? null
}

/** A new delivery counts as its own first attempt. */
function contextOf(store: Store, { inquiryId, kind, attempts }: Delivery): FaultContext {
  const referenceId = store.inquiries.get(inquiryId)?.referenceId ?? null
  return { inquiryId, referenceId, eventType: kind, attempt: attempts + 1 }
}

/** Consumes the fault that matches a request; null if none does. */
export const takeApiFault = (store: Store, tenantId: string, context: FaultContext) =>
  takeFault(store, tenantId, 'api', API_FAULTS, context)

/** Takes the oldest matching fault, if it is of one of these kinds. */
function takeFault(
  store: Store,
  tenantId: string,
  target: Fault['target'],
  kinds: object,
  context: FaultContext,
): Fault | null {
  const fault = store.faults
    .listBy('tenant', tenantId)
    .find((one) => one.target === target && matches(one.match, context))
  if (!fault || !Object.hasOwn(kinds, fault.kind)) return null
  if (fault.remaining > 1) store.faults.put({ ...fault, remaining: fault.remaining - 1 })
  else store.faults.delete(fault.id)
  return fault
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
