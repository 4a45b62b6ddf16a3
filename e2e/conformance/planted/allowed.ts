// Freedoms that the contract leaves a service, beyond the values of its gaps. The suite must accept each of them.
import type { Change } from './planted-sandbox.ts'

interface AllowedService {
  what: string
  changes: readonly Change[]
  settings?: Record<string, string>
}

export const ALLOWED: readonly AllowedService[] = [
  {
    what: 'responses in another form: indented, reordered, with more fields and other errors',
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
        find: "refused(400, 'INVALID_REQUEST', message)",
        replace: "refused(422, 'UNPROCESSABLE', message)",
      },
      {
        find: 'documents: scans.flatMap(',
        replace: 'documents: scans.toReversed().flatMap(',
      },
      // An expiresAt beyond the inquiry's own expiry is refused instead of capped.
      {
        find: 'if (requestedMs <= nowMs)',
        replace: 'if (requestedMs <= nowMs || requestedMs > lastMs)',
      },
    ],
  },
  {
    what: 'events in another form: indented, with more fields and headers, late, never resent by hand',
    changes: [
      {
        find: 'const body = JSON.stringify({ id: eventId,',
        replace: 'const body = JSON.stringify({ apiVersion: 7, tenant: tenant.id, id: eventId,',
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
        find: "case 'as-created':\n      return nowMs",
        replace: "case 'as-created':\n      return nowMs + 2_000",
      },
      {
        find: "routes.post('/deliveries/:deliveryId/resend', async (c) => {",
        replace:
          "routes.post('/deliveries/:deliveryId/resend', async (c) => {\n    return refuseControl(c, 409, 'No.')",
      },
    ],
  },
  {
    what: 'an old secret that signs every even attempt for a day, and endpoints only at hosts that resolve',
    settings: { N16: 'both-sign' },
    changes: [
      { find: 'attempt % 2 === 1', replace: 'attempt % 2 === 0' },
      {
        find: "if (url.protocol !== 'https:') return { ok: false, reason: 'A webhook URL must be HTTPS (W2).' }",
        replace:
          "if (url.protocol !== 'https:' || host.endsWith('.example')) return { ok: false, reason: 'The host does not resolve.' }",
      },
    ],
  },
  {
    what: 'events that are six days late, although an inquiry lives for an hour and then reads as DECLINED',
    settings: { N7: 'declined', N10: 'days-late', N25: 'one-hour' },
    changes: [
      { find: 'const DAYS_LATE_MS = 3 * DAY_MS', replace: 'const DAYS_LATE_MS = 6 * DAY_MS' },
    ],
  },
]
