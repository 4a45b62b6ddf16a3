/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Inquiries: the list, a single inquiry, the review queue, and the operators' decisions (P4).
import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import { z } from 'zod'
import { formatInquiry } from '../service/inquiry.ts'
import type { Delivery, Inquiry } from '../state/entities.ts'
import { Case, changedAt, listAwaitingReview, nameOf, Person } from './case.tsx'
import {
  Filter,
  hasWords,
  Identifier,
  Instant,
  Lines,
  Mark,
  More,
  Panel,
  Source,
  StatusBadge,
  type Tone,
  toneOfStatus,
  wordsSchema,
} from './kit.tsx'
import { renderNotFound, renderPage } from './page.tsx'
import { goTo, ownOf, type Portal, type PortalEnv, readForm } from './portal.ts'
import { ActForCustomer, Resend } from './scenario.tsx'
import { inWords } from './words.ts'

const decisionFormSchema = z.object({
  status: z.enum(['APPROVED', 'DECLINED'], 'Choose Approve or Decline.'),
  note: z.string().trim().max(500, 'The note can have up to 500 characters.'),
  seenStatus: z.string(),
  from: z.enum(['review', 'inquiry']).catch('inquiry'),
})

export function createInquiryPages(portal: Portal): Hono<PortalEnv> {
  const { store, inquiries } = portal
  const routes = new Hono<PortalEnv>()

  const findInquiry = (c: Context<PortalEnv>) =>
    ownOf(c, store.inquiries.get(c.req.param('inquiryId') ?? ''))

  for (const path of ['/', '/inquiries']) routes.get(path, (c) => renderList(c, portal))
  routes.get('/review', (c) => renderQueue(c, portal))
  routes.get('/inquiries/:inquiryId', (c) => {
    const inquiry = findInquiry(c)
    return inquiry ? renderInquiry(c, portal, inquiry) : renderNotFound(c, portal)
  })
  routes.post('/inquiries/:inquiryId/decide', async (c) => {
    const inquiry = findInquiry(c)
    if (!inquiry) return renderNotFound(c, portal)
    const form = await readForm(c, decisionFormSchema)
    const here = `/portal/inquiries/${inquiry.id}` as const
    if (!form.ok) return goTo(c, portal, here, { tone: 'bad', text: form.problem })
    const { status, note, seenStatus, from } = form.value
    const refusal = whyNotDecide(inquiry, seenStatus)
    if (refusal) return goTo(c, portal, here, { tone: 'bad', text: refusal })
    inquiries.decide(inquiry, status, note === '' ? null : note)
    const text = `${inquiry.referenceId || inquiry.id} is ${status.toLowerCase()}.`
    return goTo(c, portal, from === 'review' ? '/portal/review' : here, { tone: 'good', text })
  })
  return routes
}

function whyNotDecide(inquiry: Inquiry, seenStatus: string): string | null {
  if (inquiry.finishedAt === null) return 'The customer has not submitted yet.'
  if (inquiry.status === seenStatus) return null
  const now = inWords(inquiry.status).toLowerCase()
  return `The inquiry has changed in the meantime: ${now}. Check it again before you decide.`
}

const TABS = ['Needs review', 'Pending', 'Completed', 'Approved', 'Declined', 'Failed']

function renderList(c: Context<PortalEnv>, portal: Portal) {
  const tenant = c.get('tenant')
  const words = wordsSchema.parse(c.req.query('words'))
  const wanted = portal.store.inquiries
    .listBy('tenant', tenant.id)
    .toReversed()
    .filter((inquiry) => {
      const { id, status, referenceId, note, correlationId } = inquiry
      const texts = [nameOf(inquiry), inWords(status), id, referenceId, note, correlationId]
      return hasWords(texts, words)
    })
  return renderPage(c, portal, {
    title: 'Inquiries',
    section: 'inquiries',
    lead: `What happens at ${tenant.name}, newest first.`,
    content: (
      <>
        <Filter
          path="/portal/inquiries"
          tabs={TABS}
          words={words}
          placeholder="Name, status, reference, note or ID"
        />
        <Lines
          label="Inquiries"
          none="No inquiries to show. A merchant opens one with POST /api/v1/customer/inquiries."
          lines={wanted.map((inquiry) => ({
            href: `/portal/inquiries/${inquiry.id}`,
            cells: [
              <Person inquiry={inquiry} />,
              <StatusBadge status={inquiry.status} />,
              <Identifier text={inquiry.referenceId || inquiry.id} />,
              <Instant at={inquiry.openedAt} />,
            ],
          }))}
        />
      </>
    ),
  })
}

/**
 * The longest wait comes first. One case is open: the one in the URL, by its id or the merchant's reference, or the first. A link to a
 * case that no longer waits never opens another customer's.
 */
