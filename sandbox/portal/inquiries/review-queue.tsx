/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Inquiries that wait for a person, oldest first, each with what is needed to decide (P4).
import type { Context } from 'hono'
import type { Inquiry } from '../../state/entities.ts'
import type { Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderPage } from '../shell/page.tsx'
import { Instant } from '../shell/pieces.tsx'
import { DecisionForm } from './decision-form.tsx'
import { Checks, NamesThatDiffer } from './evidence.tsx'
import { changedAt, listAwaitingReview } from './inquiry-lists.ts'
import { Pictures } from './pictures.tsx'

/** More than a person decides before the page is loaded again. */
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
        : `${waiting.length} waiting, the longest first.${
            waiting.length > MAX_SHOWN ? ` The first ${MAX_SHOWN} are shown.` : ''
          }`,
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

function ReviewCard({ portal, inquiry }: { portal: Portal; inquiry: Inquiry }) {
  const { id, referenceId, reviewReasons, personalInfo, document } = inquiry
  return (
    <li class="card">
      <div class="card-head">
        <h2>{personalInfo?.fullName ?? document?.fullName ?? 'No name'}</h2>
        <a href={`/portal/inquiries/${id}`}>{referenceId || id}</a>
        <span class="waiting-since">
          waiting since <Instant at={changedAt(inquiry)} />
        </span>
      </div>
      <div class="review">
        <Pictures portal={portal} inquiry={inquiry} />
        <div class="stack">
          <ul class="reasons" aria-label="Why it needs a review">
            {reviewReasons.map((reason) => (
              <li>{reason}</li>
            ))}
          </ul>
          <Checks inquiry={inquiry} />
          <NamesThatDiffer inquiry={inquiry} />
          <DecisionForm inquiry={inquiry} from="review" />
        </div>
      </div>
    </li>
  )
}
