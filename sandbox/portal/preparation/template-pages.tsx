/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Inquiry templates and their revisions (P1): draft, publish, enable and disable them.

import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Preparation } from '../../commands/preparation.ts'
import {
  CAPABILITIES,
  capabilitySchema,
  EVENT_KINDS,
  type Revision,
  type Template,
  type TemplateDefinition,
} from '../../state/entities.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderNotFound, renderPage } from '../shell/page.tsx'
import { Badge, Copied, NewThing, Since } from '../shell/pieces.tsx'
import { capabilityInWords, eventInWords } from '../shell/words.ts'
import { RevisionCard, RevisionState } from './revision-card.tsx'

const templateFormSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Give the template a name.')
    .max(100, 'The name may have 100 characters.'),
})
/** Includes the kind that the sandbox sends for N13. */
const SUBSCRIBABLE_KINDS = [...EVENT_KINDS, 'inquiry.future'] as const
const revisionFormSchema = z.object({
  steps: z.array(capabilitySchema).min(1, 'Choose at least one step.'),
  subscribe: z.array(z.enum(SUBSCRIBABLE_KINDS)),
})

export function createTemplatePages(
  portal: Portal & { preparation: Preparation },
): Hono<PortalEnv> {
  const { store, preparation } = portal
  const routes = new Hono<PortalEnv>()

  /** The template or revision, if it belongs to this tenant. */
  const findTemplate = (c: Context<PortalEnv>) => {
    const template = store.templates.get(c.req.param('templateId') ?? '')
    return template?.tenantId === c.get('tenant').id ? template : null
  }
  const findRevision = (c: Context<PortalEnv>) => {
    const revision = store.revisions.get(c.req.param('revisionId') ?? '')
    return revision?.tenantId === c.get('tenant').id ? revision : null
  }

  routes.get('/templates', (c) => renderTemplates(c, portal))
  routes.post('/templates', async (c) => {
    const form = await readForm(c, templateFormSchema)
    if (!form.ok) return renderTemplates(c, portal, form.problem)
    const template = preparation.createTemplate(c.get('tenant'), form.value.name)
    return goTo(c, portal, `/portal/templates/${template.id}`, {
      tone: 'done',
      text: 'The template is created. It opens inquiries as soon as it has a published revision.',
    })
  })
  routes.get('/templates/:templateId', (c) => renderTemplate(c, portal, findTemplate(c)))
  routes.post('/templates/:templateId/revisions', async (c) => {
    const template = findTemplate(c)
    if (!template) return renderNotFound(c, portal, 'templates')
    const form = await readForm(c, revisionFormSchema, ['steps', 'subscribe'])
    if (!form.ok) return renderTemplate(c, portal, template, form.problem)
    const { steps, subscribe } = form.value
    // A template without the list delivers nothing (W8), so an empty choice omits the list.
    const webhooks = subscribe.length === 0 ? {} : { webhooks: { subscribe } }
    const revision = preparation.addRevision(template, { steps, ...webhooks })
    const text = `Revision ${revision.number} is a draft. Publish it to open inquiries with it.`
    return goTo(c, portal, `/portal/templates/${template.id}`, { tone: 'done', text })
  })
  routes.post('/revisions/:revisionId/publish', (c) => {
    const revision = findRevision(c)
    if (!revision) return renderNotFound(c, portal, 'templates')
    preparation.publish(revision)
    const text = `Revision ${revision.number} is published.`
    return goTo(c, portal, `/portal/templates/${revision.templateId}`, { tone: 'done', text })
  })
  for (const [act, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    routes.post(`/revisions/:revisionId/${act}`, (c) => {
      const revision = findRevision(c)
      if (!revision) return renderNotFound(c, portal, 'templates')
      preparation.setEnabled(revision, enabled)
      const text = `Revision ${revision.number} is ${enabled ? 'enabled' : 'disabled'}.`
      return goTo(c, portal, `/portal/templates/${revision.templateId}`, { tone: 'done', text })
    })
  }
  return routes
}

function renderTemplates(c: Context<PortalEnv>, portal: Portal, problem?: string) {
  const { store, clock } = portal
  const tenant = c.get('tenant')
  const templates = store.templates.listBy('tenant', tenant.id)
  return renderPage(c, portal, {
    title: 'Templates',
    section: 'templates',
    status: problem ? 422 : 200,
    lead: 'A template says which steps a customer goes through, and which events are delivered.',
    actions: (
      <NewThing thing="template" isOpen={problem !== undefined}>
        <TemplateForm problem={problem} />
      </NewThing>
    ),
    content:
      templates.length === 0 ? (
        <p class="empty">No template yet. A merchant opens inquiries from one.</p>
      ) : (
        <div class="table-frame">
          <table class="list">
            <caption class="visually-hidden">Templates of {tenant.name}</caption>
            <thead>
              <tr>
                <th scope="col">Template</th>
                <th scope="col">Steps</th>
                <th scope="col">Revision</th>
                <th scope="col">Edited</th>
                <th scope="col">
                  <span class="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {templates.map((template) => (
                <TemplateRow
                  template={template}
                  revisions={store.revisions.listBy('template', template.id)}
                  nowMs={clock.nowMs(tenant.id)}
                />
              ))}
            </tbody>
          </table>
        </div>
      ),
  })
}

