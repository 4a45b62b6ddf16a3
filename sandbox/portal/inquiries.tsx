/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Inquiries: the list, one of them, the review queue, and an operator's decisions (P4).
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { formatInquiry } from '../service/inquiry.ts'
import type { Delivery, DeliveryAttempt, Inquiry } from '../state/entities.ts'
import { initialsOf } from '../web/initials.ts'
import { Case, checkOf, Person, Waiting } from './case.tsx'
import {
  type InquiryFilter,
  type InquiryPage,
  listAwaitingReview,
  listInquiries,
  nameOf,
} from './inquiry-lists.ts'
import {
  Badge,
  Copied,
  Facts,
  Identifier,
  Instant,
  Mark,
  More,
  Panel,
  Since,
  Source,
  StatusBadge,
  type Tone,
  toneOfStatus,
} from './kit.tsx'
import { renderNotFound, renderPage } from './page.tsx'
import { goTo, type Portal, type PortalEnv, readForm } from './portal.ts'
import { ActForCustomer } from './scenario.tsx'
import { ResendForm } from './wire-detail.tsx'
import { capabilityInWords, eventInWords, inWords, statusInWords } from './words.ts'

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

export function createInquiryPages(portal: Portal): Hono<PortalEnv> {
  const { store, inquiries } = portal
  const routes = new Hono<PortalEnv>()

  const findInquiry = (c: Context<PortalEnv>) => {
    const inquiry = store.inquiries.get(c.req.param('inquiryId') ?? '')
    return inquiry?.tenantId === c.get('tenant').id ? inquiry : null
  }

  routes.get('/inquiries', (c) => renderList(c, portal, filterSchema.parse(c.req.query())))
  routes.get('/review', (c) => renderQueue(c, portal))
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
    const text = `${inquiry.referenceId || inquiry.id} is ${status.toLowerCase()}.`
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

/** Each in one line: who, the status, the reference, and when it was opened. */
export function InquiryList(props: { inquiries: readonly Inquiry[]; nowMs: number; none: string }) {
  if (props.inquiries.length === 0) return <p class="empty">{props.none}</p>
  return (
    <ul class="panel lines inquiries" aria-label="Inquiries">
      {props.inquiries.map((inquiry) => (
        <li>
          <a class="line" href={`/portal/inquiries/${inquiry.id}`}>
            <Person inquiry={inquiry} />
            <StatusBadge status={inquiry.status} />
            <span class="soft">
              <Identifier text={inquiry.referenceId || inquiry.id} />
            </span>
            <span class="soft">
              <Since at={inquiry.openedAt} nowMs={props.nowMs} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

// The review queue

/** More than a person decides before reloading the page. */
const MAX_SHOWN = 20

/** Longest waiting first. One case is open: the one that the address names, or the first. */
function renderQueue(c: Context<PortalEnv>, portal: Portal) {
  const waiting = listAwaitingReview(portal.store, c.get('tenant'))
  const shown = waiting.slice(0, MAX_SHOWN)
  const open = shown.find(({ id }) => id === c.req.query('case')) ?? shown[0]
  const more = waiting.length > MAX_SHOWN ? ` The first ${MAX_SHOWN} are shown.` : ''
  const leads = ['Inquiries that need a person’s decision appear here.', '1 waiting']
  return renderPage(c, portal, {
    title: 'Review queue',
    section: 'review',
    lead: leads[waiting.length] ?? `${waiting.length} waiting, longest first.${more}`,
    content:
      open === undefined ? (
        <p class="empty">Nothing to review.</p>
      ) : (
        <>
          <Case portal={portal} inquiry={open} from="review" />
          {shown.length > 1 && (
            <ul class="panel lines inquiries" aria-label="Waiting">
              {shown
                .filter((inquiry) => inquiry !== open)
                .map((inquiry) => (
                  <li>
                    <QueueLine portal={portal} inquiry={inquiry} />
                  </li>
                ))}
            </ul>
          )}
        </>
      ),
  })
}

/** A case that isn't open, as one link that opens it. */
function QueueLine({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { id, referenceId, reviewReasons } = inquiry
  return (
    <a class="line" href={`/portal/review?case=${id}`}>
      <Person inquiry={inquiry} />
      <Identifier text={referenceId || id} />
      <span class="soft">{reviewReasons[0] ?? 'No reason was given.'}</span>
      <Waiting portal={portal} inquiry={inquiry} />
    </a>
  )
}

// The list

const STATUSES = ['NEEDS_REVIEW', 'PENDING', 'COMPLETED', 'APPROVED', 'DECLINED', 'FAILED'] as const

function renderList(c: Context<PortalEnv>, portal: Portal, filter: InquiryFilter) {
  const tenant = c.get('tenant')
  const page = listInquiries(portal.store, tenant, filter)
  const isFiltered = filter.words !== '' || filter.status !== ''
  return renderPage(c, portal, {
    title: 'Inquiries',
    section: 'inquiries',
    lead: `What ${tenant.name} has opened, newest first.`,
    content: (
      <>
        <div class="row">
          <StatusTabs filter={filter} counts={page.counts} />
          <Search filter={filter} />
        </div>
        <InquiryList
          inquiries={page.inquiries}
          nowMs={portal.clock.nowMs(tenant.id)}
          none={
            isFiltered
              ? 'No inquiries match this filter.'
              : 'No inquiries yet. A merchant opens one with POST /api/v1/customer/inquiries.'
          }
        />
        {page.nextAfter !== null && (
          <a class="end" href={hrefOf({ ...filter, after: page.nextAfter })}>
            Older inquiries
          </a>
        )}
      </>
    ),
  })
}

function hrefOf(filter: InquiryFilter): string {
  const query = Object.entries(filter).filter(([, value]) => value !== '')
  return `/portal/inquiries${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`
}

function StatusTabs(props: { filter: InquiryFilter; counts: InquiryPage['counts'] }) {
  const { filter, counts } = props
  // An operator can set a status that the contract doesn't name (S6).
  const others = [...counts.keys()].filter((status) => !STATUSES.some((one) => one === status))
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return (
    <nav class="tabs" aria-label="Status">
      {['', ...STATUSES, ...others].map((status) => (
        <a
          href={hrefOf({ ...filter, status, after: '' })}
          aria-current={status === filter.status ? 'true' : undefined}
        >
          {status === '' ? 'All' : statusInWords(status)}{' '}
          <small>{status === '' ? all : (counts.get(status) ?? 0)}</small>
        </a>
      ))}
    </nav>
  )
}

function Search({ filter: { words, status } }: { filter: InquiryFilter }) {
  return (
    <form class="row search" method="get" action="/portal/inquiries">
      {status !== '' && <input type="hidden" name="status" value={status} />}
      <input
        name="words"
        type="search"
        value={words}
        maxlength={256}
        aria-label="Search by name, reference, note or ID"
        placeholder="Name, reference, note or ID"
      />
      <button class="button" type="submit" data-script-replaces>
        Search
      </button>
    </form>
  )
}

// One inquiry

function renderInquiry(c: Context<PortalEnv>, portal: Portal, inquiry: Inquiry) {
  const { referenceId } = inquiry
  const mayBePlayed = portal.site.controlEnabled && portal.inquiries.openFlow(inquiry.id).ok
  return renderPage(c, portal, {
    title: referenceId || 'Inquiry without a reference',
    section: 'inquiries',
    heading: <Head portal={portal} inquiry={inquiry} />,
    content: (
      <>
        <Case portal={portal} inquiry={inquiry} from="inquiry" />
        {mayBePlayed && <ActForCustomer inquiry={inquiry} />}
        <div class="split">
          <Events portal={portal} inquiry={inquiry} />
          <Timeline inquiry={inquiry} nowMs={portal.clock.nowMs(inquiry.tenantId)} />
        </div>
        <RawData portal={portal} inquiry={inquiry} />
      </>
    ),
  })
}

/** Shows the customer's name once it is known, and the reference until then. */
function Head({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { referenceId, status } = inquiry
  const reference = referenceId || 'Inquiry without a reference'
  const name = nameOf(inquiry)
  const isExpired = status === 'PENDING' && portal.inquiries.isExpired(inquiry)
  return (
    <div class="who">
      {name !== undefined && (
        <span class="initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
      )}
      <div>
        <h1>{name ?? reference}</h1>
        <p class="row">
          {isExpired ? <Badge tone="plain">Expired</Badge> : <StatusBadge status={status} />}
          {name !== undefined && (referenceId ? <Identifier text={referenceId} /> : reference)}
          <Waiting portal={portal} inquiry={inquiry} />
        </p>
      </div>
    </div>
  )
}

const DELIVERY_TONES = {
  DUE: 'wait',
  DELIVERED: 'good',
  FAILED: 'bad',
  DROPPED: 'plain',
} as const satisfies Record<Delivery['state'], Tone>

/** Its events, each of which can be sent again. */
function Events({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { store, site } = portal
  const deliveries = store.deliveries.listBy('inquiry', inquiry.id)
  return (
    <Panel id="deliveries" title="Events sent to the merchant">
      {deliveries.length === 0 && (
        <p class="soft">
          None yet. An event needs a template that subscribes to it and an endpoint to receive it.
        </p>
      )}
      <ul class="list">
        {deliveries.map((delivery) => (
          <li class="stack">
            <div class="row">
              <h3>{eventInWords(delivery.kind)}</h3>
              <code class="soft">{delivery.kind}</code>
              <Badge tone={DELIVERY_TONES[delivery.state]}>{inWords(delivery.state)}</Badge>
            </div>
            <p class="soft">
              {describeDelivery(delivery, store.endpoints.get(delivery.endpointId)?.url)}
              {delivery.state === 'DUE' && (
                <>
                  {' '}
                  Next attempt <Instant at={delivery.dueAt} />.
                </>
              )}
            </p>
            {delivery.attemptLog.length > 0 && (
              <More title="Attempts">
                <ol class="list">
                  {delivery.attemptLog.map((attempt) => (
                    <li>
                      {describeAttempt(attempt)} <Identifier text={attempt.deliveryId} />
                      <Instant at={attempt.at} />
                      {attempt.body !== '' && <pre>{attempt.body}</pre>}
                    </li>
                  ))}
                </ol>
              </More>
            )}
            {site.controlEnabled && (
              <More title="Send it again">
                <ResendForm delivery={delivery} />
              </More>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** "Delivered to http://… on the first try (200)." */
function describeDelivery(delivery: Delivery, url = 'nowhere'): string {
  const { state, attempts, lastAnswer } = delivery
  if (state === 'DELIVERED') {
    const count = attempts === 1 ? 'on the first try' : `after ${attempts} tries`
    return `Delivered to ${url} ${count} (${lastAnswer}).`
  }
  if (attempts === 0) {
    return lastAnswer === null ? `Not tried yet to ${url}.` : `Not sent to ${url}: ${lastAnswer}.`
  }
  const tries = attempts === 1 ? 'once' : `${attempts} times`
  return `Tried ${tries} to ${url}, last answer ${lastAnswer ?? 'none'}.`
}

function describeAttempt({
  status,
  failure,
  durationMs,
  fault,
  isResend,
}: DeliveryAttempt): string {
  const answer = `${status ?? failure} in ${Math.round(durationMs)} ms`
  return [isResend ? 'sent again' : '', answer, fault ? `with ${fault}` : '']
    .filter(Boolean)
    .join(', ')
}

const CHANGES = new Map([
  ['PENDING', 'Opened by the merchant'],
  ['COMPLETED', 'Submitted by the customer'],
])

/** Newest first. */
function Timeline({ inquiry, nowMs }: { inquiry: Inquiry; nowMs: number }) {
  const results = inquiry.results.map(({ capability, succeeded, at }) => {
    const { tone, word } = checkOf(inquiry, capability, succeeded)
    return { at, what: `${capabilityInWords(capability)}: ${word.toLowerCase()}`, tone }
  })
  const changes = inquiry.history.map(({ status, at }) => ({
    at,
    what: CHANGES.get(status) ?? statusInWords(status),
    tone: toneOfStatus(status),
  }))
  // The sort is stable, so moments with the same timestamp stay in the order in which they happened.
  const moments = [...changes.slice(0, 1), ...results, ...changes.slice(1)]
    .sort((one, other) => one.at.localeCompare(other.at))
    .toReversed()
  return (
    <Panel id="history" title="Timeline">
      <ol class="list pairs">
        {moments.map(({ at, what, tone }) => (
          <li>
            <Mark tone={tone} word={what} />
            <small class="soft">
              <Since at={at} nowMs={nowMs} />
            </small>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function RawData({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const template = portal.store.templates.get(inquiry.templateId)
  const { correlationId } = inquiry
  return (
    <More title="Raw data" hint="IDs, times, and what the merchant reads">
      <Facts
        facts={[
          ['Inquiry ID', <Copied id="inquiry-id" name="inquiry ID" text={inquiry.id} />],
          ['Reference', inquiry.referenceId || 'None'],
          ['Note', inquiry.note || 'None'],
          ['Template', template?.name ?? inquiry.templateId],
          ['Opened', <Instant at={inquiry.openedAt} />],
          ['Expires', <Instant at={inquiry.expiresAt} />],
          [
            'Correlation ID',
            <Copied id="correlation-id" name="correlation ID" text={correlationId}>
              <a href={`/portal/wire?${new URLSearchParams({ words: correlationId })}`}>
                <Identifier id="correlation-id" text={correlationId} />
                <span class="visually-hidden"> on the wire</span>
              </a>
            </Copied>,
          ],
        ]}
      />
      <h3>What the merchant reads</h3>
      <Source
        name="What the merchant reads"
        text={JSON.stringify(formatInquiry(inquiry), null, 2)}
      />
    </More>
  )
}
