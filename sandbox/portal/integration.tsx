/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// What an integrator sets up: the values to configure, templates (P1), API keys (P2) and webhook endpoints (P3). Keys and
// secrets are shown once (A3, W1).
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ANSWER_TIMEOUT_MS } from '../commands/post.ts'
import { BURST_RETRIES, RETRY_DELAYS_MS } from '../scenario/gaps/delivery.ts'
import { gapValue } from '../scenario/gaps/table.ts'
import {
  type ApiKey,
  CAPABILITIES,
  capabilitySchema,
  type Delivery,
  type Endpoint,
  EVENT_KINDS,
  type Revision,
  type Template,
  type Tenant,
} from '../state/entities.ts'
import { formatSpan } from './instants.ts'
import {
  Badge,
  CheckList,
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
  type Tone,
} from './kit.tsx'
import { renderNotFound, renderPage } from './page.tsx'
import { goTo, type Notice, type Portal, type PortalEnv, readForm } from './portal.ts'
import { listVisible } from './visible-wire.ts'
import { capabilityInWords, eventInWords } from './words.ts'

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
    goTo(c, portal, '/portal/integration', { tone: 'done', text, ...(secret && { secret }) })
  /** A route for one thing of this tenant's. Another tenant's looks like a missing one. */
  const act = <T extends { tenantId: string }>(
    path: string,
    find: (id: string) => T | null,
    change: (c: Context<PortalEnv>, thing: T) => Response | Promise<Response>,
  ) =>
    routes.post(path, (c) => {
      const thing = find(c.req.param('id') ?? '')
      if (thing?.tenantId === c.get('tenant').id) return change(c, thing)
      return renderNotFound(c, portal, 'integration')
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
  const problemOf = (form: Refused['form']) => (refused?.form === form ? refused : undefined)
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
                  revisions={store.revisions.listBy('template', template.id)}
                  problem={problemOf('revision')?.problem}
                  nowMs={nowMs}
                />
              ))}
            </ul>
            <NewForm
              thing="template"
              field={{ name: 'name', label: 'Name', placeholder: 'e.g. Business account' }}
              submit="Create template"
              refused={problemOf('template')}
            />
          </Panel>
          <Panel id="keys" title="API keys" lead="For your server only. Each is shown once.">
            <ul class="list" aria-label={`Keys of ${tenant.name}`}>
              {keys.map((key) => (
                <KeyItem apiKey={key} usedAt={lastUse(portal, tenant, key)} nowMs={nowMs} />
              ))}
            </ul>
            <NewForm
              thing="key"
              field={{ name: 'name', label: 'Name', placeholder: 'e.g. Production backend' }}
              submit="Create key"
              refused={problemOf('key')}
            />
          </Panel>
          <Panel
            id="endpoints"
            title="Webhook endpoints"
            lead="Each receives every subscribed event, signed with its own secret."
          >
            <ul class="list" aria-label={`Endpoints of ${tenant.name}`}>
              {endpoints.map((endpoint) => (
                <EndpointItem
                  endpoint={endpoint}
                  deliveries={store.deliveries
                    .listBy('tenant', tenant.id)
                    .filter(({ endpointId }) => endpointId === endpoint.id)}
                  nowMs={nowMs}
                />
              ))}
            </ul>
            <NewForm
              thing="endpoint"
              field={{ name: 'url', label: 'URL', placeholder: 'https://merchant.example/events' }}
              hint={`A public HTTPS URL${site.allowLoopbackHttp ? ', or http://localhost' : ''}.`}
              submit="Register"
              refused={problemOf('endpoint')}
            />
          </Panel>
        </div>
        <Guide portal={portal} tenant={tenant} template={templates[0]} />
      </div>
    ),
  })
}

function Guide(props: { portal: Portal; tenant: Tenant; template: Template | undefined }) {
  const { portal, tenant, template } = props
  const { publicUrl } = portal.site
  const value = (id: string, name: string, text: string) => (
    <Copied id={id} name={name} text={text} />
  )
  const open = [
    `curl ${publicUrl}/api/v1/customer/inquiries`,
    '-H "X-Api-Key: $API_KEY"',
    '-H "Idempotency-Key: $(uuidgen)"',
    '-H "Content-Type: application/json"',
    `-d '{\n  "inquiryTemplateId":\n    "${template?.id ?? '…'}"\n}'`,
  ].join(' \\\n  ')
  const accepted = gapValue(tenant, 'N9') === 'only-200' ? '200' : 'Any 2xx'
  return (
    <Panel id="guide" title="Connect">
      <Facts
        facts={[
          ['Base URL', value('base-url', 'base URL', publicUrl)],
          ['Web SDK', value('sdk-url', 'web SDK', `${publicUrl}/sdk/v1.js`)],
          ['Rate limit', describeLimit(tenant)],
        ]}
      />
      <div class="row">
        <h3>Open an inquiry</h3>
        <span class="end">
          <CopyButton id="snippet" name="the command" />
        </span>
      </div>
      <Source id="snippet" name="Open an inquiry" text={open} />
      <h3>Check a delivery</h3>
      <p class="soft">
        Its signature is the HMAC-SHA256 of the raw body, keyed with the endpoint’s secret:{' '}
        <code>X-Service-Signature: sha256=…</code>
      </p>
      <Facts
        facts={[
          ['Success', `${accepted} within ${formatSpan(ANSWER_TIMEOUT_MS)}`],
          ['Retries', retriesInWords(tenant)],
          ['Duplicates', 'Same event ID: process it once'],
        ]}
      />
    </Panel>
  )
}

