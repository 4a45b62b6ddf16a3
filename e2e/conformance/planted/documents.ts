// Services that get documents wrong (D1–D13).
import type { WrongService } from './wrong-service.ts'

const REFUSED = 'if (!hasDocuments(status)) return refuse(c, INQUIRY_NOT_APPROVED)'
const ANSWERED = 'return answer(c, withNovelties(documents, tenant), 200)'
const EXPIRED = 'if (clock.nowMs(artifact.tenantId) >= expiresAtMs) {'
const SIGNED = 'const expiresAtMs = nowMs + URL_VALIDITY_MS'
const BYTES = 'const bytes = pictures.read(artifactId)'
const KEPT_SCAN = 'else byCapability.set(artifact.capability, [artifact])'

export const DOCUMENTS: readonly WrongService[] = [
  {
    clause: 'D1',
    what: 'only UUIDs of version 4 are accepted',
    find: 'const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-',
    replace: 'const UUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-',
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
  {
    clause: 'D8',
    what: 'a signature is collected but never listed',
    find: 'if (!artifact.succeeded) continue',
    replace: "if (!artifact.succeeded || artifact.type === 'signature') continue",
  },
  {
    clause: 'D9',
    what: 'a selfie has supportedPageTypes',
    find: 'selfie: null,',
    replace: "selfie: ['frontPage'],",
  },
  {
    clause: 'D10',
    what: 'backPage is the front again',
    find: '{ backPage: urlOf(back.id) }',
    replace: '{ backPage: urlOf(front.id) }',
  },
  {
    clause: 'D10',
    what: 'an unavailable backPage is null instead of omitted',
    find: '{ backPage: urlOf(back.id) } : {}',
    replace: '{ backPage: urlOf(back.id) } : { backPage: null }',
  },
  {
    clause: 'D10',
    what: 'a scan without a back gets the back of the one before',
    find: KEPT_SCAN,
    replace:
      "else byCapability.set(artifact.capability, [artifact, ...(pages ?? []).filter(({ page }) => page === 'backPage')])",
  },
  {
    clause: 'D11',
    what: 'every URL shows the same picture',
    alsoBreaks: ['D10'],
    find: BYTES,
    replace: 'const bytes = pictures.read(store.artifacts.values()[0].id)',
  },
  {
    clause: 'D11',
    what: "a selfie's URL shows the selfie of the tenant's newest inquiry",
    find: BYTES,
    replace: `const same = store.artifacts.values().filter((other) => other.tenantId === artifact.tenantId && other.type === artifact.type)
    const bytes = pictures.read(artifact.type === 'selfie' ? same.at(-1).id : artifactId)`,
  },
  {
    clause: 'D11',
    what: 'failed scans are listed',
    find: 'if (!artifact.succeeded) continue',
    replace: '',
  },
  {
    clause: 'D11',
    what: 'the oldest scan counts instead of the newest',
    alsoBreaks: ['D10'],
    find: KEPT_SCAN,
    replace: 'else if (!pages) byCapability.set(artifact.capability, [artifact])',
  },
  {
    clause: 'D11',
    what: 'a superseded scan is listed next to the newest',
    alsoBreaks: ['D10'],
    find: 'const pages = byCapability.get(artifact.capability)',
    replace: 'const pages = byCapability.get(artifact.scanId)',
    and: [{ find: KEPT_SCAN, replace: 'else byCapability.set(artifact.scanId, [artifact])' }],
  },
  {
    clause: 'D12',
    what: 'an empty list is a 404',
    find: ANSWERED,
    replace: `if (documents.documents.length === 0) return refuse(c, INQUIRY_NOT_FOUND)\n    ${ANSWERED}`,
  },
  {
    clause: 'D13',
    what: 'every request gets the same correlation id',
    find: 'usable ? given : randomUUID()',
    replace: "usable ? given : '3f2b8c1d-9e4a-4c6f-8a7b-5d0e1f2a3b4c'",
  },
  {
    clause: 'D13',
    what: 'the generated correlation id is not a UUID',
    find: 'usable ? given : randomUUID()',
    replace: "usable ? given : 'trace-' + randomUUID()",
  },
]
