// What a service may do as well: freedoms that the contract leaves, beyond the values of its gaps. The suite must
// blame none of them.
import type { Change } from './planted-sandbox.ts'

interface AllowedService {
  what: string
  changes: readonly Change[]
}

export const ALLOWED: readonly AllowedService[] = [
  {
    what: 'answers in another form: indented, other order, more fields, other errors',
    changes: [
      {
        find: 'const body = JSON.stringify(value)',
        replace:
          "const body = JSON.stringify(Object.fromEntries(Object.entries({ apiVersion: 7, links: { self: '/' }, ...value }).reverse()), null, 2)",
      },
      {
        find: "'content-type': 'application/json',\n    'cache-control'",
        replace: "'content-type': 'application/json; charset=utf-8',\n    'cache-control'",
      },
      {
        find: 'return json({ code, message, correlationId })',
        replace:
          "return json({ fault: { code, text: message }, severity: 'low', docs: 'https://x.example' })",
      },
      {
        find: "problem(400, 'INVALID_REQUEST', message)",
        replace: "problem(422, 'UNPROCESSABLE', message)",
      },
      {
        find: 'documents: artifacts.newestScans(inquiry.id).flatMap(',
        replace: 'documents: artifacts.newestScans(inquiry.id).reverse().flatMap(',
      },
      // An expiresAt beyond the inquiry's own expiry is refused instead of capped.
      {
        find: 'expiresAtMs <= this.clock.nowMs(tenant.id)',
        replace:
          '(expiresAtMs <= this.clock.nowMs(tenant.id) || expiresAtMs > this.clock.nowMs(tenant.id) + 7 * 86_400_000)',
      },
    ],
  },
  {
    what: 'events in another form: indented, more fields, more headers, late, never sent again by hand',
    changes: [
      {
        find: 'const body = JSON.stringify({\n    id: eventId,',
        replace:
          'const body = JSON.stringify({\n    apiVersion: 7,\n    tenant: tenant.id,\n    id: eventId,',
      },
      {
        find: 'const signed = bodyToSign(delivery.body, fault)',
        replace: 'const signed = Buffer.from(JSON.stringify(JSON.parse(delivery.body), null, 2))',
      },
      {
        find: "'x-service-delivery-id': deliveryId,",
        replace:
          "'x-service-delivery-id': deliveryId,\n      'x-service-attempt': String(delivery.attempts + 1),",
      },
      {
        find: "if (order === 'as-created') return nowMs",
        replace: "if (order === 'as-created') return nowMs + 2_000",
      },
      {
        find: "routes.post('/deliveries/:deliveryId/resend', async (c) => {",
        replace:
          "routes.post('/deliveries/:deliveryId/resend', async (c) => {\n    return refuseControl(c, 409, 'No.')",
      },
    ],
  },
]
