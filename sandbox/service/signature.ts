// How an event is signed (W1, W3, W4): HMAC-SHA256 over the exact bytes, keyed with the endpoint's secret, in hex.
import { createHmac, randomBytes } from 'node:crypto'

export const SECRET_PREFIX = 'whsec_'

export function createWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64url')
}

/** The hex digest, without `sha256=`. */
export function digest(body: Uint8Array, key: string | Buffer): string {
  return createHmac('sha256', key).update(body).digest('hex')
}

/** The value of X-Service-Signature. */
export function signatureHeader(hex: string): string {
  return `sha256=${hex}`
}
