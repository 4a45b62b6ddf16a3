// How an event is signed: HMAC-SHA256 over the exact bytes, hex, behind `sha256=` (W3, W4).
import { createHmac, randomBytes } from 'node:crypto'
import type { GapValue } from '../scenario/gaps.ts'
import type { Endpoint } from '../state/entities.ts'

const SECRET_PREFIX = 'whsec_'

export function createWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64url')
}

/** The hex digest, without prefix. */
export function digest(body: Uint8Array, secret: string, keyForm: GapValue<'N15'>): string {
  return createHmac('sha256', hmacKey(secret, keyForm)).update(body).digest('hex')
}

/**
 * The secret that signs an attempt. Under N16 `both-sign` the old one still signs every other attempt, old first,
 * until its time is over; otherwise it stopped with the rotation.
 */
export function signingSecret(endpoint: Endpoint, attempt: number, nowMs: number): string {
  const { previousSecret, previousSecretUntil } = endpoint
  if (previousSecret === null || previousSecretUntil === null) return endpoint.secret
  const stillSigns = nowMs < Date.parse(previousSecretUntil)
  return stillSigns && attempt % 2 === 1 ? previousSecret : endpoint.secret
}

function hmacKey(secret: string, keyForm: GapValue<'N15'>): string | Buffer {
  const bare = secret.slice(SECRET_PREFIX.length)
  switch (keyForm) {
    case 'utf8-with-prefix':
      return secret
    case 'utf8-without-prefix':
      return bare
    case 'base64-decoded':
      return Buffer.from(bare, 'base64')
  }
}
