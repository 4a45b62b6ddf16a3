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
import { Badge, Confirm, Instant, NewThing, Since, type Tone } from '../shell/pieces.tsx'

const endpointFormSchema = z.object({
  url: z.string().trim().min(1, 'Give the URL that events are posted to.').max(2048),
})

export function createEndpointPages(
  portal: Portal & { preparation: Preparation },
): Hono<PortalEnv> {
  const { store, preparation } = portal
  const routes = new Hono<PortalEnv>()

  /** The endpoint, if it belongs to this tenant and isn't removed. */
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
    return back(
      c,
      'The endpoint is recreated, with a new ID and a new secret.',
      preparation.recreateEndpoint(endpoint),
    )
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
  const { store, site, clock } = portal
  const tenant = c.get('tenant')
  const endpoints = store.endpoints
    .listBy('tenant', tenant.id)
    .filter((endpoint) => endpoint.removedAt === null)
    .toReversed()
  const deliveries = store.deliveries.listBy('tenant', tenant.id)
  return renderPage(c, portal, {
    title: 'Webhook endpoints',
    section: 'endpoints',
    status: refused ? 422 : 200,
    lead: 'Every endpoint gets every event that a template subscribes to, signed with a secret of its own.',
    actions: (
      <NewThing thing="endpoint" isOpen={refused !== undefined}>
        <EndpointForm refused={refused} allowsLoopback={site.allowLoopbackHttp} />
      </NewThing>
    ),
    content:
      endpoints.length === 0 ? (
        <p class="empty">
          No endpoint yet. Events are only sent to endpoints that exist when they happen.
        </p>
      ) : (
        <div class="table-frame">
          <table class="list">
            <caption class="visually-hidden">Endpoints of {tenant.name}</caption>
            <thead>
              <tr>
                <th scope="col">URL</th>
                <th scope="col">Deliveries</th>
                <th scope="col">Created</th>
                <th scope="col">
                  <span class="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {endpoints.map((endpoint) => (
                <EndpointRow
                  endpoint={endpoint}
                  deliveries={deliveries.filter(({ endpointId }) => endpointId === endpoint.id)}
                  nowMs={clock.nowMs(tenant.id)}
                />
              ))}
            </tbody>
          </table>
        </div>
      ),
  })
}

function EndpointForm(props: {
  refused: { url: string; problem: string } | undefined
  allowsLoopback: boolean
}) {
  const { refused, allowsLoopback } = props
  const described = ['url-hint', ...(refused ? ['url-problem'] : [])].join(' ')
  return (
    <form class="inline-form" method="post" action="/portal/endpoints">
      <div class="field field-grow">
        <label for="url">URL</label>
        <input
          id="url"
          name="url"
          type="url"
          required
          maxlength={2048}
          placeholder="e.g. https://merchant.example/events"
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
          {allowsLoopback && ' This sandbox also allows http://localhost.'}
        </p>
      </div>
      <button class="button button-primary" type="submit">
        Register
      </button>
    </form>
  )
}

/** The endpoint's health by its newest outcome: earlier failures don't matter once a delivery succeeds. */
function healthOf(deliveries: readonly Delivery[]): { tone: Tone; word: string } {
  const newest = deliveries.findLast(({ state }) => state === 'DELIVERED' || state === 'FAILED')
  if (newest?.state === 'FAILED') return { tone: 'bad', word: 'Failing' }
  if (deliveries.some(({ state, attempts }) => state === 'DUE' && attempts > 0)) {
    return { tone: 'wait', word: 'Retrying' }
  }
  return newest ? { tone: 'good', word: 'Healthy' } : { tone: 'plain', word: 'Unused' }
}

function EndpointRow(props: { endpoint: Endpoint; deliveries: Delivery[]; nowMs: number }) {
  const { endpoint, deliveries, nowMs } = props
  const { id, url, createdAt, previousSecretUntil } = endpoint
  const health = healthOf(deliveries)
  const counts = [
    ['DELIVERED', 'delivered'],
    ['DUE', 'due'],
    ['FAILED', 'failed'],
  ].flatMap(([state, word]) => {
    const count = deliveries.filter((delivery) => delivery.state === state).length
    return count > 0 ? [`${count} ${word}`] : []
  })
  return (
    <tr>
      <th scope="row">
        <span class="row-name url" title={url}>
          {url}
        </span>
        <small>
          Secret <code>whsec_••••</code>
          {previousSecretUntil !== null && (
            <>
              {' '}
              <Badge tone="wait">Rotating</Badge> the old one signs until{' '}
              <Instant at={previousSecretUntil} />
            </>
          )}
        </small>
      </th>
      <td data-label="Deliveries">
        <span class="endpoint-health">
          <Badge tone={health.tone}>{health.word}</Badge>
          {counts.join(' · ')}
        </span>
      </td>
      <td data-label="Created">
        <Since at={createdAt} nowMs={nowMs} />
      </td>
      <td class="row-actions">
        <div>
          <Confirm
            quiet
            label="Rotate secret"
            subject={url}
            action={`/portal/endpoints/${id}/rotate`}
            warning="Events are signed with the new secret from now on. Setting N16 says whether the old one still signs for a day."
          />
          <Confirm
            quiet
            label="Recreate"
            subject={url}
            action={`/portal/endpoints/${id}/recreate`}
            warning="The same URL gets a new ID and a new secret. Pending deliveries are signed with the new secret."
          />
          <Confirm
            quiet
            danger
            label="Remove"
            subject={url}
            action={`/portal/endpoints/${id}/remove`}
            warning="Nothing more is sent there, not even what is due."
          />
        </div>
      </td>
    </tr>
  )
}
