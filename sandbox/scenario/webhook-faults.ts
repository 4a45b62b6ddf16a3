// Everything that can go wrong with a delivery, on purpose: named, counted, and scoped to one tenant.
import { randomUUID } from 'node:crypto'
import type { Delivery } from '../state/entities.ts'
import type { Store } from '../state/store.ts'

/** Each fault and what the receiver sees. The signature is right unless it says otherwise. */
export const WEBHOOK_FAULTS = {
  duplicate: 'the same event arrives twice, under two delivery ids',
  drop: 'the event never arrives',
  delay: 'the event arrives `delayMs` later, by the sandbox clock',
  reorder: 'the event is held for ten seconds by the sandbox clock, so that later ones overtake it',
  'flip-byte': 'one byte of the body changes after signing: the signature is wrong',
  'wrong-secret': 'signed with a secret that no endpoint has',
  'bare-digest': 'the signature header has no sha256= prefix',
  'missing-signature': 'there is no signature header',
  'reserialised-after-signing':
    'keys are put in another order after signing: the signature is wrong',
  reserialised: 'keys come in another order, signed as sent',
  'pretty-printed': 'the JSON is indented, signed as sent',
  'non-ascii': 'the body has characters beyond ASCII, signed as sent',
  'byte-order-mark': 'the body begins with a UTF-8 byte order mark, signed as sent',
  'invalid-utf8': 'the body is not valid UTF-8, signed as sent',
  'not-json': 'the body is not JSON, signed as sent',
  oversize: 'the body is padded to 2 MiB, signed as sent',
  slow: 'the body trickles in over four seconds',
  reset: 'the connection is reset in the middle of the body',
} as const

export type WebhookFaultKind = keyof typeof WEBHOOK_FAULTS

const REORDER_HOLD_MS = 10_000

export function isWebhookFaultKind(kind: string): kind is WebhookFaultKind {
  return Object.hasOwn(WEBHOOK_FAULTS, kind)
}

/** Uses up one counted fault, if the tenant has any, and returns the deliveries to store in place of this one. */
export function takeFault(store: Store, delivery: Delivery): Delivery[] {
  const fault = store.faults
    .listBy('tenant', delivery.tenantId)
    .find((candidate) => candidate.target === 'webhook')
  if (!fault) return [delivery]
  if (fault.remaining <= 1) store.faults.delete(fault.id)
  else store.faults.put({ ...fault, remaining: fault.remaining - 1 })
  const later = (ms: number) => new Date(Date.parse(delivery.dueAt) + ms).toISOString()
  switch (fault.kind) {
    case 'duplicate':
      return [delivery, { ...delivery, id: randomUUID() }]
    case 'drop':
      return [{ ...delivery, state: 'DROPPED', lastAnswer: 'dropped on purpose' }]
    case 'delay':
      return [{ ...delivery, dueAt: later(fault.delayMs ?? REORDER_HOLD_MS) }]
    case 'reorder':
      return [{ ...delivery, dueAt: later(REORDER_HOLD_MS) }]
    default:
      return [{ ...delivery, fault: fault.kind }]
  }
}
