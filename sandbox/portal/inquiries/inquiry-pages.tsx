/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The pages for inquiries: the list, a single inquiry, the review queue, and an operator's decisions (P4).

import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Inquiries } from '../../commands/inquiries.ts'
import type { Inquiry } from '../../state/entities.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderNotFound, renderPage } from '../shell/page.tsx'
import { Since, StatusBadge } from '../shell/pieces.tsx'
import { statusInWords } from '../shell/words.ts'
import { type InquiryFilter, listInquiries } from './inquiry-lists.ts'
import { renderInquiry } from './inquiry-page.tsx'
import { Person } from './person.tsx'
import { renderReviewQueue } from './review-queue.tsx'

const STATUSES = ['PENDING', 'COMPLETED', 'NEEDS_REVIEW', 'APPROVED', 'DECLINED', 'FAILED'] as const

const filterSchema = z.object({
  words: z.string().trim().max(256).catch(''),
  status: z.string().max(64).catch(''),
  after: z.string().max(64).catch(''),
})
const decisionFormSchema = z.object({
  status: z.enum(['APPROVED', 'DECLINED'], 'Choose Approve or Decline.'),
  note: z.string().trim().max(500, 'The note may have 500 characters.'),
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
  return `The inquiry has changed in the meantime: ${now}. Look at it again before you decide.`
}

function renderInquiries(c: Context<PortalEnv>, portal: Portal, filter: InquiryFilter) {
  const { store } = portal
  const tenant = c.get('tenant')
  const { inquiries, nextAfter, total } = listInquiries(store, tenant, filter)
  const isFiltered = filter.words !== '' || filter.status !== ''
  return renderPage(c, portal, {
    title: 'Inquiries',
    section: 'inquiries',
    lead: `${total} ${total === 1 ? 'inquiry' : 'inquiries'}${isFiltered ? ' found' : ''}, newest first.`,
    content: (
      <>
        <form class="inline-form filter" method="get" action="/portal/inquiries">
          <div class="field field-grow">
            <label for="words">Reference, note or ID</label>
            <input id="words" name="words" type="search" value={filter.words} maxlength={256} />
          </div>
          <div class="field">
            <label for="status">Status</label>
            <select id="status" name="status">
              <option value="">All</option>
              {STATUSES.map((status) => (
                <option value={status} selected={status === filter.status}>
                  {statusInWords(status)}
                </option>
              ))}
            </select>
          </div>
          <button class="button" type="submit">
            Filter
          </button>
        </form>
        {inquiries.length === 0 ? (
          <p class="empty">
            {isFiltered
              ? 'No inquiry fits this filter.'
              : 'No inquiry yet. A merchant opens one with POST /api/v1/customer/inquiries.'}
          </p>
        ) : (
          <InquiryTable inquiries={inquiries} nowMs={portal.clock.nowMs(tenant.id)} />
        )}
        {nextAfter !== null && (
          <p class="pager">
            <a
              class="button"
              href={`/portal/inquiries?${new URLSearchParams({ ...filter, after: nextAfter })}`}
            >
              Older inquiries
            </a>
          </p>
        )}
      </>
    ),
  })
}

function InquiryTable(props: { inquiries: readonly Inquiry[]; nowMs: number }) {
  const { inquiries, nowMs } = props
  return (
    <div class="table-frame">
      <table class="rows-lead inquiries">
        <caption class="visually-hidden">Inquiries</caption>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Reference</th>
            <th scope="col">Status</th>
            <th scope="col">Opened</th>
            <th scope="col">Expires</th>
          </tr>
        </thead>
        <tbody>
          {inquiries.map((inquiry) => {
            const { id, referenceId, status, openedAt, expiresAt } = inquiry
            return (
              <tr>
                <th scope="row">
                  <a href={`/portal/inquiries/${id}`}>
                    <Person inquiry={inquiry} />
                  </a>
                </th>
                <td class="inquiry-reference">
                  <span>{referenceId || 'No reference'}</span>
                </td>
                <td class="inquiry-status">
                  <StatusBadge status={status} />
                </td>
                <td>
                  <span class="narrow-only">Opened </span>
                  <Since at={openedAt} nowMs={nowMs} />
                </td>
                <td>
                  {/* The deadline for submitting; a submitted inquiry doesn't expire. */}
                  {inquiry.finishedAt === null ? (
                    <>
                      <span class="narrow-only">Expires </span>
                      <Since at={expiresAt} nowMs={nowMs} />
                    </>
                  ) : (
                    <span class="wide-only">Submitted</span>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
