/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Inquiry templates and their revisions (P1): draft, publish, enable and disable them.

import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Preparation } from '../../commands/preparation.ts'
import {
  CAPABILITIES,
  capabilitySchema,
  EVENT_KINDS,
  type TemplateDefinition,
} from '../../state/entities.ts'
import { readForm } from '../form.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderNotFound, renderPage } from '../shell/page.tsx'
import { Instant } from '../shell/pieces.tsx'
import { capabilityInWords, eventInWords } from '../shell/words.ts'
import { RevisionCard } from './revision-card.tsx'

const templateFormSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Give the template a name.')
    .max(100, 'The name may have 100 characters.'),
})
/** With the one that the sandbox sends for N13. */
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

  /** Template and revision when they are this tenant's. */
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
    // A template without the list delivers nothing (W8): an empty choice leaves it out.
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
  const { store } = portal
  const templates = store.templates.listBy('tenant', c.get('tenant').id)
  return renderPage(c, portal, {
    title: 'Templates',
    section: 'templates',
    status: problem ? 422 : 200,
    lead: 'A template says which steps a customer goes through, and which events are delivered.',
    content: (
      <>
        <section class="panel" aria-labelledby="new-template">
          <h2 id="new-template">Create a template</h2>
          <form class="inline-form" method="post" action="/portal/templates">
            <div class="field field-grow">
              <label for="name">Name</label>
              <input
                id="name"
                name="name"
                maxlength={100}
                required
                placeholder="Business account"
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
        </section>
        <h2 class="visually-hidden">Templates of {c.get('tenant').name}</h2>
        {templates.length === 0 && (
          <p class="empty">No template yet. An inquiry is opened from one.</p>
        )}
        <ul class="cards">
          {templates.map(({ id, name, createdAt }) => {
            const revisions = store.revisions.listBy('template', id)
            const published = revisions.filter((revision) => revision.publishedAt !== null)
            return (
              <li class="card">
                <div class="card-head">
                  <h3>
                    <a href={`/portal/templates/${id}`}>{name}</a>
                  </h3>
                </div>
                <dl class="facts">
                  <div>
                    <dt>Template id</dt>
                    <dd>
                      <code>{id}</code>
                    </dd>
                  </div>
                  <div>
                    <dt>Created</dt>
                    <dd>
                      <Instant at={createdAt} />
                    </dd>
                  </div>
                  <div>
                    <dt>Revisions</dt>
                    <dd>
                      {revisions.length}, {published.length} published
                    </dd>
                  </div>
                </dl>
              </li>
            )
          })}
        </ul>
      </>
    ),
  })
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
    lead: (
      <>
        Template id <code>{template.id}</code>
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
              <RevisionCard revision={revision} />
            ))}
          </ul>
        )}
        <section class="panel" aria-labelledby="new-revision">
          <h2 id="new-revision">Draft a revision</h2>
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

/** Starts from the newest revision, since most drafts change one thing. */
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
