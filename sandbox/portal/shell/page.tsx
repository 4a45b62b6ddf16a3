/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The layout of every page behind the sign-in: document, navigation, tenant, clock and notice around the page's content.
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Tenant } from '../../state/entities.ts'
import { SERVICE_NAME } from '../../web/service-brand.ts'
import type { Notice } from '../notices.ts'
import type { Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { Icon } from './icons.tsx'
import { Navigation, type SectionId } from './navigation.tsx'
import { Instant } from './pieces.tsx'
import { PresenterStrip } from './presenter-strip.tsx'
import { SignOutForm, TenantForm } from './tenant-forms.tsx'

export interface Page {
  title: string
  /** Null for a page outside every section. */
  section: SectionId | null
  /** The heading, if it differs from the title. */
  heading?: Child
  /** The list that this page belongs to. */
  back?: { href: string; label: string }
  /** One sentence below the title. */
  lead?: Child
  /** Actions for the whole page, at the top right. */
  actions?: Child
  content: Child
  /** On a desktop, makes the page as tall as the window, so its parts can scroll separately. For the wire. */
  fills?: boolean
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
      <div class="frame">
        <TopBar portal={portal} tenant={c.get('tenant')} />
        <main id="content" class={page.fills ? 'content content-fills' : 'content'} tabindex={-1}>
          {notice && <NoticeBox notice={notice} />}
          <header class="page-header">
            {page.back && (
              <a class="back-link" href={page.back.href}>
                {page.back.label}
              </a>
            )}
            {page.heading ?? <h1>{page.title}</h1>}
            {page.lead && <p class="lead">{page.lead}</p>}
            {page.actions}
          </header>
          {page.content}
        </main>
        <PresenterStrip portal={portal} tenant={c.get('tenant')} />
      </div>
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
      <section class="panel not-found" aria-labelledby="not-found">
        <span class="resource-icon">
          <Icon name="missing" />
        </span>
        <h2 id="not-found">There’s nothing at this address</h2>
        <p>
          The link may be incomplete, a reset may have removed what it led to, or it belongs to a
          tenant other than {c.get('tenant').name}.
        </p>
        <div class="card-actions">
          <a class="button button-primary" href="/portal/inquiries">
            Go to inquiries
          </a>
          <a class="button" href="/portal">
            Overview
          </a>
        </div>
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

/** On a narrow screen, the menu has its forms. What is left is the clock, and only while it's frozen. */
function TopBar({ portal, tenant }: { portal: Portal; tenant: Tenant }) {
  const frozen = portal.clock.isFrozen(tenant.id)
  return (
    <header class="top-bar">
      <TenantForm at="desk" portal={portal} tenant={tenant} />
      <p class="clock" data-frozen={frozen ? '' : undefined}>
        <span class="clock-label">{frozen ? 'Clock frozen' : 'Sandbox time'}</span>
        <Instant at={portal.clock.nowIso(tenant.id)} ticks={!frozen} />
      </p>
      <span class="who">Operator</span>
      <SignOutForm />
    </header>
  )
}

/** A success overlays the page and then disappears; a problem or a new secret is part of the page. */
function NoticeBox({ notice }: { notice: Notice }) {
  const { tone, text, secret } = notice
  const passes = tone === 'done' && !secret
  return (
    <div
      class={`notice ${passes ? 'notice-passing' : `notice-${tone}`}`}
      role={tone === 'problem' ? 'alert' : 'status'}
    >
      <p>{text}</p>
      {secret && (
        <>
          <p class="secret">
            <span class="secret-label">{secret.label}</span>
            <code id="secret-value">{secret.value}</code>
            <button class="button" type="button" hidden data-copy="#secret-value">
              Copy
            </button>
          </p>
          <p class="secret-warning">Copy it now: it won’t be shown again.</p>
        </>
      )}
    </div>
  )
}
