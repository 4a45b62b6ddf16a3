/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Inquiry templates and their revisions (P1): draft, publish, enable and disable them.

import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Preparation } from '../../commands/preparation.ts'
import type { Inquiry, Revision, Template } from '../../state/entities.ts'
import { readForm } from '../form.ts'
import { InquiryLines } from '../inquiries/inquiry-lines.tsx'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { NewThing } from '../shell/new-thing.tsx'
import { renderNotFound, renderPage } from '../shell/page.tsx'
import { Badge, Copied, Since } from '../shell/pieces.tsx'
import { Guide, Resource, ResourcePage } from '../shell/resources.tsx'
import { capabilityInWords, eventInWords } from '../shell/words.ts'
import { RevisionState } from './revision-card.tsx'
import { renderTemplate, revisionFormSchema } from './template-page.tsx'

const MAX_LATEST = 4

const templateFormSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Give the template a name.')
    .max(100, 'The name can have up to 100 characters.'),
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
      text: 'Template created. Publish a revision to open inquiries from it.',
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
  const inquiries = store.inquiries.listBy('tenant', tenant.id)
  return renderPage(c, portal, {
    title: 'Templates',
    section: 'templates',
    status: problem ? 422 : 200,
    lead: 'A template sets the steps your customers complete and the events you receive.',
    actions: (
      <NewThing
        thing="template"
        action="/portal/templates"
        submit="Create template"
        field={{ name: 'name', label: 'Name', maxLength: 100, example: 'Business account' }}
        problem={problem}
      />
    ),
    content: (
      <ResourcePage
        label={`Templates of ${tenant.name}`}
        resources={templates.map((template) => (
          <TemplateCard
            template={template}
            revisions={store.revisions.listBy('template', template.id)}
            opened={inquiries.filter(({ templateId }) => templateId === template.id)}
            nowMs={clock.nowMs(tenant.id)}
          />
        ))}
        none={{
          icon: 'templates',
          title: 'No template yet',
          text: 'Create one to open inquiries from it.',
        }}
        guide={<TemplateGuide publicUrl={portal.site.publicUrl} />}
      />
    ),
  })
}

function TemplateGuide({ publicUrl }: { publicUrl: string }) {
  return (
    <Guide
      title="Open an inquiry"
      lead="Your server sends a template ID and gets back an inquiry ID."
      snippet={{
        name: 'Open from a template',
        text: [
          `curl ${publicUrl}/api/v1/customer/inquiries`,
          '-H "X-Api-Key: $API_KEY"',
          '-H "Idempotency-Key: $(uuidgen)"',
          '-H "Content-Type: application/json"',
          // In lines that fit on a phone.
          `-d '{\n  "inquiryTemplateId": "'$TEMPLATE_ID'"\n}'`,
        ].join(' \\\n  '),
      }}
      facts={[
        [
          'Revision',
          <>
            Latest published and enabled, unless you send <code>templateRevisionId</code>
          </>,
        ],
        ['Editing', 'Open inquiries keep their current revision'],
        ['Events', 'Only those the revision subscribes to'],
      ]}
    />
  )
}

interface TemplateCardProps {
  template: Template
  revisions: readonly Revision[]
  /** The inquiries from it, oldest first. */
  opened: readonly Inquiry[]
  nowMs: number
}

function TemplateCard({ template, revisions, opened, nowMs }: TemplateCardProps) {
  const { id, name, createdAt } = template
  const newest = revisions.at(-1)
  const live = revisions.findLast((revision) => revision.publishedAt !== null && revision.enabled)
  return (
    <Resource
      icon="templates"
      name={<a href={`/portal/templates/${id}`}>{name}</a>}
      state={newest ? <RevisionState revision={newest} /> : <Badge tone="wait">No revision</Badge>}
      mark={<Copied id={`template-${id}`} name="template ID" text={id} />}
      facts={[
        [
          'Revision',
          newest ? (
            <>
              {newest.number}
              {live && live !== newest && <small>Revision {live.number} opens inquiries</small>}
            </>
          ) : (
            <span class="muted">None yet</span>
          ),
        ],
        ['Inquiries', String(opened.length)],
        [
          'Edited',
          <Since at={newest?.publishedAt ?? newest?.createdAt ?? createdAt} nowMs={nowMs} />,
        ],
      ]}
      wideFact={[
        'Events',
        newest?.definition.webhooks?.subscribe.map(eventInWords).join(', ') || 'None',
      ]}
      actions={
        <a class="button button-small" href={`/portal/templates/${id}`}>
          Edit<span class="visually-hidden"> {name}</span>
        </a>
      }
      steps={
        newest && (
          <ol class="steps" aria-label="Steps">
            {newest.definition.steps.map((step) => (
              <li>{capabilityInWords(step)}</li>
            ))}
          </ol>
        )
      }
    >
      {opened.length > 0 && (
        <div class="latest">
          <h3>Latest inquiries</h3>
          <InquiryLines inquiries={opened.slice(-MAX_LATEST).toReversed()} nowMs={nowMs} />
        </div>
      )}
    </Resource>
  )
}
