/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Where an integrator starts: the values to configure, how many inquiries there are, and what needs a person.
import { Hono } from 'hono'
import type { Tenant } from '../../state/entities.ts'
import { listAwaitingReview } from '../inquiries/inquiry-lists.ts'
import type { Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderPage } from './page.tsx'
import { FactList, Instant, StatusBadge } from './pieces.tsx'

const MAX_RECENT = 6

export function createOverview(portal: Portal): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>()
  routes.get('/', (c) => {
    const tenant = c.get('tenant')
    return renderPage(c, portal, {
      title: tenant.name,
      section: 'overview',
      lead: 'A sandbox of the verification service: everything works, and nobody is verified.',
      content: (
        <>
          <Figures portal={portal} tenant={tenant} />
          <div class="split">
            <RecentInquiries portal={portal} tenant={tenant} />
            <Integration portal={portal} tenant={tenant} />
          </div>
        </>
      ),
    })
  })
  return routes
}

function Figures({ portal, tenant }: { portal: Portal; tenant: Tenant }) {
  const { store } = portal
  const deliveries = store.deliveries.listBy('tenant', tenant.id)
  const count = (state: string) => deliveries.filter((delivery) => delivery.state === state).length
  const figures = [
    [
      'Inquiries',
      store.inquiries.listBy('tenant', tenant.id).length,
      '/portal/inquiries',
      undefined,
    ],
    ['To review', listAwaitingReview(store, tenant).length, '/portal/review', 'figure-wait'],
    ['Deliveries due', count('DUE'), '/portal/wire?direction=delivery', undefined],
    [
      'Deliveries failed',
      count('FAILED'),
      '/portal/wire?direction=delivery&problems=1',
      'figure-bad',
    ],
  ] as const
  return (
    <ul class="figures">
      {figures.map(([label, figure, href, tone]) => (
        <li>
          <a href={href} class={figure > 0 ? tone : undefined}>
            <strong>{figure}</strong>
            <span>{label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function RecentInquiries({ portal, tenant }: { portal: Portal; tenant: Tenant }) {
  const recent = portal.store.inquiries.listBy('tenant', tenant.id).slice(-MAX_RECENT).toReversed()
  return (
    <section class="panel" aria-labelledby="recent">
      <h2 id="recent">Newest inquiries</h2>
      {recent.length === 0 && (
        <p class="empty">No inquiry yet. The wire shows the first request.</p>
      )}
      <ul class="recent">
        {recent.map(({ id, referenceId, personalInfo, status, openedAt }) => (
          <li>
            <span class="recent-who">
              <a href={`/portal/inquiries/${id}`}>{referenceId || id}</a>
              <small>{personalInfo?.fullName}</small>
            </span>
            <StatusBadge status={status} />
            <Instant at={openedAt} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Integration({ portal, tenant }: { portal: Portal; tenant: Tenant }) {
  const {
    store,
    site: { publicUrl },
  } = portal
  const [template] = store.templates.listBy('tenant', tenant.id)
  const keys = store.apiKeys.listBy('tenant', tenant.id).filter((key) => key.revokedAt === null)
  const endpoints = store.endpoints
    .listBy('tenant', tenant.id)
    .filter((endpoint) => endpoint.removedAt === null)
  return (
    <section class="panel" aria-labelledby="integration">
      <h2 id="integration">Integration</h2>
      <FactList
        facts={[
          ['Base URL', <code>{publicUrl}</code>],
          ['Web SDK', <code>{publicUrl}/sdk/v1.js</code>],
          [
            'Template',
            template ? <code>{template.id}</code> : <a href="/portal/templates">Create one</a>,
          ],
          [
            'API key',
            <a href="/portal/keys">
              {keys.length === 0 ? 'Create one' : keys.map(({ hint }) => `••••${hint}`).join(', ')}
            </a>,
          ],
          [
            'Endpoint',
            <a class="url" href="/portal/endpoints">
              {endpoints.length === 0 ? 'Register one' : endpoints.map(({ url }) => url).join(', ')}
            </a>,
          ],
        ]}
      />
    </section>
  )
}
