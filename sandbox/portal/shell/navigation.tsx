/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The sections of the portal. The scenario panel is only there in a sandbox that may be controlled.

import type { Sandbox } from '../../index.ts'
import type { Tenant } from '../../state/entities.ts'
import { BrandMark, SERVICE_NAME } from '../brand.tsx'
import { listAwaitingReview } from '../inquiries/inquiry-lists.ts'

const SECTIONS = [
  {
    heading: 'Operate',
    items: [
      { id: 'overview', href: '/portal', label: 'Overview' },
      { id: 'inquiries', href: '/portal/inquiries', label: 'Inquiries' },
      { id: 'review', href: '/portal/review', label: 'Review queue' },
    ],
  },
  {
    heading: 'Developer',
    items: [
      { id: 'templates', href: '/portal/templates', label: 'Templates' },
      { id: 'keys', href: '/portal/keys', label: 'API keys' },
      { id: 'endpoints', href: '/portal/endpoints', label: 'Webhook endpoints' },
    ],
  },
  {
    heading: 'Sandbox',
    items: [
      { id: 'wire', href: '/portal/wire', label: 'Wire' },
      { id: 'scenario', href: '/portal/scenario', label: 'Scenario' },
    ],
  },
] as const

export type SectionId = (typeof SECTIONS)[number]['items'][number]['id']

export function Navigation(props: { sandbox: Sandbox; tenant: Tenant; current: SectionId }) {
  const { sandbox, tenant, current } = props
  const awaiting = listAwaitingReview(sandbox.store, tenant).length
  return (
    <nav class="side" aria-label="Portal">
      <a class="brand" href="/portal">
        <BrandMark />
        <span>
          {SERVICE_NAME}
          <small>Sandbox</small>
        </span>
      </a>
      <div class="nav-groups">
        {SECTIONS.map(({ heading, items }) => (
          <div class="nav-group">
            <h2 id={`nav-${heading}`}>{heading}</h2>
            <ul aria-labelledby={`nav-${heading}`}>
              {items
                .filter(({ id }) => id !== 'scenario' || sandbox.controlEnabled)
                .map(({ id, href, label }) => (
                  <li>
                    <a href={href} aria-current={id === current ? 'page' : undefined}>
                      {label}
                      {id === 'review' && awaiting > 0 && (
                        <span class="nav-count">
                          {awaiting}
                          <span class="visually-hidden"> waiting</span>
                        </span>
                      )}
                    </a>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
