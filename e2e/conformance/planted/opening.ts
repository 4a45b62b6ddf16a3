// Services that get opening or its fields wrong (O1–O6).
import type { WrongService } from './wrong-service.ts'

const NOW_OR_EARLIER = 'if (requestedMs <= nowMs)'
const CAPPED = 'Math.min(requestedMs, lastMs)'
const CLOSED = 'this.clock.nowMs(inquiry.tenantId) >= Date.parse(inquiry.expiresAt)'
const RECORDED = 'recordCapability(inquiryId: string, outcome: CapabilityOutcome): FlowResult {'

export const OPENING: readonly WrongService[] = [
  {
    clause: 'O1',
    what: 'responses are not declared as JSON',
    find: "'content-type': 'application/json',\n    'cache-control'",
    replace: "'content-type': 'text/plain',\n    'cache-control'",
  },
  {
    clause: 'O1',
    what: 'a Content-Type with a charset is refused',
    find: "c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()",
    replace: "c.req.header('content-type')",
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
    clause: 'O2',
    what: 'a template id in capitals is unknown',
    find: 'const found = this.#findRevision(tenant, request)',
    replace:
      'const found = this.#findRevision(tenant, { ...request, inquiryTemplateId: body.inquiryTemplateId })',
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
    clause: 'O3',
    what: 'a revision of another template of the tenant can be pinned',
    find: 'chooseRevision(revisions, request.templateRevisionId)',
    replace:
      'chooseRevision(request.templateRevisionId ? this.store.revisions.values().filter(({ tenantId }) => tenantId === tenant.id) : revisions, request.templateRevisionId)',
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
    clause: 'O4',
    what: 'a line break at the end of referenceId is accepted',
    find: '.regex(/^[A-Za-z0-9._:@/-]*$/,',
    replace: '.regex(/^[A-Za-z0-9._:@/-]*\\n?$/,',
  },
  {
    clause: 'O4',
    what: 'referenceId may contain + % & = ?',
    find: '.regex(/^[A-Za-z0-9._:@/-]*$/,',
    replace: '.regex(/^[A-Za-z0-9._:@/+%&=?-]*$/,',
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
    clause: 'O5',
    what: 'a note is trimmed',
    find: 'note: request.note ?? null,',
    replace: 'note: request.note?.trim() ?? null,',
  },
  {
    clause: 'O5',
    what: 'a note may contain @ & % * $ + =',
    find: '/^[A-Za-z0-9 \\r\\n.,!?\'"():;-]*$/,',
    replace: '/^[A-Za-z0-9 \\r\\n.,!?\'"():;@&%*$+=-]*$/,',
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
    find: CAPPED,
    replace: 'requestedMs',
  },
  {
    clause: 'O6',
    what: 'an expiresAt in the past is accepted',
    find: NOW_OR_EARLIER,
    replace: 'if (false)',
  },
  {
    clause: 'O6',
    what: "expiresAt is checked against the real time, not the tenant's clock",
    find: NOW_OR_EARLIER,
    replace: 'if (requestedMs <= Date.now())',
  },
  {
    clause: 'O6',
    what: 'the hosted flow never closes',
    find: CLOSED,
    replace: 'false',
  },
  {
    clause: 'O6',
    what: 'the hosted flow closes a minute early',
    find: CLOSED,
    replace: `${CLOSED} - 60_000`,
  },
  {
    clause: 'O6',
    what: 'an approval expires as if it were still pending',
    alsoBreaks: ['W7'],
    find: "if (status !== 'PENDING' || nowMs < Date.parse(inquiry.expiresAt)) return status",
    replace: 'if (nowMs < Date.parse(inquiry.expiresAt)) return status',
  },
  {
    clause: 'O6',
    what: 'the minutes of a negative offset are added instead of subtracted',
    find: "return sign === '-' ? -offsetMs : offsetMs",
    replace:
      "const minutesMs = Number(zoneMinute ?? 0) * MINUTE_MS\n  return sign === '-' ? 2 * minutesMs - offsetMs : offsetMs",
  },
  {
    clause: 'O6',
    what: 'a fraction of other than three digits is refused',
    find: '(?:[.,](?<fraction>\\d+))?',
    replace: '(?:[.](?<fraction>\\d{3}))?',
  },
  {
    clause: 'O6',
    what: 'expiresAt is capped only beyond fifty years',
    find: CAPPED,
    replace: 'requestedMs > nowMs + 50 * 365 * 86_400_000 ? lastMs : requestedMs',
  },
  {
    clause: 'O6',
    what: 'expiresAt loses its milliseconds',
    find: CAPPED,
    replace: `Math.floor(${CAPPED} / 1000) * 1000`,
  },
  {
    clause: 'O6',
    what: 'the hosted flow still takes results after expiresAt, and only refuses to finish',
    find: RECORDED,
    replace: `${RECORDED}
    const late = this.store.inquiries.require(inquiryId)
    if (this.isExpired(late)) return { ok: true, inquiry: this.store.transaction(() => this.#record(late, outcome)) }`,
  },
]
