/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// An integrator's starting page: the values to configure, the number of inquiries, and what needs a review.
import { Hono } from 'hono'
import type { Tenant } from '../../state/entities.ts'
import { InquiryLines } from '../inquiries/inquiry-lines.tsx'
import { listAwaitingReview } from '../inquiries/inquiry-lists.ts'
import type { Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { DailyChart } from './daily-chart.tsx'
import { Identifier } from './identifier.tsx'
import { renderPage } from './page.tsx'
import { CopyButton } from './pieces.tsx'

const MAX_RECENT = 6

export function createOverview(portal: Portal): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>()
  routes.get('/', (c) => {
    const tenant = c.get('tenant')
    const hasReviews = listAwaitingReview(portal.store, tenant).length > 0
    return renderPage(c, portal, {
      title: 'Overview',
      section: 'overview',
      lead: `Activity and integration settings for ${tenant.name}.`,
      actions: hasReviews && (
        <a class="button button-primary page-act" href="/portal/review">
          Start reviewing
        </a>
      ),
      content: (
        <>
          <Figures portal={portal} tenant={tenant} />
          <div class="split split-level">
            <RecentInquiries portal={portal} tenant={tenant} />
            <Integration portal={portal} tenant={tenant} />
          </div>
          <DailyChart
            inquiries={portal.store.inquiries.listBy('tenant', tenant.id)}
            nowMs={portal.clock.nowMs(tenant.id)}
          />
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
    ['Deliveries queued', count('DUE'), '/portal/wire?direction=delivery', undefined],
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
          <a href={href} class={figure > 0 ? tone : 'figure-none'}>
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
  const nowMs = portal.clock.nowMs(tenant.id)
  return (
    <section class="panel" aria-labelledby="recent">
      <div class="card-head">
        <h2 id="recent">Newest inquiries</h2>
        {recent.length > 0 && (
          <a class="card-head-end" href="/portal/inquiries">
            All inquiries
          </a>
        )}
      </div>
      {recent.length === 0 && (
        <p class="empty">No inquiries yet. The first request will appear on the wire.</p>
      )}
      <InquiryLines inquiries={recent} nowMs={nowMs} />
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
      <dl class="values">
        <Value name="Base URL" id="base-url" value={publicUrl} />
        <Value name="Web SDK" id="sdk-url" value={`${publicUrl}/sdk/v1.js`} />
        {template ? (
          <Value name="Template ID" id="template-id" value={template.id} isIdentifier />
        ) : (
          <Linked name="Template ID" href="/portal/templates" words="Create one" />
        )}
        <Linked
          name="API key"
          href="/portal/keys"
          words={
            keys.length === 0 ? 'Create one' : keys.map(({ hint }) => `••••${hint}`).join(', ')
          }
        />
        <Linked
          name="Webhook endpoint"
          href="/portal/endpoints"
          words={
            endpoints.length === 0 ? 'Register one' : endpoints.map(({ url }) => url).join(', ')
          }
        />
      </dl>
    </section>
  )
}

/**
 * A value to paste into a configuration. If it's too long for the panel, a URL's start is cut off, and an identifier's
 * middle.
 */
function Value(props: { name: string; id: string; value: string; isIdentifier?: boolean }) {
  const { name, id, value, isIdentifier = false } = props
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isIdentifier ? (
          <Identifier id={id} text={value} />
        ) : (
          <code class="value" title={value}>
            <bdi id={id}>{value}</bdi>
          </code>
        )}
        <CopyButton id={id} name={name} />
      </dd>
    </div>
  )
}

function Linked({ name, href, words }: { name: string; href: string; words: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <a class="url" href={href}>
          {words}
        </a>
      </dd>
    </div>
  )
}
