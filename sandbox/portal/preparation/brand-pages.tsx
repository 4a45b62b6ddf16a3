/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The tenant's brand in the hosted flow: name, colour and logo. The control API can set it too.
import { Hono } from 'hono'
import type { Preparation } from '../../commands/preparation.ts'
import { brandFormSchema } from '../../commands/requests.ts'
import type { Tenant } from '../../state/entities.ts'
import { SERVICE_NAME } from '../../web/service-brand.ts'
import { goTo, type Portal } from '../portal.ts'
import { readSchemaForm, SchemaFields } from '../scenario/schema-form.tsx'
import type { PortalEnv } from '../session.ts'
import { Icon } from '../shell/icons.tsx'
import { renderPage } from '../shell/page.tsx'
import { BrandPreview, LOGO_PATH, SERVICE_COLOR, stepsOf } from './brand-preview.tsx'

const PATH = '/portal/brand'
const REMOVE_LOGO = 'remove-logo'

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
        <div class="split split-brand">
          <BrandForm tenant={tenant} />
          <BrandPreview tenant={tenant} steps={stepsOf(portal.store, tenant)} />
        </div>
      ),
    })
  })
  routes.post('/brand', async (c) => {
    const form = await readSchemaForm(c, brandFormSchema)
    if (!form.ok) return goTo(c, portal, PATH, { tone: 'problem', text: form.problem })
    const tenant = c.get('tenant')
    const { name, color, logo } = form.value
    // A file input can't be prefilled, so an empty one keeps the logo.
    preparation.changeTenant(tenant, {
      name,
      brand: { color, logo: logo ?? tenant.brand?.logo ?? null },
    })
    const text = 'Brand saved. It appears the next time a page of the hosted flow loads.'
    return goTo(c, portal, PATH, { tone: 'done', text })
  })
  routes.post('/brand/remove-logo', (c) => {
    const tenant = c.get('tenant')
    if (tenant.brand) preparation.changeTenant(tenant, { brand: { ...tenant.brand, logo: null } })
    const text = 'The hosted flow shows your initials beside your name.'
    return goTo(c, portal, PATH, { tone: 'done', text })
  })
  routes.post('/brand/remove', (c) => {
    preparation.changeTenant(c.get('tenant'), { brand: null })
    const text = `The hosted flow shows your name and initials, in ${SERVICE_NAME}’s colour.`
    return goTo(c, portal, PATH, { tone: 'done', text })
  })
  // As a file, because the portal's CSP allows only images from its own origin.
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
      <div class="card-head">
        <h2 id="brand-title">Your brand</h2>
        {brand && <ResetBrand />}
      </div>
      <form class="stack" method="post" action={PATH} enctype="multipart/form-data" data-brand>
        <SchemaFields schema={brandFormSchema} id="brand" only={['name']} values={{ name }} />
        <div class="field">
          <label for="brand-color">Colour</label>
          <span class="color-field">
            <input type="color" hidden aria-label="Pick from a palette" data-brand-swatch />
            <input
              id="brand-color"
              name="color"
              required
              maxlength={7}
              pattern="#[0-9a-fA-F]{6}"
              spellcheck={false}
              value={brand?.color ?? SERVICE_COLOR}
              aria-describedby="brand-color-hint"
            />
          </span>
          <p class="field-hint" id="brand-color-hint">
            A hex value such as #0b5c4d, for buttons and icons. We adjust it so that it’s readable
            in light and dark mode.
          </p>
        </div>
        <LogoField tenant={tenant} />
        <button class="button button-primary form-end" type="submit" data-brand-save>
          Save
        </button>
      </form>
      <form id={REMOVE_LOGO} method="post" action={`${PATH}/remove-logo`} hidden />
    </section>
  )
}

function ResetBrand() {
  return (
    <details class="confirm brand-menu" name="confirm">
      <summary class="button button-quiet" title="More">
        <Icon name="more" />
        <span class="visually-hidden">More actions for the brand</span>
      </summary>
      <form method="post" action={`${PATH}/remove`}>
        <p>The hosted flow will show your name and initials, in {SERVICE_NAME}’s colour.</p>
        <button class="button button-danger" type="submit">
          Reset the brand
        </button>
      </form>
    </details>
  )
}

/** The input covers the whole field, so a file can be dropped anywhere on it. */
function LogoField({ tenant }: { tenant: Tenant }) {
  const hasLogo = Boolean(tenant.brand?.logo)
  return (
    <div class="field">
      <span class="form-label" id="brand-logo-label">
        Logo
      </span>
      <div class="file-field">
        {/* Always rendered, so that a script can show a newly chosen logo in it. */}
        <img
          src={hasLogo ? LOGO_PATH : undefined}
          hidden={!hasLogo}
          alt=""
          width={40}
          height={40}
          data-brand-logo
        />
        <p>
          <span class="file-act" data-file-name>
            {hasLogo ? 'Choose or drop a new file' : 'Choose or drop a file'}
          </span>
          <small id="brand-logo-hint">SVG, PNG, JPEG or WebP, up to 65 kB</small>
        </p>
        <input
          name="logo"
          type="file"
          accept="image/svg+xml,image/png,image/jpeg,image/webp"
          aria-labelledby="brand-logo-label"
          aria-describedby="brand-logo-hint"
        />
        {hasLogo && <RemoveLogo />}
      </div>
    </div>
  )
}

/** In the brand's form, so its own form is elsewhere. */
function RemoveLogo() {
  return (
    <details class="confirm" name="confirm">
      <summary class="button button-quiet button-small">
        Remove<span class="visually-hidden"> the logo</span>…
      </summary>
      <div>
        <p>The hosted flow will show your initials beside your name.</p>
        <button class="button button-danger" type="submit" form={REMOVE_LOGO}>
          Remove the logo
        </button>
      </div>
    </details>
  )
}
