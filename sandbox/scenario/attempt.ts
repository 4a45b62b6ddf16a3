// Composes a delivery attempt: its bytes, its headers and the manner of sending, with its fault applied.
import { randomUUID } from 'node:crypto'
import { createWebhookSecret, digest, signatureHeader } from '../service/authentication.ts'
import type { Delivery, Endpoint, Tenant } from '../state/entities.ts'
import { signingKey, signingSecret } from './gaps/delivery.ts'
import { gapValue } from './gaps/table.ts'

const OVERSIZE_BYTES = 2 * 1024 * 1024
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
/** N32: like Java's HTTP client, offers HTTP/2 with each request over plain HTTP. */
const OFFER = {
  connection: 'Upgrade, HTTP2-Settings',
  upgrade: 'h2c',
  'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
}

export interface Attempt {
  deliveryId: string
  headers: Record<string, string>
  body: Uint8Array
  /** `slow` sends the body in steps; `reset` cuts the connection halfway. */
  manner: 'whole' | 'slow' | 'reset'
}

/** @param nowMs by the tenant's clock; decides whether a rotated secret still signs (N16) */
export function composeAttempt(
  delivery: Delivery,
  endpoint: Endpoint,
  tenant: Tenant,
  nowMs: number,
  fault: string | null,
): Attempt {
  const signed = bodyToSign(delivery.body, fault)
  const body = bodyToSend(signed, fault)
  const secret =
    fault === 'wrong-secret'
      ? createWebhookSecret()
      : signingSecret(endpoint, delivery.attempts + 1, nowMs)
  const hex = digest(signed, signingKey(tenant, secret))
  const deliveryId = gapValue(tenant, 'N11') === 'same-each-attempt' ? delivery.id : randomUUID()
  return {
    deliveryId,
    body,
    headers: {
      'content-type': 'application/json',
      ...(fault === 'missing-signature'
        ? {}
        : { 'x-service-signature': fault === 'bare-digest' ? hex : signatureHeader(hex) }),
      'x-service-delivery-id': deliveryId,
      ...(gapValue(tenant, 'N32') === 'offers-upgrade' && OFFER),
    },
    manner: fault === 'slow' || fault === 'reset' ? fault : 'whole',
  }
}

/** Applies faults in the body, which is then signed. */
function bodyToSign(body: string, fault: string | null): Uint8Array {
  switch (fault) {
    case 'reserialised':
      return Buffer.from(reordered(body))
    case 'pretty-printed':
      return Buffer.from(JSON.stringify(JSON.parse(body), null, 2))
    case 'non-ascii':
      return Buffer.from(withField(body, 'remark', 'Zoë Łukasiewicz 王小明 🛂'))
    case 'byte-order-mark':
      return Buffer.concat([BYTE_ORDER_MARK, Buffer.from(body)])
    case 'invalid-utf8':
      return Buffer.concat([
        Buffer.from(`${body.slice(0, -1)},"remark":"`),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('"}'),
      ])
    case 'not-json':
      return Buffer.from('inquiry approved')
    case 'oversize':
      return Buffer.from(withField(body, 'padding', 'x'.repeat(OVERSIZE_BYTES)))
    default:
      return Buffer.from(body)
  }
}

/** Applies faults to the body after it was signed. */
function bodyToSend(signed: Uint8Array, fault: string | null): Uint8Array {
  if (fault === 'reserialised-after-signing') {
    return Buffer.from(reordered(Buffer.from(signed).toString('utf8')))
  }
  if (fault !== 'flip-byte') return signed
  const flipped = Buffer.from(signed)
  const middle = Math.floor(flipped.byteLength / 2)
  flipped[middle] = (flipped[middle] ?? 0) ^ 0x01
  return flipped
}

function reordered(body: string): string {
  return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse()))
}

function withField(body: string, name: string, value: string): string {
  return JSON.stringify({ ...JSON.parse(body), [name]: value })
}
