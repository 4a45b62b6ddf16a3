// Services that get the access to documents wrong (D1–D7).
import type { WrongService } from './wrong-service.ts'

const REFUSED = 'if (!hasDocuments(status)) return refuse(c, INQUIRY_NOT_APPROVED)'
const ANSWERED = 'return answer(c, withNovelties(documents, tenant), 200)'
const EXPIRED = 'if (clock.nowMs(artifact.tenantId) >= expiresAtMs) {'
const SIGNED = 'const expiresAtMs = nowMs + URL_VALIDITY_MS'
const BYTES = 'const bytes = pictures.read(artifactId)'

export const DOCUMENT_ACCESS: readonly WrongService[] = [
  {
    clause: 'D1',
    what: 'only UUIDs of version 4 are accepted',
    find: 'const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-',
    replace: 'const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-',
  },
  {
    clause: 'D1',
    what: 'only UUIDs of versions 1 to 8 and the usual variant are accepted',
    find: 'const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-',
    replace:
      'const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-',
  },
  {
    clause: 'D1',
    what: 'anything may follow the UUID',
    find: "const id = uuidSchema.safeParse(c.req.param('inquiryId'))",
    replace: "const id = uuidSchema.safeParse(c.req.param('inquiryId')?.slice(0, 36))",
  },
  {
    clause: 'D1',
    what: 'an id that is not a UUID is a 404',
    find: 'findInquiry(c, INVALID_INQUIRY_ID)',
    replace: 'findInquiry(c, INQUIRY_NOT_FOUND)',
  },
  {
    clause: 'D2',
    what: 'documents of a failed inquiry are served',
    find: REFUSED,
    replace: REFUSED.replace('if (', "if (status !== 'FAILED' && "),
  },
  {
    clause: 'D2',
    what: 'documents that were once served stay served',
    find: REFUSED,
    replace: REFUSED.replace(
      'if (',
      "if (!found.inquiry.history.some((entry) => entry.status === 'APPROVED') && ",
    ),
  },
  {
    clause: 'D2',
    what: 'documents are served in a status that the contract does not name',
    find: "return status === 'APPROVED' || status === 'NEEDS_REVIEW'",
    replace: "return !['PENDING', 'COMPLETED', 'FAILED', 'DECLINED'].includes(status)",
  },
  {
    clause: 'D2',
    what: 'the refusal has a different code',
    find: "code: 'INQUIRY_NOT_APPROVED',",
    replace: "code: 'FORBIDDEN',",
  },
  {
    clause: 'D3',
    what: "another tenant's documents are served",
    find: 'if (!inquiry || inquiry.tenantId !== requireTenant(c).id) {',
    replace:
      "if (!inquiry || (inquiry.tenantId !== requireTenant(c).id && !c.req.path.endsWith('/documents'))) {",
  },
  {
    clause: 'D3',
    what: "another tenant's inquiry has a different code from a missing one",
    alsoBreaks: ['A5'],
    find: 'if (!inquiry || inquiry.tenantId !== requireTenant(c).id) {',
    replace:
      "if (inquiry && inquiry.tenantId !== requireTenant(c).id) return { ok: false, problem: { ...INQUIRY_NOT_FOUND, code: 'NOT_YOURS' } }\n    if (!inquiry) {",
  },
  {
    clause: 'D5',
    what: 'a key that was limited once stays limited',
    find: 'open && nowMs < open.endsAtMs',
    replace: 'open',
  },
  {
    clause: 'D5',
    what: 'all tenants share one limit',
    find: 'const limit = tenant.rateLimitPerMinute',
    replace: "apiKey = 'everybody'\n    const limit = tenant.rateLimitPerMinute",
  },
  {
    clause: 'D5',
    what: 'Retry-After is too short',
    find: 'return String(Math.ceil(waitMs / 1000))',
    replace: "return '1'",
  },
  {
    clause: 'D6',
    what: 'urlExpiresAt is missing',
    find: 'urlExpiresAt: new Date(expiresAtMs).toISOString(),',
    replace: 'expiresAt: new Date(expiresAtMs).toISOString(),',
  },
  {
    clause: 'D6',
    what: 'documents of an inquiry in review say APPROVED',
    find: ANSWERED,
    replace: ANSWERED.replace('documents,', "{ ...documents, status: 'APPROVED' },"),
  },
  {
    clause: 'D6',
    what: 'every later request gets the first response again',
    alsoBreaks: ['D7'],
    find: ANSWERED,
    replace: `parts.answers ??= new Map()
    if (!parts.answers.has(id)) parts.answers.set(id, documents)
    return answer(c, withNovelties(parts.answers.get(id), tenant), 200)`,
  },
  {
    clause: 'D7',
    what: 'urlExpiresAt is 25 s later than the URLs expire',
    find: 'urlExpiresAt: new Date(expiresAtMs).toISOString(),',
    replace: 'urlExpiresAt: new Date(expiresAtMs + 25_000).toISOString(),',
  },
  {
    clause: 'D7',
    what: 'a URL works only once',
    find: BYTES,
    replace: `store.used ??= new Set()
    if (store.used.has(c.req.url)) return c.text('This link was used before.', 403)
    store.used.add(c.req.url)
    ${BYTES}`,
  },
  { clause: 'D7', what: 'the URLs work forever', find: EXPIRED, replace: 'if (false) {' },
  {
    clause: 'D7',
    what: 'a new request extends the URLs of an earlier one',
    find: EXPIRED,
    replace: EXPIRED.replace('expiresAtMs', 'store.latest.get(artifact.inquiryId)'),
    and: [
      {
        find: SIGNED,
        replace: `${SIGNED}\n    store.latest = (store.latest ?? new Map()).set(id, expiresAtMs)`,
      },
    ],
  },
  {
    clause: 'D7',
    what: 'a new request expires the URLs of an earlier one',
    find: EXPIRED,
    replace: EXPIRED.replace(') {', ' || store.latest.get(artifact.inquiryId) !== expiresAtMs) {'),
    and: [
      {
        find: SIGNED,
        replace: `${SIGNED}\n    store.latest = (store.latest ?? new Map()).set(id, expiresAtMs)`,
      },
    ],
  },
]