const describeLimit = ({ rateLimitPerMinute: limit }: Tenant): string =>
  limit === null ? 'None' : `${limit} a minute for each key`

function retriesInWords(tenant: Tenant): string {
  switch (gapValue(tenant, 'N8')) {
    case 'none':
      return 'None'
    case 'burst-of-100':
      return `${BURST_RETRIES}, back to back`
    case 'five-retries':
      return `After ${RETRY_DELAYS_MS.map(formatSpan).join(', ')}`
  }
}

/** One field and a button. @param props.refused starts the form open. */
function NewForm(props: {
  thing: 'template' | 'key' | 'endpoint'
  field: { name: 'name' | 'url'; label: string; placeholder: string }
  hint?: string
  submit: string
  refused: Refused | undefined
}) {
  const { thing, field, hint, submit, refused } = props
  const id = `${thing}-${field.name}`
  return (
    <More title={`New ${thing}`} open={refused !== undefined}>
      <form class="row" method="post" action={`/portal/${thing}s`}>
        <Field id={id} label={field.label} problem={refused?.problem}>
          <input
            id={id}
            name={field.name}
            type={field.name === 'url' ? 'url' : 'text'}
            required
            maxlength={field.name === 'url' ? 2048 : 100}
            placeholder={field.placeholder}
            value={refused?.value}
          />
        </Field>
        <button class="button primary" type="submit">
          {submit}
        </button>
      </form>
      {hint && <p class="hint">{hint}</p>}
    </More>
  )
}

// Templates

interface TemplateProps {
  template: Template
  revisions: readonly Revision[]
  problem: string | undefined
  nowMs: number
}

