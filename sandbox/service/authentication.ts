// Authentication (A1–A4, P2, W1, W3, W4): API keys, which are stored only as hashes, and the signatures of events.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { ApiKey } from '../state/entities.ts'

const KEY_PREFIX = 'svc_live_'
/** 24 bytes give 32 Base64URL characters (A2). */
const KEY_BYTES = 24
export const SECRET_PREFIX = 'whsec_'

export function createPlaintextKey(): string {
  return KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')
}

export function hashApiKey(plaintext: string): string {
  return createHash('sha256').update(plaintext).digest('hex')
}

/** The service refuses an expired or revoked key like a missing one (A4). */
export function isUsable(key: ApiKey, nowMs: number): boolean {
  if (key.revokedAt !== null) return false
  return key.expiresAt === null || nowMs < Date.parse(key.expiresAt)
}

export function createWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64url')
}

/** HMAC-SHA256 over the exact bytes, in hex without `sha256=` (W3). */
export function digest(body: Uint8Array, key: string | Buffer): string {
  return createHmac('sha256', key).update(body).digest('hex')
}

/** The value of X-Service-Signature (W4). */
export function signatureHeader(hex: string): string {
  return `sha256=${hex}`
}
