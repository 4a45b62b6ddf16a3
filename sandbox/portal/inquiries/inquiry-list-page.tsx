/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The list of inquiries: a search, a tab for each status, and pages of a table.
import type { Context } from 'hono'
import type { Inquiry } from '../../state/entities.ts'
import type { Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { Icon } from '../shell/icons.tsx'
import { CopiedIdentifier } from '../shell/identifier.tsx'
import { formatInstant } from '../shell/instants.ts'
import { renderPage } from '../shell/page.tsx'
import { Since, StatusBadge } from '../shell/pieces.tsx'
import { statusInWords } from '../shell/words.ts'
import { type InquiryFilter, type InquiryPage, listInquiries, nameOf } from './inquiry-lists.ts'
import { Person } from './person.tsx'

const STATUSES = ['NEEDS_REVIEW', 'PENDING', 'COMPLETED', 'APPROVED', 'DECLINED', 'FAILED'] as const

export function renderInquiries(c: Context<PortalEnv>, portal: Portal, filter: InquiryFilter) {
  const tenant = c.get('tenant')
  const page = listInquiries(portal.store, tenant, filter)
  const isFiltered = filter.words !== '' || filter.status !== ''
  return renderPage(c, portal, {
    title: 'Inquiries',
    section: 'inquiries',
    lead: `What ${tenant.name} has opened, newest first.`,
    content: (
      <>
        <div class="list-toolbar">
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
      <ul>
        {['', ...STATUSES, ...others].map((status) => (
          <li>
            <a
              href={hrefOf({ ...filter, status, after: '' })}
              aria-current={status === filter.status ? 'true' : undefined}
            >
              {status === '' ? 'All' : statusInWords(status)}{' '}
              <span class="tab-count">{status === '' ? all : (counts.get(status) ?? 0)}</span>
            </a>
          </li>
        ))}
      </ul>
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
          {inquiries.map((inquiry) => (
            <InquiryRow inquiry={inquiry} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function InquiryRow({ inquiry, nowMs }: { inquiry: Inquiry; nowMs: number }) {
  const { id, referenceId, status, openedAt } = inquiry
  return (
    <tr>
      <th scope="row">
        <a href={`/portal/inquiries/${id}`} title={nameOf(inquiry)}>
          <Person inquiry={inquiry} />
        </a>
      </th>
      <td class="inquiry-reference">
        {referenceId ? (
          <CopiedIdentifier
            id={`reference-${id}`}
            name={`reference ${referenceId}`}
            text={referenceId}
          />
        ) : (
          'No reference'
        )}
      </td>
      <td class="inquiry-status">
        <StatusBadge status={status} />
      </td>
      <td>
        <span class="narrow-only">Opened </span>
        <Since at={openedAt} nowMs={nowMs} />
      </td>
      <td class="inquiry-expiry">
        <Expiry inquiry={inquiry} nowMs={nowMs} />
      </td>
    </tr>
  )
}

/** The deadline for submitting. Once it has passed, the status stays as it was (N7), so this is no status. */
function Expiry({ inquiry, nowMs }: { inquiry: Inquiry; nowMs: number }) {
  const { expiresAt, finishedAt } = inquiry
  if (finishedAt !== null) {
    return (
      <span class="wide-only">
        <span aria-hidden="true">–</span>
        <span class="visually-hidden">Submitted, so it doesn’t</span>
      </span>
    )
  }
  if (Date.parse(expiresAt) <= nowMs) {
    return (
      <span class="badge badge-plain" title={formatInstant(expiresAt)}>
        Expired
      </span>
    )
  }
  return (
    <>
      <span class="narrow-only">Expires </span>
      <Since at={expiresAt} nowMs={nowMs} />
    </>
  )
}

function Pager({ filter, page }: { filter: InquiryFilter; page: InquiryPage }) {
  const { start, total, inquiries, previousAfter, nextAfter } = page
  if (previousAfter === null && nextAfter === null) return null
  return (
    <nav class="pager" aria-label="Pages">
      <p>
        {start + 1}–{start + inquiries.length} of {total}
      </p>
      <PageLink label="Previous" filter={filter} after={previousAfter} />
      <PageLink label="Next" filter={filter} after={nextAfter} />
    </nav>
  )
}

function PageLink(props: { label: string; filter: InquiryFilter; after: string | null }) {
  const { label, filter, after } = props
  // A link without a destination, so the other one stays where it is.
  return (
    <a
      class="button"
      href={after === null ? undefined : hrefOf({ ...filter, after })}
      aria-disabled={after === null ? 'true' : undefined}
      role={after === null ? 'link' : undefined}
    >
      {label}
    </a>
  )
}
