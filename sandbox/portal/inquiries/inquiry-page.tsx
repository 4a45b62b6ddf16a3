/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// One inquiry: what the service knows about it, what it has sent, and what can be done.

import type { Context } from 'hono'
import type { Inquiries } from '../../commands/inquiries.ts'
import type { Inquiry } from '../../state/entities.ts'
import type { Portal } from '../portal.ts'
import { InquiryScenario } from '../scenario/outcome-panel.tsx'
import type { PortalEnv } from '../session.ts'
import { renderPage } from '../shell/page.tsx'
import { Badge, FactList, Instant, StatusBadge } from '../shell/pieces.tsx'
import { DecisionForm } from './decision-form.tsx'
import { InquiryDeliveries } from './inquiry-deliveries.tsx'
import { Pictures } from './pictures.tsx'

export function renderInquiry(
  c: Context<PortalEnv>,
  portal: Portal & { inquiries: Inquiries },
  inquiry: Inquiry,
) {
  const { referenceId, status } = inquiry
  const template = portal.store.templates.get(inquiry.templateId)
  const isExpired = status === 'PENDING' && portal.inquiries.isExpired(inquiry)
  return renderPage(c, portal, {
    title: referenceId || 'Inquiry without a reference',
    section: 'inquiries',
    lead: (
      <>
        <StatusBadge status={status} /> {isExpired && <Badge tone="plain">expired</Badge>}{' '}
        <code class="id">{inquiry.id}</code>
      </>
    ),
    content: (
      <div class="split">
        <div class="stack-wide">
          <section class="panel" aria-labelledby="facts">
            <h2 id="facts">Inquiry</h2>
            <FactList
              facts={[
                ['Template', template?.name ?? inquiry.templateId],
                ['Opened', <Instant at={inquiry.openedAt} />],
                ['Expires', <Instant at={inquiry.expiresAt} />],
                ['Note', inquiry.note || 'None'],
                ['Correlation id', <WireLink words={inquiry.correlationId} />],
                ['Review reasons', inquiry.reviewReasons.join(' ') || 'None'],
                ['Decision note', inquiry.portalDecisionNote ?? 'None'],
                [
                  'Decided in the portal',
                  inquiry.portalDecidedAt ? <Instant at={inquiry.portalDecidedAt} /> : 'No',
                ],
              ]}
            />
          </section>
          <section class="panel" aria-labelledby="collected">
            <h2 id="collected">Collected</h2>
            <Pictures portal={portal} inquiry={inquiry} />
            <Identity inquiry={inquiry} />
          </section>
          <InquiryDeliveries portal={portal} inquiry={inquiry} />
        </div>
        <div class="stack-wide">
          <section class="panel" aria-labelledby="decision">
            <h2 id="decision">{status === 'NEEDS_REVIEW' ? 'Decide' : 'Decision'}</h2>
            <Decision inquiry={inquiry} />
          </section>
          {portal.site.controlEnabled && portal.inquiries.openFlow(inquiry.id).ok && (
            <InquiryScenario inquiry={inquiry} />
          )}
          <History inquiry={inquiry} />
        </div>
      </div>
    ),
  })
}

function Decision({ inquiry }: { inquiry: Inquiry }) {
  if (inquiry.finishedAt === null) {
    return <p class="muted">There is nothing to decide until the customer has handed in.</p>
  }
  if (inquiry.status === 'NEEDS_REVIEW') return <DecisionForm inquiry={inquiry} from="inquiry" />
  return (
    <details class="source">
      <summary>Decide against {inquiry.status.replaceAll('_', ' ')}</summary>
      <p class="muted">
        A decision can be reversed. The merchant gets the event of the new status.
      </p>
      <DecisionForm inquiry={inquiry} from="inquiry" />
    </details>
  )
}

function History({ inquiry }: { inquiry: Inquiry }) {
  const results = inquiry.results.map(({ capability, succeeded, at }) => ({
    at,
    what: `${capability} ${succeeded ? 'succeeded' : 'failed'}`,
  }))
  const changes = inquiry.history.map(({ status, at }) => ({ at, what: `became ${status}` }))
  const moments = [...results, ...changes].sort((one, other) => one.at.localeCompare(other.at))
  return (
    <section class="panel" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol class="history">
        {moments.map(({ at, what }) => (
          <li>
            <span>{what}</span>
            <Instant at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Identity({ inquiry }: { inquiry: Inquiry }) {
  const { personalInfo, document } = inquiry
  if (!personalInfo && !document) return null
  return (
    <div class="columns">
      {personalInfo && (
        <FactList
          title="Given by the customer"
          facts={[
            ['Name', personalInfo.fullName],
            ['Country', personalInfo.country],
            ['Email', personalInfo.email],
            ['Phone', personalInfo.phone],
          ]}
        />
      )}
      {document && (
        <FactList
          title="Read from the document"
          facts={[
            ['Type', document.documentType],
            ['Name', document.fullName],
            ['Number', document.documentNumber],
            ['Born', document.dateOfBirth],
            ['Issued', document.dateOfIssue],
            ['Expires', document.dateOfExpiry],
            ['Sex', document.sex],
            ['Address', document.address],
          ]}
        />
      )}
    </div>
  )
}

function WireLink({ words }: { words: string }) {
  return (
    <a href={`/portal/wire?${new URLSearchParams({ words })}`}>
      <code>{words}</code>
      <span class="visually-hidden"> on the wire</span>
    </a>
  )
}
