/**
 * Checks the signature of a webhook delivery, the cheapest part first. `readSignature` checks the header before the body is read, and
 * `isSignedBy` checks the bytes before they are parsed.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** W4: `sha256=<hex>`. */
const HEADER = 'x-service-signature'

/**
 * N15: how the endpoint's secret becomes the HMAC key. `utf8` uses the whole secret with its `whsec_` prefix, `utf8-bare`
 * leaves the prefix off, and `base64` decodes what follows the prefix.
 */
export const SECRET_FORMS = ['utf8', 'utf8-bare', 'base64'] as const
export type SecretForm = (typeof SECRET_FORMS)[number]

export interface WebhookSecret {
  /** `whsec_…` (W1). */
  secret: string
  form: SecretForm
}

/** A parsed signature. Only {@link isSignedBy} uses its content. */
export interface Signature {
  readonly digest: Buffer
}

type SignatureHeader =
  | { ok: true; signature: Signature }
  | { ok: false; reason: 'no_header' | 'malformed_header' }

/** W4: parses the header, so that a receiver can reject a delivery before it reads the body. */
export function readSignature(headers: Headers): SignatureHeader {
  const value = headers.get(HEADER)?.trim()
  if (!value) return { ok: false, reason: 'no_header' }
  const [, hex] = /^sha256=([0-9a-f]{64})$/i.exec(value) ?? []
  if (!hex) return { ok: false, reason: 'malformed_header' }
  return { ok: true, signature: { digest: Buffer.from(hex, 'hex') } }
}

/**
 * W3, W10: compares the signature with the HMAC-SHA256 of the raw bytes, in constant time.
 * @param body the bytes as they arrived, not decoded or re-serialised
 * @param secrets the endpoint's secret and, during a rotation, the previous one (N16)
 */
export const isSignedBy = (
  body: Uint8Array,
  { digest }: Signature,
  secrets: readonly WebhookSecret[],
): boolean => secrets.some((secret) => timingSafeEqual(digest, hmac(body, secret)))

/**
 * Signs as the service does, for tests and diagnosis.
 * @returns the header to send
 */
export const sign = (body: string | Uint8Array, secret: WebhookSecret): Record<string, string> => ({
  [HEADER]: `sha256=${hmac(body, secret).toString('hex')}`,
})

const hmac = (body: string | Uint8Array, secret: WebhookSecret): Buffer =>
  createHmac('sha256', keyOf(secret)).update(body).digest()

/** N15: derives the HMAC key from the secret. */
function keyOf({ secret, form }: WebhookSecret): Buffer {
  const bare = secret.replace(/^whsec_/, '')
  if (form === 'base64') return Buffer.from(bare, 'base64')
  return Buffer.from(form === 'utf8' ? secret : bare, 'utf8')
}

/** The length of the HMAC key in bytes (N15). With the wrong form, a secret may give a key that is too short. */
export const keyLength = (secret: WebhookSecret): number => keyOf(secret).byteLength
