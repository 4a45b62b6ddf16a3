/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// What the scenario panel can do with one open inquiry: plan its outcome, complete it in place of a person, expire it.
import type { Inquiry } from '../../state/entities.ts'
import { Confirm } from '../shell/confirm.tsx'
import { OutcomeField } from './outcome-fields.tsx'

export function InquiryScenario({ inquiry }: { inquiry: Inquiry }) {
  const path = `/portal/inquiries/${inquiry.id}`
  return (
    <section class="panel panel-sandbox" aria-labelledby="scenario">
      <h2 id="scenario">Sandbox scenario</h2>
      <form class="stack" method="post" action={`${path}/outcome`}>
        <OutcomeField id="outcome" value={inquiry.plannedOutcome ?? undefined} />
        <div class="card-actions">
          <button class="button button-primary" type="submit" name="act" value="complete">
            Complete now
          </button>
          <button class="button" type="submit" name="act" value="plan">
            Plan it for the customer
          </button>
        </div>
      </form>
      <p class="muted">
        {inquiry.plannedOutcome === null
          ? 'Nothing is planned: what the customer hands in decides.'
          : `Planned: ${inquiry.plannedOutcome}, when the customer hands in.`}
      </p>
      <Confirm
        label="Expire now"
        subject={inquiry.referenceId || inquiry.id}
        action={`${path}/expire`}
        warning="The hosted flow closes. No event is sent for it; setting N7 says what the status reads as."
      />
    </section>
  )
}
