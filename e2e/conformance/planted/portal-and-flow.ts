// Services that get decisions in the portal or the merchant's routes wrong (P4, F1).
import type { WrongService } from './wrong-service.ts'

const DECIDED = 'portalDecisionNote: note, portalDecidedAt }'

export const PORTAL_AND_FLOW: readonly WrongService[] = [
  {
    clause: 'P4',
    what: 'a decision without a note keeps the note of the one before',
    find: DECIDED,
    replace: 'portalDecisionNote: note ?? inquiry.portalDecisionNote, portalDecidedAt }',
  },
  {
    clause: 'P4',
    what: 'a decision without a note reads as an empty note instead of null',
    find: DECIDED,
    replace: "portalDecisionNote: note ?? '', portalDecidedAt }",
  },
  {
    clause: 'P4',
    what: 'a decision that confirms the status leaves neither a note nor a time',
    find: 'return this.#change(decided, status)',
    replace: 'return inquiry.status === status ? inquiry : this.#change(decided, status)',
  },
  {
    clause: 'F1',
    what: 'a merchant route finishes an inquiry',
    find: "router.all('/api/*', (c) => refuse(c, ROUTE_NOT_FOUND))",
    replace: `router.post('/api/v1/customer/inquiries/:inquiryId/finish', (c) => {
    opening.inquiries.decide(store.inquiries.require(c.req.param('inquiryId')), 'APPROVED', null)
    return c.json({}, 200)
  })
  router.all('/api/*', (c) => refuse(c, ROUTE_NOT_FOUND))`,
  },
]
