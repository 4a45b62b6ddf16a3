/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Developer: API keys (P2) and webhook endpoints (P3). Keys and secrets are shown once (A3, W1).
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { withLifetime } from '../scenario/gaps/life.ts'
import { nameSchema } from '../scenario/seed.ts'
import type { ApiKey, Endpoint } from '../state/entities.ts'
import { Badge, Field, Identifier, Instant, More, NameField, Panel } from './kit.tsx'
import { renderNotFound, renderPage } from './page.tsx'
import { goTo, type Notice, ownOf, type Portal, type PortalEnv, readForm } from './portal.ts'

const keyFormSchema = z.object({ name: nameSchema })
const endpointFormSchema = z.object({ url: z.string().trim().max(2048) })

export function createDeveloperPages(portal: Portal): Hono<PortalEnv> {
  const { store, preparation } = portal
  const routes = new Hono<PortalEnv>()
  const goBack = (c: Context<PortalEnv>, page: Page, notice: Notice) =>
    goTo(c, portal, `/portal/${page}`, notice)

  routes.get('/api-keys', (c) => renderKeys(c, portal))
  routes.post('/api-keys', async (c) => {
    const form = await readForm(c, keyFormSchema)
    if (!form.ok) return goBack(c, 'api-keys', { tone: 'bad', text: form.problem })
    const { name } = form.value
    const { plaintext } = preparation.createKey(c.get('tenant'), { name, expiresAt: null })
    const secret = { label: 'API key', value: plaintext }
    return goBack(c, 'api-keys', { tone: 'good', text: `The key “${name}” is ready.`, secret })
  })
  routes.post('/api-keys/:id/revoke', (c) => {
    const key = ownOf(c, store.apiKeys.get(c.req.param('id')))
    if (!key) return renderNotFound(c, portal)
    preparation.endKey(key, 'revokedAt')
    const text = `“${key.name}” is revoked. Requests with it get a 401 from now on.`
    return goBack(c, 'api-keys', { tone: 'good', text })
  })

  const secretOf = ({ secret }: Endpoint) => ({ label: 'Signing secret', value: secret })
  routes.get('/webhooks', (c) => renderEndpoints(c, portal))
  routes.post('/webhooks', async (c) => {
    const form = await readForm(c, endpointFormSchema)
    if (!form.ok) return goBack(c, 'webhooks', { tone: 'bad', text: form.problem })
    const registered = preparation.registerEndpoint(c.get('tenant'), form.value.url)
    if (!registered.ok) return goBack(c, 'webhooks', { tone: 'bad', text: registered.reason })
    const secret = secretOf(registered.endpoint)
    return goBack(c, 'webhooks', { tone: 'good', text: 'Endpoint registered.', secret })
  })
  /** Treats another tenant's endpoint and a removed one as missing. */
  const act = (name: string, change: (endpoint: Endpoint) => Omit<Notice, 'tone'>) =>
    routes.post(`/webhooks/:id/${name}`, (c) => {
      const endpoint = ownOf(c, store.endpoints.get(c.req.param('id')))
      if (endpoint?.removedAt !== null) return renderNotFound(c, portal)
      return goBack(c, 'webhooks', { tone: 'good', ...change(endpoint) })
    })
  act('rotate', (endpoint) => ({
    text: 'The endpoint has a new secret.',
    secret: secretOf(preparation.rotateEndpoint(endpoint)),
  }))
  act('recreate', (endpoint) => ({
    text: 'The endpoint is recreated, with a new ID and secret.',
    secret: secretOf(preparation.recreateEndpoint(endpoint)),
  }))
  act('remove', (endpoint) => {
    preparation.removeEndpoint(endpoint)
    return { text: 'The endpoint is removed. Its pending deliveries are dropped.' }
  })
  return routes
}

type Page = 'api-keys' | 'webhooks'

function renderKeys(c: Context<PortalEnv>, portal: Portal) {
  const tenant = c.get('tenant')
  const keys = portal.store.apiKeys.listBy('tenant', tenant.id).toReversed()
  return renderPage(c, portal, {
    title: 'API Keys',
    section: 'api-keys',
    lead: `For ${tenant.name}’s server only. Each is shown once.`,
    content: (
      <Panel id="keys" title="Keys">
        <ul class="list" aria-label={`Keys of ${tenant.name}`}>
          {keys.map((key) => (
            <KeyItem apiKey={withLifetime(key, tenant)} nowMs={portal.clock.nowMs(tenant.id)} />
          ))}
        </ul>
        <More title="New key">
          <form class="row" method="post" action="/portal/api-keys">
            <NameField id="key-name" example="Production backend" />
            <button class="button primary" type="submit">
              Create key
            </button>
          </form>
        </More>
      </Panel>
    ),
  })
}

function renderEndpoints(c: Context<PortalEnv>, portal: Portal) {
  const tenant = c.get('tenant')
  const endpoints = portal.store.endpoints
    .listBy('tenant', tenant.id)
    .filter((endpoint) => endpoint.removedAt === null)
    .toReversed()
  return renderPage(c, portal, {
    title: 'Webhooks',
    section: 'webhooks',
    lead: 'Each endpoint receives every subscribed event, signed with its own secret.',
    content: (
      <Panel id="endpoints" title="Endpoints">
        <ul class="list" aria-label={`Endpoints of ${tenant.name}`}>
          {endpoints.map((endpoint) => (
            <EndpointItem endpoint={endpoint} />
          ))}
        </ul>
        <More title="New endpoint">
          <form class="row" method="post" action="/portal/webhooks">
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
    ),
  })
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
        {expiresAt !== null && (
          <>
            {isExpired ? ', expired ' : ', expires '}
            <Instant at={expiresAt} />
          </>
        )}
      </small>
      {state === 'active' && (
        <Acts
          title="Revoke"
          subject={name}
          path={`/portal/api-keys/${id}`}
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
        path={`/portal/webhooks/${id}`}
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

/** Actions that can't be undone, each behind an explanation. */
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
