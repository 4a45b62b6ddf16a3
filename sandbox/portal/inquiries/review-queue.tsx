/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Inquiries that wait for a reviewer, oldest first, each with everything needed to decide (P4).
import type { Context } from 'hono'
import type { Inquiry } from '../../state/entities.ts'
import type { Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderPage } from '../shell/page.tsx'
import { StatusBadge } from '../shell/pieces.tsx'
import { Checks } from './checks.tsx'
import { DecisionForm } from './decision-form.tsx'
import { Identity, ReviewReasons, Waiting } from './evidence.tsx'
import { listAwaitingReview } from './inquiry-lists.ts'
import { Pictures } from './pictures.tsx'

/** More than a person decides before reloading the page. */
const MAX_SHOWN = 20

export function renderReviewQueue(c: Context<PortalEnv>, portal: Portal) {
  const waiting = listAwaitingReview(portal.store, c.get('tenant'))
  const shown = waiting.slice(0, MAX_SHOWN)
  return renderPage(c, portal, {
    title: 'Review queue',
    section: 'review',
    lead:
      waiting.length === 0
        ? 'Inquiries that need a person’s decision come here.'
        : describeQueue(waiting.length),
    content:
      waiting.length === 0 ? (
        <p class="empty">Nothing to review.</p>
      ) : (
        <ul class="cards">
          {shown.map((inquiry) => (
            <ReviewCard portal={portal} inquiry={inquiry} />
          ))}
        </ul>
      ),
  })
}

function describeQueue(waiting: number): string {
  if (waiting === 1) return '1 waiting'
  const shown = waiting > MAX_SHOWN ? ` The first ${MAX_SHOWN} are shown.` : ''
  return `${waiting} waiting, longest first.${shown}`
}

function ReviewCard({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { id, referenceId, status, personalInfo, document } = inquiry
  const nowMs = portal.clock.nowMs(inquiry.tenantId)
  return (
    <li class="card">
      <div class="card-head">
        <h2>{personalInfo?.fullName ?? document?.fullName ?? 'No name'}</h2>
        <StatusBadge status={status} />
        <a href={`/portal/inquiries/${id}`}>{referenceId || id}</a>
        <Waiting inquiry={inquiry} nowMs={nowMs} />
      </div>
      <ReviewReasons inquiry={inquiry} />
      <div class="review">
        <Pictures portal={portal} inquiry={inquiry} />
        <div class="stack">
          <Checks inquiry={inquiry} />
          <Identity inquiry={inquiry} nowMs={nowMs} />
        </div>
      </div>
      <div class="card-foot">
        <DecisionForm inquiry={inquiry} from="review" />
      </div>
    </li>
  )
}
