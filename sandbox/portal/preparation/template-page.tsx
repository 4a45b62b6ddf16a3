/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// One template: its revisions, and the form that drafts the next one.
import type { Context } from 'hono'
import { z } from 'zod'
import {
  CAPABILITIES,
  capabilitySchema,
  EVENT_KINDS,
  type TemplateDefinition,
} from '../../state/entities.ts'
import type { Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderNotFound, renderPage } from '../shell/page.tsx'
import { Copied } from '../shell/pieces.tsx'
import { capabilityInWords, eventInWords } from '../shell/words.ts'
import { RevisionCard } from './revision-card.tsx'

/** Includes the kind that the sandbox sends for N13. */
const SUBSCRIBABLE_KINDS = [...EVENT_KINDS, 'inquiry.future'] as const
export const revisionFormSchema = z.object({
  steps: z.array(capabilitySchema).min(1, 'Choose at least one step.'),
  subscribe: z.array(z.enum(SUBSCRIBABLE_KINDS)),
})

export function renderTemplate(
  c: Context<PortalEnv>,
  portal: Portal,
  template: { id: string; name: string } | null,
  problem?: string,
) {
  if (!template) return renderNotFound(c, portal, 'templates')
  const revisions = portal.store.revisions.listBy('template', template.id).toReversed()
  const [newest] = revisions
  return renderPage(c, portal, {
    title: template.name,
    section: 'templates',
    status: problem ? 422 : 200,
    back: { href: '/portal/templates', label: 'Templates' },
    lead: (
      <>
        Template ID <Copied id="template-id" name="template ID" text={template.id} />
      </>
    ),
    content: (
      <>
        <h2 class="visually-hidden">Revisions</h2>
        {revisions.length === 0 ? (
          <p class="empty">No revisions yet. Draft the first one below.</p>
        ) : (
          <ul class="cards">
            {revisions.map((revision) => (
              <RevisionCard revision={revision} nowMs={portal.clock.nowMs(c.get('tenant').id)} />
            ))}
          </ul>
        )}
        <section class="panel template-form" aria-labelledby="new-revision">
          <div>
            <h2 id="new-revision">Edit as a new revision</h2>
            <p class="muted">
              Starts as a copy of the latest one. Open inquiries keep their current revision.
            </p>
          </div>
          {problem && (
            <p class="field-problem" role="alert">
              {problem}
            </p>
          )}
          <RevisionForm templateId={template.id} like={newest?.definition} />
        </section>
      </>
    ),
  })
}

/** Starts from the newest revision, because most drafts change only one thing. */
function RevisionForm(props: { templateId: string; like: TemplateDefinition | undefined }) {
  const { templateId, like } = props
  const steps: readonly string[] = like?.steps ?? ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']
  const subscribed: readonly string[] = like ? (like.webhooks?.subscribe ?? []) : EVENT_KINDS
  return (
    <form class="stack" method="post" action={`/portal/templates/${templateId}/revisions`}>
      <div class="columns">
        <CheckList
          legend="Steps, in this order"
          name="steps"
          values={CAPABILITIES}
          checked={steps}
        />
        <CheckList
          legend="Events to deliver"
          name="subscribe"
          values={SUBSCRIBABLE_KINDS}
          checked={subscribed}
          hint="Leave all unchecked to receive none. “Future” isn’t in the contract: it tests that your receiver ignores unknown events."
        />
      </div>
      <div>
        <button class="button button-primary" type="submit">
          Save draft
        </button>
      </div>
    </form>
  )
}

const eventOrStepInWords = (name: string): string =>
  name.startsWith('inquiry.') ? eventInWords(name) : capabilityInWords(name)

function CheckList(props: {
  legend: string
  name: string
  values: readonly string[]
  checked: readonly string[]
  hint?: string
}) {
  return (
    <fieldset class="check-list">
      <legend>{props.legend}</legend>
      {props.values.map((value) => (
        <label>
          <input
            type="checkbox"
            name={props.name}
            value={value}
            checked={props.checked.includes(value)}
          />
          {eventOrStepInWords(value)} <code class="muted">{value}</code>
        </label>
      ))}
      {props.hint && <p class="field-hint">{props.hint}</p>}
    </fieldset>
  )
}
