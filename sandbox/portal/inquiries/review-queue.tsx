/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Inquiries that wait for a reviewer, oldest first. One is open, with everything needed to decide (P4).
import type { Context } from 'hono'
import type { Inquiry } from '../../state/entities.ts'
import type { Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { Identifier } from '../shell/identifier.tsx'
import { renderPage } from '../shell/page.tsx'
import { StatusBadge } from '../shell/pieces.tsx'
import { Checks } from './checks.tsx'
import { DecideBar, DecisionForm } from './decision-form.tsx'
import { ComparedIdentity, IdentityFacts, ReviewReasons, Waiting } from './evidence.tsx'
import { listAwaitingReview } from './inquiry-lists.ts'
import { Person } from './person.tsx'
import { Pictures } from './pictures.tsx'

/** More than a person decides before reloading the page. */
const MAX_SHOWN = 20

export function renderReviewQueue(c: Context<PortalEnv>, portal: Portal) {
  const waiting = listAwaitingReview(portal.store, c.get('tenant'))
  const shown = waiting.slice(0, MAX_SHOWN)
  // The address names the open case. A case that is decided by now gives way to the first.
  const wanted = c.req.query('case')
  const open = shown.find(({ id }) => id === wanted) ?? shown[0]
  return renderPage(c, portal, {
    title: 'Review queue',
    section: 'review',
    lead:
      waiting.length === 0
        ? 'Inquiries that need a person’s decision appear here.'
        : describeQueue(waiting.length),
    content:
      waiting.length === 0 ? (
        <p class="empty">Nothing to review.</p>
      ) : (
        <ul class="cards">
          {shown.map((inquiry) =>
            inquiry === open ? (
              <ReviewCard portal={portal} inquiry={inquiry} />
            ) : (
              <ReviewRow portal={portal} inquiry={inquiry} />
            ),
          )}
        </ul>
      ),
  })
}

function describeQueue(waiting: number): string {
  if (waiting === 1) return '1 waiting'
  const shown = waiting > MAX_SHOWN ? ` The first ${MAX_SHOWN} are shown.` : ''
  return `${waiting} waiting, longest first.${shown}`
}

/** A case that isn't open, as one link that opens it. */
function ReviewRow({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { id, referenceId, reviewReasons } = inquiry
  return (
    <li class="card review-row">
      <a href={`/portal/review?case=${id}#case-${id}`}>
        <h2>
          <Person inquiry={inquiry} />
        </h2>
        <span class="review-row-reason">{reviewReasons[0] ?? 'No reason was given.'}</span>
        <span class="review-row-reference">
          <Identifier text={referenceId || id} />
        </span>
        <Waiting inquiry={inquiry} nowMs={portal.clock.nowMs(inquiry.tenantId)} />
      </a>
    </li>
  )
}

function ReviewCard({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { id, referenceId, status } = inquiry
  const nowMs = portal.clock.nowMs(inquiry.tenantId)
  return (
    <li class="card" id={`case-${id}`}>
      <div class="card-head">
        <h2>
          <Person inquiry={inquiry} />
        </h2>
        <StatusBadge status={status} />
        <a href={`/portal/inquiries/${id}`}>
          <Identifier text={referenceId || id} />
        </a>
        <Waiting inquiry={inquiry} nowMs={nowMs} />
      </div>
      <ReviewReasons inquiry={inquiry} />
      <div class="review">
        <Pictures portal={portal} inquiry={inquiry} />
        <div class="review-checks">
          <Checks inquiry={inquiry} />
          <ComparedIdentity inquiry={inquiry} />
        </div>
        <IdentityFacts inquiry={inquiry} nowMs={nowMs} />
      </div>
      <div class="card-foot">
        <DecisionForm inquiry={inquiry} from="review" />
      </div>
      <DecideBar inquiry={inquiry} person={<Person inquiry={inquiry} />} />
    </li>
  )
}
