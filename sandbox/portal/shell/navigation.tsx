/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The sections: next to the page on a desktop; on a narrow screen, a menu above it that also switches the tenant and signs
// out, and a link to the review queue if an inquiry waits there. The style sheet shows one of the two.
import type { Tenant } from '../../state/entities.ts'
import { SERVICE_NAME } from '../../web/service-brand.ts'
import { BrandMark } from '../brand.tsx'
import { listAwaitingReview } from '../inquiries/inquiry-lists.ts'
import type { Portal } from '../portal.ts'
import { Icon } from './icons.tsx'
import { SignOutForm, TenantForm } from './tenant-forms.tsx'

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
      { id: 'brand', href: '/portal/brand', label: 'Brand' },
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

interface NavigationProps {
  portal: Portal
  tenant: Tenant
  /** Null if the page belongs to no section. */
  current: SectionId | null
}

export function Navigation({ portal, tenant, current }: NavigationProps) {
  const awaiting = listAwaitingReview(portal.store, tenant).length
  const hasScenario = portal.site.controlEnabled
  const lists = { current, awaiting, hasScenario }
  const open = SECTIONS.flatMap(({ items }) => [...items]).find(({ id }) => id === current)
  return (
    <nav class="side" aria-label="Portal">
      <a class="brand" href="/portal">
        <BrandMark />
        <span>
          <span class="brand-name">{SERVICE_NAME}</span>
          <small>Sandbox</small>
        </span>
      </a>
      <div class="nav-desk">
        <SectionLists at="desk" {...lists} />
      </div>
      <div class="nav-phone">
        <details class="nav-menu" data-closes>
          <summary>
            <Icon name="menu" />
            {open ? (
              <>
                <span class="visually-hidden">Menu, now at </span>
                {open.label}
              </>
            ) : (
              'Menu'
            )}
          </summary>
          <div class="nav-sheet">
            <SectionLists at="phone" {...lists} />
            <div class="nav-foot">
              <TenantForm at="phone" portal={portal} tenant={tenant} />
              <SignOutForm />
            </div>
          </div>
        </details>
        {awaiting > 0 && (
          <a class="nav-review" href="/portal/review">
            Review <ReviewCount awaiting={awaiting} />
          </a>
        )}
      </div>
    </nav>
  )
}

function SectionLists(props: {
  at: 'desk' | 'phone'
  current: SectionId | null
  awaiting: number
  hasScenario: boolean
}) {
  const { at, current, awaiting, hasScenario } = props
  return (
    <div class="nav-groups">
      {SECTIONS.map(({ heading, items }) => (
        <div class="nav-group">
          <h2 id={`${at}-${heading}`}>{heading}</h2>
          <ul aria-labelledby={`${at}-${heading}`}>
            {items
              .filter(({ id }) => id !== 'scenario' || hasScenario)
              .map(({ id, href, label }) => (
                <li>
                  <a href={href} aria-current={id === current ? 'page' : undefined}>
                    <Icon name={id} />
                    {label}
                    {id === 'review' && awaiting > 0 && <ReviewCount awaiting={awaiting} />}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function ReviewCount({ awaiting }: { awaiting: number }) {
  return (
    <span class="nav-count">
      {awaiting}
      <span class="visually-hidden"> waiting</span>
    </span>
  )
}
