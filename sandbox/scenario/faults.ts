// Everything that can go wrong on purpose, with a delivery or with an answer of the merchant API. A fault waits for what
// it matches, and plays its steps one after the other: "fail twice, then slow, then fine".
import type { Fault, FaultStep } from '../state/entities.ts'
import type { Store } from '../state/store.ts'

/** Each fault of a delivery and what the receiver sees. The signature is right unless it says otherwise. */
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

/** Each fault of the merchant API and what the merchant sees. */
export const API_FAULTS = {
  'rate-limited': '429 with the form of Retry-After that `retryAfter` names (N17)',
  'server-error': 'the 5xx that `status` names, 503 unless given; nothing is done',
  slow: 'the right answer, `delayMs` late',
  reset: 'the connection is reset before anything is done',
  'reset-after-commit': 'everything is done, then the connection is reset',
  'timeout-after-commit': 'everything is done, but no answer ever comes',
  malformed: 'everything is done, but the answer is cut-off JSON',
} as const

/** A step of a sequence that lets its request or attempt be. */
export const NO_FAULT = 'none'

/** They act when a delivery is made; the others act on an attempt. */
const SCHEDULE_FAULTS = ['duplicate', 'drop', 'delay', 'reorder'] as const
type ScheduleFaultKind = (typeof SCHEDULE_FAULTS)[number]
export type WebhookFaultKind = keyof typeof WEBHOOK_FAULTS
export type AttemptFaultKind = Exclude<WebhookFaultKind, ScheduleFaultKind>
export type ApiFaultKind = keyof typeof API_FAULTS

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

/** What a fault can be ordered for. A missing property matches everything, but for `attempt`, where it means the first. */
export interface Occasion {
  inquiryId: string | null
  referenceId: string | null
  eventType?: string
  operation?: string
  attempt?: number
}

/** The fault of a delivery that is being made, used up; null when none waits for it. */
export function takeScheduleFault(
  store: Store,
  tenantId: string,
  occasion: Occasion,
): (FaultStep & { kind: ScheduleFaultKind }) | null {
  const fault = findFault(store, tenantId, 'webhook', { ...occasion, attempt: 1 })
  const kind = fault?.steps[0]?.kind
  if (!fault || kind === undefined || !isScheduleFaultKind(kind)) return null
  const step = consume(store, fault)
  return step && { ...step, kind }
}

/** The fault of an attempt that is being made, used up; null when none waits for it. */
export function takeAttemptFault(
  store: Store,
  tenantId: string,
  occasion: Occasion,
): AttemptFaultKind | null {
  const fault = findFault(store, tenantId, 'webhook', occasion)
  const kind = fault?.steps[0]?.kind
  if (!fault || kind === undefined || isScheduleFaultKind(kind)) return null
  consume(store, fault)
  return isAttemptFaultKind(kind) ? kind : null
}

/** The fault of a request, used up; null when none waits for it. */
export function takeApiFault(
  store: Store,
  tenantId: string,
  occasion: Occasion,
): (FaultStep & { kind: ApiFaultKind }) | null {
  const fault = findFault(store, tenantId, 'api', occasion)
  const step = fault && consume(store, fault)
  return step && isApiFaultKind(step.kind) ? { ...step, kind: step.kind } : null
}

/** What the tenant's faults of the merchant API wait for; empty when there are none. */
export function awaitedMatches(store: Store, tenantId: string): Fault['match'][] {
  return store.faults
    .listBy('tenant', tenantId)
    .filter(({ target }) => target === 'api')
    .map(({ match }) => match)
}

/** The one that was ordered first. */
function findFault(
  store: Store,
  tenantId: string,
  target: Fault['target'],
  occasion: Occasion,
): Fault | null {
  const faults = store.faults.listBy('tenant', tenantId)
  return faults.find((fault) => fault.target === target && matches(fault.match, occasion)) ?? null
}

function matches({ attempt = 1, ...match }: Fault['match'], occasion: Occasion): boolean {
  if (occasion.attempt !== undefined && attempt !== 'any' && attempt !== occasion.attempt) {
    return false
  }
  const { inquiryId, referenceId, eventType, operation } = match
  return (
    (inquiryId === undefined || inquiryId === occasion.inquiryId) &&
    (referenceId === undefined || referenceId === occasion.referenceId) &&
    (eventType === undefined || eventType === occasion.eventType) &&
    (operation === undefined || operation === occasion.operation)
  )
}

/** Plays the current step once, and moves on to the next when it is over. */
function consume(store: Store, fault: Fault): FaultStep | null {
  const [step, ...later] = fault.steps
  if (!step) return null
  const steps = step.remaining > 1 ? [{ ...step, remaining: step.remaining - 1 }, ...later] : later
  if (steps.length === 0) store.faults.delete(fault.id)
  else store.faults.put({ ...fault, steps })
  return step
}
