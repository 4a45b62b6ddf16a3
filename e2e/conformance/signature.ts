// How a delivery is signed (W3, W4), and with which form of the key (N15).
import { createHmac } from 'node:crypto'
import type { Delivery } from './receiver.ts'

/** W4: the whole header. */
export const SIGNATURE = /^sha256=[0-9a-f]{64}$/i

const PREFIX = 'whsec_'
const KEY_FORMS: Readonly<Record<string, (secret: string) => string | Buffer>> = {
  "the secret's UTF-8 bytes, with its prefix": (secret) => secret,
  'without its prefix': (secret) => secret.slice(PREFIX.length),
  'base64-decoded, without its prefix': (secret) =>
    Buffer.from(secret.slice(PREFIX.length), 'base64'),
}

/** The form of the key with which the secret signed these bytes; null if none fits. */
export function keyForm({ headers, bytes }: Delivery, secret: string): string | null {
  // W4 checks the prefix.
  const digest = String(headers['x-service-signature'] ?? '').replace(/^sha256=/, '')
  const signs = ([, key]: [string, (secret: string) => string | Buffer]) =>
    createHmac('sha256', key(secret)).update(bytes).digest('hex') === digest.toLowerCase()
  return Object.entries(KEY_FORMS).find(signs)?.[0] ?? null
}
