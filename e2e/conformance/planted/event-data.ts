// Services that put the wrong data into inquiry.approved (W9).
import type { WrongService } from './wrong-service.ts'

const DATA = 'const { id: inquiryId, referenceId, status, correlationId } = inquiry'

export const EVENT_DATA: readonly WrongService[] = [
  {
    clause: 'W9',
    what: 'all capabilities are reported as succeeded',
    find: 'return results.findLast((result) => result.capability === step)?.succeeded === true',
    replace: 'return true',
  },
  {
    clause: 'W9',
    what: 'a capability that succeeded at the second attempt is left out',
    find: 'results.findLast((result)',
    replace: 'results.find((result)',
  },
  {
    clause: 'W9',
    what: 'SIGNATURE is reported as a capability',
    find: "if (step === 'SIGNATURE') return false",
    replace: '',
  },
  {
    clause: 'W9',
    what: 'the correlation id is random',
    find: DATA,
    replace: `${DATA.replace(', correlationId', '')}\n  const correlationId = crypto.randomUUID()`,
  },
  {
    clause: 'W9',
    what: 'the correlation id is that of the last read',
    find: 'presentInquiry(seen, tenant)',
    replace:
      "presentInquiry(seen, tenant, store.inquiries.put({ ...found.inquiry, correlationId: c.get('correlationId') }))",
  },
  {
    clause: 'W9',
    what: 'approvedAt is when the inquiry was opened',
    find: 'approvedAt: at,',
    replace: 'approvedAt: inquiry.openedAt,',
  },
  {
    clause: 'W9',
    what: "the event of an approval after a review carries the review's status",
    find: DATA,
    replace: `${DATA.replace('status, ', '')}\n  const status = inquiry.history.find((entry) => entry.status === 'NEEDS_REVIEW')?.status ?? inquiry.status`,
  },
  {
    clause: 'W9',
    what: 'capabilities that the template lacks are reported as succeeded',
    find: 'return steps.filter((step) => {',
    replace: "return ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH'].filter((step) => {",
    and: [
      {
        find: 'return results.findLast((result) => result.capability === step)?.succeeded === true',
        replace:
          'return results.findLast((result) => result.capability === step)?.succeeded !== false',
      },
    ],
  },
  {
    clause: 'W9',
    what: 'a capability taken twice is reported twice',
    find: 'return steps.filter((step) => {',
    replace: `return results.filter((result) => result.succeeded && result.capability !== 'SIGNATURE').map((result) => result.capability)
  return steps.filter((step) => {`,
  },
  {
    clause: 'W9',
    what: 'the event of a portal decision carries the correlation id of the decision',
    find: DATA,
    replace: `${DATA.replace(', correlationId', '')}
  const correlationId = inquiry.portalDecidedAt === null ? inquiry.correlationId : crypto.randomUUID()`,
  },
  {
    clause: 'W9',
    what: 'a retry with the same Idempotency-Key replaces the correlation id of the open',
    find: 'if (earlier) return earlier',
    replace: `if (earlier) {
      if (earlier.ok) this.store.inquiries.put({ ...this.store.inquiries.require(earlier.inquiryId), correlationId: headers.correlationId })
      return earlier
    }`,
  },
  {
    clause: 'W9',
    what: 'approvedAt is when the status before began',
    find: 'approvedAt: at,',
    replace: 'approvedAt: inquiry.history.at(-2)?.at ?? at,',
  },
]
