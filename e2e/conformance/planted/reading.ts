// What a read of the status may do wrong (S1–S6).
import type { WrongService } from './wrong-service.ts'

const FORMATTED = 'formatInquiry(found.inquiry, tenant, clock)'
const newest = (field: string) =>
  `formatInquiry({ ...found.inquiry, ${field}: store.inquiries.listBy('tenant', tenant.id).at(-1).${field} }, tenant, clock)`

export const READING: readonly WrongService[] = [
  {
    clause: 'S1',
    what: "an inquiry shows the note of the tenant's newest one",
    find: FORMATTED,
    replace: newest('note'),
  },
  {
    clause: 'S1',
    what: "inquiryTemplateId is the tenant's first template",
    find: FORMATTED,
    replace:
      "formatInquiry({ ...found.inquiry, templateId: store.templates.listBy('tenant', tenant.id)[0].id }, tenant, clock)",
  },
  {
    clause: 'S1',
    what: 'openedAt is the time of the read',
    find: 'openedAt: inquiry.openedAt,',
    replace: 'openedAt: clock.nowIso(tenant.id),',
  },
  {
    clause: 'S1',
    what: 'reviewReasons are null instead of an empty list',
    find: 'reviewReasons: showsReasons ? inquiry.reviewReasons : [],',
    replace: 'reviewReasons: showsReasons ? inquiry.reviewReasons : null,',
  },
  {
    clause: 'S2',
    what: 'openedAt has no milliseconds',
    find: 'openedAt: inquiry.openedAt,',
    replace: "openedAt: inquiry.openedAt.replace(/\\.\\d+/, ''),",
  },
  {
    clause: 'S2',
    what: 'openedAt comes from another clock than the rest',
    find: 'const openedAt = new Date(nowMs).toISOString()',
    replace: 'const openedAt = new Date().toISOString()',
  },
  {
    clause: 'S3',
    what: 'an inquiry that was in review keeps its identity when it is declined',
    find: 'const identity = IDENTITY_STATUSES.has(status) ?',
    replace:
      'const identity = inquiry.history.some((entry) => IDENTITY_STATUSES.has(entry.status)) ?',
  },
  {
    clause: 'S3',
    what: 'identity shows while the customer is still in the flow',
    find: "new Set(['APPROVED', 'NEEDS_REVIEW', 'FAILED'])",
    replace: "new Set(['APPROVED', 'NEEDS_REVIEW', 'FAILED', 'PENDING'])",
  },
  {
    clause: 'S4',
    what: "an inquiry shows the personal data of the tenant's newest one",
    find: FORMATTED,
    replace: newest('personalInfo'),
  },
  {
    clause: 'S4',
    what: 'the phone number has no +',
    find: '...(personalInfo ? { personalInfo } : {}),',
    replace:
      "...(personalInfo ? { personalInfo: { ...personalInfo, phone: personalInfo.phone.replace('+', '00') } } : {}),",
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
    clause: 'S6',
    what: 'a fresh inquiry has a status that the contract lacks',
    besides: ['F1'],
    find: FORMATTED,
    replace: `(({ status, ...rest }) => ({ ...rest, status: status === 'PENDING' ? 'CREATED' : status }))(${FORMATTED})`,
  },
  {
    clause: 'S6',
    what: "a decision counts for all of the tenant's inquiries in review",
    find: 'return this.#change(decided, status)',
    replace: `for (const other of this.store.inquiries.listBy('tenant', inquiry.tenantId)) {
        if (other.status !== 'NEEDS_REVIEW' || other.id === inquiry.id) continue
        const history = [...other.history, { status, at: portalDecidedAt }]
        this.store.inquiries.put({ ...other, status, history })
      }
      return this.#change(decided, status)`,
  },
]
