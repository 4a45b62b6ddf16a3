/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// What an integrator sets up: templates (P1), API keys (P2) and webhook endpoints (P3). Keys and secrets are shown once (A3, W1).
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { DEFAULT_DEFINITION, nameSchema } from '../scenario/seed.ts'
import {
  type ApiKey,
  CAPABILITIES,
  capabilitySchema,
  type Endpoint,
  EVENT_KINDS,
  type Revision,
  type Template,
  type TemplateDefinition,
} from '../state/entities.ts'
import { Badge, Facts, Field, Identifier, Instant, More, Panel } from './kit.tsx'
import { renderNotFound, renderPage } from './page.tsx'
import { goTo, type Notice, type Portal, type PortalEnv, readForm } from './portal.ts'
import { inWords } from './words.ts'

/** Includes the kind that the sandbox sends for N13. */
const SUBSCRIBABLE_KINDS = [...EVENT_KINDS, 'inquiry.future'] as const

const nameFormSchema = z.object({ name: nameSchema })
const endpointFormSchema = z.object({ url: z.string().trim().max(2048) })
const definitionFormSchema = z
  .object({
    'steps[]': z.array(capabilitySchema, 'Choose at least one step.').min(1),
    'subscribe[]': z.array(z.enum(SUBSCRIBABLE_KINDS)).default([]),
  })
  .transform(({ 'steps[]': steps, 'subscribe[]': subscribe }) =>
    // A template without the list delivers nothing (W8), so an empty choice omits the list.
    subscribe.length === 0 ? { steps } : { steps, webhooks: { subscribe } },
  )

export function createIntegrationPages(portal: Portal): Hono<PortalEnv> {
  const { store, preparation } = portal
  const routes = new Hono<PortalEnv>()

  const back = (c: Context<PortalEnv>, notice: Notice) =>
    goTo(c, portal, '/portal/integration', notice)
  const done = (c: Context<PortalEnv>, text: string, secret?: Notice['secret']) =>
    back(c, { tone: 'good', text, ...(secret && { secret }) })
  const refuse = (c: Context<PortalEnv>, text: string) => back(c, { tone: 'bad', text })
  /** A route for one thing of this tenant's. Another tenant's looks like a missing one. */
  const act = <T extends { tenantId: string }>(
    path: string,
    find: (id: string) => T | null,
    change: (c: Context<PortalEnv>, thing: T) => Response | Promise<Response>,
  ) =>
    routes.post(path, (c) => {
      const thing = find(c.req.param('id') ?? '')
      if (thing?.tenantId === c.get('tenant').id) return change(c, thing)
      return renderNotFound(c, portal)
    })

  routes.get('/integration', (c) => renderIntegration(c, portal))

  routes.post('/templates', async (c) => {
    const form = await readForm(c, nameFormSchema.and(definitionFormSchema))
    if (!form.ok) return refuse(c, form.problem)
    const { name, ...definition } = form.value
    const template = preparation.createTemplate(c.get('tenant'), name)
    preparation.publish(preparation.addRevision(template, definition))
    return done(c, `The template “${name}” is published.`)
  })
  const findTemplate = (id: string) => store.templates.get(id)
  act('/templates/:id/revisions', findTemplate, async (c, template) => {
    const form = await readForm(c, definitionFormSchema)
    if (!form.ok) return refuse(c, form.problem)
    const { number } = preparation.publish(preparation.addRevision(template, form.value))
    return done(c, `Revision ${number} of “${template.name}” is published.`)
  })

  routes.post('/keys', async (c) => {
    const form = await readForm(c, nameFormSchema)
    if (!form.ok) return refuse(c, form.problem)
    const { name } = form.value
    const { plaintext } = preparation.createKey(c.get('tenant'), { name, expiresAt: null })
    return done(c, `The key “${name}” is ready.`, { label: 'API key', value: plaintext })
  })
  const findKey = (id: string) => store.apiKeys.get(id)
  act('/keys/:id/revoke', findKey, (c, key) => {
    preparation.endKey(key, 'revokedAt')
    return done(c, `“${key.name}” is revoked. Requests with it get a 401 from now on.`)
  })

  const secretOf = ({ secret }: Endpoint) => ({ label: 'Signing secret', value: secret })
  routes.post('/endpoints', async (c) => {
    const form = await readForm(c, endpointFormSchema)
    if (!form.ok) return refuse(c, form.problem)
    const registered = preparation.registerEndpoint(c.get('tenant'), form.value.url)
    if (!registered.ok) return refuse(c, registered.reason)
    return done(c, 'Endpoint registered.', secretOf(registered.endpoint))
  })
  const findEndpoint = (id: string) => {
    const endpoint = store.endpoints.get(id)
    return endpoint?.removedAt === null ? endpoint : null
  }
  act('/endpoints/:id/rotate', findEndpoint, (c, endpoint) => {
    const secret = secretOf(preparation.rotateEndpoint(endpoint))
    return done(c, 'The endpoint has a new secret.', secret)
  })
  act('/endpoints/:id/recreate', findEndpoint, (c, endpoint) => {
    const secret = secretOf(preparation.recreateEndpoint(endpoint))
    return done(c, 'The endpoint is recreated, with a new ID and secret.', secret)
  })
  act('/endpoints/:id/remove', findEndpoint, (c, endpoint) => {
    preparation.removeEndpoint(endpoint)
    return done(c, 'The endpoint is removed. Its pending deliveries are dropped.')
  })
  return routes
}