function TemplateForm({ problem }: { problem: string | undefined }) {
  return (
    <form class="inline-form" method="post" action="/portal/templates">
      <div class="field field-grow">
        <label for="name">Name</label>
        <input
          id="name"
          name="name"
          maxlength={100}
          required
          placeholder="e.g. Business account"
          aria-invalid={problem ? 'true' : undefined}
          aria-describedby={problem ? 'name-problem' : undefined}
        />
        {problem && (
          <p class="field-problem" id="name-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <button class="button button-primary" type="submit">
        Create template
      </button>
    </form>
  )
}

function TemplateRow(props: { template: Template; revisions: readonly Revision[]; nowMs: number }) {
  const { template, revisions, nowMs } = props
  const { id, name, createdAt } = template
  const newest = revisions.at(-1)
  const live = revisions.findLast((revision) => revision.publishedAt !== null && revision.enabled)
  return (
    <tr>
      <th scope="row">
        <a href={`/portal/templates/${id}`}>{name}</a>
        <small>
          <code class="row-id" title={id}>
            {id}
          </code>
        </small>
      </th>
      <td data-label="Steps">
        {newest ? (
          <ol class="steps">
            {newest.definition.steps.map((step) => (
              <li>{capabilityInWords(step)}</li>
            ))}
          </ol>
        ) : (
          <span class="muted">None yet</span>
        )}
      </td>
      <td data-label="Revision">
        {newest ? (
          <>
            <span class="revision-state">
              Revision {newest.number} <span aria-hidden="true">· </span>
              <RevisionState revision={newest} />
            </span>
            {live && live !== newest && <small>Revision {live.number} opens inquiries</small>}
          </>
        ) : (
          <Badge tone="wait">No revision</Badge>
        )}
      </td>
      <td data-label="Edited">
        <Since at={newest?.publishedAt ?? newest?.createdAt ?? createdAt} nowMs={nowMs} />
      </td>
      <td class="row-actions">
        <a class="button button-quiet button-small" href={`/portal/templates/${id}`}>
          Edit<span class="visually-hidden"> {name}</span>
        </a>
      </td>
    </tr>
  )
}

function renderTemplate(
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
          <p class="empty">No revision yet. Draft the first one below.</p>
        ) : (
          <ul class="cards">
            {revisions.map((revision) => (
              <RevisionCard revision={revision} nowMs={portal.clock.nowMs(c.get('tenant').id)} />
            ))}
          </ul>
        )}
        <section class="panel" aria-labelledby="new-revision">
          <div>
            <h2 id="new-revision">Edit as a new revision</h2>
            <p class="muted">Starts from the newest one. Inquiries that are open keep theirs.</p>
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
        />
      </div>
      <p class="field-hint">
        With no event chosen, definition.webhooks is left out and none is delivered.
      </p>
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
    </fieldset>
  )
}
