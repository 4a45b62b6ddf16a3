/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// What an integrator sets up: templates (P1), API keys (P2) and webhook endpoints (P3). Keys and secrets are shown once (A3, W1).
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import {
  type ApiKey,
  CAPABILITIES,
  capabilitySchema,
  type Endpoint,
  EVENT_KINDS,
  type Revision,
  type Template,
} from '../state/entities.ts'
import {
  Badge,
  Confirm,
  Copied,
  CopyButton,
  Facts,
  Field,
  Instant,
  More,
  Panel,
  Since,
  Source,
} from './kit.tsx'
import { renderNotFound, renderPage } from './page.tsx'
import { goTo, type Notice, type Portal, type PortalEnv, readForm } from './portal.ts'
import { inWords } from './words.ts'

/** Includes the kind that the sandbox sends for N13. */
const SUBSCRIBABLE_KINDS = [...EVENT_KINDS, 'inquiry.future'] as const

const nameSchema = z
  .string()
  .trim()
  .min(1, 'Give it a name, so you can tell it from the others.')
  .max(100, 'The name can have up to 100 characters.')
const nameFormSchema = z.object({ name: nameSchema })
const endpointFormSchema = z.object({
  url: z.string().trim().min(1, 'Enter the URL to post events to.').max(2048),
})
const revisionFormSchema = z.object({
  steps: z.array(capabilitySchema).min(1, 'Choose at least one step.'),
  subscribe: z.array(z.enum(SUBSCRIBABLE_KINDS)),
})

/** Why a form was refused, to be shown in it with what was entered. */
interface Refused {
  form: 'template' | 'key' | 'endpoint' | 'revision'
  problem: string
  value?: string
}

export function createIntegrationPages(portal: Portal): Hono<PortalEnv> {
  const { store, preparation } = portal
  const routes = new Hono<PortalEnv>()

  const done = (c: Context<PortalEnv>, text: string, secret?: Notice['secret']) =>
    goTo(c, portal, '/portal/integration', { tone: 'good', text, ...(secret && { secret }) })
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
    const form = await readForm(c, nameFormSchema)
    if (!form.ok) return renderIntegration(c, portal, { form: 'template', problem: form.problem })
    preparation.createTemplate(c.get('tenant'), form.value.name)
    return done(c, 'Template created. Publish a revision to open inquiries from it.')
  })
  const findTemplate = (id: string) => store.templates.get(id)
  act('/templates/:id/revisions', findTemplate, async (c, template) => {
    const form = await readForm(c, revisionFormSchema, ['steps', 'subscribe'])
    if (!form.ok) return renderIntegration(c, portal, { form: 'revision', problem: form.problem })
    const { steps, subscribe } = form.value
    // A template without the list delivers nothing (W8), so an empty choice omits the list.
    const webhooks = subscribe.length === 0 ? {} : { webhooks: { subscribe } }
    const { number } = preparation.addRevision(template, { steps, ...webhooks })
    const text = `Revision ${number} is a draft. Publish it to open inquiries with it.`
    return done(c, text)
  })
  for (const [name, past, change] of [
    ['publish', 'published', (revision: Revision) => preparation.publish(revision)],
    ['enable', 'enabled', (revision: Revision) => preparation.setEnabled(revision, true)],
    ['disable', 'disabled', (revision: Revision) => preparation.setEnabled(revision, false)],
  ] as const) {
    const findRevision = (id: string) => store.revisions.get(id)
    act(`/revisions/:id/${name}`, findRevision, (c, revision) => {
      change(revision)
      return done(c, `Revision ${revision.number} is ${past}.`)
    })
  }

  routes.post('/keys', async (c) => {
    const form = await readForm(c, nameFormSchema)
    if (!form.ok) return renderIntegration(c, portal, { form: 'key', problem: form.problem })
    const { name } = form.value
    const { plaintext } = preparation.createKey(c.get('tenant'), { name, expiresAt: null })
    return done(c, `The key “${name}” is ready.`, { label: 'API key', value: plaintext })
  })
  const findKey = (id: string) => store.apiKeys.get(id)
  act('/keys/:id/revoke', findKey, (c, key) => {
    preparation.revokeKey(key)
    return done(c, `“${key.name}” is revoked. Requests with it get a 401 from now on.`)
  })

  const secretOf = ({ secret }: Endpoint) => ({ label: 'Signing secret', value: secret })
  routes.post('/endpoints', async (c) => {
    const form = await readForm(c, endpointFormSchema)
    if (!form.ok) return renderIntegration(c, portal, { form: 'endpoint', problem: form.problem })
    const { url: value } = form.value
    const registered = preparation.registerEndpoint(c.get('tenant'), value)
    if (!registered.ok) {
      const { reason: problem } = registered
      return renderIntegration(c, portal, { form: 'endpoint', problem, value })
    }
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

function renderIntegration(c: Context<PortalEnv>, portal: Portal, refused?: Refused) {
  const { store, clock, site } = portal
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
    status: refused ? 422 : 200,
    lead: `What ${tenant.name}’s server needs, and how we call it.`,
    content: (
      <div class="split">
        <div class="stack">
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
                  problem={refused?.form === 'revision' ? refused.problem : undefined}
                  nowMs={nowMs}
                />
              ))}
            </ul>
            <NewForm thing="template" label="Name" example="Business account" refused={refused} />
          </Panel>
          <Panel id="keys" title="API keys" lead="For your server only. Each is shown once.">
            <ul class="list" aria-label={`Keys of ${tenant.name}`}>
              {keys.map((key) => (
                <KeyItem apiKey={key} nowMs={nowMs} />
              ))}
            </ul>
            <NewForm thing="key" label="Name" example="Production backend" refused={refused} />
          </Panel>
          <Panel
            id="endpoints"
            title="Webhook endpoints"
            lead="Each receives every subscribed event, signed with its own secret."
          >
            <ul class="list" aria-label={`Endpoints of ${tenant.name}`}>
              {endpoints.map((endpoint) => (
                <EndpointItem endpoint={endpoint} nowMs={nowMs} />
              ))}
            </ul>
            <NewForm
              thing="endpoint"
              label={`Public HTTPS URL${site.allowLoopbackHttp ? ', or http://localhost' : ''}`}
              example="https://merchant.example/events"
              refused={refused}
            />
          </Panel>
        </div>
        <Connect publicUrl={site.publicUrl} templateId={templates[0]?.id ?? '…'} />
      </div>
    ),
  })
}

