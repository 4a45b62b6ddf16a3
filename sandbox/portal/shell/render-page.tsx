/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Every page behind the sign-in: navigation, tenant, clock and notice around the page's own content.
import type { Context } from 'hono'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Portal } from '../portal.ts'
import type { PortalEnv } from '../session.ts'
import { renderDocument } from './document.tsx'
import { Navigation, type SectionId } from './navigation.tsx'
import { NoticeBox } from './notice-box.tsx'
import { TopBar } from './top-bar.tsx'

export interface Page {
  title: string
  section: SectionId
  /** One sentence below the title. */
  lead?: Child
  content: Child
  /** Uses the whole width: for the wire. */
  wide?: boolean
  status?: ContentfulStatusCode
}

export function renderPage(c: Context<PortalEnv>, portal: Portal, page: Page) {
  const notice = portal.notices.take(c.get('session').id)
  const body = (
    <body>
      <a class="skip-link" href="#content">
        Skip to content
      </a>
      <Navigation sandbox={portal.sandbox} tenant={c.get('tenant')} current={page.section} />
      <div class="frame">
        <TopBar sandbox={portal.sandbox} tenant={c.get('tenant')} />
        <main id="content" class={page.wide ? 'content content-wide' : 'content'} tabindex={-1}>
          {notice && <NoticeBox notice={notice} />}
          <header class="page-header">
            <h1>{page.title}</h1>
            {page.lead && <p class="lead">{page.lead}</p>}
          </header>
          {page.content}
        </main>
      </div>
    </body>
  )
  const nonce = c.get('secureHeadersNonce') ?? ''
  return c.html(renderDocument({ title: page.title, nonce, body }), page.status ?? 200)
}

/** For an id that is not this tenant's, or nobody's: the two look the same. */
export function renderNotFound(c: Context<PortalEnv>, portal: Portal, section: SectionId) {
  return renderPage(c, portal, {
    title: 'Not found',
    section,
    status: 404,
    content: (
      <p class="empty">
        There is nothing at this address for {c.get('tenant').name}. It may belong to another
        tenant, or a reset may have removed it.
      </p>
    ),
  })
}
