// Services that get the headers of a request wrong (O7, O8).
import type { WrongService } from './wrong-service.ts'

const REPLAYED = 'if (earlier) return earlier'
const REUSED = "return refused(422, 'IDEMPOTENCY_KEY_REUSED', message)"
const GIVEN_KEY = "c.req.header('idempotency-key') ?? null"
const REPLAY = 'const earlier = this.#replay(tenant, request, headers.idempotencyKey)'

export const REQUEST_HEADERS: readonly WrongService[] = [
  {
    clause: 'O7',
    what: "another tenant's Idempotency-Key returns its inquiryId",
    find: 'function recordId(tenant: Tenant, key: string): string {',
    replace: 'function recordId(tenant: Tenant, key: string): string {\n  return key',
    and: [{ find: 'record.bodyHash === hashRequest(request)', replace: 'true' }],
  },
  {
    clause: 'O7',
    what: 'an Idempotency-Key replays only once',
    find: 'if (record.bodyHash === hashRequest(request)) return',
    replace:
      'this.store.idempotency.delete(record.id)\n    if (record.bodyHash === hashRequest(request)) return',
  },
  {
    clause: 'O7',
    what: 'a retry after the decision opens a second inquiry',
    find: 'if (!record || nowMs',
    replace:
      "if (!record || this.store.inquiries.require(record.inquiryId).status !== 'PENDING' || nowMs",
  },
  {
    clause: 'O7',
    what: 'a retry is refused once its expiresAt has passed',
    find: 'if (!record || nowMs',
    replace: 'if (!record || Date.parse(request.expiresAt) <= nowMs || nowMs',
  },
  {
    clause: 'O7',
    what: 'a retry with the template id in capitals counts as a new request',
    find: REPLAY,
    replace: REPLAY.replace('request', '{ ...request, inquiryTemplateId: body.inquiryTemplateId }'),
  },
  {
    clause: 'O7',
    what: 'two requests with one referenceId open one inquiry, even without a key',
    find: GIVEN_KEY,
    replace: "c.req.header('idempotency-key') ?? body.value.referenceId ?? null",
  },
  {
    clause: 'O7',
    what: 'a retry with the revision id in capitals counts as a new request',
    find: REPLAY,
    replace: REPLAY.replace(
      'request',
      '{ ...request, templateRevisionId: body.templateRevisionId }',
    ),
  },
  {
    clause: 'O7',
    what: 'a retry renews openedAt and expiresAt',
    find: REPLAYED,
    replace: `if (earlier?.ok) {
      const nowMs = this.clock.nowMs(tenant.id)
      const openedAt = new Date(nowMs).toISOString()
      const expiresAt = new Date(nowMs + 7 * 86_400_000).toISOString()
      this.store.inquiries.put({ ...this.store.inquiries.require(earlier.inquiryId), openedAt, expiresAt })
    }
    ${REPLAYED}`,
  },
  {
    clause: 'O7',
    what: 'a reuse with another body overwrites the first inquiry',
    find: REUSED,
    replace: `const { note = null, referenceId = null } = request
    this.store.inquiries.put({ ...this.store.inquiries.require(record.inquiryId), note, referenceId })
    return { ok: true, inquiryId: record.inquiryId }`,
  },
  {
    clause: 'O7',
    what: 'Idempotency-Keys are compared case-insensitively',
    find: GIVEN_KEY,
    replace: "c.req.header('idempotency-key')?.toLowerCase() ?? null",
  },
  {
    clause: 'O7',
    what: 'an Idempotency-Key that is not a UUID is refused',
    find: 'const IDEMPOTENCY_KEY = /^[\\x21-\\x7e]{1,255}$/',
    replace: 'const IDEMPOTENCY_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i',
  },
  {
    clause: 'O7',
    what: 'a retry with another X-Correlation-Id opens a second inquiry',
    find: GIVEN_KEY,
    replace:
      "c.req.header('idempotency-key')?.concat(c.req.header('x-correlation-id') ?? '') ?? null",
  },
  {
    clause: 'O7',
    what: "a retry with the tenant's other key opens a second inquiry",
    find: GIVEN_KEY,
    replace: "c.req.header('idempotency-key')?.concat(c.req.header('x-api-key')) ?? null",
  },
  {
    clause: 'O8',
    what: 'a response echoes the X-Correlation-Id of the previous request',
    alsoBreaks: ['D13', 'W9'],
    find: "c.header('x-correlation-id', correlationId)",
    replace:
      "c.header('x-correlation-id', CORRELATION_ID.before ?? correlationId)\n    CORRELATION_ID.before = correlationId",
  },
  {
    clause: 'O8',
    what: 'a request with X-Correlation-Id is refused',
    find: "if (!isGiven || gapValue(requireTenant(c), 'N24') !== 'rejected') return next()",
    replace:
      "if (!isGiven) return next()\n    return refuse(c, { status: 422, code: 'NO_TRACES', message: 'No.' })",
    alsoBreaks: ['W9'],
  },
]
