/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The frame of every page behind the sign-in: document, navigation, tenant, clock and notice around the page's content.
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Tenant } from '../state/entities.ts'
import { CHECK, SERVICE_NAME, SHIELD } from '../web/service-brand.ts'
import { Icon } from './icons.tsx'
import { listAwaitingReview } from './inquiry-lists.ts'
import { CopyButton, Instant } from './kit.tsx'
import type { Notice, Portal, PortalEnv } from './portal.ts'

const SECTIONS = [
  { id: 'overview', href: '/portal', label: 'Overview' },
  { id: 'inquiries', href: '/portal/inquiries', label: 'Inquiries' },
  { id: 'review', href: '/portal/review', label: 'Review queue' },
  { id: 'integration', href: '/portal/integration', label: 'Integration' },
  { id: 'wire', href: '/portal/wire', label: 'Wire' },
  { id: 'scenario', href: '/portal/scenario', label: 'Scenario' },
] as const
type SectionId = (typeof SECTIONS)[number]['id']

interface Page {
  title: string
  /** Null for a page outside every section. */
  section: SectionId | null
  /** The heading, if it differs from the title. */
  heading?: Child
  /** One sentence below the title. */
  lead?: Child
  /** At the top right. */
  action?: Child
  content: Child
  status?: ContentfulStatusCode
}

export function renderPage(c: Context<PortalEnv>, portal: Portal, page: Page) {
  const notice = portal.notices.take(c.get('session').id)
  const body = (
    <body>
      <a class="skip-link" href="#content">
        Skip to content
      </a>
      <Navigation portal={portal} tenant={c.get('tenant')} current={page.section} />
      <main id="content" tabindex={-1}>
        {notice && <NoticeBox notice={notice} />}
        <header class="row">
          <div>
            {page.heading ?? <h1>{page.title}</h1>}
            {page.lead && <p class="soft">{page.lead}</p>}
          </div>
          <div class="row end">{page.action}</div>
        </header>
        {page.content}
      </main>
    </body>
  )
  const nonce = c.get('secureHeadersNonce') ?? ''
  return c.html(renderDocument({ title: page.title, nonce, body }), page.status ?? 200)
}

/** For an id that is unknown or belongs to another tenant: the two look the same. */
export function renderNotFound(
  c: Context<PortalEnv>,
  portal: Portal,
  section: SectionId | null = null,
) {
  return renderPage(c, portal, {
    title: 'Not found',
    section,
    status: 404,
    content: (
      <section class="empty stack" aria-labelledby="not-found">
        <h2 id="not-found">There’s nothing at this address</h2>
        <p>
          The link may be incomplete, a reset may have removed what it led to, or it belongs to a
          tenant other than {c.get('tenant').name}.
        </p>
        <p>
          <a href="/portal/inquiries">Go to inquiries</a> or <a href="/portal">the overview</a>
        </p>
      </section>
    ),
  })
}

export function renderDocument(document: { title: string; nonce: string; body: Child }) {
  return html`<!doctype html>${(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${document.title} · ${SERVICE_NAME} sandbox`}</title>
        <link rel="icon" type="image/svg+xml" href="/portal/icon.svg" />
        <link rel="stylesheet" href="/portal/assets/portal.css" />
        <script src="/portal/assets/portal.js" nonce={document.nonce} defer></script>
      </head>
      {document.body}
    </html>
  )}`
}

/** Decorative, because it appears next to the service's name. */
export function Brand() {
  return (
    <span class="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <path d={SHIELD} />
        <path d={CHECK} />
      </svg>
      <span>
        {SERVICE_NAME} <small>Sandbox</small>
      </span>
    </span>
  )
}

/** Beside the page on a desktop. On a narrow screen, a button opens its menu. */
function Navigation(props: { portal: Portal; tenant: Tenant; current: SectionId | null }) {
  const { portal, tenant, current } = props
  const awaiting = listAwaitingReview(portal.store, tenant).length
  const frozen = portal.clock.isFrozen(tenant.id)
  const here = SECTIONS.find(({ id }) => id === current)?.label
  return (
    <nav class="side" aria-label="Portal">
      <a href="/portal" aria-label={`${SERVICE_NAME} Sandbox`}>
        <Brand />
      </a>
      <button type="button" popovertarget="menu">
        <Icon name="menu" />
        {here && <span class="visually-hidden">Menu, now at </span>}
        {here ?? 'Menu'}
      </button>
      {frozen && <span class="badge tone-wait">Clock frozen</span>}
      <div id="menu" popover="auto">
        <ul>
          {SECTIONS.filter(({ id }) => id !== 'scenario' || portal.site.controlEnabled).map(
            ({ id, href, label }) => (
              <li>
                <a href={href} aria-current={id === current ? 'page' : undefined}>
                  <Icon name={id} />
                  {label}
                  {id === 'review' && awaiting > 0 && (
                    <span class="count">
                      {awaiting}
                      <span class="visually-hidden"> waiting</span>
                    </span>
                  )}
                </a>
              </li>
            ),
          )}
        </ul>
        <p class={frozen ? 'tone-wait' : ''}>
          {frozen ? 'Clock frozen at' : 'Sandbox time'}
          <br />
          <Instant at={portal.clock.nowIso(tenant.id)} ticks={!frozen} />
        </p>
        <TenantForm portal={portal} tenant={tenant} />
        <form method="post" action="/portal/sign-out">
          <button type="submit">Sign out</button>
        </form>
      </div>
    </nav>
  )
}

/** Each test creates a tenant, so only the newest are offered. */
const MAX_TENANTS_OFFERED = 50

function TenantForm({ portal, tenant }: { portal: Portal; tenant: Tenant }) {
  const tenants = portal.store.tenants.values()
  const offered = new Set([...tenants.slice(0, 2), tenant, ...tenants.slice(-MAX_TENANTS_OFFERED)])
  return (
    <form class="field" method="post" action="/portal/tenant">
      <label for="tenant">Tenant</label>
      <select id="tenant" name="tenantId" autocomplete="off" data-submit-on-change>
        {[...offered].map(({ id, name }) => (
          <option value={id} selected={id === tenant.id}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" data-script-replaces>
        Switch
      </button>
    </form>
  )
}

function NoticeBox({ notice: { tone, text, secret } }: { notice: Notice }) {
  return (
    <div
      class={`notice tone-${tone === 'done' ? 'good' : 'bad'}`}
      role={tone === 'problem' ? 'alert' : 'status'}
    >
      <p>{text}</p>
      {secret && (
        <>
          <p class="row">
            <strong>{secret.label}</strong>
            <code id="secret-value">{secret.value}</code>
            <CopyButton id="secret-value" name={secret.label} />
          </p>
          <p>Copy it now: it won’t be shown again.</p>
        </>
      )}
    </div>
  )
}
