// Services that get a status read wrong (S1–S6).
import type { WrongService } from './wrong-service.ts'

const SEEN = 'presentInquiry(seen, tenant)'
const newest = (field: string) =>
  `presentInquiry({ ...seen, ${field}: store.inquiries.listBy('tenant', tenant.id).at(-1).${field} }, tenant)`

const HAS_IDENTITY = 'IDENTITY_STATUSES.has(inquiry.status) ?'

export const READING: readonly WrongService[] = [
  {
    clause: 'S1',
    what: "an inquiry shows the note of the tenant's newest one",
    find: SEEN,
    replace: newest('note'),
  },
  {
    clause: 'S1',
    what: "inquiryTemplateId is the tenant's first template",
    find: SEEN,
    replace:
      "presentInquiry({ ...seen, templateId: store.templates.listBy('tenant', tenant.id)[0].id }, tenant)",
  },
  {
    clause: 'S1',
    what: 'openedAt is the time of the read',
    alsoBreaks: ['S2'],
    find: 'openedAt: inquiry.openedAt,',
    replace: 'openedAt: new Date().toISOString(),',
  },
  {
    clause: 'S1',
    what: 'reviewReasons are null instead of an empty list',
    find: 'reviewReasons: showsReasons ? inquiry.reviewReasons : [],',
    replace: 'reviewReasons: showsReasons ? inquiry.reviewReasons : null,',
  },
  {
    clause: 'S1',
    what: 'a referenceId of digits reads back as a number',
    find: 'referenceId: inquiry.referenceId,',
    replace:
      'referenceId: /^[0-9]+$/.test(inquiry.referenceId ?? "") ? Number(inquiry.referenceId) : inquiry.referenceId,',
  },
  {
    clause: 'S2',
    what: 'openedAt has no milliseconds',
    find: 'openedAt: inquiry.openedAt,',
    replace: "openedAt: inquiry.openedAt.replace(/\\.\\d+/, ''),",
  },
  {
    clause: 'S2',
    what: "openedAt doesn't come from the tenant's clock",
    find: 'const openedAt = toIso(nowMs)',
    replace: 'const openedAt = toIso(Date.now())',
  },
  {
    clause: 'S2',
    what: 'expiresAt reads back in the form in which it was sent',
    find: 'expiresAt: toIso(expiry.expiresAtMs),',
    replace:
      'expiresAt: Date.parse(request.expiresAt) <= expiry.expiresAtMs ? request.expiresAt : toIso(expiry.expiresAtMs),',
  },
  {
    clause: 'S2',
    what: 'milliseconds are left out when they are zero',
    find: 'openedAt: inquiry.openedAt,',
    replace: "openedAt: inquiry.openedAt.replace('.000Z', 'Z'),",
    and: [
      {
        find: 'expiresAt: inquiry.expiresAt,',
        replace: "expiresAt: inquiry.expiresAt.replace('.000Z', 'Z'),",
      },
    ],
  },
  {
    clause: 'S3',
    what: 'an inquiry that was in review keeps its identity when it is declined',
    find: HAS_IDENTITY,
    replace: 'inquiry.history.some((entry) => IDENTITY_STATUSES.has(entry.status)) ?',
  },
  {
    clause: 'S3',
    what: 'identity shows while the customer is still in the flow',
    find: "new Set(['APPROVED', 'NEEDS_REVIEW', 'FAILED'])",
    replace: "new Set(['APPROVED', 'NEEDS_REVIEW', 'FAILED', 'PENDING'])",
  },
  {
    clause: 'S3',
    what: 'an approval that becomes DECLINED keeps its identity',
    find: HAS_IDENTITY,
    replace: `(inquiry.status === 'DECLINED' && inquiry.history.at(-2)?.status === 'APPROVED') || ${HAS_IDENTITY}`,
  },
  {
    clause: 'S3',
    what: 'identity shows in a status that the contract does not name',
    find: HAS_IDENTITY,
    replace: "!['PENDING', 'COMPLETED', 'DECLINED'].includes(inquiry.status) ?",
  },
  {
    clause: 'S3',
    what: 'an expired inquiry that reads as DECLINED shows what the customer had entered',
    settings: { N7: 'declined' },
    find: HAS_IDENTITY,
    replace: `(inquiry.finishedAt === null && inquiry.status !== 'PENDING') || ${HAS_IDENTITY}`,
  },
  {
    clause: 'S4',
    what: "an inquiry shows the personal data of the tenant's newest one",
    find: SEEN,
    replace: newest('personalInfo'),
  },
  {
    clause: 'S4',
    what: 'the phone number has no +',
    find: 'return { ...(personalInfo ? { personalInfo } : {}),',
    replace:
      "return { ...(personalInfo ? { personalInfo: { ...personalInfo, phone: personalInfo.phone.replace('+', '00') } } : {}),",
  },
  {
    clause: 'S4',
    what: 'corrected personal information is ignored',
    find: 'personalInfo: personalInfo ?? inquiry.personalInfo,',
    replace: 'personalInfo: inquiry.personalInfo ?? personalInfo,',
  },
  {
    clause: 'S5',
    what: 'identity comes from a scan that failed',
    find: '= succeeded ? outcome : {}',
    replace: '= outcome',
  },
  {
    clause: 'S5',
    what: 'identity stays with the first of two scans',
    find: 'document: document ?? inquiry.document,',
    replace: 'document: inquiry.document ?? document,',
  },
  {
    clause: 'S5',
    what: 'dates begin with the year',
    find: "return date.split('-').reverse().join('-')",
    replace: 'return date',
  },
  {
    clause: 'S5',
    what: 'the documentNumber stays that of the first of two scans',
    find: 'document: document ?? inquiry.document',
    replace:
      'document: document ? { ...document, ...(inquiry.document && { documentNumber: inquiry.document.documentNumber }) } : inquiry.document',
  },
  {
    clause: 'S6',
    what: 'a fresh inquiry has a status that is not in the contract',
    alsoBreaks: ['F1'],
    find: SEEN,
    replace: `(({ status, ...rest }) => ({ ...rest, status: status === 'PENDING' ? 'CREATED' : status }))(${SEEN})`,
  },
  {
    clause: 'S6',
    what: "a decision applies to all of the tenant's inquiries in review",
    find: 'return this.#change(decided, status)',
    replace: `for (const other of this.store.inquiries.listBy('tenant', inquiry.tenantId)) {
        if (other.status !== 'NEEDS_REVIEW' || other.id === inquiry.id) continue
        const history = [...other.history, { status, at: portalDecidedAt }]
        this.store.inquiries.put({ ...other, status, history })
      }
      return this.#change(decided, status)`,
  },
]
