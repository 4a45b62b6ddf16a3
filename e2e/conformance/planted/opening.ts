// Services that get opening wrong (O1–O8).
import type { WrongService } from './wrong-service.ts'

export const OPENING: readonly WrongService[] = [
  {
    clause: 'O1',
    what: 'responses are not declared as JSON',
    find: "'content-type': 'application/json',\n    'cache-control'",
    replace: "'content-type': 'text/plain',\n    'cache-control'",
  },
  {
    clause: 'O2',
    what: "an unknown template falls back to the tenant's first one",
    find: 'this.store.templates.get(request.inquiryTemplateId)',
    replace:
      "this.store.templates.get(request.inquiryTemplateId) ?? this.store.templates.listBy('tenant', tenant.id)[0]",
  },
  {
    clause: 'O2',
    what: "another tenant's template opens an inquiry",
    find: 'template.tenantId !== tenant.id',
    replace: 'false',
  },
  {
    clause: 'O2',
    what: 'a template that was never published opens inquiries',
    alsoBreaks: ['O3', 'P1'],
    find: 'publishedAt !== null && enabled)',
    replace: 'enabled)',
  },
  {
    clause: 'O3',
    what: 'a pinned revision is checked, but the newest is used',
    alsoBreaks: ['W8'],
    find: 'if (revision) return { ok: true, revision }',
    replace: 'if (revision) return { ok: true, revision: chooseRevision(revisions, undefined) }',
  },
  {
    clause: 'O3',
    what: 'a draft can be pinned',
    find: 'usable.find(({ id }) => id === pinnedId)',
    replace: 'revisions.find(({ id, enabled }) => id === pinnedId && enabled)',
  },
  {
    clause: 'O3',
    what: 'a disabled revision still opens inquiries',
    find: 'publishedAt !== null && enabled)',
    replace: 'publishedAt !== null)',
  },
  {
    clause: 'O3',
    what: "another tenant's revision can be pinned",
    find: 'chooseRevision(revisions, request.templateRevisionId)',
    replace:
      'chooseRevision(request.templateRevisionId ? this.store.revisions.values() : revisions, request.templateRevisionId)',
  },
  {
    clause: 'O4',
    what: 'referenceId is stored in lower case',
    find: 'const referenceId = request.referenceId ?? null',
    replace: 'const referenceId = request.referenceId?.toLowerCase() ?? null',
  },
  {
    clause: 'O4',
    what: 'a long referenceId is truncated instead of refused',
    find: 'const parsed = schema.safeParse(body)',
    replace:
      "const parsed = schema.safeParse(typeof body?.referenceId === 'string' ? { ...body, referenceId: body.referenceId.slice(0, 256) } : body)",
  },
  {
    clause: 'O5',
    what: 'line breaks in a note become spaces',
    find: 'note: request.note ?? null,',
    replace: "note: request.note?.replaceAll('\\n', ' ') ?? null,",
  },
  {
    clause: 'O5',
    what: 'characters not allowed in a note are removed instead of refused',
    find: 'const parsed = schema.safeParse(body)',
    replace:
      "const parsed = schema.safeParse(typeof body?.note === 'string' ? { ...body, note: body.note.replace(/[#<_/]/g, '') } : body)",
  },
  {
    clause: 'O6',
    what: 'the offset of expiresAt is ignored',
    find: 'null : parseInstant(expiresAt)',
    replace: "null : Date.parse(expiresAt.slice(0, 16) + 'Z')",
  },
  {
    clause: 'O6',
    what: "expiresAt is not capped by the inquiry's own expiry",
    find: 'Math.min(requestedMs, lastMs)',
    replace: 'requestedMs',
  },
  {
    clause: 'O6',
    what: 'an expiresAt in the past is accepted',
    find: 'if (requestedMs <= nowMs)',
    replace: 'if (false)',
  },
  {
    clause: 'O6',
    what: "expiresAt is checked against the real time, not the tenant's clock",
    find: 'if (requestedMs <= nowMs)',
    replace: 'if (requestedMs <= Date.now())',
  },
  {
    clause: 'O6',
    what: 'the hosted flow never closes',
    find: 'this.clock.nowMs(inquiry.tenantId) >= Date.parse(inquiry.expiresAt)',
    replace: 'false',
  },
  {
    clause: 'O6',
    what: 'the hosted flow closes a minute early',
    find: 'this.clock.nowMs(inquiry.tenantId) >= Date.parse(inquiry.expiresAt)',
    replace: 'this.clock.nowMs(inquiry.tenantId) >= Date.parse(inquiry.expiresAt) - 60_000',
  },
  {
    clause: 'O6',
    what: 'an approval expires as if it were still pending',
    find: "if (status !== 'PENDING' || nowMs < Date.parse(inquiry.expiresAt)) return status",
    replace: 'if (nowMs < Date.parse(inquiry.expiresAt)) return status',
  },
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
    find: 'const earlier = this.#replay(tenant, request, headers.idempotencyKey)',
    replace:
      'const earlier = this.#replay(tenant, { ...request, inquiryTemplateId: body.inquiryTemplateId }, headers.idempotencyKey)',
  },
  {
    clause: 'O7',
    what: 'two requests with one referenceId open one inquiry, even without a key',
    find: "c.req.header('idempotency-key') ?? null",
    replace: "c.req.header('idempotency-key') ?? body.value.referenceId ?? null",
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
