/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Webhook endpoints (P3): register, rotate, recreate and remove them. Each secret is shown once (W1).

import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ANSWER_TIMEOUT_MS } from '../../commands/delivery/post.ts'
import type { Preparation } from '../../commands/preparation.ts'
import { BURST_RETRIES, RETRY_DELAYS_MS } from '../../scenario/gaps/delivery.ts'
import { gapValue } from '../../scenario/gaps/table.ts'
import type { Endpoint, Tenant } from '../../state/entities.ts'
import type { Wire } from '../../state/wire.ts'
import { readForm } from '../form.ts'
import type { Notice } from '../notices.ts'
import { goTo, type Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { formatSpan } from '../shell/instants.ts'
import { NewThing } from '../shell/new-thing.tsx'
import { renderNotFound, renderPage } from '../shell/page.tsx'
import { Guide, ResourcePage } from '../shell/resources.tsx'
import { listVisible } from '../wire/visible-wire.ts'
import { EndpointCard } from './endpoint-card.tsx'

const endpointFormSchema = z.object({
  url: z.string().trim().min(1, 'Enter the URL to post events to.').max(2048),
})

type EndpointPortal = Portal & { preparation: Preparation; wire: Wire }

export function createEndpointPages(portal: EndpointPortal): Hono<PortalEnv> {
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
    return back(c, 'Endpoint registered.', registered.endpoint)
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
    return back(c, 'The endpoint is removed. Its pending deliveries are dropped.')
  })
  return routes
}

function renderEndpoints(
  c: Context<PortalEnv>,
  portal: EndpointPortal,
  refused?: { url: string; problem: string },
) {
  const { store, site, clock } = portal
  const tenant = c.get('tenant')
  const endpoints = store.endpoints
    .listBy('tenant', tenant.id)
    .filter((endpoint) => endpoint.removedAt === null)
    .toReversed()
  const deliveries = store.deliveries.listBy('tenant', tenant.id)
  const exchanges = listVisible(portal, tenant)
  return renderPage(c, portal, {
    title: 'Webhook endpoints',
    section: 'endpoints',
    status: refused ? 422 : 200,
    lead: 'Each endpoint receives every subscribed event, signed with its own secret.',
    actions: (
      <NewThing
        thing="endpoint"
        action="/portal/endpoints"
        submit="Register"
        field={{
          name: 'url',
          label: 'URL',
          type: 'url',
          maxLength: 2048,
          example: 'https://merchant.example/events',
          value: refused?.url,
          hint: `A public HTTPS URL.${site.allowLoopbackHttp ? ' This sandbox also allows http://localhost.' : ''} You’ll see the signing secret once, after you register.`,
        }}
        problem={refused?.problem}
      />
    ),
    content: (
      <ResourcePage
        label={`Endpoints of ${tenant.name}`}
        resources={endpoints.map((endpoint) => {
          const own = deliveries.filter(({ endpointId }) => endpointId === endpoint.id)
          const ids = new Set(own.map(({ id }) => id))
          return (
            <EndpointCard
              endpoint={endpoint}
              deliveries={own}
              attempts={exchanges.filter(({ entry }) => ids.has(entry.delivery?.id ?? ''))}
              nowMs={clock.nowMs(tenant.id)}
            />
          )
        })}
        none={{
          icon: 'endpoints',
          title: 'No endpoint yet',
          text: 'Register one to receive events. Earlier events won’t be sent to it.',
        }}
        guide={<EndpointGuide tenant={tenant} />}
      />
    ),
  })
}

function EndpointGuide({ tenant }: { tenant: Tenant }) {
  const accepted = gapValue(tenant, 'N9') === 'only-200' ? '200' : 'Any 2xx'
  return (
    <Guide
      title="Check a delivery"
      lead="We post each event as JSON. The signature is the HMAC-SHA256 of the raw body, keyed with the endpoint’s secret."
      snippet={{
        name: 'Headers',
        text: 'Content-Type: application/json\nX-Service-Delivery-Id: …\nX-Service-Signature: sha256=…',
        isSample: true,
      }}
      facts={[
        ['Success', `${accepted} within ${formatSpan(ANSWER_TIMEOUT_MS)}`],
        ['Retries', retriesInWords(tenant)],
        ['Duplicates', 'Same event ID: process it once'],
        ['Events', <a href="/portal/templates">Set in each template</a>],
      ]}
    />
  )
}

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
