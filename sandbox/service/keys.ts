// API keys (A1–A4, P2): `svc_live_` and 32 Base64URL characters. Only a hash is stored.
import { createHash, randomBytes } from 'node:crypto'
import type { ApiKey } from '../state/entities.ts'

const KEY_PREFIX = 'svc_live_'
/** 24 bytes are 32 Base64URL characters (A2). */
const SECRET_BYTES = 24

export function createPlaintextKey(): string {
  return KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
}

export function hashApiKey(plaintext: string): string {
  return createHash('sha256').update(plaintext).digest('hex')
}

/** An expired or revoked key is refused like a missing one (A4). */
export function isUsable(key: ApiKey, nowMs: number): boolean {
  if (key.revokedAt !== null) return false
  return key.expiresAt === null || nowMs < Date.parse(key.expiresAt)
}
