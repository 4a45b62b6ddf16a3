// What a service may do as well: freedoms that the contract leaves, beyond the values of its gaps. The suite must
// blame none of them.
import type { Change } from './planted-sandbox.ts'

export interface AllowedService extends Change {
  what: string
}

const ANSWERED = 'const body = JSON.stringify(value)'
const EVENT = 'const body = JSON.stringify({\n    id: eventId,'

export const ALLOWED: readonly AllowedService[] = [
  {
    what: 'indented JSON',
    find: ANSWERED,
    replace: 'const body = JSON.stringify(value, null, 2)',
  },
  {
    what: 'fields in another order',
    find: ANSWERED,
    replace: 'const body = JSON.stringify(Object.fromEntries(Object.entries(value).reverse()))',
  },
  {
    what: 'fields beyond those of the contract in every answer',
    find: ANSWERED,
    replace: "const body = JSON.stringify({ apiVersion: 7, links: { self: '/' }, ...value })",
  },
  {
    what: 'a charset in the content type',
    find: "'content-type': 'application/json',\n    'cache-control'",
    replace: "'content-type': 'application/json; charset=utf-8',\n    'cache-control'",
  },
  {
    what: 'errors with fields and a code of its own',
    find: 'return json({ code, message, correlationId })',
    replace:
      "return json({ fault: { code, text: message }, severity: 'low', docs: 'https://x.example' })",
  },
  {
    what: 'a fault of the request is a 422',
    find: "problem(400, 'INVALID_REQUEST', message)",
    replace: "problem(422, 'UNPROCESSABLE', message)",
  },
  {
    what: 'documents in another order',
    find: 'documents: artifacts.newestScans(inquiry.id).flatMap(',
    replace: 'documents: artifacts.newestScans(inquiry.id).reverse().flatMap(',
  },
  {
    what: 'fields beyond those of the contract in every event',
    find: EVENT,
    replace:
      'const body = JSON.stringify({\n    apiVersion: 7,\n    tenant: tenant.id,\n    id: eventId,',
  },
  {
    what: 'an indented event',
    find: 'const signed = bodyToSign(delivery.body, fault)',
    replace: 'const signed = Buffer.from(JSON.stringify(JSON.parse(delivery.body), null, 2))',
  },
  {
    what: 'headers beyond those of the contract',
    find: "'x-service-delivery-id': deliveryId,",
    replace:
      "'x-service-delivery-id': deliveryId,\n      'x-service-attempt': String(delivery.attempts + 1),",
  },
  {
    what: 'a lag of two seconds between decision and event',
    find: "if (order === 'as-created') return nowMs",
    replace: "if (order === 'as-created') return nowMs + 2_000",
  },
  {
    what: 'an expiresAt beyond the own expiry is refused instead of capped',
    find: 'expiresAtMs <= this.clock.nowMs(tenant.id)',
    replace:
      '(expiresAtMs <= this.clock.nowMs(tenant.id) || expiresAtMs > this.clock.nowMs(tenant.id) + 7 * 86_400_000)',
  },
  {
    what: 'a resend is refused',
    find: "routes.post('/deliveries/:deliveryId/resend', async (c) => {",
    replace:
      "routes.post('/deliveries/:deliveryId/resend', async (c) => {\n    return refuseControl(c, 409, 'No.')",
  },
]