function Connect({ publicUrl, templateId }: { publicUrl: string; templateId: string }) {
  const open = [
    `curl ${publicUrl}/api/v1/customer/inquiries`,
    '-H "X-Api-Key: $API_KEY"',
    '-H "Idempotency-Key: $(uuidgen)"',
    '-H "Content-Type: application/json"',
    `-d '{\n  "inquiryTemplateId":\n    "${templateId}"\n}'`,
  ].join(' \\\n  ')
  const sdk = `${publicUrl}/sdk/v1.js`
  return (
    <Panel id="connect" title="Connect">
      <Facts
        facts={[
          ['Base URL', <Copied id="base-url" name="base URL" text={publicUrl} />],
          ['Web SDK', <Copied id="sdk-url" name="web SDK" text={sdk} />],
        ]}
      />
      <div class="row">
        <h3>Open an inquiry</h3>
        <CopyButton id="snippet" name="the command" />
      </div>
      <Source id="snippet" name="Open an inquiry" text={open} />
      <h3>Check a delivery</h3>
      <p class="soft">
        Its signature is the HMAC-SHA256 of the raw body, keyed with the endpoint’s secret:{' '}
        <code>X-Service-Signature: sha256=…</code>
      </p>
    </Panel>
  )
}

/** One field and a button. Open if what was entered has been refused. */
function NewForm(props: {
  thing: 'template' | 'key' | 'endpoint'
  label: string
  example: string
  refused: Refused | undefined
}) {
  const { thing, label, example } = props
  const refused = props.refused?.form === thing ? props.refused : undefined
  const name = thing === 'endpoint' ? 'url' : 'name'
  const id = `${thing}-${name}`
  return (
    <More title={`New ${thing}`} open={refused !== undefined}>
      <form class="row" method="post" action={`/portal/${thing}s`}>
        <Field id={id} label={label} problem={refused?.problem}>
          <input
            id={id}
            name={name}
            required
            maxlength={name === 'url' ? 2048 : 100}
            placeholder={example}
            value={refused?.value}
          />
        </Field>
        <button class="button primary" type="submit">
          Create {thing}
        </button>
      </form>
    </More>
  )
}

