/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// What the hosted flow wears for this tenant's customers: name, color and logo. The control API sets the same.
import { Hono } from 'hono'
import type { Preparation } from '../../commands/preparation.ts'
import { brandFormSchema } from '../../commands/requests.ts'
import type { Tenant } from '../../state/entities.ts'
import { accentsOf } from '../../web/brand-accents.ts'
import { SERVICE_NAME } from '../../web/service-brand.ts'
import { goTo, type Portal } from '../portal.ts'
import { readSchemaForm, SchemaFields } from '../scenario/schema-form.tsx'
import type { PortalEnv } from '../session.ts'
import { renderPage } from '../shell/page.tsx'
import { Confirm } from '../shell/pieces.tsx'

const PATH = '/portal/brand'
/** What the color field shows while the tenant has no color of its own: the service's. */
const SERVICE_COLOR = '#1d4ed8'

export function createBrandPages(portal: Portal & { preparation: Preparation }): Hono<PortalEnv> {
  const { preparation } = portal
  const routes = new Hono<PortalEnv>()

  routes.get('/brand', (c) => {
    const tenant = c.get('tenant')
    return renderPage(c, portal, {
      title: 'Brand',
      section: 'brand',
      lead: 'What your customers see on every page of the hosted flow.',
      content: (
        <div class="split">
          <BrandForm tenant={tenant} />
          <BrandPreview tenant={tenant} />
        </div>
      ),
    })
  })
  routes.post('/brand', async (c) => {
    const form = await readSchemaForm(c, brandFormSchema)
    if (!form.ok) return goTo(c, portal, PATH, { tone: 'problem', text: form.problem })
    const tenant = c.get('tenant')
    const { name, color, logo } = form.value
    // A form can't show which file it had, so none means that the logo stays.
    preparation.changeTenant(tenant, {
      name,
      brand: { color, logo: logo ?? tenant.brand?.logo ?? null },
    })
    const text = 'The hosted flow wears this brand from its next page on.'
    return goTo(c, portal, PATH, { tone: 'done', text })
  })
  routes.post('/brand/remove-logo', (c) => {
    const tenant = c.get('tenant')
    if (tenant.brand) preparation.changeTenant(tenant, { brand: { ...tenant.brand, logo: null } })
    const text = `The hosted flow shows ${SERVICE_NAME}’s mark beside your name.`
    return goTo(c, portal, PATH, { tone: 'done', text })
  })
  routes.post('/brand/remove', (c) => {
    preparation.changeTenant(c.get('tenant'), { brand: null })
    const text = `The hosted flow looks like ${SERVICE_NAME} again, under your name.`
    return goTo(c, portal, PATH, { tone: 'done', text })
  })
  // As a file, because the portal's pages may show no picture but their own.
  routes.get('/brand/logo', (c) => {
    const [, type, data] =
      /^data:([^;]+);base64,(.+)$/.exec(c.get('tenant').brand?.logo ?? '') ?? []
    if (type === undefined || data === undefined) return c.notFound()
    return c.body(Buffer.from(data, 'base64'), 200, { 'content-type': type })
  })
  return routes
}

function BrandForm({ tenant }: { tenant: Tenant }) {
  const { name, brand } = tenant
  return (
    <section class="panel" aria-labelledby="brand-title">
      <h2 id="brand-title">Your brand</h2>
      <form class="stack" method="post" action={PATH} enctype="multipart/form-data">
        <SchemaFields
          schema={brandFormSchema}
          id="brand"
          values={{ name, color: brand?.color ?? SERVICE_COLOR }}
        />
        <button class="button button-primary form-end" type="submit">
          Save
        </button>
      </form>
      {brand && (
        <div class="panel-foot">
          <div class="card-actions">
            {brand.logo !== null && (
              <form method="post" action={`${PATH}/remove-logo`}>
                <button class="button" type="submit">
                  Remove the logo
                </button>
              </form>
            )}
            <Confirm
              label="Remove the brand"
              subject=""
              action={`${PATH}/remove`}
              warning={`The hosted flow looks like ${SERVICE_NAME}, with your name on it.`}
            />
          </div>
        </div>
      )}
    </section>
  )
}

/** Drawn, because the portal's policy allows no style that a tenant has chosen. */
function BrandPreview({ tenant }: { tenant: Tenant }) {
  const accents = accentsOf(tenant.brand?.color ?? SERVICE_COLOR)
  return (
    <section class="panel" aria-labelledby="preview-title">
      <h2 id="preview-title">Preview</h2>
      <p class="muted">On a light and on a dark screen, as saved.</p>
      <div class="brand-previews">
        <FlowDrawing
          tenant={tenant}
          look={{ name: 'Light', paper: '#ffffff', ink: '#111827', soft: '#4b5768' }}
          accent={accents.light}
          onAccent="#ffffff"
        />
        <FlowDrawing
          tenant={tenant}
          look={{ name: 'Dark', paper: '#10151d', ink: '#eef2f7', soft: '#b3bfce' }}
          accent={accents.dark}
          onAccent="#0a1526"
        />
      </div>
    </section>
  )
}

interface FlowDrawingProps {
  tenant: Tenant
  look: { name: string; paper: string; ink: string; soft: string }
  accent: string
  onAccent: string
}

const MAX_DRAWN = 24

function FlowDrawing({ tenant, look, accent, onAccent }: FlowDrawingProps) {
  const { name, brand } = tenant
  const { paper, ink, soft } = look
  const shown = name.length > MAX_DRAWN ? `${name.slice(0, MAX_DRAWN - 1)}…` : name
  return (
    <svg
      class="brand-preview"
      viewBox="0 0 320 190"
      role="img"
      aria-label={`${look.name}: ${name}, with buttons in ${accent}`}
    >
      <rect width="320" height="190" fill={paper} />
      <image
        href={brand?.logo ? `${PATH}/logo` : '/portal/icon.svg'}
        x="20"
        y="18"
        width="28"
        height="28"
      />
      <text x="58" y="37" font-size="15" font-weight="600" fill={ink}>
        {shown}
      </text>
      <rect x="20" y="66" width="64" height="4" rx="2" fill={accent} />
      <rect x="90" y="66" width="64" height="4" rx="2" fill={soft} opacity="0.3" />
      <rect x="160" y="66" width="64" height="4" rx="2" fill={soft} opacity="0.3" />
      <text x="20" y="98" font-size="13" fill={soft}>
        Personal information
      </text>
      <rect x="20" y="114" width="280" height="36" rx="8" fill={accent} />
      <text x="160" y="137" font-size="14" font-weight="600" fill={onAccent} text-anchor="middle">
        Agree and continue
      </text>
      <text x="160" y="175" font-size="11" fill={soft} text-anchor="middle">
        Secured by {SERVICE_NAME}
      </text>
    </svg>
  )
}
