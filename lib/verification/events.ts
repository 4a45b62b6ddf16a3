/** Parses webhook events (W6). Check the signature first. */
import { eventSchema, parseJson } from './schemas'

/** W7: the status that each kind reports. The kind decides, because `data.status` may be missing (N12). */
const STATUS_OF_KIND = new Map([
  ['inquiry.approved', 'APPROVED'],
  ['inquiry.review_in_progress', 'NEEDS_REVIEW'],
  ['inquiry.declined', 'DECLINED'],
])

export interface VerificationEvent {
  /** Signed, and the same for every delivery of the event. */
  id: string
  kind: string
  /** When it happened, by the clock of the machine that signed it (N30). */
  signedAt: Date
  /** Null for an unknown kind (N13). */
  status: string | null
  /** The service's id of the inquiry; null if an event of an unknown kind names none. */
  inquiryId: string | null
  /** Null if the event omits it (N12). */
  referenceId: string | null
  /** The names of the checks that succeeded (W9). */
  capabilities: string[]
}

/**
 * Tolerates a byte order mark and invalid UTF-8, because a valid signature covers them.
 * @param body the raw bytes
 * @returns null if they are not an event. Texts have no NUL and no lone surrogates, so a database can store them
 */
export function parseEvent(body: Uint8Array): VerificationEvent | null {
  const parsed = eventSchema.safeParse(parseJson(new TextDecoder().decode(body)))
  if (!parsed.success) return null
  const { id, type: kind, createdAt: signedAt, data } = parsed.data
  const status = STATUS_OF_KIND.get(kind) ?? null
  if (!data && status !== null) return null
  return {
    ...{ id, kind, signedAt, status },
    inquiryId: data?.inquiryId ?? null,
    referenceId: data?.referenceId ?? null,
    capabilities: data?.succeededCapabilities ?? [],
  }
}

/** W5: reads X-Service-Delivery-Id. The header is unsigned and can hold anything, so this returns only text that looks like an id (N11). */
export const readDeliveryId = (headers: Headers): string | null =>
  /^[\w.:-]{1,200}$/.exec(headers.get('x-service-delivery-id') ?? '')?.[0] ?? null
