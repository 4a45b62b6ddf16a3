/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Webhook endpoints (P3): register, rotate, recreate and remove them. Each secret is shown once (W1).

import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Preparation } from '../../commands/preparation.ts'
import type { Delivery, Endpoint } from '../../state/entities.ts'
import { readForm } from '../form.ts'
import type { Notice } from '../notices.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderNotFound, renderPage } from '../shell/page.tsx'
import { Badge, Confirm, Instant } from '../shell/pieces.tsx'

const endpointFormSchema = z.object({
  url: z.string().trim().min(1, 'Give the URL that events are posted to.').max(2048),
})

export function createEndpointPages(
  portal: Portal & { preparation: Preparation },
): Hono<PortalEnv> {
  const { store, preparation } = portal
  const routes = new Hono<PortalEnv>()

  /** The endpoint when it is this tenant's and still there. */
  const findEndpoint = (c: Context<PortalEnv>) => {
    const endpoint = store.endpoints.get(c.req.param('endpointId') ?? '')
    return endpoint?.tenantId === c.get('tenant').id && endpoint.removedAt === null
      ? endpoint
      : null
  }
  const back = (c: Context<PortalEnv>, text: string, endpoint?: Endpoint) => {
    const secret = endpoint && { label: 'Signing secret', value: endpoint.secret }
    const notice: Notice = { tone: 'done', text, ...(secret && { secret }) }
    return goTo(c, portal, '/portal/endpoints', notice)
  }

  routes.get('/endpoints', (c) => renderEndpoints(c, portal))
  routes.post('/endpoints', async (c) => {
    const form = await readForm(c, endpointFormSchema)
    if (!form.ok) return renderEndpoints(c, portal, { url: '', problem: form.problem })
    const { url } = form.value
    const registered = preparation.registerEndpoint(c.get('tenant'), url)
    if (!registered.ok) return renderEndpoints(c, portal, { url, problem: registered.reason })
    return back(c, 'The endpoint is registered.', registered.endpoint)
  })
  routes.post('/endpoints/:endpointId/rotate', (c) => {
    const endpoint = findEndpoint(c)
    if (!endpoint) return renderNotFound(c, portal, 'endpoints')
    return back(c, 'The endpoint has a new secret.', preparation.rotateEndpoint(endpoint))
  })
  routes.post('/endpoints/:endpointId/recreate', (c) => {
    const endpoint = findEndpoint(c)
    if (!endpoint) return renderNotFound(c, portal, 'endpoints')
    return back(c, 'The endpoint is recreated.', preparation.recreateEndpoint(endpoint))
  })
  routes.post('/endpoints/:endpointId/remove', (c) => {
    const endpoint = findEndpoint(c)
    if (!endpoint) return renderNotFound(c, portal, 'endpoints')
    preparation.removeEndpoint(endpoint)
    return back(c, 'The endpoint is removed. What was still due there is dropped.')
  })
  return routes
}

function renderEndpoints(
  c: Context<PortalEnv>,
  portal: Portal,
  refused?: { url: string; problem: string },
) {
  const { store, site } = portal
  const tenant = c.get('tenant')
  const endpoints = store.endpoints
    .listBy('tenant', tenant.id)
    .filter((endpoint) => endpoint.removedAt === null)
    .toReversed()
  const deliveries = store.deliveries.listBy('tenant', tenant.id)
  const described = ['url-hint', ...(refused ? ['url-problem'] : [])].join(' ')
  return renderPage(c, portal, {
    title: 'Webhook endpoints',
    section: 'endpoints',
    status: refused ? 422 : 200,
    lead: 'Every endpoint gets every event that a template subscribes to, signed with a secret of its own.',
    content: (
      <>
        <section class="panel" aria-labelledby="new-endpoint">
          <h2 id="new-endpoint">Register an endpoint</h2>
          <form class="inline-form" method="post" action="/portal/endpoints">
            <div class="field field-grow">
              <label for="url">URL</label>
              <input
                id="url"
                name="url"
                type="url"
                required
                maxlength={2048}
                placeholder="https://merchant.example/api/webhooks/verification"
                value={refused?.url}
                aria-invalid={refused ? 'true' : undefined}
                aria-describedby={described}
              />
              {refused && (
                <p class="field-problem" id="url-problem" role="alert">
                  {refused.problem}
                </p>
              )}
              <p class="field-hint" id="url-hint">
                HTTPS, at a public address.
                {site.allowLoopbackHttp && ' This sandbox also allows http://localhost.'}
              </p>
            </div>
            <button class="button button-primary" type="submit">
              Register
            </button>
          </form>
        </section>
        <h2 class="visually-hidden">Endpoints of {tenant.name}</h2>
        {endpoints.length === 0 ? (
          <p class="empty">
            No endpoint yet. Events are only sent to endpoints that exist when they happen.
          </p>
        ) : (
          <ul class="cards">
            {endpoints.map((endpoint) => (
              <EndpointCard
                endpoint={endpoint}
                deliveries={deliveries.filter(({ endpointId }) => endpointId === endpoint.id)}
              />
            ))}
          </ul>
        )}
      </>
    ),
  })
}

function EndpointCard({ endpoint, deliveries }: { endpoint: Endpoint; deliveries: Delivery[] }) {
  const { id, url, createdAt, previousSecretUntil } = endpoint
  const count = (state: Delivery['state']) =>
    deliveries.filter((delivery) => delivery.state === state).length
  return (
    <li class="card">
      <div class="card-head">
        <h3 class="url">{url}</h3>
        {previousSecretUntil !== null && <Badge tone="wait">rotating</Badge>}
      </div>
      <dl class="facts">
        <div>
          <dt>Secret</dt>
          <dd>
            <code>whsec_••••</code>
          </dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Instant at={createdAt} />
          </dd>
        </div>
        <div>
          <dt>Deliveries</dt>
          <dd>
            {count('DELIVERED')} delivered, {count('DUE')} due, {count('FAILED')} failed
          </dd>
        </div>
        {previousSecretUntil !== null && (
          <div>
            <dt>Old secret signs until</dt>
            <dd>
              <Instant at={previousSecretUntil} />
            </dd>
          </div>
        )}
      </dl>
      <div class="card-actions">
        <Confirm
          label="Rotate secret"
          subject={url}
          action={`/portal/endpoints/${id}/rotate`}
          warning="Events are signed with the new secret from now on. Setting N16 says whether the old one still signs for a day."
        />
        <Confirm
          label="Recreate"
          subject={url}
          action={`/portal/endpoints/${id}/recreate`}
          warning="The same URL gets a new id and a new secret. What is due goes out under the new one."
        />
        <Confirm
          label="Remove"
          subject={url}
          action={`/portal/endpoints/${id}/remove`}
          warning="Nothing more is sent there, not even what is due."
        />
      </div>
    </li>
  )
}
