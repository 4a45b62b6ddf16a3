// Freedoms that the contract leaves a service, beyond the values of its gaps. The suite must accept each of them.
import type { Change } from './planted-sandbox.ts'

interface AllowedService {
  what: string
  changes: readonly Change[]
  settings?: Record<string, string>
}

export const ALLOWED: readonly AllowedService[] = [
  {
    what: 'responses in another form: indented, reordered, with more fields, other errors and pictures encoded again',
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
      {
        find: 'return c.body(new Uint8Array(bytes), 200,',
        replace: 'return c.body(new Uint8Array([...bytes, 0]), 200,',
      },
      // An expiresAt beyond the inquiry's own expiry is refused instead of capped.
      {
        find: 'if (requestedMs <= nowMs)',
        replace: 'if (requestedMs <= nowMs || requestedMs > lastMs)',
      },
    ],
  },
  {
    what: 'a proxy that adds its own headers, limits for a year, and redirects to a storage service',
    settings: { N17: 'a-year' },
    changes: [
      {
        find: 'return json({ code, message, correlationId })',
        replace:
          "return json({ timestamp: new Date().toISOString(), status, code, message, requestId: 'req_' + Math.random().toString(36).slice(2) })",
      },
      {
        find: "c.header('x-correlation-id', correlationId)\n    await next()",
        replace: `correlate.count = (correlate.count ?? 0) + 1
    if (correlate.count % 2 === 0) c.header('x-cache', 'MISS')
    c.header('x-correlation-id', correlationId)
    await next()`,
      },
      { find: 'const WINDOW_MS = 60_000', replace: 'const WINDOW_MS = 31_536_000_000' },
      // The storage service doesn't know the type of a picture.
      {
        find: 'const bytes = pictures.read(artifactId)',
        replace: `if (!c.req.query('direct')) return c.redirect(c.req.url + '&direct=1', 302)
    const bytes = pictures.read(artifactId)`,
      },
      {
        find: "{ 'content-type': artifact.contentType }",
        replace: "{ 'content-type': 'application/octet-stream' }",
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
