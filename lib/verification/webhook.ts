/**
 * Verifies and reads a webhook delivery: a pure function of its bytes, its signature header and the secrets.
 * `verifySignature` says whether the bytes are the service's; `parseEvent` then reads them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type EventData, eventDataSchema, eventEnvelopeSchema } from './schemas'

export const SIGNATURE_HEADER = 'x-service-signature'
export const DELIVERY_ID_HEADER = 'x-service-delivery-id'

/**
 * N15: how the endpoint's secret becomes the HMAC key. `utf8` is the whole secret with its `whsec_` prefix,
 * `utf8-bare` the same without it, `base64` the rest after the prefix, decoded.
 */
export const SECRET_FORMS = ['utf8', 'utf8-bare', 'base64'] as const
export type SecretForm = (typeof SECRET_FORMS)[number]

export function hmacKey(secret: string, form: SecretForm): Buffer {
  const bare = secret.replace(/^whsec_/, '')
  if (form === 'base64') return Buffer.from(bare, 'base64')
  return Buffer.from(form === 'utf8' ? secret : bare, 'utf8')
}

export type SignatureVerdict =
  | { ok: true; secret: 'current' | 'previous' }
  | { ok: false; reason: 'missing' | 'malformed' | 'mismatch' }

/** `sha256=` and 32 bytes in hex (W4). */
const SIGNATURE = /^sha256=([0-9a-f]{64})$/i

/**
 * W3, W4, W10: HMAC-SHA256 over the exact raw bytes, compared digest with digest in constant time.
 *
 * @param body the raw bytes as they arrived; text that was decoded or JSON that was parsed is not raw any more
 * @param header the value of X-Service-Signature, null when it is missing
 * @param secrets the endpoint's secret first, then the previous one while a rotation is under way (N16)
 */
export function verifySignature(
  body: Uint8Array,
  header: string | null,
  secrets: readonly string[],
  form: SecretForm = 'utf8',
): SignatureVerdict {
  if (header === null) return { ok: false, reason: 'missing' }
  const hex = SIGNATURE.exec(header.trim())?.[1]
  if (!hex) return { ok: false, reason: 'malformed' }
  const given = Buffer.from(hex, 'hex')
  const match = secrets.findIndex((secret) => {
    const expected = createHmac('sha256', hmacKey(secret, form)).update(body).digest()
    return timingSafeEqual(given, expected)
  })
  if (match < 0) return { ok: false, reason: 'mismatch' }
  return { ok: true, secret: match === 0 ? 'current' : 'previous' }
}

/** W7: what each kind reports. The kind decides, not `data.status`, which may be missing (N12). */
const STATUS_OF_KIND: Readonly<Record<string, string>> = {
  'inquiry.approved': 'APPROVED',
  'inquiry.review_in_progress': 'NEEDS_REVIEW',
  'inquiry.declined': 'DECLINED',
}

/** An event whose bytes were verified. */
export interface VerificationEvent {
  /** The signed id: the same for every delivery of the event. */
  id: string
  kind: string
  /** The signed time of the event. */
  createdAt: Date
  /** What the event reports of an inquiry; null for a kind that is not known (N13). */
  report: { status: string; data: EventData } | null
}

/**
 * Reads verified bytes (W6). A byte order mark and invalid UTF-8 are tolerated, as the signature has vouched for them.
 * @returns null when the bytes are not an event.
 */
export function parseEvent(body: Uint8Array): VerificationEvent | null {
  const envelope = eventEnvelopeSchema.safeParse(parseJson(new TextDecoder().decode(body)))
  if (!envelope.success) return null
  const { id, type: kind, createdAt, data } = envelope.data
  const status = Object.hasOwn(STATUS_OF_KIND, kind) ? STATUS_OF_KIND[kind] : undefined
  if (!status) return { id, kind, createdAt, report: null }
  const known = eventDataSchema.safeParse(data)
  return known.success ? { id, kind, createdAt, report: { status, data: known.data } } : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
