/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Inquiries: the list, one of them, the review queue, and an operator's decisions (P4).
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { formatInquiry } from '../service/inquiry.ts'
import type { Delivery, DeliveryAttempt, Inquiry } from '../state/entities.ts'
import { initialsOf } from '../web/initials.ts'
import { Case, checkOf, Person, Waiting } from './case.tsx'
import { Icon } from './icons.tsx'
import {
  type InquiryFilter,
  type InquiryPage,
  listAwaitingReview,
  listInquiries,
  nameOf,
} from './inquiry-lists.ts'
import { formatDay, formatInstant } from './instants.ts'
import {
  Badge,
  Breakable,
  Copied,
  Facts,
  Fold,
  Identifier,
  Instant,
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

/** A few inquiries, each in one line: who, the status, and when it was opened. */
export function InquiryLines(props: { inquiries: readonly Inquiry[]; nowMs: number }) {
  return (
    <ul class="list lines">
      {props.inquiries.map((inquiry) => (
        <li>
          <div>
            <a href={`/portal/inquiries/${inquiry.id}`}>
              <Person inquiry={inquiry} />
            </a>
            <Identifier text={inquiry.referenceId || inquiry.id} />
          </div>
          <StatusBadge status={inquiry.status} />
          <Since at={inquiry.openedAt} nowMs={props.nowMs} />
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
      waiting.length === 0 ? (
        <p class="empty">Nothing to review.</p>
      ) : (
        <ul class="cards">
          {shown.map((inquiry) => (
            <li>
              {inquiry === open ? (
                <Case portal={portal} inquiry={inquiry} from="review" />
              ) : (
                <QueueRow portal={portal} inquiry={inquiry} />
              )}
            </li>
          ))}
        </ul>
      ),
  })
}

/** A case that isn't open, as one link that opens it. */
function QueueRow({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { id, referenceId, reviewReasons } = inquiry
  return (
    <a class="panel queue-row" href={`/portal/review?case=${id}#case-${id}`}>
      <h2>
        <Person inquiry={inquiry} />
      </h2>
      <span class="soft">{reviewReasons[0] ?? 'No reason was given.'}</span>
      <Identifier text={referenceId || id} />
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
        <div class="toolbar">
          <StatusTabs filter={filter} counts={page.counts} />
          <Search filter={filter} />
        </div>
        {page.inquiries.length === 0 ? (
          <p class="empty">
            {isFiltered
              ? 'No inquiries match this filter.'
              : 'No inquiries yet. A merchant opens one with POST /api/v1/customer/inquiries.'}
          </p>
        ) : (
          <InquiryTable inquiries={page.inquiries} nowMs={portal.clock.nowMs(tenant.id)} />
        )}
        <Pager filter={filter} page={page} />
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
    <form class="search" method="get" action="/portal/inquiries">
      {status !== '' && <input type="hidden" name="status" value={status} />}
      <label class="visually-hidden" for="words">
        Search by name, reference, note or ID
      </label>
      <Icon name="search" />
      <input
        id="words"
        name="words"
        type="search"
        value={words}
        maxlength={256}
        placeholder="Name, reference, note or ID"
      />
      <button class="button" type="submit" data-script-replaces>
        Search
      </button>
    </form>
  )
}

function InquiryTable(props: { inquiries: readonly Inquiry[]; nowMs: number }) {
  const { inquiries, nowMs } = props
  return (
    <table class="panel rows">
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
        {inquiries.map((inquiry) => (
          <tr>
            <th scope="row">
              <a href={`/portal/inquiries/${inquiry.id}`} title={nameOf(inquiry)}>
                <Person inquiry={inquiry} />
              </a>
            </th>
            <td>
              {inquiry.referenceId ? <Identifier text={inquiry.referenceId} /> : 'No reference'}
            </td>
            <td>
              <StatusBadge status={inquiry.status} />
            </td>
            <td data-label="Opened">
              <Since at={inquiry.openedAt} nowMs={nowMs} />
            </td>
            <td data-label="Expires">
              <Expiry inquiry={inquiry} nowMs={nowMs} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The deadline for submitting. Once it has passed, the status stays as it was (N7), so this is no status. */
function Expiry({ inquiry, nowMs }: { inquiry: Inquiry; nowMs: number }) {
  const { expiresAt, finishedAt } = inquiry
  if (finishedAt !== null) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span class="visually-hidden">Submitted, so it doesn’t</span>
      </>
    )
  }
  if (Date.parse(expiresAt) <= nowMs) {
    return (
      <span class="badge tone-plain" title={formatInstant(expiresAt)}>
        Expired
      </span>
    )
  }
  return <Since at={expiresAt} nowMs={nowMs} />
}

function Pager({ filter, page }: { filter: InquiryFilter; page: InquiryPage }) {
  const { start, total, inquiries, previousAfter, nextAfter } = page
  if (previousAfter === null && nextAfter === null) return null
  return (
    <nav class="row" aria-label="Pages">
      <p class="soft end">
        {start + 1}–{start + inquiries.length} of {total}
      </p>
      <PageLink label="Previous" filter={filter} after={previousAfter} />
      <PageLink label="Next" filter={filter} after={nextAfter} />
    </nav>
  )
}

/** Without a page to lead to, it has no destination, so that the other one stays where it is. */
function PageLink(props: { label: string; filter: InquiryFilter; after: string | null }) {
  const { label, filter, after } = props
  const isOff = after === null
  return (
    <a
      class="button"
      href={isOff ? undefined : hrefOf({ ...filter, after })}
      aria-disabled={isOff ? 'true' : undefined}
      role={isOff ? 'link' : undefined}
    >
      {label}
    </a>
  )
}

// One inquiry

function renderInquiry(c: Context<PortalEnv>, portal: Portal, inquiry: Inquiry) {
  const { referenceId } = inquiry
  const mayBePlayed = portal.site.controlEnabled && portal.inquiries.openFlow(inquiry.id).ok
  return renderPage(c, portal, {
    title: referenceId || 'Inquiry without a reference',
    section: 'inquiries',
    back: { href: '/portal/inquiries', label: 'Inquiries' },
    heading: <Head portal={portal} inquiry={inquiry} />,
    content: (
      <>
        <Case portal={portal} inquiry={inquiry} from="inquiry" />
        {mayBePlayed && <ActForCustomer inquiry={inquiry} />}
        <div class="split">
          <Events portal={portal} inquiry={inquiry} />
          <Timeline inquiry={inquiry} />
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
      <ul class="list events">
        {deliveries.map((delivery) => (
          <li>
            <div class="row">
              <h3>{eventInWords(delivery.kind)}</h3>
              <code class="soft">{delivery.kind}</code>
              <Badge tone={DELIVERY_TONES[delivery.state]}>{inWords(delivery.state)}</Badge>
            </div>
            <p class="soft">
              <Breakable
                text={describeDelivery(delivery, store.endpoints.get(delivery.endpointId)?.url)}
              />
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

interface Moment {
  at: string
  what: string
  tone: Tone
}

const CHANGES = new Map([
  ['PENDING', 'Opened by the merchant'],
  ['COMPLETED', 'Submitted by the customer'],
])

/** Newest first. */
function Timeline({ inquiry }: { inquiry: Inquiry }) {
  const results = inquiry.results.map(({ capability, succeeded, at }): Moment => {
    const { tone, word } = checkOf(inquiry, capability, succeeded)
    const what = `${capabilityInWords(capability)}: ${word.toLowerCase()}`
    return { at, what, tone: tone === 'good' ? 'plain' : tone }
  })
  const changes = inquiry.history.map(
    ({ status, at }): Moment => ({
      at,
      what: CHANGES.get(status) ?? statusInWords(status),
      tone: toneOfStatus(status),
    }),
  )
  // The sort is stable, so moments with the same timestamp stay in the order in which they happened.
  const moments = [...changes.slice(0, 1), ...results, ...changes.slice(1)]
    .sort((one, other) => one.at.localeCompare(other.at))
    .toReversed()
  const days = [...new Set(moments.map(({ at }) => formatDay(at)))]
  return (
    <Panel id="history" title="Timeline">
      {days.map((day) => (
        <div>
          <p class="hint">{day}, UTC</p>
          <ol class="timeline">
            {moments
              .filter(({ at }) => formatDay(at) === day)
              .map(({ at, what, tone }) => (
                <li class={`tone-${tone}`}>
                  <span>{what}</span>
                  <time class="instant soft" datetime={at} title={formatInstant(at)}>
                    {at.slice(11, 19)}
                  </time>
                </li>
              ))}
          </ol>
        </div>
      ))}
    </Panel>
  )
}

function RawData({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const template = portal.store.templates.get(inquiry.templateId)
  const { correlationId } = inquiry
  return (
    <Fold title="Raw data" hint="IDs, times, and what the merchant reads">
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
    </Fold>
  )
}
