/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The frame of every page after sign-in: document, navigation, tenant, clock and notice, around the page's content.
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { SERVICE_MARK, SERVICE_NAME } from '../web/service-brand.ts'
import { listAwaitingReview } from './case.tsx'
import { Icon, Instant } from './kit.tsx'
import type { Notice, Portal, PortalEnv } from './portal.ts'

const MAIN_SECTIONS = [
  { id: 'inquiries', label: 'Inquiries' },
  { id: 'review', label: 'Review queue' },
  { id: 'templates', label: 'Templates' },
] as const
/** Sections under the heading Developer. */
const DEVELOPER_SECTIONS = [
  { id: 'api-keys', label: 'API Keys' },
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'wire', label: 'Wire' },
  { id: 'scenario', label: 'Scenario' },
] as const
type Section = (typeof MAIN_SECTIONS | typeof DEVELOPER_SECTIONS)[number]

interface Page {
  title: string
  /** Null for a page that belongs to no section. */
  section: Section['id'] | null
  /** One sentence below the title. */
  lead?: Child
  /** A button or link at the top right. */
  action?: Child
  content: Child
  status?: ContentfulStatusCode
}

export function renderPage(c: Context<PortalEnv>, portal: Portal, page: Page) {
  const session = c.get('session').id
  const notice = portal.notices.get(session)
  portal.notices.delete(session)
  const body = (
    <body>
      <a class="skip-link" href="#content">
        Skip to content
      </a>
      <Top c={c} portal={portal} current={page.section} />
      <main id="content" tabindex={-1}>
        {notice && <NoticeBox notice={notice} />}
        <header class="row">
          <div>
            <h1>{page.title}</h1>
            {page.lead && <p class="soft">{page.lead}</p>}
          </div>
          {page.action}
        </header>
        {page.content}
      </main>
    </body>
  )
  const nonce = c.get('secureHeadersNonce') ?? ''
  return c.html(renderDocument({ title: page.title, nonce, body }), page.status ?? 200)
}

/** An unknown id and another tenant's id get the same page. */
export function renderNotFound(c: Context<PortalEnv>, portal: Portal) {
  return renderPage(c, portal, {
    title: 'Not found',
    section: null,
    status: 404,
    lead: 'There’s nothing at this address.',
    content: (
      <p class="empty">
        The link may be incomplete, a reset may have removed what it led to, or it belongs to a
        tenant other than {c.get('tenant').name}. <a href="/portal">Go to inquiries</a>
      </p>
    ),
  })
}

interface PageDocument {
  title: string
  nonce: string
  script?: 'portal' | 'guide'
  body: Child
}

export function renderDocument({ title, nonce, script = 'portal', body }: PageDocument) {
  return html`<!doctype html>${(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${SERVICE_NAME} sandbox`}</title>
        <link rel="icon" type="image/svg+xml" href="/portal/icon.svg" />
        <link rel="stylesheet" href="/portal/assets/portal.css" />
        <script src={`/portal/assets/${script}.js`} nonce={nonce} defer></script>
      </head>
      {body}
    </html>
  )}`
}

export function Brand() {
  return (
    <span class="brand inline">
      {raw(SERVICE_MARK)}
      <span>
        {SERVICE_NAME} <small>Sandbox</small>
      </span>
    </span>
  )
}

/** Each test creates a tenant, so the menu offers only the newest. */
const MAX_TENANTS_OFFERED = 50

function Top(props: { c: Context<PortalEnv>; portal: Portal; current: Page['section'] }) {
  const { c, portal, current } = props
  const { store, clock, site } = portal
  const tenant = c.get('tenant')
  const awaiting = listAwaitingReview(store, tenant).length
  const isFrozen = clock.isFrozen(tenant.id)
  const tenants = store.tenants.values()
  const offered = new Set([...tenants.slice(0, 2), tenant, ...tenants.slice(-MAX_TENANTS_OFFERED)])
  const toLink = ({ id, label }: Section) => (
    <a href={`/portal/${id}`} aria-current={id === current ? 'page' : undefined}>
      <Icon name={id} />
      {label}
      {id === 'review' && awaiting > 0 && (
        <span class="count">
          {awaiting}
          <span class="visually-hidden"> waiting</span>
        </span>
      )}
    </a>
  )
  return (
    <header class="top">
      <a href="/portal" aria-label={`${SERVICE_NAME} Sandbox`}>
        <Brand />
      </a>
      <nav aria-label="Portal">{MAIN_SECTIONS.map(toLink)}</nav>
      <nav aria-labelledby="developer">
        <span id="developer">Developer</span>
        {DEVELOPER_SECTIONS.filter(({ id }) => id !== 'scenario' || site.controlEnabled).map(
          toLink,
        )}
      </nav>
      <p>
        {isFrozen ? 'Clock frozen at' : 'Sandbox time'} <Instant at={clock.nowIso(tenant.id)} /> UTC
      </p>
      <form class="inline" method="post" action="/portal/tenant">
        <select aria-label="Tenant" name="tenantId" autocomplete="off">
          {[...offered].map(({ id, name }) => (
            <option value={id} selected={id === tenant.id}>
              {name}
            </option>
          ))}
        </select>
        <button type="submit">Switch</button>
      </form>
      <form method="post" action="/portal/sign-out">
        <button type="submit">Sign out</button>
      </form>
    </header>
  )
}

function NoticeBox({ notice: { tone, text, secret } }: { notice: Notice }) {
  return (
    <div class={`notice tone-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <p>{text}</p>
      {secret && (
        <>
          <p class="row">
            <strong>{secret.label}</strong>
            <code id="secret-value">{secret.value}</code>
          </p>
          <p>Copy it now: it won’t be shown again.</p>
        </>
      )}
    </div>
  )
}
