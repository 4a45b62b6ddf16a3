/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The routes for inquiries: the list, a single inquiry, the review queue, and an operator's decisions (P4).

import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Inquiries } from '../../commands/inquiries.ts'
import type { Inquiry } from '../../state/entities.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderNotFound } from '../shell/page.tsx'
import { statusInWords } from '../shell/words.ts'
import { renderInquiries } from './inquiry-list-page.tsx'
import { renderInquiry } from './inquiry-page.tsx'
import { renderReviewQueue } from './review-queue.tsx'

const filterSchema = z.object({
  words: z.string().trim().max(256).catch(''),
  status: z.string().max(64).catch(''),
  after: z.string().max(64).catch(''),
})
const decisionFormSchema = z.object({
  status: z.enum(['APPROVED', 'DECLINED'], 'Choose Approve or Decline.'),
  note: z.string().trim().max(500, 'The note can have up to 500 characters.'),
  seenStatus: z.string(),
  from: z.enum(['review', 'inquiry']).catch('inquiry'),
})

export function createInquiryPages(portal: Portal & { inquiries: Inquiries }): Hono<PortalEnv> {
  const { store, inquiries } = portal
  const routes = new Hono<PortalEnv>()

  const findInquiry = (c: Context<PortalEnv>) => {
    const inquiry = store.inquiries.get(c.req.param('inquiryId') ?? '')
    return inquiry?.tenantId === c.get('tenant').id ? inquiry : null
  }

  routes.get('/inquiries', (c) => renderInquiries(c, portal, filterSchema.parse(c.req.query())))
  routes.get('/review', (c) => renderReviewQueue(c, portal))
  routes.get('/inquiries/:inquiryId', (c) => {
    const inquiry = findInquiry(c)
    return inquiry ? renderInquiry(c, portal, inquiry) : renderNotFound(c, portal, 'inquiries')
  })
  routes.post('/inquiries/:inquiryId/decide', async (c) => {
    const inquiry = findInquiry(c)
    if (!inquiry) return renderNotFound(c, portal, 'inquiries')
    const form = await readForm(c, decisionFormSchema)
    const here = `/portal/inquiries/${inquiry.id}` as const
    if (!form.ok) return goTo(c, portal, here, { tone: 'problem', text: form.problem })
    const { status, note, seenStatus, from } = form.value
    const refusal = whyNotDecide(inquiry, seenStatus)
    if (refusal) return goTo(c, portal, here, { tone: 'problem', text: refusal })
    inquiries.decide(inquiry, status, note === '' ? null : note)
    const name = inquiry.referenceId || inquiry.id
    const text = `${name} is ${status.toLowerCase()}.`
    return goTo(c, portal, from === 'review' ? '/portal/review' : here, { tone: 'done', text })
  })
  return routes
}

function whyNotDecide(inquiry: Inquiry, seenStatus: string): string | null {
  if (inquiry.finishedAt === null) return 'The customer has not submitted yet.'
  if (inquiry.status === seenStatus) return null
  const now = statusInWords(inquiry.status).toLowerCase()
  return `The inquiry has changed in the meantime: ${now}. Check it again before you decide.`
}
