/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Templates (P1): the customers' steps, and the events to deliver.
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { DEFAULT_DEFINITION, nameSchema } from '../scenario/seed.ts'
import {
  CAPABILITIES,
  capabilitySchema,
  EVENT_KINDS,
  type Revision,
  type Template,
  type TemplateDefinition,
} from '../state/entities.ts'
import { Badge, Facts, Identifier, Instant, More, NameField, Panel } from './kit.tsx'
import { renderNotFound, renderPage } from './page.tsx'
import { goTo, type Notice, ownOf, type Portal, type PortalEnv, readForm } from './portal.ts'
import { inWords } from './words.ts'

/** Includes the unknown kind that the sandbox sends for N13. */
const SUBSCRIBABLE_KINDS = [...EVENT_KINDS, 'inquiry.future'] as const

const definitionFormSchema = z
  .object({
    'steps[]': z.array(capabilitySchema, 'Choose at least one step.').min(1),
    'subscribe[]': z.array(z.enum(SUBSCRIBABLE_KINDS)).default([]),
  })
  .transform(({ 'steps[]': steps, 'subscribe[]': subscribe }) =>
    // Without the list, a template delivers nothing (W8), so an empty choice leaves it out.
    subscribe.length === 0 ? { steps } : { steps, webhooks: { subscribe } },
  )
const templateFormSchema = z.object({ name: nameSchema }).and(definitionFormSchema)

export function createTemplatePages(portal: Portal): Hono<PortalEnv> {
  const { store, preparation } = portal
  const routes = new Hono<PortalEnv>()
  const goBack = (c: Context<PortalEnv>, tone: Notice['tone'], text: string) =>
    goTo(c, portal, '/portal/templates', { tone, text })

  routes.get('/templates', (c) => renderTemplates(c, portal))
  routes.post('/templates', async (c) => {
    const form = await readForm(c, templateFormSchema)
    if (!form.ok) return goBack(c, 'bad', form.problem)
    const { name, ...definition } = form.value
    const template = preparation.createTemplate(c.get('tenant'), name)
    preparation.publish(preparation.addRevision(template, definition))
    return goBack(c, 'good', `The template “${name}” is published.`)
  })
  routes.post('/templates/:id/revisions', async (c) => {
    const template = ownOf(c, store.templates.get(c.req.param('id')))
    if (!template) return renderNotFound(c, portal)
    const form = await readForm(c, definitionFormSchema)
    if (!form.ok) return goBack(c, 'bad', form.problem)
    const { number } = preparation.publish(preparation.addRevision(template, form.value))
    return goBack(c, 'good', `Revision ${number} of “${template.name}” is published.`)
  })
  return routes
}

function renderTemplates(c: Context<PortalEnv>, portal: Portal) {
  const { store } = portal
  const tenant = c.get('tenant')
  const templates = store.templates.listBy('tenant', tenant.id)
  return renderPage(c, portal, {
    title: 'Templates',
    section: 'templates',
    lead: 'The steps your customers complete, and the events you receive.',
    content: (
      <Panel id="templates" title="All templates">
        <ul class="list" aria-label={`Templates of ${tenant.name}`}>
          {templates.map((template) => (
            <TemplateItem
              template={template}
              revisions={store.revisions.listBy('template', template.id).toReversed()}
            />
          ))}
        </ul>
        <More title="New template">
          <form class="stack" method="post" action="/portal/templates">
            <NameField id="template-name" example="Business account" />
            <DefinitionFields like={DEFAULT_DEFINITION} />
            <button class="button primary" type="submit">
              Create template
            </button>
          </form>
        </More>
      </Panel>
    ),
  })
}

interface TemplateProps {
  template: Template
  /** Newest first. */
  revisions: readonly Revision[]
}

function TemplateItem({ template: { id, name }, revisions }: TemplateProps) {
  const [newest, ...older] = revisions
  return (
    <li class="stack">
      <h3>{name}</h3>
      <Identifier text={id} />
      {newest && <RevisionItem revision={newest} />}
      {older.length > 0 && (
        <More title="Older revisions">
          {older.map((revision) => (
            <RevisionItem revision={revision} />
          ))}
        </More>
      )}
      <More title="New revision">
        <form class="stack" method="post" action={`/portal/templates/${id}/revisions`}>
          <DefinitionFields like={newest?.definition ?? DEFAULT_DEFINITION} />
          <button class="button primary" type="submit">
            Publish
          </button>
        </form>
      </More>
    </li>
  )
}

function DefinitionFields({ like: { steps, webhooks } }: { like: TemplateDefinition }) {
  return (
    <>
      <CheckList
        legend="Steps, in this order"
        name="steps[]"
        values={CAPABILITIES}
        checked={steps}
      />
      <CheckList
        legend="Events to deliver"
        name="subscribe[]"
        values={SUBSCRIBABLE_KINDS}
        checked={webhooks?.subscribe ?? []}
      />
      <p class="hint">
        “Future” isn’t in the contract: it tests that your receiver ignores unknown events.
      </p>
    </>
  )
}

function CheckList(props: {
  legend: string
  name: string
  values: readonly string[]
  checked: readonly string[]
}) {
  return (
    <fieldset class="stack">
      <legend>{props.legend}</legend>
      {props.values.map((value) => (
        <label>
          <input
            type="checkbox"
            name={props.name}
            value={value}
            checked={props.checked.includes(value)}
          />
          {inWords(value)} <code class="soft">{value}</code>
        </label>
      ))}
    </fieldset>
  )
}

/** Shows a revision. Only the control API can leave it a draft or disable it (O3). */
function RevisionItem({ revision }: { revision: Revision }) {
  const { id, number, publishedAt, createdAt, enabled, definition } = revision
  const state = publishedAt === null ? 'draft' : enabled ? 'published' : 'disabled'
  return (
    <div>
      <div class="row">
        <strong>Revision {number}</strong>
        <Badge tone={state === 'published' ? 'good' : 'plain'}>{state}</Badge>
        <small class="soft">
          <Instant at={publishedAt ?? createdAt} />
        </small>
      </div>
      <Facts
        facts={[
          ['Revision ID', <Identifier text={id} />],
          ['Steps', definition.steps.map(inWords).join(' → ')],
          ['Events', definition.webhooks?.subscribe.map(inWords).join(', ') || 'None'],
        ]}
      />
    </div>
  )
}