function TemplateItem({ template, revisions, problem, nowMs }: TemplateProps) {
  const { id, name } = template
  const newest = revisions.at(-1)
  const like = newest?.definition
  return (
    <li class="stack">
      <div class="row">
        <h3>{name}</h3>
        {newest ? <RevisionState revision={newest} /> : <Badge tone="wait">No revision</Badge>}
      </div>
      <Copied id={`template-${id}`} name={`ID of ${name}`} text={id} />
      {newest && <Definition revision={newest} />}
      {revisions.length > 0 && (
        <More title={`Revisions of ${name}`}>
          <ol class="list">
            {revisions.toReversed().map((revision) => (
              <RevisionItem revision={revision} nowMs={nowMs} />
            ))}
          </ol>
        </More>
      )}
      <More title={newest ? 'Edit as a new revision' : 'Draft a revision'} open={Boolean(problem)}>
        <form class="stack" method="post" action={`/portal/templates/${id}/revisions`}>
          {problem && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
          <CheckList
            legend="Steps, in this order"
            name="steps"
            values={CAPABILITIES}
            checked={like?.steps ?? ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']}
            inWords={capabilityInWords}
          />
          <CheckList
            legend="Events to deliver"
            name="subscribe"
            values={SUBSCRIBABLE_KINDS}
            checked={like ? (like.webhooks?.subscribe ?? []) : EVENT_KINDS}
            inWords={eventInWords}
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

function RevisionState({ revision: { publishedAt, enabled } }: { revision: Revision }) {
  if (publishedAt === null) return <Badge tone="wait">Draft</Badge>
  return enabled ? <Badge tone="good">Published</Badge> : <Badge tone="plain">Disabled</Badge>
}

function Definition({ revision: { definition } }: { revision: Revision }) {
  return (
    <Facts
      facts={[
        ['Steps', definition.steps.map(capabilityInWords).join(' → ')],
        ['Events', definition.webhooks?.subscribe.map(eventInWords).join(', ') || 'None'],
      ]}
    />
  )
}

function RevisionItem({ revision, nowMs }: { revision: Revision; nowMs: number }) {
  const { id, number, publishedAt, createdAt, enabled } = revision
  const name = `Revision ${number}`
  const acts = [enabled ? 'disable' : 'enable', ...(publishedAt === null ? ['publish'] : [])]
  return (
    <li class="stack">
      <div class="row">
        <strong>{name}</strong>
        <RevisionState revision={revision} />
        <span class="soft">
          <Since at={publishedAt ?? createdAt} nowMs={nowMs} />
        </span>
        <div class="row end">
          {acts.map((act) => (
            <form method="post" action={`/portal/revisions/${id}/${act}`}>
              <button class="button small" type="submit">
                {act.charAt(0).toUpperCase() + act.slice(1)}
                <span class="visually-hidden"> {name.toLowerCase()}</span>
              </button>
            </form>
          ))}
        </div>
      </div>
      <Copied id={`revision-${id}`} name={`ID of ${name.toLowerCase()}`} text={id} />
      <Definition revision={revision} />
    </li>
  )
}

// Keys

/** As far as the wire goes back, which keeps only the end of a key. */
function lastUse(portal: Portal, tenant: Tenant, { hint }: ApiKey): string | undefined {
  return listVisible(portal, tenant).findLast(
    ({ entry }) =>
      entry.tenantId === tenant.id && entry.requestHeaders['x-api-key']?.endsWith(hint),
  )?.entry.at
}

function KeyItem(props: { apiKey: ApiKey; usedAt: string | undefined; nowMs: number }) {
  const { apiKey, usedAt, nowMs } = props
  const { id, name, hint, createdAt, expiresAt, revokedAt } = apiKey
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= nowMs
  const state = revokedAt !== null ? 'revoked' : isExpired ? 'expired' : 'active'
  return (
    <li class="stack">
      <div class="row">
        <h3>{name}</h3>
        <Badge tone={state === 'active' ? 'good' : 'plain'}>{state}</Badge>
        <code class="soft">svc_live_••••{hint}</code>
        {state === 'active' && (
          <div class="end">
            <Confirm
              danger
              id={`revoke-${id}`}
              label="Revoke"
              subject={name}
              action={`/portal/keys/${id}/revoke`}
              warning="Requests with this key get a 401 from now on. This can’t be undone."
            />
          </div>
        )}
      </div>
      <Facts
        facts={[
          [
            'Last used',
            usedAt === undefined ? 'Not recently' : <Since at={usedAt} nowMs={nowMs} />,
          ],
          ['Created', <Since at={createdAt} nowMs={nowMs} />],
          ...(expiresAt === null
            ? []
            : [['Expires', <Since at={expiresAt} nowMs={nowMs} />] as const]),
        ]}
      />
    </li>
  )
}

// Endpoints

/** By the newest outcome: earlier failures don't matter once a delivery succeeds. */
function healthOf(deliveries: readonly Delivery[]): { tone: Tone; word: string } {
  const newest = deliveries.findLast(({ state }) => state === 'DELIVERED' || state === 'FAILED')
  if (newest?.state === 'FAILED') return { tone: 'bad', word: 'Failing' }
  if (deliveries.some(({ state, attempts }) => state === 'DUE' && attempts > 0)) {
    return { tone: 'wait', word: 'Retrying' }
  }
  return newest ? { tone: 'good', word: 'Healthy' } : { tone: 'plain', word: 'Unused' }
}

function EndpointItem(props: {
  endpoint: Endpoint
  deliveries: readonly Delivery[]
  nowMs: number
}) {
  const { endpoint, deliveries, nowMs } = props
  const { id, url, createdAt, previousSecretUntil } = endpoint
  const health = healthOf(deliveries)
  const lastAt = deliveries
    .flatMap(({ attemptLog }) => attemptLog.map(({ at }) => at))
    .sort()
    .at(-1)
  return (
    <li class="stack">
      <div class="row">
        <h3>{url}</h3>
        <Badge tone={health.tone}>{health.word}</Badge>
        <div class="row end">
          {(
            [
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
          ).map(([label, act, warning]) => (
            <Confirm
              danger={act === 'remove'}
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
      <Facts
        facts={[
          [
            'Last delivery',
            lastAt === undefined ? 'None yet' : <Since at={lastAt} nowMs={nowMs} />,
          ],
          ['Deliveries', countsOf(deliveries)],
          ['Created', <Since at={createdAt} nowMs={nowMs} />],
          ...(previousSecretUntil === null
            ? []
            : [['Old secret', <Instant at={previousSecretUntil} />] as const]),
        ]}
      />
    </li>
  )
}

/** `6 delivered · 1 due`, without what is zero. */
function countsOf(deliveries: readonly Delivery[]): string {
  const counts = (['DELIVERED', 'DUE', 'FAILED'] as const).flatMap((state) => {
    const count = deliveries.filter((delivery) => delivery.state === state).length
    return count > 0 ? [`${count} ${state.toLowerCase()}`] : []
  })
  return counts.join(' · ') || 'None yet'
}