function renderIntegration(c: Context<PortalEnv>, portal: Portal) {
  const { store, clock } = portal
  const tenant = c.get('tenant')
  const nowMs = clock.nowMs(tenant.id)
  const templates = store.templates.listBy('tenant', tenant.id)
  const keys = store.apiKeys.listBy('tenant', tenant.id).toReversed()
  const endpoints = store.endpoints
    .listBy('tenant', tenant.id)
    .filter((endpoint) => endpoint.removedAt === null)
    .toReversed()
  return renderPage(c, portal, {
    title: 'Integration',
    section: 'integration',
    lead: `What ${tenant.name}’s server needs, and how we call it.`,
    content: (
      <div class="grid">
        <Panel
          id="templates"
          title="Templates"
          lead="The steps your customers complete, and the events you receive."
        >
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
              <Name id="template-name" example="Business account" />
              <DefinitionFields like={DEFAULT_DEFINITION} />
              <button class="button primary" type="submit">
                Create template
              </button>
            </form>
          </More>
        </Panel>
        <Panel id="keys" title="API keys" lead="For your server only. Each is shown once.">
          <ul class="list" aria-label={`Keys of ${tenant.name}`}>
            {keys.map((key) => (
              <KeyItem apiKey={key} nowMs={nowMs} />
            ))}
          </ul>
          <More title="New key">
            <form class="row" method="post" action="/portal/keys">
              <Name id="key-name" example="Production backend" />
              <button class="button primary" type="submit">
                Create key
              </button>
            </form>
          </More>
        </Panel>
        <Panel
          id="endpoints"
          title="Webhook endpoints"
          lead="Each receives every subscribed event, signed with its own secret."
        >
          <ul class="list" aria-label={`Endpoints of ${tenant.name}`}>
            {endpoints.map((endpoint) => (
              <EndpointItem endpoint={endpoint} />
            ))}
          </ul>
          <More title="New endpoint">
            <form class="row" method="post" action="/portal/endpoints">
              <Field id="endpoint-url" label="Public HTTPS URL, or http://localhost">
                <input
                  id="endpoint-url"
                  name="url"
                  required
                  maxlength={2048}
                  placeholder="https://merchant.example/events"
                />
              </Field>
              <button class="button primary" type="submit">
                Create endpoint
              </button>
            </form>
          </More>
        </Panel>
      </div>
    ),
  })
}

function Name({ id, example }: { id: string; example: string }) {
  return (
    <Field id={id} label="Name">
      <input id={id} name="name" required maxlength={100} placeholder={example} />
    </Field>
  )
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

/** The control API can have a draft, and disable a revision (O3). */
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

function KeyItem({ apiKey, nowMs }: { apiKey: ApiKey; nowMs: number }) {
  const { id, name, hint, createdAt, expiresAt, revokedAt } = apiKey
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= nowMs
  const state = revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'active'
  return (
    <li class="row">
      <h3>{name}</h3>
      <Badge tone={state === 'active' ? 'good' : 'plain'}>{state}</Badge>
      <code class="soft">svc_live_••••{hint}</code>
      <small class="soft">
        Created <Instant at={createdAt} />
      </small>
      {state === 'active' && (
        <Acts
          title="Revoke"
          subject={name}
          path={`/portal/keys/${id}`}
          acts={[
            ['Revoke', 'revoke', 'Requests with it get a 401 from now on. This can’t be undone.'],
          ]}
        />
      )}
    </li>
  )
}

const ENDPOINT_ACTS = [
  [
    'Rotate secret',
    'rotate',
    'Events are signed with the new secret from now on. Option N16 sets whether the old one also signs for a day.',
  ],
  [
    'Recreate',
    'recreate',
    'Gives this URL a new ID and a new secret. Pending deliveries are signed with the new secret.',
  ],
  ['Remove', 'remove', 'Stops all deliveries to this URL, including pending ones.'],
] as const

function EndpointItem({ endpoint }: { endpoint: Endpoint }) {
  const { id, name, url, createdAt, previousSecretUntil } = endpoint
  return (
    <li class="stack">
      <div class="row">
        <h3>{url}</h3>
        {name && <Badge tone="plain">{name}</Badge>}
        <small class="soft">
          Created <Instant at={createdAt} />
        </small>
      </div>
      <Identifier text={id} />
      <Acts
        title="Rotate, recreate or remove"
        subject={url}
        path={`/portal/endpoints/${id}`}
        acts={ENDPOINT_ACTS}
      />
      {previousSecretUntil !== null && (
        <p class="hint">
          The old secret also signs until <Instant at={previousSecretUntil} />.
        </p>
      )}
    </li>
  )
}

type Act = readonly [label: string, name: string, effect: string]

/** What can't be undone says what it does first. */
function Acts(props: { title: string; subject: string; path: string; acts: readonly Act[] }) {
  const { title, subject, path, acts } = props
  const of = <span class="visually-hidden"> {subject}</span>
  return (
    <More
      title={
        <>
          {title}
          {of}
        </>
      }
    >
      <ul class="list">
        {acts.map(([label, name, effect]) => (
          <li>
            <form class="row" method="post" action={`${path}/${name}`}>
              <button class="button small tone-bad" type="submit">
                {label}
                {of}
              </button>
              <span class="soft">{effect}</span>
            </form>
          </li>
        ))}
      </ul>
    </More>
  )
}