interface TemplateProps {
  template: Template
  /** Newest first. */
  revisions: readonly Revision[]
  problem: string | undefined
  nowMs: number
}

function TemplateItem({ template: { id, name }, revisions, problem, nowMs }: TemplateProps) {
  const [newest, ...older] = revisions
  const like = newest?.definition
  return (
    <li class="stack">
      <h3>{name}</h3>
      <Copied id={`template-${id}`} name={`ID of ${name}`} text={id} />
      {newest && <RevisionItem revision={newest} nowMs={nowMs} />}
      {older.length > 0 && (
        <More title="Older revisions">
          {older.map((revision) => (
            <RevisionItem revision={revision} nowMs={nowMs} />
          ))}
        </More>
      )}
      <More title={newest ? 'Edit as a new revision' : 'Draft a revision'} open={Boolean(problem)}>
        <form class="stack" method="post" action={`/portal/templates/${id}/revisions`}>
          {problem && (
            <p class="tone-bad" role="alert">
              {problem}
            </p>
          )}
          <CheckList
            legend="Steps, in this order"
            name="steps"
            values={CAPABILITIES}
            checked={like?.steps ?? ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']}
          />
          <CheckList
            legend="Events to deliver"
            name="subscribe"
            values={SUBSCRIBABLE_KINDS}
            checked={like ? (like.webhooks?.subscribe ?? []) : EVENT_KINDS}
          />
          <p class="hint">
            “Future” isn’t in the contract: it tests that your receiver ignores unknown events.
          </p>
          <button class="button primary" type="submit">
            Save draft
          </button>
        </form>
      </More>
    </li>
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

function RevisionItem({ revision, nowMs }: { revision: Revision; nowMs: number }) {
  const { id, number, publishedAt, createdAt, enabled, definition } = revision
  const acts = [...(publishedAt === null ? ['publish'] : []), enabled ? 'disable' : 'enable']
  return (
    <div>
      <div class="row">
        <strong>Revision {number}</strong>
        {publishedAt === null ? (
          <Badge tone="wait">Draft</Badge>
        ) : (
          <Badge tone={enabled ? 'good' : 'plain'}>{enabled ? 'Published' : 'Disabled'}</Badge>
        )}
        <small class="soft">
          <Since at={publishedAt ?? createdAt} nowMs={nowMs} />
        </small>
        <div class="row end">
          {acts.map((act) => (
            <form method="post" action={`/portal/revisions/${id}/${act}`}>
              <button class="button small" type="submit">
                {inWords(act)}
                <span class="visually-hidden"> revision {number}</span>
              </button>
            </form>
          ))}
        </div>
      </div>
      <Facts
        facts={[
          [
            'Revision ID',
            <Copied id={`revision-${id}`} name={`ID of revision ${number}`} text={id} />,
          ],
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
        Created <Since at={createdAt} nowMs={nowMs} />
      </small>
      {state === 'active' && (
        <div class="end">
          <Confirm
            id={`revoke-${id}`}
            label="Revoke"
            subject={name}
            action={`/portal/keys/${id}/revoke`}
            warning="Requests with this key get a 401 from now on. This can’t be undone."
          />
        </div>
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

function EndpointItem({ endpoint, nowMs }: { endpoint: Endpoint; nowMs: number }) {
  const { id, url, createdAt, previousSecretUntil } = endpoint
  return (
    <li class="stack">
      <div class="row">
        <h3>{url}</h3>
        <small class="soft">
          Created <Since at={createdAt} nowMs={nowMs} />
        </small>
        <div class="row end">
          {ENDPOINT_ACTS.map(([label, act, warning]) => (
            <Confirm
              id={`${act}-${id}`}
              label={label}
              subject={url}
              action={`/portal/endpoints/${id}/${act}`}
              warning={warning}
            />
          ))}
        </div>
      </div>
      <Copied id={`endpoint-${id}`} name="endpoint ID" text={id} />
      {previousSecretUntil !== null && (
        <p class="hint">
          The old secret also signs until <Instant at={previousSecretUntil} />.
        </p>
      )}
    </li>
  )
}
