/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The first page: how much there is, what needs a person, and what came last.
import type { Context } from 'hono'
import { InquiryList } from './inquiries.tsx'
import { listAwaitingReview } from './inquiry-lists.ts'
import { renderPage } from './page.tsx'
import type { Portal, PortalEnv } from './portal.ts'

const MAX_RECENT = 8

export function renderOverview(c: Context<PortalEnv>, portal: Portal) {
  const { store, clock } = portal
  const tenant = c.get('tenant')
  const inquiries = store.inquiries.listBy('tenant', tenant.id)
  const awaiting = listAwaitingReview(store, tenant).length
  const deliveries = store.deliveries.listBy('tenant', tenant.id)
  const count = (state: string) => deliveries.filter((delivery) => delivery.state === state).length
  const wire = '/portal/wire?direction=delivery'
  const figures = [
    ['Inquiries', inquiries.length, '/portal/inquiries', ''],
    ['To review', awaiting, '/portal/review', 'tone-wait'],
    ['Deliveries queued', count('DUE'), wire, ''],
    ['Deliveries failed', count('FAILED'), `${wire}&problems=1`, 'tone-bad'],
  ] as const
  return renderPage(c, portal, {
    title: 'Overview',
    section: 'overview',
    lead: `What happens at ${tenant.name}.`,
    action: awaiting > 0 && (
      <a class="button primary" href="/portal/review">
        Start reviewing
      </a>
    ),
    content: (
      <>
        <ul class="grid figures">
          {figures.map(([label, figure, href, tone]) => (
            <li>
              <a href={href} class="panel">
                <strong class={figure > 0 ? tone : 'soft'}>{figure}</strong>
                <span class="soft">{label}</span>
              </a>
            </li>
          ))}
        </ul>
        <div class="row">
          <h2>Newest inquiries</h2>
          <a class="end" href="/portal/inquiries">
            All inquiries
          </a>
        </div>
        <InquiryList
          inquiries={inquiries.slice(-MAX_RECENT).toReversed()}
          nowMs={clock.nowMs(tenant.id)}
          none="No inquiries yet. The first request will appear on the wire."
        />
      </>
    ),
  })
}
