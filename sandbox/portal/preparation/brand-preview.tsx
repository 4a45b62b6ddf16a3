/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// The hosted flow's first screen with a brand, in frames with the flow's own page. A script tells them what to show.
import type { FlowState } from '../../flow/flow-protocol.ts'
import type { Capability, Tenant } from '../../state/entities.ts'
import type { Store } from '../../state/store.ts'
import { SERVICE_NAME } from '../../web/service-brand.ts'

/** The colour of a tenant without a brand. */
export const SERVICE_COLOR = '#1d4ed8'
export const LOGO_PATH = '/portal/brand/logo'

/** The steps of the newest revision of the tenant's first template, which is most likely the one in use. */
export function stepsOf(store: Store, tenant: Tenant): readonly Capability[] {
  const [template] = store.templates.listBy('tenant', tenant.id)
  const newest = template && store.revisions.listBy('template', template.id).at(-1)
  return newest?.definition.steps ?? ['PERSONAL_INFO', 'PASSPORT_SCAN', 'FACE_MATCH']
}

const LOOKS = ['light', 'dark'] as const

interface BrandPreviewProps {
  tenant: Tenant
  steps: readonly Capability[]
}

export function BrandPreview({ tenant: { name, brand }, steps }: BrandPreviewProps) {
  const state: FlowState = {
    merchantName: name,
    brand: brand && { color: brand.color, logo: brand.logo === null ? null : LOGO_PATH },
    serviceName: SERVICE_NAME,
    steps: [...steps],
    collected: [],
    redirectOnly: false,
  }
  return (
    <section class="panel" aria-labelledby="preview-title">
      <div>
        <h2 id="preview-title">Preview</h2>
        <p class="muted">The first screen that a customer sees, in light and dark mode.</p>
      </div>
      <noscript>
        <p class="empty">The preview needs JavaScript, as the hosted flow does.</p>
      </noscript>
      {/* Only on a phone, which shows one of them at a time. */}
      <fieldset class="brand-looks">
        <legend class="visually-hidden">Mode of the preview</legend>
        {LOOKS.map((look) => (
          <label>
            <input type="radio" name="look" value={look} checked={look === 'light'} />
            {look === 'light' ? 'Light' : 'Dark'}
          </label>
        ))}
      </fieldset>
      <div class="brand-previews" data-brand-previews={JSON.stringify(state)}>
        {LOOKS.map((look) => (
          <div class={`brand-preview brand-preview-${look}`}>
            <iframe
              src={`/flow/preview?look=${look}`}
              title={`The hosted flow in ${look} mode`}
              tabindex={-1}
            />
          </div>
        ))}
      </div>
    </section>
  )
}
