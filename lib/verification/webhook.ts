/**
 * Verifies and reads a webhook delivery, cheapest step first: `parseSignature` reads the header, `isSignedBy` checks the
 * bytes, and only then does `parseEvent` parse them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { eventSchema, parseJson } from './schemas'

/** W4: `sha256=<hex>`. */
export const SIGNATURE_HEADER = 'x-service-signature'
/** W5: unsigned, so only good for finding a delivery in the service's log. */
export const DELIVERY_ID_HEADER = 'x-service-delivery-id'

/**
 * N15: how the endpoint's secret becomes the HMAC key. `utf8` uses the whole secret with its `whsec_` prefix, `utf8-bare`
 * leaves the prefix off, and `base64` decodes what follows the prefix.
 */
export const SECRET_FORMS = ['utf8', 'utf8-bare', 'base64'] as const
export type SecretForm = (typeof SECRET_FORMS)[number]

/** Derives the HMAC key from a `whsec_` secret (N15). */
export function hmacKey(secret: string, form: SecretForm): Buffer {
  const bare = secret.replace(/^whsec_/, '')
  if (form === 'base64') return Buffer.from(bare, 'base64')
  return Buffer.from(form === 'utf8' ? secret : bare, 'utf8')
}

type SignatureHeader =
  | { ok: true; digest: Buffer }
  | { ok: false; reason: 'no_header' | 'malformed_header' }

/**
 * W4: parses the header separately, so a receiver can reject a delivery before it reads the body.
 *
 * @param header the value of X-Service-Signature; null if it is missing
 * @returns the 32-byte digest, or what is wrong
 */
export function parseSignature(header: string | null): SignatureHeader {
  const value = header?.trim()
  if (!value) return { ok: false, reason: 'no_header' }
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(value) ?? []
  if (!hex) return { ok: false, reason: 'malformed_header' }
  return { ok: true, digest: Buffer.from(hex, 'hex') }
}

/**
 * W3, W10: compares the digest with the HMAC-SHA256 of the exact raw bytes, in constant time.
 *
 * @param body the raw bytes as they arrived; decoded text and parsed JSON are no longer raw
 * @param digest as from {@link parseSignature}
 * @param secrets the endpoint's secret and, during a rotation, the previous one (N16)
 */
export function isSignedBy(
  body: Uint8Array,
  digest: Uint8Array,
  secrets: readonly string[],
  form: SecretForm = 'utf8',
): boolean {
  return secrets.some((secret) =>
    timingSafeEqual(digest, createHmac('sha256', hmacKey(secret, form)).update(body).digest()),
  )
}

/** W7: the status that each kind reports. `data.status` may be missing (N12), so the kind decides. */
const STATUS_OF_KIND = new Map([
  ['inquiry.approved', 'APPROVED'],
  ['inquiry.review_in_progress', 'NEEDS_REVIEW'],
  ['inquiry.declined', 'DECLINED'],
])

/** An event from verified bytes. */
export type VerificationEvent = NonNullable<ReturnType<typeof parseEvent>>

/**
 * Reads verified bytes (W6). It tolerates a byte order mark and invalid UTF-8, since the signature covers them.
 *
 * @returns the signed id, which is the same for every delivery of the event; when it happened, as signed; and what it reports. The
 *   status is null for an unknown kind, whose event may report nothing at all (N13). Null if the bytes are not an event
 */
export function parseEvent(body: Uint8Array) {
  const parsed = eventSchema.safeParse(parseJson(new TextDecoder().decode(body)))
  if (!parsed.success) return null
  const { id, type: kind, createdAt, data } = parsed.data
  const status = STATUS_OF_KIND.get(kind) ?? null
  if (!data && status !== null) return null
  return { id, kind, createdAt, report: data ? { status, data } : null }
}
