/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// One inquiry as a case: the customer and the status, the evidence next to the decision, the timeline, and the raw data.

import type { Context } from 'hono'
import { type Inquiries, outcomeFromResults } from '../../commands/inquiries.ts'
import { formatInquiry } from '../../service/inquiry.ts'
import type { Inquiry } from '../../state/entities.ts'
import { initialsOf } from '../../web/initials.ts'
import type { Portal } from '../portal.ts'
import { InquiryScenario } from '../scenario/outcome-panel.tsx'
import type { PortalEnv } from '../session.ts'
import { Identifier } from '../shell/identifier.tsx'
import { renderPage } from '../shell/page.tsx'
import { Badge, Copied, FactList, Instant, Json, StatusBadge } from '../shell/pieces.tsx'
import { statusInWords } from '../shell/words.ts'
import { Checks } from './checks.tsx'
import { DecideBar, DecisionForm } from './decision-form.tsx'
import { ComparedIdentity, IdentityFacts, ReviewReasons, Waiting } from './evidence.tsx'
import { InquiryDeliveries } from './inquiry-deliveries.tsx'
import { Pictures } from './pictures.tsx'
import { Timeline } from './timeline.tsx'

export function renderInquiry(
  c: Context<PortalEnv>,
  portal: Portal & { inquiries: Inquiries },
  inquiry: Inquiry,
) {
  const { referenceId, status } = inquiry
  const canDecide = status === 'NEEDS_REVIEW' && inquiry.finishedAt !== null
  const mayBePlayed = portal.site.controlEnabled && portal.inquiries.openFlow(inquiry.id).ok
  return renderPage(c, portal, {
    title: referenceId || 'Inquiry without a reference',
    section: 'inquiries',
    back: { href: '/portal/inquiries', label: 'Inquiries' },
    heading: <CaseHead portal={portal} inquiry={inquiry} />,
    content: (
      <>
        <ReviewReasons inquiry={inquiry} />
        <div class="case">
          <section class="panel case-evidence" aria-labelledby="evidence">
            <h2 id="evidence">Evidence</h2>
            <Pictures portal={portal} inquiry={inquiry} />
            <ComparedIdentity inquiry={inquiry} />
            <IdentityFacts inquiry={inquiry} nowMs={portal.clock.nowMs(inquiry.tenantId)} />
          </section>
          <div class="case-aside">
            <section class="panel case-decision" aria-labelledby="decision">
              <h2 id="decision">
                {canDecide ? (
                  <>
                    <span class="decide-here">Decide</span>
                    <span class="decide-below">Decision note</span>
                  </>
                ) : (
                  'Decision'
                )}
              </h2>
              <Decision inquiry={inquiry} />
            </section>
            <section class="panel case-checks" aria-labelledby="checks">
              <h2 id="checks">Checks</h2>
              <Checks inquiry={inquiry} />
            </section>
            <Timeline inquiry={inquiry} />
          </div>
          <div class="case-rest">
            {mayBePlayed && <InquiryScenario inquiry={inquiry} />}
            <InquiryDeliveries portal={portal} inquiry={inquiry} />
            <RawData portal={portal} inquiry={inquiry} />
          </div>
        </div>
        {canDecide && <DecideBar inquiry={inquiry} />}
      </>
    ),
  })
}

/** Shows the customer's name once it is known, and the reference until then. */
function CaseHead(props: { portal: Portal & { inquiries: Inquiries }; inquiry: Inquiry }) {
  const { portal, inquiry } = props
  const { referenceId, status, personalInfo, document } = inquiry
  const reference = referenceId || 'Inquiry without a reference'
  const name = personalInfo?.fullName ?? document?.fullName ?? null
  const isExpired = status === 'PENDING' && portal.inquiries.isExpired(inquiry)
  return (
    <div class="case-head">
      {name !== null && (
        <span class="case-initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
      )}
      <div>
        <h1>{name ?? reference}</h1>
        <p class="case-line">
          {isExpired ? <Badge tone="plain">Expired</Badge> : <StatusBadge status={status} />}
          {name !== null && (
            <span class="case-reference">
              {referenceId ? <Identifier text={referenceId} /> : reference}
            </span>
          )}
          <Waiting inquiry={inquiry} nowMs={portal.clock.nowMs(inquiry.tenantId)} />
        </p>
      </div>
    </div>
  )
}

function Decision({ inquiry }: { inquiry: Inquiry }) {
  const { status, portalDecidedAt, portalDecisionNote } = inquiry
  if (inquiry.finishedAt === null) {
    return <p class="muted">There’s nothing to decide until the customer submits.</p>
  }
  if (status === 'NEEDS_REVIEW') return <DecisionForm inquiry={inquiry} from="inquiry" />
  return (
    <>
      {portalDecidedAt === null ? (
        <p class="muted">
          {statusInWords(status)}
          {outcomeFromResults(inquiry) === status
            ? ' by the automatic checks.'
            : ' by the sandbox (Scenario), whatever the checks say.'}
        </p>
      ) : (
        <FactList
          facts={[
            ['Decided', <Instant at={portalDecidedAt} />],
            ['Note', portalDecisionNote ?? 'None'],
          ]}
        />
      )}
      <details class="source">
        <summary>Change the decision</summary>
        <p class="muted">
          A decision can be reversed. The merchant gets an event for the new status.
        </p>
        <DecisionForm inquiry={inquiry} from="inquiry" />
      </details>
    </>
  )
}

function RawData({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const template = portal.store.templates.get(inquiry.templateId)
  return (
    <details class="panel fold">
      <summary>
        <h2>Raw data</h2>
        <span class="muted">IDs, times, and what the merchant reads</span>
      </summary>
      <FactList
        facts={[
          ['Inquiry ID', <Copied id="inquiry-id" name="inquiry ID" text={inquiry.id} />],
          ['Reference', inquiry.referenceId || 'None'],
          ['Note', inquiry.note || 'None'],
          ['Template', template?.name ?? inquiry.templateId],
          ['Opened', <Instant at={inquiry.openedAt} />],
          ['Expires', <Instant at={inquiry.expiresAt} />],
          [
            'Correlation ID',
            <Copied id="correlation-id" name="correlation ID" text={inquiry.correlationId}>
              <WireLink id="correlation-id" words={inquiry.correlationId} />
            </Copied>,
          ],
        ]}
      />
      <h3>What the merchant reads</h3>
      <Json name="What the merchant reads" text={JSON.stringify(formatInquiry(inquiry), null, 2)} />
    </details>
  )
}

function WireLink({ id, words }: { id: string; words: string }) {
  return (
    <a href={`/portal/wire?${new URLSearchParams({ words })}`}>
      <Identifier id={id} text={words} />
      <span class="visually-hidden"> on the wire</span>
    </a>
  )
}