function renderQueue(c: Context<PortalEnv>, portal: Portal) {
  const tenant = c.get('tenant')
  const waiting = listAwaitingReview(portal.store, tenant)
  const wanted = c.req.query('case')
  const isWanted = ({ id, referenceId }: Inquiry) => id === wanted || referenceId === wanted
  const open = wanted ? waiting.find(isWanted) : waiting[0]
  if (wanted && !open) {
    const decided = portal.store.inquiries.listBy('tenant', tenant.id).findLast(isWanted)
    return decided ? c.redirect(`/portal/inquiries/${decided.id}`, 303) : renderNotFound(c, portal)
  }
  return renderPage(c, portal, {
    title: 'Review queue',
    section: 'review',
    lead: open
      ? `${waiting.length} waiting, longest first.`
      : 'Inquiries that need a person’s decision appear here.',
    content: open ? (
      <>
        <Case portal={portal} inquiry={open} from="review" />
        {waiting.length > 1 && (
          <Lines
            label="Waiting"
            none=""
            lines={waiting
              .filter((inquiry) => inquiry !== open)
              .map((inquiry) => ({
                href: `/portal/review?case=${inquiry.id}`,
                cells: [
                  <Person inquiry={inquiry} />,
                  <Instant at={changedAt(inquiry)} />,
                  inquiry.reviewReasons[0] ?? 'No reason was given.',
                  <Identifier text={inquiry.referenceId || inquiry.id} />,
                ],
              }))}
          />
        )}
      </>
    ) : (
      <p class="empty">Nothing to review.</p>
    ),
  })
}

function renderInquiry(c: Context<PortalEnv>, portal: Portal, inquiry: Inquiry) {
  const { referenceId, correlationId } = inquiry
  const mayBePlayed = portal.site.controlEnabled && portal.inquiries.openFlow(inquiry.id).ok
  return renderPage(c, portal, {
    title: referenceId || 'Inquiry without a reference',
    section: 'inquiries',
    lead: <a href={`/portal/wire?${new URLSearchParams({ words: correlationId })}`}>On the wire</a>,
    content: (
      <>
        <Case portal={portal} inquiry={inquiry} from="inquiry" />
        {mayBePlayed && <ActForCustomer inquiry={inquiry} />}
        <Timeline portal={portal} inquiry={inquiry} />
        <More title="Raw data" hint="What the merchant reads">
          <Source
            name="What the merchant reads"
            text={JSON.stringify(formatInquiry(inquiry), null, 2)}
          />
        </More>
      </>
    ),
  })
}

const CHANGES = new Map([
  ['PENDING', 'Opened by the merchant'],
  ['COMPLETED', 'Submitted by the customer'],
])

const DELIVERY_TONES = {
  DUE: 'wait',
  DELIVERED: 'good',
  FAILED: 'bad',
  DROPPED: 'bad',
} as const satisfies Record<Delivery['state'], Tone>

/** Status changes and events, newest first. Each event can be resent. */
function Timeline({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { store, site, wire } = portal
  const attempts = wire.list(inquiry.tenantId).filter(({ delivery }) => delivery !== null)
  const lastAnswerOf = ({ id }: Delivery) => {
    const last = attempts.findLast(({ delivery }) => delivery?.id === id)
    return last?.status ?? last?.failure ?? 'no longer on the wire'
  }
  const changes = inquiry.history.map(({ status, at }) => ({
    at,
    what: CHANGES.get(status) ?? inWords(status),
    tone: toneOfStatus(status),
  }))
  const events = store.deliveries.listBy('inquiry', inquiry.id).map((delivery) => ({
    at: delivery.createdAt,
    what: `${delivery.kind}: ${delivery.state.toLowerCase()}`,
    tone: DELIVERY_TONES[delivery.state],
    more: (
      <div class="stack">
        <p class="soft">
          To {store.endpoints.get(delivery.endpointId)?.url ?? 'nowhere'},{' '}
          {delivery.attempts === 0
            ? 'never tried'
            : `attempts: ${delivery.attempts}, last answer ${lastAnswerOf(delivery)}`}
          .
        </p>
        {site.controlEnabled && <Resend delivery={delivery} />}
      </div>
    ),
  }))
  const moments: { at: string; what: string; tone: Tone; more?: Child }[] = [...changes, ...events]
  return (
    <Panel id="timeline" title="Timeline">
      <ol class="list">
        {moments
          // The sort is stable, so entries with the same time keep their order.
          .sort((one, other) => one.at.localeCompare(other.at))
          .toReversed()
          .map(({ at, what, tone, more }) => (
            <li>
              <div class="row">
                <Mark tone={tone} word={what} />
                <small class="end soft">
                  <Instant at={at} />
                </small>
              </div>
              {more && <More title="Details">{more}</More>}
            </li>
          ))}
      </ol>
    </Panel>
  )
}
